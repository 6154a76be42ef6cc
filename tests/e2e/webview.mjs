// A web view of the workbench: found again in each use, for one that is drawn anew is in another frame.
import { until } from "./waiting.mjs";

/** The web view that shows `selector`. */
export async function webviewWith(page, selector) {
  const outer = await until(async () => {
    for (const frame of page.frames()) {
      const holder = frame.parentFrame();
      if (
        holder !== null &&
        (await frame
          .locator(selector)
          .count()
          .catch(() => 0)) > 0
      ) {
        return holder;
      }
    }
    return undefined;
  }, `no web view shows ${selector}`);
  const frame = page.frameLocator(`iframe[name="${outer.name()}"]`).frameLocator("#active-frame");
  const root = frame.locator(":root");
  const hasKeys = () => root.evaluate(() => document.hasFocus(), undefined, { timeout: 3_000 });

  return {
    root,
    locator: (...what) => frame.locator(...what),
    getByText: (...what) => frame.getByText(...what),
    getByRole: (...what) => frame.getByRole(...what),

    /** Whether the keys go there. */
    hasKeys,

    /** Waits until they do. */
    takesKeys: () => until(hasKeys, `the keys do not go to the web view that shows ${selector}`),

    /** Presses keys, each once they go there. */
    async press(...keys) {
      for (const key of keys) {
        await this.takesKeys();
        await page.keyboard.press(key);
      }
    },
  };
}

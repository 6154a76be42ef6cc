// The steps of the walkthrough, with the bundled example as it is opened: labels, a set, the pictures.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { NEWCOMER, openWindow } from "./sharedWindow.mjs";
import { spade } from "./workbench.mjs";

describe("the walkthrough", () => {
  let workbench;

  before(async () => {
    workbench = await openWindow(undefined, NEWCOMER);
    rmSync(workbench.example, { recursive: true, force: true });
    await step("Open the bundled example", "Open the Example");
    await workbench.click(
      workbench.page.getByRole("button", { name: "Trust Folder & Continue" }),
      workbench.page.locator(".codelens-decoration").getByText("6 to label"),
    );
  });

  test("a label waits for nothing: not for what the assertions say, of which there are none yet", async () => {
    await step("Label responses", "Label Examples");
    const view = await workbench.webviewWithKeys("#response");
    await view.getByText("6 to label").waitFor();
    await view.press("v");
    await view.getByText("there are no assertions").waitFor();
    await view.getByRole("button", { name: "Generate Assertions" }).waitFor();
    await workbench.screenshot("label-no-assertions");
    await view.press("b");
    await view.getByText("5 to label").waitFor();
    await view.press("Control+z");
    await view.getByText("6 to label").waitFor();
    for (let left = 5; left >= 0; left--) {
      await view.press("g");
      await view.getByText(`${left} to label`).waitFor();
    }
    await view.getByRole("button", { name: "Select Minimal Set" }).waitFor();
    await workbench.screenshot("label-done");
    assert.ok(!(await view.locator("#g").isVisible()));
    assert.ok(await view.locator("#u").isVisible());
  });

  test("from the walkthrough one key selects with what the settings say, and other thresholds are typed", async () => {
    const { input } = workbench;
    spade(workbench.example, "generate");
    await step("Select the minimal set", "Select Minimal Set");
    const record = path.join(workbench.example, "movie_note.spade.json");
    const selected = () => JSON.parse(readFileSync(record, "utf8")).selection;
    const asSet = input.rows.getByText("bad caught");
    await asSet.waitFor();
    await workbench.screenshot("walkthrough-select");
    await input.accept(asSet);
    await workbench.webview(".headline");
    assert.equal(selected().alpha, 0.6);

    await step("Select the minimal set", "Select Minimal Set");
    await input.pick("coverage");
    await input.title("Select Minimal Set, alpha").waitFor();
    await input.message(/assertions?: \d+ of \d+ bad caught/).waitFor();
    await input.type("0.61", input.message(/alpha 0\.61/));
    await input.accept(input.title("Select Minimal Set, alpha"));
    await input.accept(input.title("Select Minimal Set, tau"));
    await workbench.webview('.facts:has-text("alpha 0.61")');
    await workbench.screenshot("walkthrough-report");
    assert.equal(selected().alpha, 0.61);
  });

  test("a step of the walkthrough shows its picture, and the extension's own page shows none that is broken", async () => {
    const { page } = workbench;
    await workbench.run("SPADE: Get Started");
    await page.getByText("See what each edit asked for").first().click();
    const step = await workbench.webview('img[alt^="The pointer on an instruction"]');
    assert.ok(await isShown(step.locator("img").first()));
    await workbench.screenshot("walkthrough-step");
    await workbench.run("Extensions: Show Installed Extensions");
    await page.locator(".extensions-list .monaco-list-row", { hasText: "SPADE assertions" }).first().click();
    const readme = await workbench.webview("text=Start with the walkthrough");
    assert.equal(await readme.locator("img").count(), 0);
    await workbench.screenshot("extension-page");
  });

  /** Opens a step of the walkthrough, which may be behind something else, and presses its button. */
  async function step(title, button) {
    const { page } = workbench;
    await workbench.run("SPADE: Get Started");
    const shown = page.getByRole("button", { name: button });
    await workbench.click(page.getByText(title, { exact: true }), shown);
    await shown.click();
  }

  /** Whether a picture was found and can be read. */
  function isShown(picture) {
    return picture.evaluate(async (element) => {
      await element.decode();
      return element.naturalWidth > 0;
    });
  }
});

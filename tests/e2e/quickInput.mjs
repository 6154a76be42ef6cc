// The quick input of the workbench: the palette, lists, boxes and file dialogs, by keys.
import { eventually, isGone, until } from "./waiting.mjs";

/** The quick input of a page. */
export function quickInputOf(page) {
  const widget = page.locator(".quick-input-widget");
  const box = widget.locator(".quick-input-box input");
  const rows = widget.locator(".quick-input-list .monaco-list-row");
  const focused = widget.locator(".quick-input-list .monaco-list-row.focused");

  const isBusy = async () => (await widget.locator(".monaco-progress-container.active").count()) > 0;

  /** Accepts what is typed or focused, until what the page shows with it is gone. */
  async function accept(shown, within = 20_000) {
    await shown.first().waitFor();
    await eventually(isGone(shown), () => box.press("Enter", { timeout: 3_000 }), within);
  }

  /** Opens a quick input by its key, types into it, and accepts the row that this leads to; does it again otherwise. */
  async function choose(key, typed, row) {
    const choice = async () => {
      // The palette has the commands that there were when it was opened.
      await page.keyboard.press("Escape");
      await page.keyboard.press(key);
      await box.fill(typed, { timeout: 3_000 });
      await row.waitFor({ timeout: 5_000 });
      // The editor's own list closes with the key; where it is shown still, it was drawn anew and took no notice.
      await accept(row, 3_000);
      return true;
    };
    await until(choice, `the quick input of ${key} does not take ${typed}`);
  }

  return {
    rows,
    accept,

    /** Closes the one that shows something. */
    async leave(shown) {
      await shown.first().waitFor();
      await eventually(isGone(shown), () => box.press("Escape", { timeout: 3_000 }));
    },

    /** The title of the one that asks for `text`. */
    title: (text) => widget.locator(".quick-input-title", { hasText: text }),

    /** What it says below the box. */
    message: (text) => widget.locator(".quick-input-message", { hasText: text }),

    /** Runs a command of the palette by its full title. */
    run: (title) =>
      choose("F1", `>${title}`, focused.filter({ has: page.getByText(title, { exact: true }) })),

    /** Opens the file that what is typed leads to, and that `shown` stands in the row of. */
    openFile: (typed, shown) => choose("Control+P", typed, focused.filter({ hasText: shown })),

    /** Goes to a line and a column. */
    goTo: (line, column) =>
      choose("Control+G", `:${line}:${column}`, focused.filter({ hasText: String(line) })),

    /** Accepts the row of the open list that has exactly this label. */
    async pick(label) {
      const row = rows.filter({ has: page.getByText(label, { exact: true }) }).first();
      await row.waitFor();
      await eventually(isGone(row), () => row.click({ timeout: 3_000 }), 20_000);
    },

    /** Accepts the row of the open list that what is typed leads to. */
    async take(typed, row = typed) {
      const found = focused.filter({ hasText: row });
      await this.type(typed, found);
      await accept(found);
    },

    /**
     * Types a text over what the open quick input holds, until it stays and the page shows `shown`.
     *
     * A file dialog that is still opening writes its own path over the typed one, and is busy as long.
     */
    async type(text, shown) {
      const stays = async () =>
        (await box.inputValue({ timeout: 1_000 })) === text &&
        (await shown.first().isVisible()) &&
        !(await isBusy());
      const typed = async () => {
        await box.fill(text, { timeout: 3_000 });
        await shown.first().waitFor({ timeout: 5_000 });
        for (let looks = 0; looks < 3; looks++) {
          if (!(await stays())) {
            return false;
          }
          await page.waitForTimeout(50);
        }
        return true;
      };
      await until(typed, `"${text}" does not stay in the quick input`);
    },

    /** Types a text into the open quick input and accepts it: what the page showed with it is then gone. */
    async answer(text, shown) {
      await this.type(text, shown);
      await accept(shown);
    },

    /** Accepts the path that the open file dialog proposes, once that ends so. */
    async acceptPath(end, shown) {
      await until(
        async () => (await box.inputValue()).endsWith(end) && !(await isBusy()),
        `the dialog proposes no ${end}`,
      );
      await accept(shown);
    },

    /** Answers the open file dialog with a path, in whose folder it lists `row`. */
    async answerPath(file, row) {
      await this.answer(file, rows.filter({ hasText: row }));
    },
  };
}

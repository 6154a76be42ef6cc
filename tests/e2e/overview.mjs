// The SPADE view in the side bar: what there is of each prompt, and the next step.
import { appendFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { spade } from "./workbench.mjs";
import { folder, openExample } from "./example.mjs";

describe("the SPADE view", () => {
  let workbench;

  before(async () => {
    workbench = await openExample();
  });

  const row = (text) => workbench.row(text);

  /** The name, which is all that a row says. */
  function labelled(text) {
    return workbench.page.locator(".sidebar .monaco-list-row").getByText(text, { exact: true }).first();
  }

  test("the prompts are listed with what there is of them", async () => {
    await workbench.run("View: Show SPADE");
    await row("movie_note.prompt.md").waitFor();
    await row("Assertions").waitFor();
    await row("41 good, 33 bad").waitFor();
    await workbench.screenshot("view");
    await workbench.click(row("movie_note.prompt.md"), workbench.shownTab("movie_note.prompt.md"));
    await row("41 good, 33 bad").waitFor();
  });

  test("an instruction leads to its place in the prompt", async () => {
    await workbench.expand(row("Instructions"));
    await workbench.click(row("100 words"), workbench.shownTab("movie_note.prompt.md"));
    await workbench.screenshot("view-instruction");
    await workbench.page.locator(".view-line", { hasText: "quantity · quality" }).first().waitFor();
    await workbench.page.locator(".codelens-decoration").getByText("41 good, 33 bad").waitFor();
    await workbench.picture("view", { x: 0, y: 0, width: 1280, height: 480 });
  });

  test("what was selected elsewhere is shown without a reload", async () => {
    spade(folder, "select");
    await row(", 2 selected").waitFor();
    await workbench.screenshot("view-selected");
  });

  test("what was selected tells what it does, and an edit since leads to selecting again", async () => {
    await row("2 of 6: 23 of 33 bad caught, 9 of 41 good flagged").waitFor();
    appendFileSync(
      path.join(folder, "movie_note.assertions.py"),
      "\n\nasync def assert_own(example: dict, prompt: str, response: str) -> bool:\n    return True\n",
    );
    await row("Next: Select Minimal Set Again").waitFor();
    await workbench.expand(row("Last Selection"));
    await row("Since then assert_own was added").waitFor();
    await workbench.screenshot("view-outdated");
  });

  test("a label of the examples opens its rows of the table", async () => {
    await workbench.expand(row("Examples"));
    await workbench.click(labelled("33 bad"), workbench.shownTab("movie_note.examples.jsonl"));
    const table = await workbench.webview("#grid");
    await table.getByText("33 of 74 rows shown").waitFor();
    await workbench.click(labelled("41 good"), table.getByText("41 of 74 rows shown"));
    await workbench.screenshot("view-filtered");
  });

  test("the title of a prompt has one button with what can be done, and the status bar leads to the view", async () => {
    const { page } = workbench;
    await workbench.open("movie_note.prompt.md");
    const button = page.locator(".editor-group-container.active .editor-actions [aria-label^=SPADE]");
    await workbench.click(button, page.locator(".monaco-menu", { hasText: "Select Minimal Set" }));
    await workbench.screenshot("title-menu");
    await page.keyboard.press("Escape");
    await workbench.run("View: Show Explorer");
    await workbench.click(
      page.getByRole("button", { name: /^SPADE: spade-assertions/ }),
      row("41 good, 33 bad"),
    );
    await workbench.screenshot("status-item");
  });
});

// Reviewing proposals in the editor: what is ticked, the way back, and one by one at the sentences of the prompt.
import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { isGone } from "./waiting.mjs";
import { assertions, folder, openExample, record } from "./example.mjs";

describe("proposals", () => {
  let workbench;

  before(async () => {
    workbench = await openExample(() => {
      writeFileSync(path.join(folder, "other.prompt.md"), "Write at most 20 words.\n");
    });
    await workbench.open("movie_note.prompt.md");
  });

  const written = () => (existsSync(assertions) ? readFileSync(assertions, "utf8") : "");
  const rejected = () =>
    existsSync(record) ? Object.keys(JSON.parse(readFileSync(record, "utf8")).rejected ?? {}) : [];

  test("what code decides is ticked, the others are not, below the instruction that asks for each", async () => {
    const { page, input } = workbench;
    await workbench.run("SPADE: Generate Assertions for History");
    const lens = (title) => page.locator(".codelens-decoration").getByText(title).first();
    await lens("Accept 2 of 6").waitFor();
    await workbench.screenshot("proposal-buttons");
    await workbench.lens("Choose…", input.rows);
    await workbench.screenshot("proposal-choice");
    const ticked = input.rows.filter({ has: page.locator('[aria-checked="true"]') });
    assert.deepEqual(
      (await ticked.locator(".label-name").allTextContents()).filter((name) => name.startsWith("assert_")),
      ["assert_at_most_100_words", "assert_at_least_4_sentences"],
    );
    await page
      .getByText("Mention any awards or critical acclaim received by {movie_name}.")
      .first()
      .waitFor();
    await input.leave(input.rows);
    await lens("Discard").waitFor();
    assert.equal(written(), "");
  });

  test("given again, on the proposals or on the prompt, the command renews those that are shown", async () => {
    const { page } = workbench;
    const lens = (title) => page.locator(".codelens-decoration").getByText(title, { exact: true });
    const again = async (sentence, renewed, give) => {
      appendFileSync(path.join(folder, "movie_note.prompt.md"), `${sentence}\n`);
      await page.locator(".view-line", { hasText: sentence }).first().waitFor();
      await give();
      await lens(renewed).first().waitFor();
      assert.equal(await lens(renewed).count(), 1);
      assert.equal(await page.locator(".tab", { hasText: "proposed" }).count(), 1);
    };
    await page.locator('.tab[data-resource-name="proposed movie_note.assertions.py"]').click();
    await again("Use at most two emojis.", "Accept 3 of 7", () =>
      workbench.run("SPADE: Generate Assertions for History"),
    );
    await again("Write at most 900 characters.", "Accept 4 of 8", () =>
      workbench.lens("Generate", lens("Accept 4 of 8")),
    );
    await workbench.screenshot("proposals-again");
  });

  test("at 800 pixels all that there is to click above the proposals is in view", async () => {
    const { page } = workbench;
    await page.setViewportSize({ width: 800, height: 800 });
    await workbench.run("View: Close Primary Side Bar");
    await page.locator('.tab.active[data-resource-name="proposed movie_note.assertions.py"]').click();
    await workbench.lensesFit();
    await workbench.screenshot("proposals-800-wide");
    await workbench.run("View: Toggle Primary Side Bar Visibility");
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("one is accepted and another dismissed above the sentence that asks for it", async () => {
    const isWritten = () => written().includes("def assert_at_most_100_words(");
    await workbench.lens("Accept", isWritten, "Ensure the recommendation note");
    assert.ok(!written().includes("def assert_at_least_4_sentences("));
    await workbench.lens("Dismiss", () => rejected().length === 1, "Mention any awards");
    assert.match(rejected()[0], /awards/);
    await workbench.screenshot("proposal-one-by-one");
  });

  test("one is edited before it is accepted, and another accepted as a quick fix", async () => {
    const { page } = workbench;
    const accept = page.locator(".codelens-decoration").getByText("Accept as edited");
    await workbench.lens("Edit…", accept, "Write at least four sentences");
    await workbench.editorHasKeys();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# Three are enough.\n");
    await workbench.screenshot("proposal-edit");
    await workbench.click(accept, isGone(page.locator(".tab", { hasText: "Untitled" })));
    assert.ok(written().includes("# Three are enough."));
    await page.locator(".view-line", { hasText: "Mention the movie" }).first().click();
    await workbench.actions("Accept: A judge decides this");
    await workbench.screenshot("proposal-quick-fix");
    await workbench.take("Accept: A judge decides this", () => written().includes("genre"));
    await workbench.screenshot("proposal-left");
  });
});

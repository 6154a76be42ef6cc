// Reviewing proposals in the editor: what is ticked, the way back, and one by one at the sentences of the prompt.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { openWorkbench, replayDemo, tidyUp, until } from "./workbench.mjs";

const home = mkdtempSync(path.join(tmpdir(), "spade proposals é-"));
const folder = path.join(home, "movie note");
const assertions = path.join(folder, "movie_note.assertions.py");
const record = path.join(folder, "movie_note.spade.json");
let workbench;

before(async () => {
  replayDemo(folder);
  rmSync(assertions, { force: true });
  rmSync(record, { force: true });
  workbench = await openWorkbench(folder);
  await workbench.open("movie_note.prompt.md");
});

tidyUp(home, () => workbench);

const written = () => (existsSync(assertions) ? readFileSync(assertions, "utf8") : "");
const rejected = () =>
  existsSync(record) ? Object.keys(JSON.parse(readFileSync(record, "utf8")).rejected ?? {}) : [];

test("what code decides is ticked, the others are not, below the instruction that asks for each", async () => {
  const { page } = workbench;
  await workbench.run("SPADE: Generate Assertions for History");
  const lens = (title) => page.locator(".codelens-decoration").getByText(title).first();
  await lens(/Accept all \d+/).waitFor();
  await lens("Accept 2 that code decides").waitFor();
  await workbench.screenshot("proposal-buttons");
  await lens("Choose…").click();
  const rows = page.locator(".quick-input-list .monaco-list-row");
  await rows.first().waitFor();
  await workbench.screenshot("proposal-choice");
  const ticked = page.locator(".quick-input-list .monaco-list-row", {
    has: page.locator('[aria-checked="true"]'),
  });
  assert.deepEqual(
    (await ticked.locator(".label-name").allTextContents()).filter((name) => name.startsWith("assert_")),
    ["assert_at_most_100_words", "assert_at_least_4_sentences"],
  );
  await page.getByText("Mention any awards or critical acclaim received by {movie_name}.").first().waitFor();
  await page.keyboard.press("Escape");
  await rows.first().waitFor({ state: "hidden" });
  await lens("Discard").waitFor();
  assert.equal(written(), "");
});

test("one is accepted and another dismissed above the sentence that asks for it", async () => {
  await workbench.lens("Accept", "Ensure the recommendation note");
  await until(() => written().includes("def assert_at_most_100_words("), "it was not written");
  assert.ok(!written().includes("def assert_at_least_4_sentences("));
  await workbench.lens("Dismiss", "Mention any awards");
  await until(() => rejected().length === 1, "it was not dismissed");
  assert.match(rejected()[0], /awards/);
  await workbench.screenshot("proposal-one-by-one");
});

test("one is edited before it is accepted, and another accepted as a quick fix", async () => {
  const { page } = workbench;
  await workbench.lens("Edit…", "Write at least four sentences");
  await workbench.page.locator(".codelens-decoration").getByText("Accept as edited").waitFor();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# Three are enough.\n");
  await workbench.screenshot("proposal-edit");
  await page.locator(".codelens-decoration").getByText("Accept as edited").click();
  await until(() => written().includes("# Three are enough."), "the edit was not written");
  await page.locator(".tab", { hasText: "Untitled" }).waitFor({ state: "detached" });
  await page.locator(".view-line", { hasText: "Mention the movie" }).first().click();
  const action = await workbench.action("Accept: A judge decides this");
  await workbench.screenshot("proposal-quick-fix");
  await action.click();
  await until(() => written().includes("genre"), "the quick fix wrote nothing");
  await workbench.screenshot("proposal-left");
});

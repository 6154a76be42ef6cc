// Choosing among proposals in the editor: the buttons above the preview, the way back, and what is left unticked.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { openWorkbench, replayDemo, tidyUp } from "./workbench.mjs";

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

test("the buttons stand above the preview, Esc goes back to it, and what is unticked is not proposed again", async () => {
  const { page } = workbench;
  await workbench.run("SPADE: Generate Assertions for History");
  const lens = (title) => page.locator(".codelens-decoration").getByText(title);
  await lens(/Accept all \d+/).waitFor();
  await workbench.screenshot("proposal-buttons");
  await lens("Choose…").click();
  const rows = page.locator(".quick-input-list .monaco-list-row");
  await rows.first().waitFor();
  await workbench.screenshot("proposal-choice");
  await page.keyboard.press("Escape");
  await rows.first().waitFor({ state: "hidden" });
  await lens("Discard").waitFor();
  assert.ok(!existsSync(assertions));
  await lens("Choose…").click();
  await rows.first().waitFor();
  const name = await rows.first().locator(".label-name").first().textContent();
  await rows.first().click();
  await page.locator(".quick-input-widget").getByText("OK", { exact: true }).click();
  await workbench.notification("1 assertion will not be proposed again").waitFor();
  const { rejected } = JSON.parse(readFileSync(record, "utf8"));
  assert.deepEqual(Object.keys(rejected), [name]);
  assert.ok(!readFileSync(assertions, "utf8").includes(`def ${name}(`));
  await workbench.screenshot("proposal-rejected");
});

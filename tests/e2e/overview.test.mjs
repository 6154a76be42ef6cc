// The SPADE view in the side bar: what there is of each prompt, and the next step.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { openWorkbench, replayDemo, spade, tidyUp } from "./workbench.mjs";

const home = mkdtempSync(path.join(tmpdir(), "spade view é-"));
const folder = path.join(home, "movie note");
let workbench;

before(async () => {
  replayDemo(folder);
  workbench = await openWorkbench(folder);
});

tidyUp(home, () => workbench);

/** The row of the view that says `text`. */
function row(text) {
  return workbench.page.locator(".sidebar .monaco-list-row", { hasText: text }).first();
}

async function expand(text) {
  await row(text).locator(".monaco-tl-twistie").click();
}

test("the prompts are listed with what there is of them", async () => {
  await workbench.run("View: Show SPADE");
  await row("movie_note.prompt.md").waitFor();
  await expand("movie_note.prompt.md");
  await row("Assertions").waitFor();
  await row("41 good, 33 bad").waitFor();
  await workbench.screenshot("view");
});

test("an instruction leads to its place in the prompt", async () => {
  await expand("Instructions");
  const instruction = row("100 words");
  await instruction.waitFor();
  await instruction.click();
  await workbench.page.locator('.tab.active[data-resource-name="movie_note.prompt.md"]').waitFor();
  await workbench.screenshot("view-instruction");
  await workbench.picture("view", { x: 0, y: 0, width: 1280, height: 480 });
});

test("what was selected elsewhere is shown without a reload", async () => {
  spade(folder, "select");
  await row(", 2 selected").waitFor();
  await workbench.screenshot("view-selected");
});

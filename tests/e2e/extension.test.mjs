// The packaged extension in the real VS Code: it starts the language server and says so.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { openWorkbench } from "./workbench.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "spade prompts é-"));
let workbench;

before(async () => {
  writeFileSync(path.join(folder, "note.prompt.md"), "Write a note about {movie_name}.\n");
  workbench = await openWorkbench(folder);
});

after(async () => {
  await workbench?.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(async (context) => {
  if (!context.passed) {
    await workbench.screenshot(`failed: ${context.name}`);
  }
});

test("a folder with a prompt starts the server, and the log says with which Python", async () => {
  await workbench.open("note.prompt.md");
  await workbench.run("SPADE: Show Logs");
  const log = workbench.page.locator(".part.panel .view-lines");
  await log.getByText("The language server is running").first().waitFor({ timeout: 30_000 });
  await workbench.screenshot("server-running");
  // The editor wraps the line where it likes and shows its spaces as no-break spaces.
  const words = (await log.innerText()).replace(/\s+/g, "");
  assert.match(words, /Startingthelanguageserverwith.*python\(Python3/);
});

// The packaged extension in the real VS Code: it starts the language server and says so.
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { openWorkbench, tidyUp, until } from "./workbench.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "spade prompts é-"));
let workbench;

before(async () => {
  writeFileSync(path.join(folder, "note.prompt.md"), "Write a note about {movie_name}.\n");
  workbench = await openWorkbench(folder);
});

tidyUp(folder, () => workbench);

test("a folder with a prompt starts the server, and the log says with which Python", async () => {
  await workbench.open("note.prompt.md");
  await workbench.run("SPADE: Show Logs");
  const log = workbench.page.locator(".part.panel .view-lines");
  await log.getByText("The language server is running").first().waitFor();
  await workbench.screenshot("server-running");
  // The editor wraps the line where it likes and shows its spaces as no-break spaces.
  const words = (await log.innerText()).replace(/\s+/g, "");
  assert.match(words, /Startingthelanguageserverwith.*python\(Python3/);
});

test("a server that is killed is started again by itself, and once more when it is asked to", async () => {
  const [first] = workbench.languageServers();
  process.kill(first, "SIGKILL");
  const log = workbench.page.locator(".part.panel .view-lines");
  await log.getByText("is started again").first().waitFor();
  const second = await newServer(first);
  await workbench.screenshot("killed-and-back");

  await workbench.run("SPADE: Restart Language Server");
  await newServer(second);
  assert.equal(workbench.languageServers().length, 1);
  await workbench.screenshot("restarted");
});

function newServer(old) {
  const look = () => {
    const now = workbench.languageServers();
    return now.length === 1 && now[0] !== old ? now[0] : undefined;
  };
  return until(look, "no new language server was started");
}

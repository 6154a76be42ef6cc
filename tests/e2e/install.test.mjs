// From nothing: the packaged extension makes its environment, and says clearly when it cannot.
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { openWorkbench, repository, tidyUp } from "./workbench.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "spade install é-"));
let workbench;

before(async () => {
  writeFileSync(path.join(folder, "note.prompt.md"), "Write a note in at most 50 words.\n");
  writeFileSync(path.join(folder, "note.examples.jsonl"), '{"response": "A note.", "label": "good"}\n');
  writeFileSync(
    path.join(folder, "note.assertions.py"),
    "async def assert_short(example: dict, prompt: str, response: str) -> bool:\n    return len(response) < 50\n",
  );
  // An interpreter without our package: what the server needs comes from the .vsix and from pip.
  const interpreter = { "spade.interpreter": process.env.SPADE_E2E_PYTHON ?? "python3" };
  workbench = await openWorkbench(folder, { machineSettings: interpreter });
});

tidyUp(folder, () => workbench);

test("the environment is made with progress, can be cancelled, and then runs the server", async () => {
  const { page } = workbench;
  const toast = page.locator(".notifications-toasts .notification-list-item", {
    hasText: "setting up its language server",
  });
  await toast.waitFor();
  await workbench.screenshot("install-progress");
  await toast.getByRole("button", { name: "Cancel" }).click();
  await toast.waitFor({ state: "detached" });

  await workbench.run("SPADE: Restart Language Server");
  await toast.waitFor();
  await workbench.run("SPADE: Show Logs");
  const log = page.locator(".part.panel .view-lines");
  await log.getByText("The language server is running").first().waitFor();
  await workbench.screenshot("install-done");
  const words = (await log.innerText()).replace(/\s+/g, "");
  assert.match(words, /server-\w+\/bin\/python\(Python3\.\d+\)/);
  assert.ok(!words.includes(repository));
});

test("the sandbox works in that environment", async () => {
  await workbench.open("note.prompt.md");
  await workbench.run("SPADE: Evaluate");
  await workbench.notification("ran 1 assertion on 1 good and 0 bad responses").waitFor();
  await workbench.screenshot("install-works");
});

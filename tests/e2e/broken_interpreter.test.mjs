// A Python without our package: one message that says what to do, and the log on request.
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { openWorkbench, tidyUp } from "./workbench.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "spade-"));
let workbench;

before(async () => {
  writeFileSync(path.join(folder, "note.prompt.md"), "Write a note.\n");
  workbench = await openWorkbench(folder, {
    machineSettings: { "spade.interpreter": "/usr/bin/false" },
  });
});

tidyUp(folder, () => workbench);

test("an interpreter that cannot start the server gives one message with the way out", async () => {
  const toasts = workbench.page.locator(".notifications-toasts .notification-list-item");
  await toasts.getByText("does not work: /usr/bin/false").waitFor();
  await workbench.screenshot("broken-interpreter");
  assert.equal(await toasts.count(), 1);
  assert.equal(await toasts.getByText("Choose Python…").count(), 1);
});

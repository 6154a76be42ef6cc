// A workspace that is not trusted: its text is read, and nothing of it is run.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { home, NEWCOMER, openWindow } from "./sharedWindow.mjs";
import { isGone } from "./waiting.mjs";

const folder = path.join(home, "repository");
const marker = path.join(home, "was-run");
describe("a workspace that is not trusted", () => {
  let workbench;

  function write(name, text) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }

  before(async () => {
    // Everything that a careless start would run.
    const hostile = `open(${JSON.stringify(marker)}, "w")\n`;
    for (const name of [
      "pygls/__init__.py",
      "spade_server/__main__.py",
      "json.py",
      "logging.py",
      "sitecustomize.py",
    ]) {
      write(name, hostile);
    }
    write(".venv/bin/python", `#!/bin/sh\ntouch '${marker}'\n`);
    chmodSync(path.join(folder, ".venv/bin/python"), 0o755);
    write(
      ".vscode/settings.json",
      JSON.stringify({ "spade.interpreter": path.join(folder, ".venv/bin/python") }),
    );
    write("note.prompt.md", "Write a note in at most 50 words.\n");
    write("note.examples.jsonl", '{"response": "A note.", "label": "good"}\n');
    write(
      "note.assertions.py",
      "async def assert_a(example: dict, prompt: str, response: str) -> bool:\n    return True\n",
    );
    const settings = { "security.workspace.trust.startupPrompt": "never" };
    workbench = await openWindow(folder, { ...NEWCOMER, settings });
    await workbench.open("note.prompt.md");
  });

  test("hints are read from the text, commands say why they do nothing, and nothing of the folder was run", async () => {
    const text = workbench.page.locator(".monaco-editor .view-lines");
    await text.getByText("quantity").first().waitFor();
    const trust = workbench.page.locator(".workspace-trust-editor");
    await workbench.lens("Manage Workspace Trust", trust);
    const close = workbench.page.locator(".monaco-modal-editor-block .codicon-close").last();
    await workbench.click(close, isGone(trust));
    await workbench.run("View: Show SPADE");
    const view = workbench.page.locator(".sidebar .welcome-view-content:visible");
    await view.getByText("Trust this workspace to have its prompts listed").waitFor();
    await workbench.open("note.prompt.md");
    await workbench.run("SPADE: Evaluate");
    await workbench.notification("the workspace is not trusted").waitFor();
    await workbench.screenshot("limited");
    assert.ok(!existsSync(marker));
  });

  test("once the workspace is trusted, the command that was refused goes on by itself", async () => {
    // What the workspace says counts from now on: that its Python is to be used, too.
    write(".vscode/settings.json", "{}");
    await workbench.press("Manage Workspace Trust");
    await workbench.page
      .getByRole("button", { name: /^Trust/ })
      .first()
      .click();
    await workbench.notification("ran 1 assertion on 1 good").waitFor();
    await workbench.screenshot("trusted");
  });
});

// The SPADE view where there is nothing to list: what it says, and what it offers.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { home, openWindow } from "./sharedWindow.mjs";

const folder = path.join(home, "no prompts");
describe("a folder without prompts", () => {
  let workbench;

  before(async () => {
    mkdirSync(folder);
    writeFileSync(path.join(folder, "README.md"), "A folder.\n");
    writeFileSync(path.join(folder, "note.py"), 'NOTE = """Write a note on {day} in at most 50 words."""\n');
    workbench = await openWindow(folder, {});
  });

  test("the view says that there are none, and what to do", async () => {
    await workbench.run("View: Show SPADE");
    await offers("No prompts were found in this workspace", "Open the Bundled Example", "Get Started");
    await workbench.screenshot("view-none");
  });

  test("a string of a program that is missing is found once its name says what it is, as the view says", async () => {
    await workbench.open("note.py");
    await workbench.run("SPADE: Generate Assertions for History");
    await workbench.press("Show Prompts");
    await offers("as in NOTE_PROMPT");
    writeFileSync(path.join(folder, "note.py"), 'NOTE_PROMPT = """Write a note in at most 50 words."""\n');
    await workbench.row("NOTE_PROMPT").waitFor();
  });

  test("a prompt that is written is listed", async () => {
    writeFileSync(path.join(folder, "note.prompt.md"), "Write a note in at most 50 words.\n");
    await workbench.row("note.prompt.md").waitFor();
  });

  test("without a folder it offers to open one, or the example", async () => {
    await workbench.visit(undefined);
    await workbench.run("View: Show SPADE");
    const buttons = ["Open Folder", "Open the Bundled Example", "Get Started"];
    await offers("Open the folder that your prompt is in", ...buttons);
    await workbench.screenshot("view-no-folder");
  });

  async function offers(text, ...buttons) {
    const view = workbench.page.locator(".sidebar .welcome-view-content:visible");
    await view.getByText(text).waitFor();
    for (const name of buttons) {
      await view.getByRole("button", { name, exact: true }).waitFor();
    }
  }
});

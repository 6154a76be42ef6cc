// A newcomer's first minute: the walkthrough, and the bundled example that it opens.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { openWorkbench, spade, tidyUp } from "./workbench.mjs";

const home = mkdtempSync(path.join(tmpdir(), "spade first é-"));
let workbench;

before(async () => {
  // As people have it: with the question of trust, which leads to no other page or window.
  workbench = await openWorkbench(undefined, { trust: true });
});

tidyUp(home, () => workbench);

test("the walkthrough opens alone, and its first step opens the example in the same window", async () => {
  const { page } = workbench;
  await workbench.run("SPADE: Get Started");
  await page.getByText("Open the bundled example").first().waitFor();
  await workbench.screenshot("walkthrough");
  await page.getByRole("button", { name: "Open the Example" }).click();
  await page.locator('.tab.active[data-resource-name="movie_note.prompt.md"]').waitFor();
  // The editor's own git extension asks this of every repository outside of the workspace.
  await page.getByRole("button", { name: "Trust Folder & Continue" }).click();
  await page.locator(".codelens-decoration").getByText("6 to label").waitFor();
  await workbench.screenshot("example");
  assert.ok(existsSync(path.join(workbench.example, ".git")));
  const changes = execFileSync("git", ["-C", workbench.example, "status", "--porcelain"], {
    encoding: "utf8",
  });
  assert.equal(changes, "");
  assert.equal(await page.locator(".editor-group-container").count(), 1);
});

test("a label waits for nothing: not for what the assertions say, of which there are none yet", async () => {
  const { page } = workbench;
  await step("Label responses");
  await page.getByRole("button", { name: "Label Examples" }).click();
  const view = await workbench.webviewWithKeys("#response");
  await view.getByText("6 to label").waitFor();
  await page.keyboard.press("v");
  await view.getByText("there are no assertions").waitFor();
  await view.getByRole("button", { name: "Generate Assertions" }).waitFor();
  await workbench.screenshot("label-no-assertions");
  await page.keyboard.press("b");
  await view.getByText("5 to label").waitFor();
  await page.keyboard.press("Control+z");
  await view.getByText("6 to label").waitFor();
  for (let left = 5; left >= 0; left--) {
    await page.keyboard.press("g");
    await view.getByText(`${left} to label`).waitFor();
  }
  await view.getByRole("button", { name: "Select Minimal Set" }).waitFor();
  await workbench.screenshot("label-done");
  assert.ok(!(await view.locator("#g").isVisible()));
  assert.ok(await view.locator("#u").isVisible());
});

test("from the walkthrough one key selects with what the settings say, and other thresholds are typed", async () => {
  const { page } = workbench;
  spade(workbench.example, "generate");
  await step("Select the minimal set");
  await page.getByRole("button", { name: "Select Minimal Set" }).click();
  const record = path.join(workbench.example, "movie_note.spade.json");
  const selected = () => JSON.parse(readFileSync(record, "utf8")).selection;
  await page.locator(".quick-input-list").getByText("bad caught").waitFor();
  await workbench.screenshot("walkthrough-select");
  await page.keyboard.press("Enter");
  await workbench.webview(".headline");
  assert.equal(selected().alpha, 0.6);

  await step("Select the minimal set");
  await page.getByRole("button", { name: "Select Minimal Set" }).click();
  await workbench.pick("coverage");
  const title = page.locator(".quick-input-title");
  await title.getByText("Select Minimal Set, alpha").waitFor();
  const message = page.locator(".quick-input-widget .quick-input-message");
  await message.getByText(/assertions?: \d+ of \d+ bad caught/).waitFor();
  await workbench.type("0.61", message.getByText(/alpha 0\.61/));
  await page.keyboard.press("Enter");
  await title.getByText("Select Minimal Set, tau").waitFor();
  await page.keyboard.press("Enter");
  await workbench.webview('.facts:has-text("alpha 0.61")');
  await workbench.screenshot("walkthrough-report");
  assert.equal(selected().alpha, 0.61);
});

test("a step of the walkthrough shows its picture, and the extension's own page shows none that is broken", async () => {
  const { page } = workbench;
  await page.getByText("See what each edit asked for").first().click();
  const step = await workbench.webview('img[alt^="The pointer on an instruction"]');
  assert.ok(await isShown(step.locator("img").first()));
  await workbench.screenshot("walkthrough-step");
  await workbench.run("Extensions: Show Installed Extensions");
  await page.locator(".extensions-list .monaco-list-row", { hasText: "SPADE assertions" }).first().click();
  const readme = await workbench.webview("text=Start with the walkthrough");
  assert.equal(await readme.locator("img").count(), 0);
  await workbench.screenshot("extension-page");
});

/** Opens a step of the walkthrough, which may be behind something else. */
async function step(title) {
  const { page } = workbench;
  await workbench.run("SPADE: Get Started");
  await page.getByText(title, { exact: true }).first().click();
}

/** Whether a picture was found and can be read. */
function isShown(picture) {
  return picture.evaluate(async (element) => {
    await element.decode();
    return element.naturalWidth > 0;
  });
}

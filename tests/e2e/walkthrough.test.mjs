// A newcomer's first minute: the walkthrough, and the bundled example that it opens.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { openWorkbench, tidyUp } from "./workbench.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "spade first é-"));
let workbench;

before(async () => {
  workbench = await openWorkbench(folder);
});

tidyUp(folder, () => workbench);

test("the walkthrough opens, and its first step opens the example with the walkthrough beside it", async () => {
  const { page } = workbench;
  await workbench.run("SPADE: Get Started");
  await page.getByText("Open the bundled example").first().waitFor({ timeout: 30_000 });
  await workbench.screenshot("walkthrough");
  await page.getByRole("button", { name: "Open the Example" }).click();
  await page.locator(".quick-input-widget", { hasText: "spade-example" }).waitFor();
  const where = page.locator(".quick-input-widget input");
  for (let written = 0; written < 3;) {
    // VS Code writes the folder it begins with into the box when it has read it: our path has to stay.
    written = (await where.inputValue()) === `${folder}/` ? written + 1 : 0;
    if (written === 0) await where.fill(`${folder}/`);
    await page.waitForTimeout(300);
  }
  await page.locator(".quick-input-widget").getByText("Put It Here", { exact: true }).click();
  await page.locator('.tab[data-resource-name="movie_note.prompt.md"]').waitFor({ timeout: 60_000 });
  await page.getByText("See what each edit asked for").first().waitFor({ timeout: 30_000 });
  await workbench.screenshot("example");
  assert.ok(existsSync(path.join(folder, "spade-example/.git")));
});

test("a step of the walkthrough shows its picture, and the extension's own page shows none that is broken", async () => {
  const { page } = workbench;
  await page.getByText("See what each edit asked for").first().click();
  const step = await workbench.webview('img[alt^="The pointer on an instruction"]');
  assert.ok(await isShown(step.locator("img").first()));
  await workbench.screenshot("walkthrough-step");
  await workbench.run("Extensions: Show Installed Extensions");
  await page.locator(".extensions-list .monaco-list-row", { hasText: "SPADE assertions" }).first().click();
  const readme = await workbench.webview("#spade-assertions, h1");
  await readme.getByText("Start with the walkthrough").waitFor();
  assert.equal(await readme.locator("img").count(), 0);
  await workbench.screenshot("extension-page");
});

/** Whether a picture was found and can be read. */
function isShown(picture) {
  return picture.evaluate(async (element) => {
    await element.decode();
    return element.naturalWidth > 0;
  });
}

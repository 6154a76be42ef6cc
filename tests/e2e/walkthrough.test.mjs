// A newcomer's first minute: the walkthrough, and the bundled example that it opens.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { openWorkbench } from "./workbench.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "spade first é-"));
let workbench;

before(async () => {
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

test("the walkthrough opens, and its first step opens the example with the walkthrough beside it", async () => {
  const { page } = workbench;
  await workbench.run("SPADE: Get Started");
  await page.getByText("Open the bundled example").first().waitFor({ timeout: 30_000 });
  await workbench.screenshot("walkthrough");
  await page.getByRole("button", { name: "Open the Example" }).click();
  await page.locator(".quick-input-widget", { hasText: "spade-example" }).waitFor();
  await page.locator(".quick-input-widget input").fill(`${folder}/`);
  await page.waitForTimeout(500);
  await page.locator(".quick-input-widget").getByText("Put It Here", { exact: true }).click();
  await page.locator('.tab[data-resource-name="movie_note.prompt.md"]').waitFor({ timeout: 60_000 });
  await page.getByText("See what each edit asked for").first().waitFor({ timeout: 30_000 });
  await workbench.screenshot("example");
  assert.ok(existsSync(path.join(folder, "spade-example/.git")));
});

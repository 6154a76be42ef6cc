// Two folders in one window: one server, and in each folder its own prompt, settings and tests.
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { home, openWindow } from "./sharedWindow.mjs";
import { until } from "./waiting.mjs";
import { replayDemo, spade } from "./workbench.mjs";

const first = path.join(home, "first folder");
const second = path.join(home, "zweiter Ordner é 測試");
describe("two folders", () => {
  let workbench;

  before(async () => {
    for (const folder of [first, second]) {
      replayDemo(folder);
      spade(folder, "select");
    }
    mkdirSync(path.join(second, ".vscode"));
    writeFileSync(
      path.join(second, ".vscode/settings.json"),
      JSON.stringify({ "spade.inlayHints.enabled": false }),
    );
    appendFileSync(path.join(second, "movie_note.prompt.md"), "Use at most three emoji.\n");
    const file = path.join(home, "both.code-workspace");
    writeFileSync(file, JSON.stringify({ folders: [{ path: first }, { path: second }] }));
    workbench = await openWindow(file, {});
  });

  test("a setting of one folder does not hold in the other, and one server answers for both", async () => {
    const { page } = workbench;
    await workbench.open("movie_note.prompt.md");
    const lines = page.locator(".monaco-editor .view-lines");
    await lines.getByText("quantity").first().waitFor();
    await workbench.open("movie_note.prompt.md", "zweiter movie_note.prompt", "zweiter");
    await lines.getByText("three emoji").first().waitFor();
    // Its outline comes with the server's answer; the hints would have come with it.
    await page
      .locator(".breadcrumbs-control")
      .getByText(/instruction|description|integration|criteria/)
      .first()
      .waitFor();
    assert.equal(await lines.getByText("quantity").count(), 0);
    await until(() => workbench.languageServers().length === 1, "there is not one server");
    await workbench.screenshot("two-folders");
  });

  test("the Testing view has the prompts of both folders", async () => {
    await workbench.run("Testing: Focus on Test Explorer View");
    const rows = workbench.page.locator(".sidebar .monaco-list-row", { hasText: "movie_note.prompt.md" });
    await rows.nth(1).waitFor();
    const names = await rows.allInnerTexts();
    assert.ok(names.some((name) => name.includes("first folder")));
    assert.ok(names.some((name) => name.includes("zweiter Ordner é 測試")));
    await workbench.run("Test: Run All Tests");
    await workbench.row("zweiter Ordner", "failed").waitFor();
    await workbench.screenshot("two-folders-tested");
  });
});

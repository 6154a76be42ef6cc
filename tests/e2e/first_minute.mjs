// From an empty window to a selected set, by keys alone, in the dark; the times are told, and depend on the machine.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { NEWCOMER, openWindow } from "./sharedWindow.mjs";
import { Stopwatch } from "./stopwatch.mjs";
import { until } from "./waiting.mjs";

const MOST_INTERACTIONS = 6;
describe("the first minute", () => {
  let workbench;

  before(async () => {
    const settings = { "workbench.colorTheme": "Default Dark Modern" };
    workbench = await openWindow(undefined, { ...NEWCOMER, settings });
    await workbench.page.evaluate(() => {
      globalThis.pressed = 0;
      globalThis.addEventListener("pointerdown", () => globalThis.pressed++, true);
    });
  });

  /** Has the keys go to the button that says `text`, and presses it. */
  async function pressButton(text) {
    const { page } = workbench;
    const focused = page.getByRole("button", { name: text }).and(page.locator(":focus"));
    await until(async () => {
      await page.keyboard.press("Tab");
      return focused.count();
    }, `the keys do not lead to ${text}`);
    await focused.press("Enter");
  }

  /** Keeps pictures of both widths. */
  async function look(what) {
    for (const width of [1600, 800]) {
      await workbench.page.setViewportSize({ width, height: 900 });
      await workbench.screenshot(`minute-${what}-${width}`);
    }
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
  }

  test("the example is there before the environment is, and a set is selected in a few interactions", async (context) => {
    const { page } = workbench;
    await workbench.run("SPADE: Get Started");
    await page.getByRole("button", { name: "Open the Example" }).waitFor();
    await look("walkthrough");
    const watch = new Stopwatch(context);
    const does = (what, doing) => watch.does(what, doing);
    await does("Open the Example", () => pressButton("Open the Example"));
    await workbench.shownTab("movie_note.prompt.md").waitFor();
    assert.equal(await page.locator(".editor-group-container").count(), 1);
    const lenses = page.locator(".codelens-decoration");
    await lenses.getByText("SPADE is starting").first().waitFor();
    await workbench.screenshot("minute-waiting");
    // The editor's own git extension asks this of every repository outside of the workspace.
    await page.getByRole("button", { name: "Trust Folder & Continue" }).waitFor();
    await does("Trust", () => pressButton("Trust Folder & Continue"));
    await lenses.getByText("Generate", { exact: true }).first().waitFor({ timeout: 400_000 });
    await lenses.getByText("6 to label").waitFor();
    context.diagnostic(`${workbench.secondsOfSetUp().toFixed(1)} s: the environment, of these`);
    await workbench.screenshot("example");
    assert.ok(existsSync(path.join(workbench.example, ".git")));
    const changes = execFileSync("git", ["-C", workbench.example, "status", "--porcelain"]);
    assert.equal(changes.toString(), "");
    await does("Generate", () => workbench.run("SPADE: Generate Assertions for History"));
    await workbench.notification("6 new assertions").waitFor();
    await look("proposed");
    await does("Accept", () => workbench.run("SPADE: Accept What Code Decides"));
    await workbench.shownTab("movie_note.assertions.py").waitFor();
    await does("Select", () => workbench.run("SPADE: Select Minimal Set"));
    await does("Enter", () => workbench.input.accept(workbench.input.rows.getByText("bad caught")));
    const record = path.join(workbench.example, "movie_note.spade.json");
    const selection = () => existsSync(record) && JSON.parse(readFileSync(record, "utf8")).selection;
    assert.ok(await until(selection, "nothing was selected"));
    watch.stop();
    await workbench.webview(".headline");
    await look("selected");
    assert.ok(watch.interactions <= MOST_INTERACTIONS);
    assert.equal(await page.evaluate(() => globalThis.pressed), 0);
  });
});

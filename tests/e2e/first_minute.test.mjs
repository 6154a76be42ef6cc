// From an empty window to a selected set, by what a newcomer sees; the times are told, and depend on the machine.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { openWorkbench, tidyUp, until } from "./workbench.mjs";

const MOST_INTERACTIONS = 6;
const home = mkdtempSync(path.join(tmpdir(), "spade minute é-"));
let workbench;

before(async () => {
  const interpreter = { "spade.interpreter": process.env.SPADE_E2E_PYTHON ?? "python3" };
  workbench = await openWorkbench(undefined, { machineSettings: interpreter, trust: true });
});

tidyUp(home, () => workbench);

test("the example is there before the environment is, and a set is selected in a few interactions", async (context) => {
  const { page } = workbench;
  await workbench.run("SPADE: Get Started");
  const example = page.getByRole("button", { name: "Open the Example" });
  await example.waitFor();
  const start = performance.now();
  let interactions = 0;
  const does = async (what, doing) => {
    await doing();
    interactions += 1;
    context.diagnostic(`${((performance.now() - start) / 1000).toFixed(1)} s: ${what}`);
  };
  const lens = (title) => page.locator(".codelens-decoration a").getByText(title, { exact: true }).first();

  await does("Open the Example", () => example.click());
  await page.locator('.tab.active[data-resource-name="movie_note.prompt.md"]').waitFor();
  await page.locator(".codelens-decoration").getByText("SPADE is starting").first().waitFor();
  await workbench.screenshot("minute-1-waiting");
  // The editor's own git extension asks this of every repository outside of the workspace.
  await does("Trust", () => page.getByRole("button", { name: "Trust Folder & Continue" }).click());
  await does("Generate", () => lens("Generate").click({ timeout: 400_000 }));
  await workbench.notification("6 new assertions").waitFor();
  await workbench.screenshot("minute-2-proposed");
  await does("Accept", () => workbench.press("Accept 2 That Code Decides"));
  const prompt = page.locator(".editor-group-container").first();
  await prompt.locator(".view-line", { hasText: "Given the following" }).first().waitFor();
  await does("Select", () => lens("Select").click());
  await page.locator(".quick-input-list").getByText("bad caught").waitFor();
  await does("Enter", () => page.keyboard.press("Enter"));
  const record = path.join(workbench.example, "movie_note.spade.json");
  const selection = () => existsSync(record) && JSON.parse(readFileSync(record, "utf8")).selection;
  assert.ok(await until(selection, "nothing was selected"));
  context.diagnostic(
    `${((performance.now() - start) / 1000).toFixed(1)} s, ${interactions} interactions, load ${loadavg()[0].toFixed(1)}`,
  );
  await workbench.screenshot("minute-3-selected");
  assert.ok(interactions <= MOST_INTERACTIONS);
});

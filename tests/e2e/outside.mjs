// What git and other programs do to the files is shown by itself; and what a person decides about proposals and rows.
import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { until } from "./waiting.mjs";
import { spade } from "./workbench.mjs";
import { assertions, examples, folder, git, openExample, prefer } from "./example.mjs";

describe("what other programs do", () => {
  const prompt = path.join(folder, "movie_note.prompt.md");
  let workbench;

  before(async () => {
    const severity = { "unknown-placeholder": "warning", "instruction-without-assertion": "warning" };
    workbench = await openExample(() => {
      prefer({ "spade.diagnostics.severity": severity });
    });
    await workbench.open("movie_note.prompt.md");
    await workbench.page.locator(".monaco-editor .view-lines").getByText("quantity").first().waitFor();
  });

  /** Tells how long after `since` something was shown: a measurement, not a test. */
  function shownAfter(context, since) {
    context.diagnostic(`shown after ${Math.round(performance.now() - since)} ms`);
  }

  test("an assertions file and examples that another program writes count at once", async (context) => {
    const squiggles = workbench.page.locator(".monaco-editor .squiggly-warning");
    assert.equal(await squiggles.count(), 0);
    let since = performance.now();
    writeFileSync(assertions, "");
    await squiggles.first().waitFor();
    shownAfter(context, since);
    await workbench.screenshot("outside-assertions");
    since = performance.now();
    spade(folder, "generate");
    since = performance.now();
    await squiggles.first().waitFor({ state: "detached" });
    shownAfter(context, since);
    const before = readFileSync(examples, "utf8");
    since = performance.now();
    writeFileSync(examples, before.replaceAll('"movie_name"', '"film"'));
    await squiggles.first().waitFor();
    shownAfter(context, since);
    await workbench.screenshot("outside-examples");
    writeFileSync(examples, before);
    await squiggles.first().waitFor({ state: "detached" });
  });

  test("a commit, a checkout and a rebase show in the hover and in the text", async (context) => {
    const { page } = workbench;
    const text = page.locator(".monaco-editor .view-lines");
    git("add", "--all");
    git("commit", "--quiet", "-m", "Keep the files beside");
    appendFileSync(prompt, "Use at most three emoji.\n");
    await text.getByText("three emoji").first().waitFor();
    await workbench.hover("three", "(uncommitted)");
    git("commit", "--quiet", "--all", "-m", "Fewer emoji");
    let since = performance.now();
    await workbench.hover("three", "Fewer emoji");
    shownAfter(context, since);
    await workbench.screenshot("outside-commit");

    git("checkout", "--quiet", "-b", "side", "HEAD~1");
    await text.getByText("three emoji").first().waitFor({ state: "detached" });
    appendFileSync(prompt, "End with a rhyme.\n");
    git("commit", "--quiet", "--all", "-m", "Rhyme");
    git("checkout", "--quiet", "main");
    await text.getByText("three emoji").first().waitFor();
    git("commit", "--quiet", "--amend", "-m", "Even fewer emoji");
    since = performance.now();
    await workbench.hover("three", "Even fewer emoji");
    shownAfter(context, since);
    git("checkout", "--quiet", "side");
    git("rebase", "--quiet", "-X", "theirs", "main");
    since = performance.now();
    const rebased = git("rev-parse", "--short=7", "HEAD");
    await text.getByText("rhyme").first().waitFor();
    await workbench.hover("rhyme", rebased);
    shownAfter(context, since);
    await workbench.screenshot("outside-rebase");
  });

  test("a label is set, and changed, by the lens above its row", async () => {
    const { page } = workbench;
    await workbench.run("SPADE: Open Examples");
    await workbench.opened("movie_note.examples.jsonl");
    await page.keyboard.press("Control+Home");
    const all = readFileSync(examples, "utf8");
    // One row alone: the lenses of others say the same.
    writeFileSync(examples, `${JSON.stringify({ ...JSON.parse(all.split("\n")[0]), label: null })}\n`);
    const first = () => JSON.parse(readFileSync(examples, "utf8").split("\n")[0]).label;
    await page.locator(".codelens-decoration").getByText("0 good · 0 bad").first().waitFor();
    for (const wanted of ["bad", "good"]) {
      const marked = page.locator(".codelens-decoration").getByText(`✓ ${wanted}`, { exact: true });
      await workbench.lens(wanted, marked);
      await until(() => first() === wanted, `the row is still not labelled ${wanted}`);
      await workbench.screenshot(`label-lens-${wanted}`);
    }
    writeFileSync(examples, all);
  });

  test("proposals that are discarded are in no file", async () => {
    const { page } = workbench;
    const before = readFileSync(assertions, "utf8");
    writeFileSync(assertions, "");
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Generate Assertions for History");
    await workbench.notification(/\d+ new assertions/).waitFor();
    await workbench.press("Discard");
    await page.locator(".tab", { hasText: "proposed" }).first().waitFor({ state: "detached" });
    assert.equal(readFileSync(assertions, "utf8"), "");
    writeFileSync(assertions, before);
  });

  test("after the assertions file was deleted, proposals are compared with nothing", async () => {
    const { page } = workbench;
    const before = readFileSync(assertions, "utf8");
    await workbench.open("movie_note.assertions.py");
    await workbench.putAway();
    rmSync(assertions);
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Generate Assertions for History");
    await page.locator(".codelens-decoration").getByText("Discard", { exact: true }).first().waitFor();
    await workbench.press("Discard");
    writeFileSync(assertions, before);
  });

  test("the report opens by its command", async () => {
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Open Report");
    const report = await workbench.webview(".headline");
    await report.locator(".headline").waitFor();
    await workbench.screenshot("open-report");
    assert.ok(existsSync(assertions));
  });
});

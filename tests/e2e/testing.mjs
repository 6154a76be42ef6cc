// The Testing view: the selected assertions on the labelled examples, run, run again, and shown where they fail.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { spade } from "./workbench.mjs";
import { assertions, examples, folder, openExample } from "./example.mjs";

describe("the Testing view", () => {
  let workbench;

  before(async () => {
    workbench = await openExample(() => spade(folder, "select"));
  });

  const row = (text, state) => workbench.row(text, state);

  test("what could not be listed is listed once it can be", async () => {
    const prompt = path.join(folder, "movie_note.prompt.md");
    const [text, rows] = [prompt, examples].map((file) => readFileSync(file));
    rmSync(prompt);
    await workbench.run("Testing: Focus on Test Explorer View");
    await row("movie_note.prompt.md").waitFor();
    await workbench.expand(row("movie_note.prompt.md"));
    await workbench.page.locator(".sidebar .monaco-list-row .error").first().waitFor();
    await workbench.screenshot("testing-unread");
    writeFileSync(prompt, text);
    writeFileSync(examples, rows);
    await row("assert_at_most_100_words").waitFor();
  });

  test("the selected assertions are listed below their prompt, without being run", async () => {
    await workbench.run("Testing: Focus on Test Explorer View");
    await row("movie_note.prompt.md").waitFor();
    await workbench.expand(row("movie_note.prompt.md"));
    await row("assert_at_most_100_words").waitFor();
    await row("bad responses are caught").waitFor();
    await workbench.screenshot("testing-listed");
    assert.equal(await row("assert_at_most_100_words", "passed").count(), 0);
  });

  test("running all says which verdicts agree with the labels", async () => {
    await workbench.run("Test: Run All Tests");
    await row("bad responses are caught", "failed").waitFor();
    await row("assert_at_most_100_words", "passed").waitFor();
    await workbench.screenshot("testing-run");
  });

  test("a failing test leads to its row and shows what was expected beside what was found", async () => {
    const { page } = workbench;
    await workbench.expand(row("bad responses are caught"));
    await workbench.click(row("knives-4", "failed"), workbench.shownTab("movie_note.examples.jsonl"));
    await workbench.run("Test: Peek Output");
    const peek = page.locator(".test-output-peek, .testing-diff-wrapper, .peekview-widget").first();
    await peek.getByText("fails at least one assertion of the set").first().waitFor();
    await peek.getByText("passes assert_").first().waitFor();
    await workbench.screenshot("testing-failure");
    await workbench.picture("testing");
  });

  test("the failed tests run again, and what is labelled otherwise meanwhile is a test of the other kind", async () => {
    const before = readFileSync(examples, "utf8");
    const lines = before.split("\n");
    const at = lines.findIndex((line) => line.includes('"knives-4"'));
    lines[at] = lines[at].replace('"label": "bad"', '"label": "good"');
    writeFileSync(examples, lines.join("\n"));
    await row("knives-4").waitFor({ state: "detached" });
    await workbench.run("Test: Rerun Failed Tests");
    await workbench.page.locator(".result-summary", { hasText: /\b0\/\d+/ }).waitFor();
    await workbench.screenshot("testing-again");
  });

  test("a run that does not end by itself is cancelled at once", async () => {
    const text = readFileSync(assertions, "utf8");
    const looping = text.replace(
      /( {4}return words\(response\) <= 100)/,
      "    while True:\n        pass\n$1",
    );
    assert.notEqual(looping, text);
    writeFileSync(assertions, looping);
    await workbench.run("Test: Run All Tests");
    const running = workbench.page.locator(".result-summary .codicon-loading, .result-summary .codicon-sync");
    await running.first().waitFor();
    await workbench.run("Test: Cancel Test Run");
    await running.first().waitFor({ state: "detached" });
    await workbench.screenshot("testing-cancelled");
  });
});

// The whole chain in the editor, on the bundled example: generate, label, select, report, cancel.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { isGone, until } from "./waiting.mjs";
import { assertions, examples, folder, openExample, record } from "./example.mjs";

describe("the whole chain", () => {
  let workbench;

  before(async () => {
    workbench = await openExample(() => {
      const lines = readFileSync(examples, "utf8").split("\n");
      const waiting = lines.map((line, at) => (at < 4 ? unlabelled(line) : line));
      writeFileSync(examples, waiting.join("\n"));
    });
    await workbench.open("movie_note.prompt.md");
  });

  function unlabelled(line) {
    return JSON.stringify({ ...JSON.parse(line), label: null });
  }

  function label(at) {
    return JSON.parse(readFileSync(examples, "utf8").split("\n")[at]).label;
  }

  test("selecting without assertions says so and offers to generate them, which are shown as a diff first", async () => {
    const { page } = workbench;
    await workbench.run("SPADE: Evaluate");
    await workbench.notification("there are no assertions").waitFor();
    await workbench.screenshot("no-assertions");
    await workbench.press("Generate Assertions");
    const offer = workbench.notification(/movie_note\.assertions\.py: \d+ new assertions/);
    await offer.waitFor();
    await page.locator(".monaco-editor .view-lines").getByText("assert_").first().waitFor();
    await page.locator(".codelens-decoration a").getByText("Dismiss").first().waitFor();
    await workbench.screenshot("generate-review");
    await workbench.picture("generate", { x: 352, y: 36, width: 928, height: 520 });
    assert.ok(!existsSync(assertions));
    const added = page.locator(".statusbar").getByText(/\d+ assertions added/);
    await Promise.all([added.waitFor(), workbench.press("Accept")]);
    await workbench.shownTab("movie_note.assertions.py").waitFor();
    await workbench.screenshot("generated");
    assert.match(readFileSync(assertions, "utf8"), /^async def assert_/m);
  });

  test("the lens above an assertion runs it, and leads to the responses that it fails", async () => {
    await workbench.run("SPADE: Open Assertions");
    await workbench.opened("movie_note.assertions.py");
    const line = readFileSync(assertions, "utf8")
      .split("\n")
      .findIndex((each) => each.includes("def assert_at_most_"));
    await workbench.goTo(line + 1, 1);
    const title = workbench.input.title("catches");
    await workbench.lens("Run", title, "def assert_at_most_");
    await workbench.screenshot("run-lens");
    await workbench.input.accept(title);
    await workbench.shownTab("movie_note.examples.jsonl").waitFor();
  });

  test("an assertion is kept in every set by a code action, which the settings beside the prompt say", async () => {
    const { page } = workbench;
    const settings = path.join(folder, "spade.toml");
    await workbench.run("SPADE: Open Assertions");
    await workbench.opened("movie_note.assertions.py");
    await page.locator(".view-line", { hasText: "def assert_" }).first().click();
    const always = /Always keep assert_\w+ in the set/;
    await workbench.actions(always);
    await workbench.screenshot("always-keep");
    await workbench.take(always, workbench.notification(/is in every set .*spade\.toml says so/));
    assert.match(
      readFileSync(settings, "utf8"),
      /^\[per_prompt\."movie_note\.prompt\.md"\]\nrequire = \["assert_\w+"\]\n$/,
    );
    rmSync(settings);
    await workbench.clear();
  });

  test("three responses are labelled by keyboard, and one is taken back", async () => {
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Label Examples");
    const view = await workbench.webviewWithKeys("#response");
    await view.locator("#card").waitFor();
    await workbench.screenshot("label");
    await workbench.picture("label", { x: 352, y: 36, width: 928, height: 500 });
    assert.equal(await view.locator("#verdicts li").count(), 0);
    const first = await view.locator("#response").innerText();
    await view.press("g");
    await view.getByText("3 to label").waitFor();
    await view.press("b");
    await view.getByText("2 to label").waitFor();
    await view.press("u");
    await view.getByText("3 to label").waitFor();
    await view.press("g");
    await view.getByText("2 to label").waitFor();
    await view.press("g");
    await view.getByText("1 to label").waitFor();
    await view.press("v");
    await view.locator("#verdicts li").first().waitFor();
    await workbench.screenshot("label-verdicts");
    assert.notEqual(await view.locator("#response").innerText(), first);
    assert.deepEqual([0, 1, 2, 3].map(label).sort(), ["good", "good", "good", null]);
  });

  test("a minimal set is selected with the thresholds tried out while typing, and the report opens", async () => {
    const { page } = workbench;
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Select Minimal Set");
    await workbench.input.pick("coverage");
    const { input } = workbench;
    await input.message(/assertions: \d+ of \d+ bad caught/).waitFor();
    await input.type("0.65", input.message(/alpha 0\.65/));
    await workbench.screenshot("select-alpha");
    await workbench.picture("select", { x: 340, y: 0, width: 940, height: 330 });
    await input.accept(input.title("Select Minimal Set, alpha"));
    await input.accept(input.title("Select Minimal Set, tau"));
    await workbench.notification(/\d assertions: \d+ of \d+ bad caught/).waitFor();
    const report = await workbench.webview(".headline");
    assert.match(await report.locator(".headline").innerText(), /assertions? catch/);
    await workbench.screenshot("select-report");
    await workbench.clear();
    await page.mouse.move(640, 400);
    await page.locator(".monaco-hover:visible").first().waitFor({ state: "hidden" });
    await workbench.screenshot("editor");
    await report.locator("#explore-set-alpha").press("Home");
    assert.match(await report.locator("#explore-found").innerText(), /Nothing is asked for/);
    await report.locator("#explore-set-alpha").press("End");
    assert.match(await report.locator("#explore-found").innerText(), /33 of 33 bad caught|Infeasible/);
    const record = JSON.parse(readFileSync(path.join(folder, "movie_note.spade.json"), "utf8"));
    assert.equal(record.selection.alpha, 0.65);
  });

  test("what the report shows is opened by a click: an assertion, a row, the prompt's words, a version", async () => {
    const { page } = workbench;
    const report = await workbench.webview(".headline");
    const name = await report.locator("h3 [data-open=assertion]").first().innerText();
    await workbench.click(
      report.locator("h3 [data-open=assertion]"),
      workbench.shownTab("movie_note.assertions.py"),
    );
    await page.locator(".view-lines").getByText(name).first().waitFor();
    await workbench.screenshot("report-opens-assertion");
    await report
      .locator("article details summary", { hasText: "bad responses that it catches" })
      .first()
      .click();
    await report.locator('article details[open] a[href^="#response-"]').first().click();
    await report.locator("#responses details[open] pre").first().waitFor();
    await report.locator("#responses details[open] [data-open=example]").first().press("Enter");
    await workbench.shownTab("movie_note.examples.jsonl").waitFor();
    await workbench.click(
      report.locator("article [data-open=sentence]"),
      workbench.shownTab("movie_note.prompt.md"),
    );
    await workbench.screenshot("report-opens-prompt");
    await workbench.click(
      report.locator("#P3 [data-open=version]"),
      workbench.shownTab(/movie_note\.prompt\.md history/),
    );
    await page.locator(".view-lines").getByText("@@ P3").first().waitFor();
    await workbench.screenshot("report-opens-version");
  });

  test("the history is shown like a diff", async () => {
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Show History");
    await workbench.shownTab(/movie_note\.prompt\.md history/).waitFor();
    await workbench.page.locator(".view-lines").getByText("@@ P7").first().waitFor();
    await workbench.screenshot("history");
  });

  test("the set is exported as a file for CI, and rows of a spreadsheet are added to the examples", async () => {
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Export");
    await workbench.screenshot("export");
    await workbench.input.pick("pytest file");
    await workbench.input.acceptPath("test_movie_note.py", workbench.input.title("Export to"));
    await workbench.shownTab("test_movie_note.py").waitFor();
    assert.match(readFileSync(path.join(folder, "test_movie_note.py"), "utf8"), /exported by spade/);

    const before = readFileSync(examples, "utf8");
    const rows = path.join(folder, "answers é.csv");
    writeFileSync(rows, "movie_name,output,verdict\nAlien,In space.,pass\nHeat,,fail\nHeat,As an AI,fail\n");
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Import Examples");
    await workbench.input.title("Import responses from").waitFor();
    await workbench.input.pick("answers é.csv");
    const found = workbench.input.title("2 new examples (1 good, 1 bad");
    await found.waitFor();
    await workbench.screenshot("import");
    await workbench.input.accept(found);
    await workbench.notification("added 2 new examples").waitFor();
    const after = readFileSync(examples, "utf8");
    assert.ok(after.startsWith(before));
    assert.deepEqual(
      after
        .slice(before.length)
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).label),
      ["good", "bad"],
    );
  });

  test("the report keeps to the recorded set, says what has changed since, and takes the sliders' thresholds", async () => {
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Open Report");
    const outdated = await workbench.webview(".drift");
    assert.match(await outdated.locator(".drift").innerText(), /labelled examples changed: .* then, .* now/);
    const isInView = () =>
      outdated.locator(".drift").evaluate((drift) => drift.getBoundingClientRect().top > 0);
    await until(isInView, "the report does not show its top");
    await workbench.screenshot("report-outdated");
    await outdated.locator("#explore-set-alpha").fill("25");
    await outdated.locator("#explore-take button", { hasText: "Select with These Thresholds" }).click();
    await workbench.webview('.facts:has-text("alpha 0.25")');
    assert.equal(JSON.parse(readFileSync(record, "utf8")).selection.alpha, 0.25);
  });

  test("an assertion that is renamed in the editor has its new name in the record, too, and stays selected", async () => {
    const report = await workbench.webview(".headline");
    await workbench.click(
      report.locator("h3 [data-open=assertion]"),
      workbench.shownTab("movie_note.assertions.py"),
    );
    await workbench.opened("movie_note.assertions.py");
    await workbench.rename("assert_renamed");
    const chosen = () => JSON.parse(readFileSync(record, "utf8")).selection.chosen;
    await until(() => chosen().includes("assert_renamed"), "the record keeps the old name");
    const isWritten = () => readFileSync(assertions, "utf8").includes("async def assert_renamed(");
    await until(isWritten, "the assertions keep the old name");
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Open Report");
    const again = await workbench.webview('h3:has-text("assert_renamed")');
    assert.equal(await again.locator(".drift").count(), 0);
  });

  test("a long run is cancelled at once", async () => {
    // A function that never ends by itself: only the cancel stops it before its limit.
    const slow =
      "\n\nasync def assert_slow(example: dict, prompt: str, response: str) -> bool:\n    while True:\n        pass\n";
    writeFileSync(assertions, readFileSync(assertions, "utf8") + slow);
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Evaluate");
    const running = workbench.notification("running the assertions");
    await running.waitFor();
    await workbench.screenshot("cancel");
    await workbench.click(running.getByRole("button", { name: "Cancel" }), isGone(running));
    await workbench.screenshot("cancelled");
  });
});

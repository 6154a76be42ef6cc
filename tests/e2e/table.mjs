// The examples as a table: beside the prompt, by keyboard, with verdicts as columns, and with a hundred thousand rows.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { repository } from "./places.mjs";
import { until } from "./waiting.mjs";
import { spade } from "./workbench.mjs";
import { examples, folder, openExample } from "./example.mjs";

describe("the table of examples", () => {
  let workbench;
  let table;

  before(async () => {
    const measuring = path.join(repository, "tests/e2e/measuring-extension");
    workbench = await openExample(() => spade(folder, "select"), { extensions: [measuring] });
  });

  function labelOf(id) {
    const rows = readFileSync(examples, "utf8").trim().split("\n").map(JSON.parse);
    return rows.find((row) => row.id === id)?.label ?? null;
  }

  /** The texts of the cells of one column that are in view, from the top. */
  function cells(column) {
    return table
      .locator("#body .entry:not([hidden])")
      .evaluateAll(
        (lines, column) =>
          lines
            .sort((a, b) => Number(a.dataset.at) - Number(b.dataset.at))
            .map((line) => line.children[column].textContent),
        column,
      );
  }

  async function saysCounts(text) {
    await table.locator("#counts", { hasText: text }).waitFor();
  }

  test("the table opens beside the prompt, with a column for each assertion of the set", async () => {
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Open Examples as a Table");
    table = await workbench.webview("#body .entry");
    await saysCounts("74 rows: 41 good, 33 bad, 0 to label");
    await workbench.shownTab("movie_note.examples.jsonl").waitFor();
    assert.equal(await workbench.page.locator('.tab[data-resource-name="movie_note.prompt.md"]').count(), 1);
    const heads = await table.locator("[role=columnheader]").allInnerTexts();
    assert.deepEqual(heads.slice(4), ["at most 100 words", "at least 4 sentences"]);
    await workbench.screenshot("table-not-run");
  });

  test("the assertions are run where they were not, and each verdict is a cell", async () => {
    await workbench.click(table.locator("#run"), table.locator("#body .verdict.failed.caught"));
    assert.match(await table.locator("[role=columnheader]").nth(4).innerText(), /13 of 33 bad, 0 of 41 good/);
    assert.equal(await table.locator("#run").isVisible(), false);
    await workbench.screenshot("table");
  });

  test("rows are filtered by words, label and assertion", async () => {
    await table.locator("#label").selectOption("bad");
    await saysCounts("33 of 74 rows shown");
    await table.locator("#failing").selectOption("assert_at_most_100_words");
    await saysCounts("13 of 74 rows shown");
    await table.locator("#text").fill("no such words");
    await saysCounts("0 of 74 rows shown");
    await table.locator("#text").fill("");
    await table.locator("#label").selectOption("");
    await table.locator("#failing").selectOption("");
    await saysCounts("74 rows:");
  });

  test("by keyboard alone: a label, its way back, another column's order, the whole row", async () => {
    const grid = table.locator("#grid");
    await grid.press("ArrowDown");
    await table.locator('.entry.active[data-at="1"]').waitFor();
    const before = readFileSync(examples, "utf8");
    const second = JSON.parse(before.split("\n")[1]);
    const [key, given] = second.label === "good" ? ["b", "bad"] : ["g", "good"];
    await grid.press(key);
    await until(() => labelOf(second.id) === given, "the label is not written");
    await saysCounts(given === "good" ? "42 good, 32 bad" : "40 good, 34 bad");
    await grid.press("Control+z");
    await until(() => readFileSync(examples, "utf8") === before, "the label is not taken back");
    await saysCounts("41 good, 33 bad");
    await grid.press("ArrowRight");
    await grid.press("s");
    await table.locator('[role=columnheader][aria-sort="ascending"]', { hasText: "label" }).waitFor();
    await until(async () => (await cells(1))[0] === "good", "the rows are not sorted");
    await grid.press("Enter");
    await table.locator("#detail h2").waitFor();
    await table.locator("#detail li.passed").first().waitFor();
    await workbench.screenshot("table-row");
  });

  test("rows go to the clipboard, and those of a spreadsheet come from it", async () => {
    const { page, input } = workbench;
    const grid = table.locator("#grid");
    await grid.press("Control+Home");
    await grid.press("Shift+ArrowDown");
    await grid.press("Control+c");
    await table.locator("#said", { hasText: "2 rows copied" }).waitFor();
    const rows = "movie_name\tresponse\tlabel\nAlien\tIn space.\tgood\n";
    await page.evaluate((text) => globalThis.navigator.clipboard.writeText(text), rows);
    await grid.press("Control+v");
    const found = input.title("1 new example (1 good");
    await found.waitFor();
    await workbench.screenshot("table-pasted");
    await input.accept(found);
    await saysCounts("75 rows: 42 good, 33 bad, 0 to label");
  });

  test("what is shown is saved as a file of a spreadsheet", async () => {
    await table.getByRole("button", { name: "Save as CSV…" }).click();
    await workbench.input.acceptPath("movie_note.examples.csv", workbench.input.title("Save as CSV"));
    await table.locator("#said", { hasText: "75 rows written to movie_note.examples.csv" }).waitFor();
    const text = readFileSync(path.join(folder, "movie_note.examples.csv"), "utf8");
    assert.match(text, /^.*response.*label.*\r?\n/);
    assert.match(text, /In space\.,good/);
  });

  test("of a hundred thousand rows only those in view are there, the last one a key away", async (context) => {
    const before = await workbench.extensionHostMegabytes();
    const response =
      "A warm, quiet film about two people who meet by chance and lose each other again. ".repeat(3);
    const rows = Array.from({ length: 100_000 }, (_, at) =>
      JSON.stringify({ id: `r${at}`, example: { movie_name: `Film ${at}` }, response, label: null }),
    );
    writeFileSync(examples, `${rows.join("\n")}\n`);
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Open Examples as a Table");
    table = await workbench.webview("#body .entry");
    await saysCounts("100000 rows: 0 good, 0 bad, 100000 to label");
    await table.locator("#grid").press("Control+End");
    await table.locator("#body .entry.active", { hasText: "Film 99999" }).waitFor();
    assert.ok((await table.locator("#body .entry").count()) < 60);
    const used = await workbench.pageMs();
    const frames = await table.locator("#grid").evaluate(async (grid) => {
      const times = [];
      for (let at = 0; at < 240; at++) {
        grid.scrollTop = 1_000_000 + at * 400;
        times.push(await new Promise(requestAnimationFrame));
      }
      return times.slice(1).map((time, at) => time - times[at]);
    });
    frames.sort((a, b) => a - b);
    const each = ((await workbench.pageMs()) - used) / 240;
    context.diagnostic(`processor, ms a frame: ${each.toFixed(1)} of the 16.7 that there are`);
    context.diagnostic(`ms a frame: median ${frames[120].toFixed(1)}, 95 of 100 ${frames[227].toFixed(1)}`);
    const now = await workbench.extensionHostMegabytes();
    context.diagnostic(`extension host, MB before: ${JSON.stringify(before)}, now: ${JSON.stringify(now)}`);
    assert.ok(now.rss < 200, `the extension host holds ${now.rss} MB`);
    // Had it the text of the file, it would be 35 MB more.
    assert.ok(
      now.rss - before.rss < 20,
      `the extension host held ${before.rss} MB before, and ${now.rss} MB now`,
    );
    await workbench.screenshot("table-100000");
  });
});

// From a prompt to a set, its report, its table and a response, by keys alone: in every kind of theme, wide and narrow.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { examples, folder, openExample, prefer, record } from "./example.mjs";
import { KEY, startModel } from "./model.mjs";
import { eventually, succeeds, until } from "./waiting.mjs";
import { accessibilityFaults } from "./workbench.mjs";

// What a look cannot change is looked for in the first alone.
const LOOKS = [
  { name: "light", theme: "Default Light Modern", shown: ".vs", rules: undefined },
  { name: "dark", theme: "Default Dark Modern", shown: ".vs-dark", rules: ["color-contrast"] },
  { name: "contrast", theme: "Default High Contrast", shown: ".hc-black", rules: ["color-contrast"] },
];
const SENTENCES = ["Use at most two emojis.", "Write at most 900 characters.", "Write at least 20 words."];
let workbench;
let model;

before(async () => {
  model = await startModel();
  workbench = await openExample(undefined, {
    environment: { SPADE_HOME: path.join(folder, "..", "spade-home"), OPENAI_API_KEY: "", SPADE_MODEL: "" },
  });
  await workbench.page.evaluate(() => {
    globalThis.pressed = 0;
    globalThis.addEventListener("pointerdown", () => globalThis.pressed++, true);
  });
});

const press = (...keys) =>
  keys.reduce((last, key) => last.then(() => workbench.page.keyboard.press(key)), Promise.resolve());

/** Has the keys go on in a page of ours until they are at something. */
async function tabTo(view, selector) {
  await until(async () => {
    await press("Tab");
    return view.locator(`${selector}:focus`).count();
  }, `the keys do not lead to ${selector}`);
}

test("a model is configured", async () => {
  const { input } = workbench;
  await workbench.run("SPADE: Configure Model");
  await input.take("Another OpenAI-compatible server");
  await input.answer(model.url, input.message("The base address"));
  await input.answer(KEY, input.message("The key for"));
  await input.take("small");
  await input.answer("1, 2", input.message("Money for a million tokens"));
  await workbench.notification("is used from now on").waitFor();
});

after(() => {
  model?.process.kill();
});

function example(row) {
  const { example } = JSON.parse(readFileSync(examples, "utf8").split("\n")[0]);
  appendFileSync(
    examples,
    `${JSON.stringify({ label: null, ...row, example: { ...example, ...row.example } })}\n`,
  );
}

LOOKS.forEach(({ name, theme, shown, rules }, at) => {
  describe(`in a ${name} theme`, () => {
    /** Looks at what is shown in both widths, and has axe look at a page of ours. */
    async function look(what, view) {
      for (const width of [1600, 800]) {
        await workbench.page.setViewportSize({ width, height: 900 });
        await workbench.screenshot(`look-${what}-${name}-${width}`);
        if (view !== undefined) {
          const [shown, whole] = await view.root.evaluate((root) => [root.clientWidth, root.scrollWidth]);
          assert.ok(whole <= shown, `the page is ${whole} pixels wide, of which ${shown} are shown`);
        }
        // Contrasts are the same at any width.
        if (view !== undefined && (rules === undefined || width === 800)) {
          assert.deepEqual(await accessibilityFaults(view.root, rules), []);
        }
      }
      await workbench.page.setViewportSize({ width: 1280, height: 800 });
    }

    test("the prompt has its lenses whole, and the view leads to what it lists", async () => {
      const { page } = workbench;
      await workbench.putAway();
      prefer({ "workbench.colorTheme": theme });
      const long = `name_that_is_long_${"and_longer_".repeat(20)}`;
      example({ id: `look-${at}-${long}`, response: "A film to see. ".repeat(5), example: { [long]: long } });
      appendFileSync(path.join(folder, "movie_note.prompt.md"), `${SENTENCES[at]}\n`);
      await page.locator(`.monaco-workbench${shown}`).waitFor();
      await workbench.open("movie_note.prompt.md");
      await page.locator(".codelens-decoration").getByText("Generate", { exact: true }).waitFor();
      await workbench.run("View: Show SPADE");
      await workbench.row("Examples").waitFor();
      const current = page.locator(".sidebar .monaco-list:focus .monaco-list-row.focused");
      await until(async () => {
        if ((await current.count()) === 0) {
          await workbench.run("View: Show SPADE");
          await press("Home");
          return false;
        }
        const isThere = (await current.innerText({ timeout: 3_000 })).includes("Instructions");
        await press(isThere ? "ArrowRight" : "ArrowDown");
        // A view that is renewed meanwhile has closed what was opened.
        return isThere && succeeds(workbench.row("100 words").waitFor({ timeout: 5_000 }));
      }, "the keys do not lead to the instructions");
      await workbench.lensesFit();
      await look("prompt");
      await page.setViewportSize({ width: 800, height: 900 });
      await workbench.lensesFit();
      await page.setViewportSize({ width: 1280, height: 800 });
      await press("ArrowLeft");
    });

    test("proposals are seen and accepted", async () => {
      await workbench.run("View: Focus Active Editor Group");
      await workbench.run("SPADE: Generate Assertions for History");
      await workbench.shownTab(/proposed/).waitFor();
      await workbench.notification(/new assertion/).waitFor();
      await look("proposals");
      await workbench.run("SPADE: Accept What Code Decides");
      await workbench.shownTab("movie_note.assertions.py").waitFor();
      await workbench.clear();
    });

    test("responses are labelled", async () => {
      await workbench.run("SPADE: Label Examples");
      const view = await workbench.webviewWithKeys("#response");
      const bad = () => readFileSync(examples, "utf8").match(/"label": ?"bad"/g).length;
      const before = bad();
      await view.locator("#card").waitFor();
      await view.press("v");
      await view.locator("#verdicts li").first().waitFor();
      await look("label", view);
      await view.press("b");
      await until(() => bad() > before, "the label is not written");
    });

    test("a set is selected, and its report read", async () => {
      const { input } = workbench;
      await workbench.run("SPADE: Select Minimal Set");
      const chosen = input.rows.getByText("bad caught");
      await chosen.waitFor();
      await look("select");
      await input.accept(chosen);
      const report = await workbench.webview(".headline");
      await eventually(report.hasKeys, () => workbench.run("View: Focus Next Editor Group"));
      await look("report", report);
      await tabTo(report, "#explore-set-alpha");
      await report.press("Home");
      await report.locator("#explore-found", { hasText: "Nothing is asked for" }).waitFor();
      assert.ok(JSON.parse(readFileSync(record, "utf8")).selection.chosen.length > 0);
    });

    test("the table is read", async () => {
      await workbench.run("SPADE: Open Examples as a Table");
      const table = await workbench.webviewWithKeys("#body .entry");
      await look("table", table);
      // The rows have the keys at first: to them from what is above, and not through all of the workbench.
      await table.press("Shift+Tab");
      await tabTo(table, "#grid");
      await table.press("ArrowDown", "Enter");
      await table.locator("#detail h2").waitFor();
    });

    test("two versions are compared", async () => {
      const { input } = workbench;
      await workbench.run("SPADE: Compare Versions");
      await input.accept(input.title("Which version?"));
      await input.accept(input.title("compared with"));
      await workbench.shownTab(/ and P\d/).waitFor();
      await look("versions");
    });

    test("the prompt is tried on an example", async () => {
      const { page } = workbench;
      example({ id: `try-${at}`, response: "" });
      await workbench.run("SPADE: Run This Prompt");
      await workbench.input.take("without", "Examples without a response");
      const dialog = page.locator(".monaco-dialog-box", { hasText: "Ask small for responses?" });
      await dialog.waitFor();
      await look("try");
      await press("Enter");
      await workbench.notification("1 response to label").waitFor();
      await workbench.webview("#grid");
      await look("tried");
      await workbench.clear();
    });
  });
});

test("no pointer was pressed", async () => {
  assert.equal(await workbench.page.evaluate(() => globalThis.pressed), 0);
});

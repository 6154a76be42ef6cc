// From a prompt to a set, its report, its table and a response, by keys alone: in every kind of theme, wide and narrow.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { examples, folder, openExample, prefer, record } from "./example.mjs";
import { KEY, startModel } from "./model.mjs";
import { accessibilityFaults, succeeds, until } from "./workbench.mjs";

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

/** Takes the row of the open quick pick that what is typed leads to. */
async function take(typed, row = typed) {
  const { page } = workbench;
  await page.locator(".quick-input-widget input:focus").waitFor();
  await workbench.type(typed, page.locator(".quick-input-list .monaco-list-row.focused", { hasText: row }));
  await press("Enter");
}

test("a model is configured", async () => {
  const message = (text) => workbench.page.locator(".quick-input-message", { hasText: text });
  await workbench.command("SPADE: Configure Model");
  await take("Another OpenAI-compatible server");
  await workbench.answer(model.url, message("The base address"));
  await workbench.answer(KEY, message("The key for"));
  await take("small");
  await workbench.answer("1, 2", message("Money for a million tokens"));
  await workbench.notification("is used from now on").waitFor();
});

after(() => {
  model?.process.kill();
});

function example(row) {
  const { example } = JSON.parse(readFileSync(examples, "utf8").split("\n")[0]);
  appendFileSync(examples, `${JSON.stringify({ label: null, example, ...row })}\n`);
}

LOOKS.forEach(({ name, theme, shown, rules }, at) => {
  describe(`in a ${name} theme`, () => {
    /** Looks at what is shown in both widths, and has axe look at a page of ours. */
    async function look(what, frame) {
      for (const width of [1600, 800]) {
        await workbench.page.setViewportSize({ width, height: 900 });
        await workbench.screenshot(`look-${what}-${name}-${width}`);
        if (frame !== undefined) {
          assert.deepEqual(await accessibilityFaults(frame, rules), []);
        }
      }
      await workbench.page.setViewportSize({ width: 1280, height: 800 });
    }

    test("the prompt has its lenses whole, and the view leads to what it lists", async () => {
      const { page } = workbench;
      await workbench.putAway();
      prefer({ "workbench.colorTheme": theme });
      example({ id: `look-${at}`, response: "A film to see. ".repeat(5) });
      appendFileSync(path.join(folder, "movie_note.prompt.md"), `${SENTENCES[at]}\n`);
      await page.locator(`.monaco-workbench${shown}`).waitFor();
      await press("Control+P");
      await take("movie_note.prompt", "movie_note.prompt.md");
      await page.locator(".codelens-decoration").getByText("Generate", { exact: true }).waitFor();
      await workbench.command("View: Show SPADE");
      const row = (text) => page.locator(".sidebar .monaco-list-row", { hasText: text }).first();
      await row("Examples").waitFor();
      await press("Home");
      const current = page.locator(".sidebar .monaco-list-row.focused");
      await until(async () => {
        if ((await current.count()) === 0) {
          await workbench.command("View: Show SPADE");
          await press("Home");
          return false;
        }
        const isThere = /Instructions/.test(await current.innerText());
        await press(isThere ? "ArrowRight" : "ArrowDown");
        // A view that is renewed meanwhile has closed what was opened.
        return isThere && succeeds(row("100 words").waitFor({ timeout: 5_000 }));
      }, "the keys do not lead to the instructions");
      await workbench.lensesFit();
      await look("prompt");
      await page.setViewportSize({ width: 800, height: 900 });
      await workbench.lensesFit();
      await page.setViewportSize({ width: 1280, height: 800 });
      await press("ArrowLeft");
    });

    test("proposals are seen and accepted", async () => {
      const { page } = workbench;
      await workbench.command("View: Focus Active Editor Group");
      await workbench.command("SPADE: Generate Assertions for History");
      await page.locator(".tab.active", { hasText: /proposed/ }).waitFor();
      await workbench.notification(/new assertion/).waitFor();
      await look("proposals");
      await workbench.command("SPADE: Accept What Code Decides");
      await page.locator('.tab.active[data-resource-name="movie_note.assertions.py"]').waitFor();
      await workbench.clear();
    });

    test("responses are labelled", async () => {
      await workbench.command("SPADE: Label Examples");
      const view = await workbench.webviewWithKeys("#response");
      const bad = () => readFileSync(examples, "utf8").match(/"label": ?"bad"/g).length;
      const before = bad();
      await view.locator("#card").waitFor();
      await press("v");
      await view.locator("#verdicts li").first().waitFor();
      await look("label", view);
      await press("b");
      await until(() => bad() > before, "the label is not written");
    });

    test("a set is selected, and its report read", async () => {
      const { page } = workbench;
      await workbench.command("SPADE: Select Minimal Set");
      await page.locator(".quick-input-list").getByText("bad caught").waitFor();
      await look("select");
      // The view of the labels may take the keys once more.
      const chosen = page.locator(".quick-input-list").getByText("bad caught");
      await until(async () => {
        if (!(await chosen.isVisible())) {
          await workbench.command("SPADE: Select Minimal Set");
          await chosen.waitFor();
        }
        await page.locator(".quick-input-widget input:visible").first().focus();
        await press("Enter");
        await page.waitForTimeout(200);
        return !(await chosen.isVisible());
      }, "nothing is selected");
      let report;
      await until(async () => {
        await workbench.command("View: Focus Next Editor Group");
        report = await workbench.webview(".headline");
        // A report that is drawn once more meanwhile is in another frame.
        return report.evaluate(() => document.hasFocus()).catch(() => false);
      }, "the keys do not lead to the report");
      await look("report", report);
      await until(async () => {
        await press("Tab");
        return report.locator("#explore-set-alpha:focus").count();
      }, "the keys do not lead to the sliders");
      await press("Home");
      await report.locator("#explore-found", { hasText: "Nothing is asked for" }).waitFor();
      assert.ok(JSON.parse(readFileSync(record, "utf8")).selection.chosen.length > 0);
    });

    test("the table is read", async () => {
      await workbench.command("SPADE: Open Examples as a Table");
      const table = await workbench.webviewWithKeys("#body .entry");
      await look("table", table);
      await until(async () => {
        await press("Tab");
        return table.locator("#grid:focus").count();
      }, "the keys do not lead to the rows");
      await press("ArrowDown", "Enter");
      await table.locator("#detail h2").waitFor();
    });

    test("two versions are compared", async () => {
      const { page } = workbench;
      await workbench.command("SPADE: Compare Versions");
      await page.locator(".quick-input-title", { hasText: "Which version?" }).waitFor();
      await press("Enter");
      await page.locator(".quick-input-title", { hasText: "compared with" }).waitFor();
      await press("Enter");
      await page.locator(".tab.active", { hasText: / and P\d/ }).waitFor();
      await look("versions");
    });

    test("the prompt is tried on an example", async () => {
      const { page } = workbench;
      example({ id: `try-${at}`, response: "" });
      await workbench.command("SPADE: Run This Prompt");
      await take("without", "Examples without a response");
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

// Models in the editor: configured with a key, asked after an estimate, stopped, accepted; and the editor's own.
import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { KEY, startModel } from "./model.mjs";
import { repository } from "./places.mjs";
import { until } from "./waiting.mjs";
import { openWorkbench, replayDemo, tidyUp } from "./workbench.mjs";

const home = mkdtempSync(path.join(tmpdir(), "spade-models-"));
const folder = path.join(home, "movie note");
const assertions = path.join(folder, "movie_note.assertions.py");
let workbench;
let model;

before(async () => {
  replayDemo(folder);
  model = await startModel();
  // A workspace that would have the key: what it says of models does not count.
  mkdirSync(path.join(folder, ".vscode"));
  const stolen = { "spade.model.baseUrl": "http://127.0.0.1:9/v1", "spade.model.name": "thief" };
  writeFileSync(path.join(folder, ".vscode/settings.json"), JSON.stringify(stolen));
  workbench = await openWorkbench(folder, {
    settings: { "chat.disableAIFeatures": false },
    environment: { SPADE_HOME: path.join(home, "spade-home"), OPENAI_API_KEY: "", SPADE_MODEL: "" },
    extensions: [path.join(repository, "tests/e2e/lending-extension")],
    proposals: ["acme.a-model-for-tests"],
  });
  await workbench.open("movie_note.prompt.md");
});

tidyUp(home, () => workbench);

after(() => {
  model?.process.kill();
});

/** Waits for a box that asks for something, types, and accepts. */
async function answerBox(prompt, text) {
  await workbench.input.answer(text, workbench.input.message(prompt));
}

async function configure(name, key) {
  await workbench.run("SPADE: Configure Model");
  await workbench.input.pick("Another OpenAI-compatible server");
  await answerBox("The base address", model.url);
  await answerBox("The key for", key);
  if (name !== undefined) {
    await workbench.input.pick(name);
    await answerBox("Money for a million tokens", "1, 2");
  }
}

function dialog(text) {
  return workbench.page.locator(".monaco-dialog-box", { hasText: text });
}

/** Everything that was written in the test's folders, but for the browser's own store. */
function allWritten(place) {
  return readdirSync(place, { recursive: true })
    .map((name) => path.join(place, name))
    .filter((file) => existsSync(file) && statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"))
    .join("\n");
}

test("a wrong key is told before anything is kept", async () => {
  const { page } = workbench;
  await workbench.run("SPADE: Configure Model");
  const ollama = workbench.input.rows.getByText("Ollama", { exact: true });
  await ollama.waitFor();
  await workbench.screenshot("model-provider");
  await workbench.input.leave(ollama);
  await configure(undefined, "sk-wrong");
  await answerBox("The name of the model", "small");
  await answerBox("Money for a million tokens", "");
  await dialog("the key is wrong").waitFor();
  await workbench.screenshot("model-wrong-key");
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Cancel" }).click();
  assert.deepEqual(workbench.machineSettings()["spade.model.name"], undefined);
});

test("a model is configured with a key typed here, and the key is in no file", async () => {
  const { page } = workbench;
  await workbench.run("SPADE: Configure Model");
  await workbench.input.pick("Another OpenAI-compatible server");
  await answerBox("The base address", model.url);
  const asked = workbench.input.message("The key for");
  await workbench.input.type(KEY, asked);
  assert.equal(await page.locator(".quick-input-widget input").getAttribute("type"), "password");
  await workbench.screenshot("model-key");
  await workbench.input.accept(asked);
  await page.locator(".quick-input-list").getByText("slow", { exact: true }).waitFor();
  await workbench.screenshot("model-names");
  await workbench.input.pick("small");
  await answerBox("Money for a million tokens", "1, 2");
  await workbench.notification("is used from now on").waitFor();
  await workbench.screenshot("model-configured");
  const kept = workbench.machineSettings();
  assert.equal(kept["spade.model.provider"], "compatible");
  assert.equal(kept["spade.model.name"], "small");
  assert.deepEqual(kept["spade.model.prices"], { small: [1, 2] });
  assert.ok(!allWritten(workbench.userData).includes(KEY));
});

test("assertions from the words come at once, with what the model would cost beside them", async () => {
  const { page } = workbench;
  await workbench.clear();
  const before = model.lines.length;
  await workbench.run("SPADE: Generate Assertions for History");
  const offer = workbench.notification(
    /small can propose too: about \d+ calls, [\d,]+ tokens, 0\.\d+ in money/,
  );
  await offer.waitFor();
  await workbench.screenshot("model-offer");
  assert.equal(model.lines.length, before);
  await workbench.press("Ask small…");
  await dialog("Ask small for assertions, too?").waitFor();
  await workbench.screenshot("model-estimate");
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Cancel" }).click();
  await offer.waitFor();
  assert.equal(model.lines.length, before);
});

test("asked, it shows what it spends, and its proposals are reviewed and accepted", async () => {
  const { page } = workbench;
  await workbench.press("Ask small…");
  await dialog("Ask small for assertions, too?").getByRole("button", { name: "Ask small" }).click();
  // A quick model has answered before its progress is seen, and what it spent is not shown for long.
  const asking = workbench.notification("asking the model").getByText(/steps/);
  const spent = workbench.notification(/small: \d+ calls, [\d,]+ tokens, 0\.\d+ in money/);
  await asking.or(spent).first().waitFor();
  await workbench.screenshot("model-asking");
  await spent.waitFor();
  await workbench.screenshot("model-review");
  await workbench.press("Regenerate");
  await dialog("Ask small for assertions, too?").waitFor();
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Cancel" }).click();
  await workbench.notification(/\d of them by the model/).waitFor();
  assert.ok(!existsSync(assertions));
  // Until the lenses come, the editor shows those of the last preview, without their links.
  await workbench.lens(/^(All|Accept all \d+)$/, workbench.shownTab("movie_note.assertions.py"));
  assert.match(readFileSync(assertions, "utf8"), /assert_proposed_/);
  assert.ok(!allWritten(folder).includes(KEY));
});

test("the judge is asked after an estimate; without it, what asks is not checked", async () => {
  const { page } = workbench;
  const judged =
    "async def assert_kind(example: dict, prompt: str, response: str) -> bool:\n" +
    '    return await ask_llm(prompt, response, "Is the note kind?")\n';
  writeFileSync(assertions, judged);
  await workbench.clear();
  await workbench.open("movie_note.prompt.md");
  await workbench.run("SPADE: Evaluate");
  await dialog("Let small judge?").waitFor();
  await workbench.screenshot("judge-estimate");
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Without the Judge" }).click();
  await workbench.notification("1 assertion not checked").waitFor();
  await workbench.notification("running the assertions").waitFor({ state: "detached" });
  await workbench.screenshot("judge-not-asked");
  await workbench.clear();
  await workbench.run("SPADE: Evaluate");
  await dialog("Let small judge?").getByRole("button", { name: "Ask small" }).click();
  await workbench.notification(/judge small: \d+ calls/).waitFor();
  await workbench.screenshot("judge-asked");
});

test("in the Testing view the judge's answers count, and it is asked for more once, after an estimate", async () => {
  const { page } = workbench;
  const selection = { method: "coverage", alpha: 0.5, tau: 0.5, coverage: null, ffr: null, counts: {} };
  const record = { format: 1, prompt: "movie_note.prompt.md", assertions: {} };
  writeFileSync(
    path.join(folder, "movie_note.spade.json"),
    JSON.stringify({ ...record, selection: { ...selection, chosen: ["assert_kind"] } }),
  );
  const before = model.lines.length;
  await workbench.clear();
  await workbench.run("Testing: Focus on Test Explorer View");
  await workbench.row("movie_note.prompt.md").waitFor();
  await workbench.run("Test: Run All Tests");
  await workbench.row("movie_note.prompt.md", "failed").waitFor();
  assert.equal(model.lines.length, before, "what was answered is not asked again");
  const other = readFileSync(assertions, "utf8").replace("Is the note kind?", "Is the note dull?");
  writeFileSync(assertions, other);
  await workbench.open("movie_note.assertions.py");
  await page.locator(".view-line", { hasText: "dull" }).waitFor();
  await workbench.run("Test: Run All Tests");
  await dialog("Let small judge?").waitFor();
  await workbench.screenshot("judge-tests-estimate");
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Without the Judge" }).click();
  await workbench.row("movie_note.prompt.md", "skipped").waitFor();
  assert.equal(model.lines.length, before);
  await workbench.run("Test: Run All Tests");
  await dialog("Let small judge?").getByRole("button", { name: "Ask small" }).click();
  await workbench.row("movie_note.prompt.md", "failed").waitFor();
  assert.ok(model.lines.length > before);
  await workbench.screenshot("judge-tests-asked");
});

test("while labelling, the judge's verdict is shown when asked for, and the judge asked after an estimate", async () => {
  const before = model.lines.length;
  const row = { id: "new", response: "Watch it.", label: null, example: { movie_name: "Alien" } };
  appendFileSync(path.join(folder, "movie_note.examples.jsonl"), `${JSON.stringify(row)}\n`);
  await workbench.open("movie_note.prompt.md");
  await workbench.run("SPADE: Label Examples");
  const view = await workbench.webviewWithKeys("#response");
  await view.locator("#card").waitFor();
  await view.press("j", "v");
  await view.locator("#verdicts li", { hasText: "not asked" }).waitFor();
  await view.locator("#unasked button").waitFor();
  await workbench.screenshot("label-not-asked");
  assert.equal(model.lines.length, before);
  await view.press("j");
  await dialog("Ask small about this response?").getByRole("button", { name: "Ask small" }).click();
  await view.locator("#verdicts li.passed, #verdicts li.failed", { hasText: "as the wind blows" }).waitFor();
  await view.locator("#unasked").waitFor({ state: "hidden" });
  await workbench.screenshot("label-judged");
  assert.equal(model.lines.length, before + 1);
});

test("the prompt is run after an estimate, and its response arrives in the table", async () => {
  const { page } = workbench;
  const file = path.join(folder, "movie_note.examples.jsonl");
  const fields = Object.keys(JSON.parse(readFileSync(file, "utf8").split("\n")[0]).example);
  const example = Object.fromEntries(fields.map((name) => [name, "Solaris"]));
  appendFileSync(file, `${JSON.stringify({ id: "to-run", response: "", label: null, example })}\n`);
  const before = model.lines.length;
  await workbench.clear();
  await workbench.open("movie_note.prompt.md");
  await workbench.run("SPADE: Run This Prompt");
  await workbench.screenshot("respond-inputs");
  await workbench.input.pick("Examples without a response");
  await dialog("Ask small for responses?").waitFor();
  await workbench.screenshot("respond-estimate");
  assert.equal(model.lines.length, before);
  await dialog("Ask small for responses?").getByRole("button", { name: "Ask small" }).click();
  await workbench.notification("1 response to label in movie_note.examples.jsonl").waitFor();
  const table = await workbench.webview("#grid");
  await table.locator("[role=gridcell]").getByText("yes", { exact: true }).first().waitFor();
  await workbench.screenshot("respond-made");
  const last = JSON.parse(readFileSync(file, "utf8").trimEnd().split("\n").at(-1));
  assert.deepEqual([last.response, last.label, last.model], ["yes", null, "small"]);
  assert.equal(model.lines.length, before + 1);
  await page.keyboard.press("Escape");
});

test("a slow model is stopped at once, on its side too", async () => {
  await workbench.clear();
  await configure("slow", KEY);
  await workbench.notification("is used from now on").waitFor();
  await workbench.clear();
  await workbench.open("movie_note.prompt.md");
  await workbench.run("SPADE: Generate Assertions for History");
  await workbench.notification(/slow can propose too/).waitFor();
  await workbench.press("Ask slow…");
  await dialog("Ask slow").getByRole("button", { name: "Ask slow" }).click();
  await until(() => model.lines.filter((line) => line === "call slow").length > 1, "the model is not asked");
  const asking = workbench.notification("asking the model");
  await asking.getByText(/steps|first reply/).waitFor();
  await workbench.screenshot("model-slow");
  await workbench.click(asking.getByRole("button", { name: "Cancel" }), () =>
    model.lines.includes("dropped"),
  );
  await workbench.notification(/slow can propose too/).waitFor();
  await workbench.screenshot("model-stopped");
});

test("the editor's own model is lent with the editor's consent", async () => {
  const { page } = workbench;
  await workbench.clear();
  await workbench.run("SPADE: Configure Model");
  await page.locator(".quick-input-list").getByText("The editor's language model", { exact: true }).waitFor();
  await workbench.screenshot("model-editors");
  await workbench.input.pick("The editor's language model");
  await workbench.input.pick("Acme Thinker");
  await dialog("SPADE assertions").waitFor();
  await workbench.screenshot("model-editors-consent");
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Allow" }).click();
  await workbench.notification("acme/thinker, lent by the editor").waitFor();
  await workbench.screenshot("model-editors-configured");
  await workbench.clear();
  await workbench.open("movie_note.prompt.md");
  await workbench.run("SPADE: Generate Assertions for History");
  await workbench.notification(/acme\/thinker can propose too/).waitFor();
  await workbench.press("Ask acme/thinker…");
  await dialog("Ask acme/thinker").getByRole("button", { name: "Ask acme/thinker" }).click();
  await workbench.notification(/acme\/thinker: \d+ calls, .* lent by the editor/).waitFor();
  await workbench.screenshot("model-editors-review");
  // A diff shows no lenses.
  const acceptAll = page.locator(".editor-actions").getByRole("button", { name: /Accept All/ });
  await workbench.click(acceptAll, () => readFileSync(assertions, "utf8").includes("assert_lent_"));
  await workbench.opened("movie_note.assertions.py");
});

test("the stored key can be removed", async () => {
  await workbench.clear();
  await configure("small", KEY);
  await workbench.notification("is used from now on").waitFor();
  await workbench.clear();
  await workbench.run("SPADE: Configure Model");
  await workbench.input.pick("Remove the stored key");
  await workbench.notification("the key was removed").waitFor();
  await workbench.screenshot("model-key-removed");
  await workbench.clear();
  await workbench.run("SPADE: Configure Model");
  const { rows } = workbench.input;
  await rows.getByText("Ollama", { exact: true }).waitFor();
  assert.equal(await rows.getByText("Remove the stored key").count(), 0);
});

// The bundled examples of retrieved contexts and of a catalogue: what a model read of each statement, and a copy with the
// value that is meant.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { packagedPython, repository } from "./places.mjs";
import { home, openWindow } from "./sharedWindow.mjs";
import { eventually, until } from "./waiting.mjs";

const copies = path.join(home, "work/shop/tea_choice.examples.jsonl");
describe("contexts and values", () => {
  let workbench;
  let model;

  before(async () => {
    for (const [name, demo] of [
      ["museum", "VISITOR_ANSWER"],
      ["shop", "TEA_CHOICE"],
    ]) {
      const program =
        "import sys; from pathlib import Path; from spade_core import demo; " +
        "demo.replay_demo(Path(sys.argv[1]), demo=getattr(demo, sys.argv[2]))";
      execFileSync(packagedPython, ["-P", "-c", program, path.join(home, "work", name), demo]);
    }
    const environment = {
      SPADE_HOME: path.join(home, "spade-home"),
      SPADE_BASE_URL: await startReader(),
      OPENAI_API_KEY: "",
      SPADE_MODEL: "",
    };
    appendFileSync(path.join(home, "work/museum/spade.toml"), 'judge_model = "small"\n');
    spade("museum", environment, "trust");
    spade("museum", environment, "generate", "--yes");
    spade("museum", environment, "select");
    spade("shop", environment, "generate", "--no-model");
    model.kill();
    const settings = { "files.autoSave": "off" };
    workbench = await openWindow(path.join(home, "work"), { settings, environment });
  });

  /** Starts the model that reads by the letter, and gives its address. */
  async function startReader() {
    const program = path.join(repository, "tests/e2e/reading_server.py");
    model = spawn(packagedPython, ["-P", program, repository], { stdio: ["pipe", "pipe", "inherit"] });
    let said = "";
    model.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
    await until(() => said.includes("\n"), "the model says nothing");
    return said.trim().replace("url ", "");
  }

  function spade(name, environment, ...args) {
    const program = "from spade_core.cli import main; main()";
    execFileSync(packagedPython, ["-P", "-c", program, ...args], {
      cwd: path.join(home, "work", name),
      env: { ...process.env, ...environment },
      stdio: "pipe",
    });
  }

  test("the report shows each statement with its verdict and the sentence that supports it", async () => {
    await workbench.open("visitor_answer.prompt.md");
    await workbench.run("SPADE: Open Report");
    const report = await workbench.webview(".statements");
    for (const [count, verdict] of [
      ["1 of 1", /supported by context \d+: \S/],
      ["0 of 1", /not supported by any sentence/],
    ]) {
      const said = report
        .locator(".statements", { hasText: `the contexts support ${count} statement` })
        .first();
      const response = report.locator("#responses details").filter({ has: said }).first();
      await response.locator("summary").first().click();
      await said.scrollIntoViewIfNeeded();
      assert.match(await said.innerText(), verdict);
    }
    await workbench.screenshot("statements");
  });

  test("what a set holds otherwise is named, and a quick fix adds a copy that says it", async () => {
    const rows = readFileSync(copies, "utf8").trimEnd().split("\n");
    const line = rows.findIndex((row) => row.includes("Lapsang Suchong")) + 1;
    await workbench.open("tea_choice.examples.jsonl");
    await workbench.goTo(line, 1);
    const copy = "Add a copy of this row with Lapsang Souchong for Lapsang Suchong";
    await workbench.take(copy, workbench.page.locator(".tab.active.dirty"));
    const added = () => readFileSync(copies, "utf8").trimEnd().split("\n")[rows.length];
    await eventually(added, () => workbench.page.keyboard.press("Control+S"));
    const { response, label } = JSON.parse(added());
    assert.equal(JSON.parse(response).tea, "Lapsang Souchong");
    assert.equal(label ?? null, null);
    assert.deepEqual(readFileSync(copies, "utf8").split("\n").slice(0, rows.length), rows);
    await workbench.screenshot("corrected copy");
  });
});

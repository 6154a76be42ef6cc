// A newcomer with a prompt of their own, in a program, and a spreadsheet of responses: from an empty window to a set,
// by what is seen alone, in high contrast; the times are told, and depend on the machine. Then the environment, once more.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { home, NEWCOMER, openWindow } from "./sharedWindow.mjs";
import { repository } from "./places.mjs";
import { Stopwatch } from "./stopwatch.mjs";
import { isGone } from "./waiting.mjs";

const folder = path.join(home, "help desk");
const VERSIONS = [
  "You are a support agent for Brightly, a company that sells desk lamps.\nAnswer in a friendly way.\n",
  "Keep the answer under 60 words.\n",
  "Do not promise a refund.\nDo not use emojis.\n",
  "End with a question that asks whether there is anything else.\n",
];
const GOOD = "Thank you for writing to us about this. Please try another socket first. May I help with more?";
const BAD = [
  "Sure! We fix it 😊 Is there more?",
  `${"We are very sorry to hear that. ".repeat(12)}More?`,
  "Please restart it.",
];
describe("a prompt of one's own", () => {
  let workbench;

  before(async () => {
    mkdirSync(path.join(folder, "src"), { recursive: true });
    const git = (...args) => execFileSync("git", ["-C", folder, ...args], { stdio: "pipe" });
    git("init", "--quiet", "--initial-branch", "main");
    git("config", "user.name", "A");
    git("config", "user.email", "a@example.com");
    VERSIONS.forEach((_, at) => {
      const text = VERSIONS.slice(0, at + 1).join("");
      const call = "client.responses.create(model='small', instructions=SYSTEM_PROMPT, input=question)";
      const code = `SYSTEM_PROMPT = """${text}"""\n\n\ndef answer(client, question):\n    return ${call}\n`;
      writeFileSync(path.join(folder, "src", "answer.py"), code);
      git("add", ".");
      git("commit", "--quiet", "--message", `Version ${at}`);
    });
    const answers = Array.from({ length: 16 }, (_, at) => (at % 2 ? BAD[at % BAD.length] : GOOD));
    const rows = answers.map((answer, at) => `Question ${at}?,${answer}`);
    writeFileSync(path.join(folder, "replies.csv"), ["question,answer", ...rows].join("\n"));
    const settings = { "workbench.colorTheme": "Default High Contrast" };
    workbench = await openWindow(undefined, { ...NEWCOMER, settings });
  });

  test("a set is selected for a prompt in a program, by the buttons that are in view", async (context) => {
    const { page } = workbench;
    const watch = new Stopwatch(context);
    const does = (what, doing) => watch.does(what, doing);
    const inView = (text) => page.locator(".sidebar").getByText(text, { exact: true }).first();
    const showSpade = () => page.locator('.activitybar a[aria-label^="SPADE"]').click();

    await does("the SPADE view", showSpade);
    await does("Open Folder", () => inView("Open Folder").click());
    await does("the folder", () => workbench.input.answerPath(`${folder}/`, "src"));
    await page.locator(".explorer-folders-view").getByText("replies.csv").waitFor();
    await does("the SPADE view again", showSpade);
    await does("Manage Workspace Trust", () => inView("Manage Workspace Trust").click());
    const trust = page.locator(".workspace-trust-editor a.monaco-button", { hasText: /^Trust/ });
    await does("Trust", () => trust.first().click());
    await page.getByText("You trust this folder").waitFor();
    await does("Close", () => page.locator(".monaco-modal-editor-block .codicon-close").last().click());
    await does("Generate", () => inView("Next: Generate Assertions").click({ timeout: 400_000 }));
    await workbench.notification("of them decided by code").waitFor();
    await workbench.screenshot("own-1-proposed");
    await does("Accept", () => workbench.press(/^Accept \d by Code$/));
    await inView("Or: Run This Prompt").waitFor();
    await workbench.screenshot("own-2-no-examples");
    await does("Import", () => inView("Next: Import Examples").click());
    await does("the spreadsheet", () =>
      workbench.input.answerPath(path.join(folder, "replies.csv"), "replies.csv"),
    );
    await does("Add", () => workbench.input.accept(workbench.input.rows.getByText("Add 16")));
    await does("Label", () => inView("Next: Label Examples").click());
    const view = await workbench.webviewWithKeys("#response");
    for (let left = 16; left > 0; left--) {
      await view.getByText(`${left} to label`).waitFor();
      const response = await view.locator("#response").innerText();
      await does("a label", () => view.press(response.startsWith("Thank you") ? "g" : "b"));
    }
    await does("Select", () => view.getByRole("button", { name: "Select Minimal Set" }).click());
    await does("Enter", () => workbench.input.accept(workbench.input.rows.getByText("bad caught")));
    await workbench.webview(".headline");
    watch.stop();
    await workbench.screenshot("own-3-selected");
    const record = path.join(folder, "src", "answer.SYSTEM_PROMPT.spade.json");
    const { selection } = JSON.parse(readFileSync(record, "utf8"));
    assert.ok(selection.chosen.length > 0);
  });

  test("the environment is made with progress, which can be cancelled; the one that is there runs the server", async () => {
    const { page } = workbench;
    await workbench.putAway();
    const current = path.join(workbench.storage, "current.json");
    renameSync(current, `${current}.away`);
    const toast = workbench.notification("setting up its language server");
    await workbench.run("SPADE: Restart Language Server");
    await toast.waitFor();
    await workbench.screenshot("install-progress");
    await workbench.click(toast.getByRole("button", { name: "Cancel" }), isGone(toast));
    renameSync(`${current}.away`, current);

    await workbench.run("SPADE: Show Logs");
    await workbench.run("SPADE: Restart Language Server");
    const log = page.locator(".part.panel .view-lines");
    await log.getByText("The language server is running").last().waitFor();
    await workbench.screenshot("install-done");
    const words = (await log.innerText()).replace(/\s+/g, "");
    assert.match(words, /server-\w+\/bin\/python\(Python3\.\d+\)/);
    assert.ok(!words.includes(repository));
  });

  test("the sandbox works in that environment", async () => {
    await workbench.open("answer.py");
    await workbench.run("SPADE: Evaluate");
    await workbench.notification(/ran \d assertions on 8 good and 8 bad responses/).waitFor();
    await workbench.screenshot("install-works");
  });
});

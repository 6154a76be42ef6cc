// A newcomer without a spreadsheet: responses are pasted, by keyboard alone, and labelled at once.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { accessibilityFaults } from "./workbench.mjs";
import { folder, openExample } from "./example.mjs";
import { until } from "./waiting.mjs";

describe("responses that are pasted", () => {
  let workbench;
  const examples = path.join(folder, "reply.examples.jsonl");
  const written = () =>
    existsSync(examples)
      ? readFileSync(examples, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
      : [];

  before(async () => {
    workbench = await openExample(() => {
      writeFileSync(path.join(folder, "reply.prompt.md"), "Answer in at most 20 words.\n{question}\n");
    });
  });

  test("the prompt leads to a box for them; two with a line of dashes between them are two", async () => {
    const { page } = workbench;
    await workbench.open("reply.prompt.md");
    await page.locator(".codelens-decoration").getByText("Paste Responses", { exact: true }).waitFor();
    await workbench.run("SPADE: Paste Responses…");
    const view = await workbench.webviewWithKeys("#pasted:focus");
    const pasted = async (text, button) => {
      await page.evaluate((text) => globalThis.navigator.clipboard.writeText(text), text);
      await view.press("Control+A", "Control+V");
      await view.getByRole("button", { name: button }).waitFor();
    };
    await pasted("Good morning.\n\nGoodbye.\n", "Add 1 Response");
    await view.press("Tab", "Space");
    await view.getByText("Blank lines divide 2 responses").waitFor();
    await view.getByRole("button", { name: "Add 2 Responses" }).waitFor();
    await workbench.screenshot("paste-blank-lines");
    await view.press("Shift+Tab");
    await pasted("Good morning.\nPlease try another socket.\n---\nGoodbye.", "Add 2 Responses");
    assert.deepEqual(await accessibilityFaults(view.root), []);
    await workbench.screenshot("paste");
    await view.press("Control+Enter");
    await view.getByText("2 to label").waitFor();
    assert.deepEqual(
      written().map(({ response, label, example }) => [response, label, example]),
      [
        ["Good morning.\nPlease try another socket.", null, {}],
        ["Goodbye.", null, {}],
      ],
    );
  });

  test("a response that was changed elsewhere is shown as it is now", async () => {
    const { page } = workbench;
    await workbench.open("reply.prompt.md");
    writeFileSync(examples, readFileSync(examples, "utf8").replaceAll(/Good/g, "Dear"));
    const view = await workbench.webview("#response");
    await workbench.click(
      page.locator(".tab", { hasText: "Label: reply" }),
      view.getByText(/^Dear(bye| morning)/),
    );
    assert.equal(await view.locator("#input").isVisible(), false);
    writeFileSync(examples, readFileSync(examples, "utf8").replaceAll(/Dear/g, "Good"));
    await workbench.open("reply.prompt.md");
    await workbench.click(
      page.locator(".tab", { hasText: "Label: reply" }),
      view.getByText(/^Good(bye| morning)/),
    );
  });

  test("they are labelled where they were pasted, and one more is typed where a bad one is lacking", async () => {
    const { page } = workbench;
    const view = await workbench.webviewWithKeys("#response");
    await view.press("g");
    await view.getByText("1 to label").waitFor();
    await view.press("g");
    await view.getByText("a set needs a bad one, too").waitFor();
    await workbench.screenshot("paste-more");
    await view.getByRole("button", { name: "Paste Responses…" }).press("Enter");
    await view.locator("#pasted:focus").waitFor();
    await page.keyboard.type("Goodbye.");
    await view.press("Control+Enter");
    await view.getByText("among the examples already").waitFor();
    await workbench.screenshot("paste-again");
    await view.getByRole("button", { name: "Import Examples…" }).waitFor();
    await page.keyboard.type(" And goodbye again.".repeat(8));
    await view.press("Control+Enter");
    await view.getByText("1 to label").waitFor();
    await view.press("b");
    await until(() => written().at(-1).label === "bad", "the label is not written");
  });

  test("without a model, running the prompt says so before it asks anything", async () => {
    await workbench.open("reply.prompt.md");
    await workbench.run("SPADE: Run This Prompt");
    await workbench.notification(/no model/i).waitFor();
    await workbench.screenshot("respond-no-model");
    await workbench.clear();
  });
});

// A prompt while it is read and typed: hints, hover, diagnostics and their quick fixes.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { folder, openExample, prefer, record } from "./example.mjs";
import { eventually, isGone } from "./waiting.mjs";

describe("a prompt", () => {
  let workbench;

  before(async () => {
    workbench = await openExample(() => {
      prefer({ "spade.diagnostics.severity": { "unknown-placeholder": "warning" } });
    });
    await workbench.open("movie_note.prompt.md");
  });

  test("the category of each instruction stands behind it", async () => {
    const text = workbench.page.locator(".monaco-editor .view-lines");
    await text.getByText("quantity").first().waitFor();
    await text.getByText("exclusion").first().waitFor();
    await workbench.screenshot("hints");
  });

  test("the pointer on an instruction shows its history", async () => {
    const hover = await workbench.hover("concise", /Since version 4 · [0-9a-f]{7}/);
    await workbench.screenshot("hover");
    await workbench.picture("hover", { x: 352, y: 36, width: 928, height: 620 });
    assert.match(await hover.innerText(), /Tomás Ferreira/);
  });

  test("a placeholder that no example has is named, and the nearest field is a quick fix", async () => {
    const { page } = workbench;
    await workbench.goTo(3, 53);
    await page.keyboard.type("x");
    const squiggles = page.locator(".monaco-editor .squiggly-warning");
    await squiggles.first().waitFor();
    await workbench.actions(/Use the field movie_name/);
    await workbench.screenshot("quick-fix");
    await workbench.take(/Use the field movie_name/, isGone(squiggles));
    await workbench.screenshot("fixed");
    const unsaved = page.locator(".tab.active.dirty");
    await eventually(isGone(unsaved), () => workbench.run("File: Revert File"));
  });

  test("an instruction without an assertion gets one from its light bulb, shown before it is written", async () => {
    const { page } = workbench;
    await workbench.goTo(4, 10);
    await workbench.actions("Generate assertions for this instruction");
    await workbench.screenshot("code-action");
    await workbench.take("Generate assertions for this instruction", workbench.notification(/new assertion/));
    await page.locator(".monaco-editor .view-lines").getByText("assert_at_most_100_words").first().waitFor();
    await workbench.screenshot("code-action-review");
    const added = page.locator(".statusbar").getByText(/added to movie_note/);
    await Promise.all([added.waitFor(), workbench.press("Accept")]);
    const { assertions } = JSON.parse(readFileSync(record, "utf8"));
    assert.ok("assert_at_most_100_words" in assertions);
  });

  test("of several prompts in a file a command is about the one that the cursor is in", async () => {
    const prompts = ['ONE_PROMPT = "Describe {text}."', 'TWO_PROMPT = "Name {text} in at most 9 words."', ""];
    writeFileSync(path.join(folder, "several.py"), prompts.join("\n"));
    await workbench.open("several.py");
    await workbench.goTo(2, 30);
    await workbench.run("SPADE: Generate Assertions for History");
    await workbench.notification("several.TWO_PROMPT.assertions.py: 1 new assertion").waitFor();
    await workbench.screenshot("several-prompts");
    await workbench.run("View: Show SPADE");
    await workbench.expand(workbench.row("2 prompts"));
    await workbench.row("TWO_PROMPT").waitFor();
    await workbench.screenshot("several-prompts-view");
  });
});

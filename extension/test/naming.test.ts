import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOf, notAPrompt } from "../src/prompts/naming";

void test("a prompt is called by its file, and by its constant where the file holds several", () => {
  assert.equal(nameOf({ uri: "file:///a%20b/Gr%C3%B6%C3%9Fe.prompt.md" }), "Größe.prompt.md");
  assert.equal(nameOf({ uri: "file:///a/app.py", template: "SUMMARY_PROMPT" }), "SUMMARY_PROMPT in app.py");
  assert.equal(nameOf({ uri: "file:///a/100%.prompt.md", template: "" }), "100%.prompt.md");
});

void test("a text that looks like a prompt is told how to become one, code that it holds none, the rest nothing", () => {
  assert.match(notAPrompt("/a/poem.md") ?? "", /^poem\.md is not taken for a prompt; call it \*\.prompt\.md/);
  assert.equal(notAPrompt("/a/test_note.py"), "test_note.py holds no prompt and stands beside none");
  assert.equal(notAPrompt("/a/spade.toml"), undefined);
});

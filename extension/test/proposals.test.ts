import assert from "node:assert/strict";
import { test } from "node:test";
import { byInstruction, detailOf, lineOf, markOf, shortOf } from "../src/generating/proposalTexts";
import { historyNotes } from "../src/wording";

const proposal = {
  name: "assert_short",
  source: "",
  description: "The response has at most 100 words.",
  category: "quantity instruction",
  phrase: "within 100 words",
  commit: null,
  asksJudge: false,
};

void test("a proposal says what it checks and where that stands, and whether the prompt still says it", () => {
  assert.equal(detailOf(proposal), "The response has at most 100 words.  “within 100 words”");
  assert.equal(markOf(proposal, new Set()), "");
  assert.equal(
    markOf({ ...proposal, asksJudge: true, withdrawn: true }, new Set(["assert_short"])),
    "by the model, asks a judge, the prompt no longer says this",
  );
});

void test("what is proposed stands below its instruction, with what labelled responses say of it", () => {
  const first = { ...proposal, instruction: "Be short.", evidence: "flags 0 of 4 good" };
  const second = { ...proposal, name: "assert_kind", instruction: "Be kind.", asksJudge: true };
  const third = { ...proposal, name: "assert_brief", instruction: "Be short." };
  const groups = [...byInstruction([first, second, third])].map(([heading, listed]) => [
    heading,
    listed.map(({ name }) => name),
  ]);
  assert.deepEqual(groups, [
    ["Be short.", ["assert_short", "assert_brief"]],
    ["Be kind.", ["assert_kind"]],
  ]);
  assert.equal(markOf(first, new Set()), "flags 0 of 4 good");
  assert.equal(shortOf(first), "Has at most 100 words");
  assert.equal(shortOf(second), "A judge decides this");
});

void test("a question for a judge is not said twice", () => {
  const asked = {
    ...proposal,
    asksJudge: true,
    description: "A judge answers yes to: Is it kind?",
    phrase: "Be kind.",
  };
  assert.equal(detailOf(asked), "A judge decides: “Be kind.”");
});

void test("a function is found in the preview by its name and no longer one", () => {
  const text = "# x\nasync def assert_short_note(a):\nasync def assert_short(a):\n";
  assert.equal(lineOf(text, "assert_short"), 2);
  assert.equal(lineOf(text, "assert_long"), -1);
});

void test("without a history it is said that there is none, why, and what is missing", () => {
  assert.equal(
    historyNotes({ notes: ["not in a git repository: the history is the file as it is"] }),
    " Only the text of now was read (not in a git repository): what it asked for before is not known.",
  );
  assert.equal(
    historyNotes({ notes: ["shallow clone: older versions are not here"] }),
    " shallow clone: older versions are not here.",
  );
  assert.equal(historyNotes({}), "");
});

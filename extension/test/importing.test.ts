import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, summaryOf, withField } from "../src/commands/importChoices";
import type { ImportResult } from "../src/protocol";

const result: ImportResult = {
  examplesUri: "file:///note.examples.jsonl",
  applied: false,
  columns: [
    { name: "output", sample: "Sip." },
    { name: "rating", sample: "pass" },
  ],
  response: "output",
  label: "rating",
  defaultLabel: null,
  fields: { topic: "topic" },
  new: 2,
  good: 1,
  bad: 0,
  unlabelled: 1,
  duplicates: 3,
  problems: ["rows.csv:4: no response"],
};

void test("an import is summed up in one line", () => {
  assert.equal(summaryOf(result), "2 new examples (1 good, 0 bad, 1 unlabelled), 3 there already");
  assert.match(summaryOf({ ...result, new: 1 }), /^1 new example \(/);
});

void test("adding comes first, then how each column is matched with what it holds", () => {
  assert.deepEqual(
    linesOf(result).map(({ what, label, description }) => [what, label, description]),
    [
      ["add", "$(check) Add 2", summaryOf(result)],
      ["response", "$(comment) response: output", "Sip."],
      ["label", "$(tag) label: rating", "pass"],
      ["field", "$(symbol-field) field topic: topic", ""],
      ["another", "$(add) Another field…", ""],
      ["problems", "$(warning) 1 row with a problem", "rows.csv:4: no response"],
    ],
  );
});

void test("with nothing new there is nothing to add, and without labels it is said what the rows count as", () => {
  const none = { ...result, new: 0, label: null, problems: [] };
  assert.deepEqual(linesOf(none).map(({ what, description }) => [what, description])[1], [
    "label",
    "to be labelled afterwards",
  ]);
  assert.equal(linesOf(none)[0]?.what, "response");
  assert.equal(linesOf({ ...none, defaultLabel: "good" })[1]?.description, "every row counts as good");
});

void test("a field is put into another column, or into none", () => {
  assert.deepEqual(withField(result, "topic", "rating"), { topic: "rating" });
  assert.deepEqual(withField(result, "topic", undefined), {});
  assert.deepEqual(withField(result, "user", "rating"), { topic: "topic", user: "rating" });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { doneText, linesOf, summaryOf, withField } from "../src/importing/choices";
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
  words: [],
  fields: { topic: "topic" },
  kept: [],
  leftOut: [],
  new: 2,
  good: 1,
  bad: 0,
  unlabelled: 1,
  duplicates: 3,
  filled: 0,
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

void test("a word that is not known is asked for before anything else, and the known ones say what they count as", () => {
  const words = [
    { word: "not ok!", rows: 12, label: null, known: false },
    { word: "OK", rows: 1, label: "good", known: true },
  ];
  const lines = linesOf({ ...result, words, kept: ["Nr", "Checked by"], leftOut: ["prompt"] });
  assert.deepEqual(lines.map(({ what, label, description }) => [what, label, description]).slice(1, 6), [
    ["word", '$(question) What does "not ok!" say?', "12 rows unlabelled till then"],
    ["response", "$(comment) response: output", "Sip."],
    ["label", "$(tag) label: rating", "pass"],
    ["word", '$(dash) "OK" is good', "1 row"],
    ["field", "$(symbol-field) field topic: topic", ""],
  ]);
  assert.deepEqual(
    lines.filter(({ what }) => what === "kept").map(({ label }) => label),
    ["$(archive) kept beside them: Nr, Checked by", "$(circle-slash) left out: prompt"],
  );
});

void test("where there is nothing new, labels that are missing can be filled in all the same", () => {
  const missing = { ...result, new: 0, good: 0, unlabelled: 0, filled: 2 };
  assert.deepEqual(
    [linesOf(missing)[0]?.what, linesOf(missing)[0]?.label],
    ["add", "$(check) Fill in 2 missing labels"],
  );
  assert.equal(doneText(missing), "filled in 2 missing labels");
  assert.match(summaryOf(missing), /3 there already \(2 without a label get one\)$/);
});

void test("a field is put into another column, or into none", () => {
  assert.deepEqual(withField(result, "topic", "rating"), { topic: "rating" });
  assert.deepEqual(withField(result, "topic", undefined), {});
  assert.deepEqual(withField(result, "user", "rating"), { topic: "topic", user: "rating" });
});

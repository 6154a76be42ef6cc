// The rows of the SPADE view.
import assert from "node:assert/strict";
import { test } from "node:test";
import { summary } from "../src/history/difference";
import { byFile, rowsOf } from "../src/overview/rows";
import { assertionRows, versionRows } from "../src/overview/versions";
import type { OverviewResult, VersionInfo } from "../src/protocol";

const PLACE = { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } };
const EMPTY: OverviewResult = {
  promptUri: "file:///note.prompt.md",
  template: "",
  assertionsUri: "file:///note.assertions.py",
  examplesUri: "file:///note.examples.jsonl",
  instructions: [],
  assertions: [],
  missing: [],
  good: 0,
  bad: 0,
  unlabelled: 0,
  steps: [
    { command: "spade.generate", title: "Generate" },
    { command: "spade.importExamples", title: "Import Examples" },
  ],
  problems: [],
};
const SHORT = {
  name: "assert_short",
  range: PLACE,
  check: "At most three words.",
  asksJudge: false,
  selected: false,
  sources: [],
};

function said(overview: OverviewResult): string[] {
  return rowsOf(overview).map(({ label, description }) => `${label}: ${description ?? ""}`);
}

void test("the prompts of a file stand together where its first one stands", () => {
  const [one, two, note] = [
    { uri: "file:///app.py", template: "ONE" },
    { uri: "file:///app.py", template: "TWO" },
    { uri: "file:///note.prompt.md" },
  ];
  assert.deepEqual(byFile([two, note, one]), [[two, one], [note]]);
});

void test("each stage of the work has its next step, and a selected set none", () => {
  const next = (overview: OverviewResult) =>
    rowsOf(overview).find(({ label }) => label.startsWith("Next: "))?.command;
  const steps = ["generate", "importExamples", "label", "select"].map((name) => ({
    command: `spade.${name}`,
    title: name,
  }));
  assert.equal(next({ ...EMPTY, steps }), "spade.generate");
  assert.equal(next({ ...EMPTY, steps, assertions: [SHORT] }), "spade.importExamples");
  assert.equal(next({ ...EMPTY, steps, assertions: [SHORT], unlabelled: 3 }), "spade.label");
  assert.equal(next({ ...EMPTY, steps, assertions: [SHORT], good: 1, bad: 1 }), "spade.select");
  assert.equal(
    next({ ...EMPTY, steps, assertions: [{ ...SHORT, selected: true }], good: 1, bad: 1 }),
    undefined,
  );
});

void test("a step that the server does not offer is not shown", () => {
  assert.deepEqual(said({ ...EMPTY, steps: [] }), [
    "Instructions: none was found",
    "Assertions: 0",
    "Examples: none",
    "Versions: ",
  ]);
});

void test("an instruction says what checks it, and that nothing does", () => {
  const instructions = [
    { text: "Be brief.", range: PLACE, assertions: ["assert_short"] },
    { text: "Be kind.", range: PLACE, assertions: [] },
  ];
  const row = rowsOf({ ...EMPTY, instructions }).find(({ label }) => label === "Instructions");
  assert.equal(row?.description, "1 of 2 checked");
  assert.deepEqual(
    row.rows?.map(({ description, icon, place }) => [description, icon, place?.uri]),
    [
      ["assert_short", "pass", EMPTY.promptUri],
      ["nothing checks it", "circle-large-outline", EMPTY.promptUri],
    ],
  );
});

void test("what was selected and is gone is named beside what is there", () => {
  const assertions = [{ ...SHORT, selected: true, asksJudge: true }];
  const row = rowsOf({ ...EMPTY, assertions, missing: ["assert_gone"] }).find(
    ({ label }) => label === "Assertions",
  );
  assert.equal(row?.description, "1, 1 selected");
  assert.deepEqual(
    row.rows?.map(({ label, description }) => [label, description]),
    [
      ["assert_short", "selected, asks a judge"],
      ["assert_gone", "selected, but no longer in the file: select again"],
    ],
  );
});

void test("examples are counted by their labels, and a file that cannot be read is said", () => {
  assert.deepEqual(
    said({ ...EMPTY, steps: [], good: 12, bad: 3, unlabelled: 1, problems: ["a.jsonl:3: no JSON"] }),
    [
      "Instructions: none was found",
      "Assertions: 0",
      "Examples: 12 good, 3 bad, 1 to label",
      "Versions: ",
      "a.jsonl:3: no JSON: ",
    ],
  );
});

void test("the last selection tells what it did, and what has changed since leads to selecting again", () => {
  const steps = [{ command: "spade.select", title: "Select" }];
  const selection = { request: "coverage", caught: 3, bad: 4, flagged: 1, good: 5, changes: [] };
  const overview = {
    ...EMPTY,
    steps,
    assertions: [{ ...SHORT, selected: true }],
    good: 5,
    bad: 4,
    selection,
  };
  assert.ok(said(overview).includes("Last Selection: 1 of 1: 3 of 4 bad caught, 1 of 5 good flagged"));
  const drifted = { ...overview, selection: { ...selection, changes: ["assert_short was edited"] } };
  assert.equal(said(drifted)[0], "Next: Select Minimal Set Again: ");
  const row = rowsOf(drifted).find(({ label }) => label === "Last Selection");
  assert.deepEqual(
    row?.rows?.map(({ label }) => label),
    ["Since then assert_short was edited"],
  );
});

void test("the examples are there by label, each label with its rows of the table", () => {
  const examples = rowsOf({ ...EMPTY, good: 2, bad: 1, unlabelled: 3 }).find(
    ({ label }) => label === "Examples",
  );
  assert.deepEqual(
    examples?.rows?.map(({ label, command, argument }) => [label, command, argument?.["label"]]),
    [
      ["2 good", "spade.openTable", "good"],
      ["1 bad", "spade.openTable", "bad"],
      ["3 to label", "spade.label", undefined],
    ],
  );
});

void test("an assertion tells the words that it was made from, and a click shows the version that brought them", () => {
  const source = {
    phrase: "three words",
    sentence: "Use at most three words.",
    version: 4,
    category: "quantity instruction",
  };
  const row = rowsOf({ ...EMPTY, assertions: [{ ...SHORT, sources: [source] }] }).find(
    ({ label }) => label === "Assertions",
  );
  const [words] = row?.rows?.[0]?.rows ?? [];
  assert.deepEqual(
    [words?.label, words?.description, words?.tooltip],
    ["“three words”", "P4, quantity instruction", "Use at most three words."],
  );
  assert.deepEqual([words?.command, words?.argument], ["spade.compareVersions", { before: 3, after: 4 }]);
});

void test("without examples there are other ways to some than a file", () => {
  const ways = rowsOf({ ...EMPTY, assertions: [SHORT] })
    .map(({ label }) => label)
    .filter((label) => /^(?:Next|Or): /.test(label));
  assert.deepEqual(ways, ["Next: Import Examples", "Or: Paste Responses", "Or: Run This Prompt"]);
});

void test("a version tells who wrote it and when, what it changed, and is compared with the one before it", () => {
  const version: VersionInfo = {
    index: 2,
    state: "committed",
    path: "note.prompt.md",
    commit: "0123456789",
    author: "Ada",
    date: "2026-03-04T05:06:07+00:00",
    subject: "Be short",
    categories: ["quantity instruction"],
    changes: [{ sign: "+", text: "At most\nthree words.", categories: ["quantity instruction"], cues: [] }],
  };
  const first = { ...version, index: 1, subject: null, commit: null, author: null, date: null, changes: [] };
  const [newer, older] = versionRows({ template: "", notes: [], versions: [first, version] });
  assert.deepEqual([newer?.label, older?.label], ["P2 Be short", "P1 committed"]);
  assert.deepEqual([newer?.command, newer?.argument], ["spade.compareVersions", { before: 1, after: 2 }]);
  assert.deepEqual(
    newer?.rows?.map(({ label, description }) => [label, description]),
    [
      ["2026-03-04, Ada", "0123456"],
      ["At most three words.", "quantity instruction"],
    ],
  );
  assert.match(newer.tooltip ?? "", /2026-03-04, Ada[^]*quantity instruction[^]*\+ At most three words\./);
  assert.deepEqual(older?.rows, []);
});

void test("of two versions it is said which assertions came and which went", () => {
  const asked = (...names: string[]) =>
    names.map((name) => ({ name, description: `what ${name} says`, accepted: true }));
  const before = { index: 1, text: "", asked: asked("assert_a", "assert_b") };
  const compared = {
    before,
    after: { index: 2, text: "", asked: asked("assert_b", "assert_c") },
    categories: [],
  };
  assert.deepEqual(
    assertionRows(compared).map(({ label, description }) => [label, description]),
    [
      ["assert_c", "came"],
      ["assert_a", "went"],
    ],
  );
  assert.equal(summary(compared), "1 assertion came, 1 went");
});

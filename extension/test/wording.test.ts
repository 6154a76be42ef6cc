import assert from "node:assert/strict";
import { test } from "node:test";
import { verdictsOn } from "../src/labelling/wording";
import type { GenerateResult, VersionInfo } from "../src/protocol";
import { templatesToNameIn } from "../src/prompts/templates";
import { changesOf, figures, historyText, leftOutText, preferenceText, withoutVerdict } from "../src/wording";

const version: VersionInfo = {
  index: 1,
  state: "committed",
  path: "note.prompt.md",
  commit: "5b1f0c9e7d3a",
  author: "Mina",
  date: "2024-05-14T09:30:12+00:00",
  subject: "Say how long",
  categories: ["quantity instruction"],
  changes: [{ sign: "+", text: "At most\n  100 words.", categories: [], cues: [] }],
};

const generated: GenerateResult = {
  assertionsUri: "file:///a.assertions.py",
  applied: false,
  proposals: [],
  added: [],
  replaced: [],
  removed: [],
  kept: [],
  stale: [],
  rejected: [],
  problems: [],
  edit: null,
};

void test("the history reads like a diff, newest first, each sentence on one line", () => {
  const unsaved = {
    ...version,
    index: 2,
    state: "unsaved",
    commit: null,
    author: null,
    date: null,
    subject: null,
  };
  assert.equal(
    historyText({
      template: "",
      notes: ["a note"],
      versions: [version, { ...unsaved, categories: [], changes: [] }],
    }),
    [
      "# a note",
      "",
      "@@ P2  unsaved @@",
      "",
      "@@ P1  5b1f0c9  2024-05-14, Mina @@",
      "  message: Say how long",
      "  categories: quantity instruction",
      "+ At most 100 words.",
      "",
    ].join("\n"),
  );
});

void test("what generating did is said in one line", () => {
  assert.equal(changesOf(generated), "nothing new");
  assert.equal(
    changesOf({ ...generated, added: ["a", "b"], removed: ["c"], kept: ["d"] }),
    "2 new assertions, 1 no longer proposed; 1 that you changed stays as it is",
  );
});

void test("what could not be judged is not taken for passed", () => {
  const cell = { exampleId: "1", line: 0, label: "bad", message: "", assertionLine: null };
  const cells = ["passed", "failed", "unsupported", "errored"].map((outcome) => ({ ...cell, outcome }));
  assert.equal(withoutVerdict(cells), ", no verdict on 2");
  assert.equal(withoutVerdict(cells.slice(0, 2)), "");
});

void test("what nobody answered has no figures", () => {
  const cell = { exampleId: "1", line: 0, label: "bad", message: "", assertionLine: null };
  const share = { count: 0, total: 2, value: 0, low: 0, high: 1 };
  const of = (...outcomes: string[]) =>
    figures({ coverage: share, ffr: share, cells: outcomes.map((outcome) => ({ ...cell, outcome })) });
  assert.equal(of("not asked", "not asked"), "not checked: it asks a judge");
  assert.equal(of("errored", "not asked"), "not checked: no verdict on any of 2 responses");
  assert.equal(of("passed", "not asked"), "catches 0 of 2 bad, flags 0 of 2 good, no verdict on 1");
});

void test("a file with several prompts has them to choose from", () => {
  assert.deepEqual(templatesToNameIn("prompts.py: 2 prompts in it, name one of: A_PROMPT, B_PROMPT"), [
    "A_PROMPT",
    "B_PROMPT",
  ]);
  assert.deepEqual(templatesToNameIn("x.py: no prompt in it"), []);
});

void test("of the verdicts on a response the failures come first", () => {
  const place = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const rate = { count: 0, total: 0, value: 0, low: 0, high: 0 };
  const assertion = (name: string, outcome: string) => ({
    name,
    range: place,
    coverage: rate,
    ffr: rate,
    selected: false,
    cells: [
      { exampleId: "1", line: 0, label: null, outcome, message: "", assertionLine: null },
      { exampleId: "2", line: 1, label: null, outcome: "failed", message: "", assertionLine: null },
    ],
  });
  const assertions = [assertion("a", "passed"), assertion("b", "not asked"), assertion("c", "failed")];
  const result = {
    assertionsUri: "",
    examplesUri: "",
    good: 0,
    bad: 0,
    unlabelled: 2,
    assertions,
    problems: [],
  };
  assert.deepEqual(
    verdictsOn(result, "1").map(({ assertion }) => assertion),
    ["c", "b", "a"],
  );
});

void test("an export names each assertion that it leaves out", () => {
  assert.equal(leftOutText([]), "");
  assert.match(leftOutText(["assert_kind"]), /^left out 1 assertion that asks a judge.*: assert_kind$/);
  assert.match(leftOutText(["assert_a", "assert_b"]), /2 assertions that ask a judge.*: assert_a, assert_b$/);
});

void test("what holds for an assertion from now on is said in one line", () => {
  assert.match(preferenceText("assert_a", "always"), /^assert_a is in every set/);
  assert.match(preferenceText("assert_a", "never"), /^assert_a is in no set/);
  assert.match(preferenceText("assert_a", ""), /^assert_a is selected as it comes/);
});

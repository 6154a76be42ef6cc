import assert from "node:assert/strict";
import { test } from "node:test";
import { byJudge, planned } from "../src/testing/plan";
import { selectedIn } from "../src/testing/records";
import { summaryOf } from "../src/testing/summary";

const suite = new Map([
  ["assert_a", ["1", "2"]],
  ["assert_b", ["1", "2"]],
  ["", ["3"]],
]);

void test("everything runs when nothing is chosen", () => {
  assert.deepEqual(planned("r", suite, undefined, []), [
    { assertion: "assert_a", examples: ["1", "2"] },
    { assertion: "assert_b", examples: ["1", "2"] },
    { assertion: "", examples: ["3"] },
  ]);
});

void test("what is chosen runs with all that is below it, once, and what is left out does not", () => {
  const chosen = [
    ["r", "assert_a"],
    ["r", "assert_a", "1"],
    ["r", "", "3"],
  ] as const;
  assert.deepEqual(planned("r", suite, chosen, [["r", "assert_a", "2"]]), [
    { assertion: "assert_a", examples: ["1"] },
    { assertion: "", examples: ["3"] },
  ]);
  assert.deepEqual(
    planned(
      "r",
      suite,
      [["r"]],
      [
        ["r", "assert_a"],
        ["r", ""],
      ],
    ),
    [{ assertion: "assert_b", examples: ["1", "2"] }],
  );
});

void test("another prompt's items and examples that are gone choose nothing here", () => {
  assert.deepEqual(planned("r", suite, [["other"], ["r", "assert_a", "gone"]], []), []);
});

void test("what asks a judge is told apart, the set among it", () => {
  const groups = planned("r", suite, undefined, []);
  const named = (parts: typeof groups) => parts.map(({ assertion }) => assertion);
  const { plain, judged } = byJudge(groups, new Set(["assert_b", ""]));
  assert.deepEqual([named(plain), named(judged)], [["assert_a"], ["assert_b", ""]]);
  assert.deepEqual(byJudge(groups, new Set()), { plain: groups, judged: [] });
});

void test("a record tells its prompt and template once something is selected", () => {
  const record = { prompt: "p.py", template: "A_PROMPT", selection: { chosen: ["assert_a"] } };
  assert.deepEqual(selectedIn(`\uFEFF${JSON.stringify(record)}`), { prompt: "p.py", template: "A_PROMPT" });
  assert.deepEqual(selectedIn(JSON.stringify({ ...record, template: undefined })), {
    prompt: "p.py",
    template: "",
  });
});

void test("a record without a selection, or that cannot be read, has nothing to test", () => {
  const unreadable = ["", "<<<<<<< ours", "[1]", "null", '{"prompt": "p", "selection": {"chosen": []}}'];
  for (const text of [...unreadable, '{"prompt": "p"}', '{"selection": {"chosen": ["a"]}}']) {
    assert.equal(selectedIn(text), undefined, text);
  }
});

void test("the output says how each assertion and the set did", () => {
  const verdict = (outcome: string) => ({
    name: "",
    exampleId: "1",
    outcome,
    message: "",
    expected: "",
    actual: "",
    line: 0,
    assertionLine: null,
    seconds: 0,
  });
  assert.equal(
    summaryOf("assert_a", ["passed", "passed", "failed"].map(verdict)),
    "assert_a: 2 good responses passed, 1 flagged",
  );
  assert.equal(
    summaryOf("", ["passed", "skipped", "errored"].map(verdict)),
    "the set: 1 bad responses caught, 0 not caught, 1 with an error, 1 that could not be judged here",
  );
});

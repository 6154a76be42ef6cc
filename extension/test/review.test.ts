import assert from "node:assert/strict";
import { test } from "node:test";
import type * as vscode from "vscode";
import { Decision, Review } from "../src/generating/review";
import type { GenerateResult } from "../src/protocol";

const dismissed = (name: string): Decision => ({ kind: "dismiss", names: [name] });

function proposing(review: Review, ...names: string[]): void {
  review.take({ proposals: names.map((name) => ({ name })) } as unknown as GenerateResult);
}

void test("what is decided while the last decision is carried out has its turn, once", async () => {
  const review = new Review("file:///note.prompt.md", {} as unknown as vscode.Uri);
  proposing(review, "a", "b", "c");
  const first = review.next();
  assert.ok(review.decide(dismissed("a")));
  assert.deepEqual(await first, dismissed("a"));
  assert.ok(!review.decide(dismissed("a")));
  assert.ok(!review.decide(dismissed("b")));
  assert.ok(!review.decide({ kind: "accept", names: ["c"], edited: { c: "" }, goesOn: true }));
  proposing(review, "b", "c");
  assert.deepEqual(await review.next(), dismissed("b"));
  const third = review.next();
  assert.ok(review.decide({ kind: "discard" }));
  assert.deepEqual(await third, { kind: "discard" });
});

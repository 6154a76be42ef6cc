import assert from "node:assert/strict";
import { test } from "node:test";
import { CrashCounter } from "../src/server/crashes";

void test("a server that never answered is not started again", () => {
  assert.equal(new CrashCounter().shouldRestart(0), false);
});

void test("a server that is being stopped is not started again when it goes away", () => {
  const counter = new CrashCounter();
  counter.started();
  counter.stopping();
  assert.equal(counter.shouldRestart(0), false);
  assert.equal(counter.hasAnswered, false);
});

void test("a fifth crash within three minutes is the last", () => {
  const counter = new CrashCounter();
  counter.started();
  const answers = [0, 1, 2, 3, 4].map((second) => counter.shouldRestart(second * 1000));
  assert.deepEqual(answers, [true, true, true, true, false]);
});

void test("crashes more than three minutes old are forgotten", () => {
  const counter = new CrashCounter();
  counter.started();
  const answers = [0, 1, 2, 3, 4].map((minute) => counter.shouldRestart(minute * 60_000));
  assert.deepEqual(answers, [true, true, true, true, true]);
});

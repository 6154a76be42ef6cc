// What the threshold box shows while a person types, without asking the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { thresholdText } from "../src/selection/thresholdText";
import { TradeOff } from "../src/selection/tradeOff";

const rate = (total: number): { count: number; total: number; value: number; low: number; high: number } => ({
  count: 0,
  total,
  value: 0,
  low: 0,
  high: 1,
});

const tradeOff = new TradeOff({
  coverage: rate(10),
  ffr: rate(20),
  frontier: [
    { size: 0, caught: 0, flagged: 0, avoided: 0 },
    { size: 2, caught: 6, flagged: 0, avoided: 0 },
    { size: 1, caught: 6, flagged: 4, avoided: 0 },
    { size: 3, caught: 8, flagged: 5, avoided: 0 },
    { size: 1, caught: 9, flagged: 5, avoided: 1 },
  ],
});

void test("the smallest set within both thresholds is found", () => {
  assert.equal(tradeOff.at(0.6, 0.2), "1 assertion: 6 of 10 bad caught, 4 of 20 good flagged");
  assert.equal(tradeOff.at(0.6, 0.19), "2 assertions: 6 of 10 bad caught, 0 of 20 good flagged");
});

void test("a set without what is to be avoided comes before a smaller one", () => {
  assert.match(tradeOff.at(0.7, 0.5), /^3 assertions: /);
  assert.match(tradeOff.at(0.9, 0.5), /^1 assertion, 1 with a judge: /);
});

void test("what is infeasible comes with the nearest thresholds that are not", () => {
  assert.equal(tradeOff.at(0.7, 0.1), "infeasible; the nearest: alpha 0.6 or tau 0.25");
  assert.equal(tradeOff.at(1, 0.3), "infeasible; the nearest: alpha 0.9");
});

void test("shares that floating point cannot hold are taken as they are written", () => {
  const hundred = new TradeOff({
    coverage: rate(100),
    ffr: rate(100),
    frontier: [{ size: 1, caught: 29, flagged: 29, avoided: 0 }],
  });
  assert.match(hundred.at(0.29, 0.29), /^1 assertion: /);
});

void test("the nearest thresholds have as few digits as they can, as the server writes them", () => {
  const eleven = new TradeOff({
    coverage: rate(11),
    ffr: rate(41),
    frontier: [
      { size: 1, caught: 7, flagged: 3, avoided: 0 },
      { size: 2, caught: 8, flagged: 20, avoided: 0 },
    ],
  });
  assert.equal(eleven.at(0.7, 0.1), "infeasible; the nearest: alpha 0.6 or tau 0.5");
});

void test("what is selected without a choice is named with its values and what they mean", () => {
  const current = { method: "coverage", alpha: 0.6, tau: 0.07 };
  assert.equal(
    thresholdText(current),
    "At least 60 % of the bad (alpha), at most 7 % of the good (tau), by coverage",
  );
  assert.equal(
    thresholdText({ ...current, method: "baseline" }),
    "At most 7 % of the good (tau) by each assertion, by baseline",
  );
  assert.equal(
    thresholdText({ ...current, method: "no-examples" }),
    "Whatever the labels say, by no-examples",
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { AtMostOneQueued } from "../src/server/queue";

/** A job whose runs end when they are told to. */
class Job {
  readonly ends: (() => void)[] = [];
  readonly queue = new AtMostOneQueued(
    () =>
      new Promise((resolve) => {
        this.ends.push(resolve);
      }),
  );
}

void test("ten calls while one runs make one more run", async () => {
  const job = new Job();
  const first = job.queue.run();
  const others = Array.from({ length: 10 }, () => job.queue.run());
  job.ends[0]?.();
  await first;
  await Promise.resolve();
  job.ends[1]?.();
  await Promise.all(others);
  assert.equal(job.ends.length, 2);
});

void test("a call after the end runs at once", async () => {
  const job = new Job();
  for (const index of [0, 1]) {
    const run = job.queue.run();
    job.ends[index]?.();
    await run;
  }
  assert.equal(job.ends.length, 2);
});

void test("what waits is waited for too", async () => {
  const job = new Job();
  void job.queue.run();
  void job.queue.run();
  let settled = false;
  const settling = job.queue.settled().then(() => {
    settled = true;
  });
  job.ends[0]?.();
  await new Promise(setImmediate);
  assert.equal(settled, false);
  job.ends[1]?.();
  await settling;
});

void test("a failed run does not keep the next from running", async () => {
  let runs = 0;
  const queue = new AtMostOneQueued(() => {
    runs += 1;
    return runs === 1 ? Promise.reject(new Error("no")) : Promise.resolve();
  });
  const first = queue.run();
  const second = queue.run();
  await assert.rejects(first, /no/);
  await second;
  assert.equal(runs, 2);
});

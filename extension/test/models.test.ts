// Models in the editor, as far as it needs no editor: what is lent, where keys go, what is said of costs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Keys, Secrets, withoutKeys } from "../src/models/keys";
import { LendableModel, Lender, refusalOf } from "../src/models/lender";
import { LendError, ModelCost } from "../src/models/protocol";
import { addressFault, pricesIn, providerOf, PROVIDERS } from "../src/models/providers";
import {
  costText,
  estimateDetail,
  estimateText,
  inAll,
  respondedText,
  respondDetail,
  shareOf,
} from "../src/models/wording";

const ASKED = { model: "acme/thinker", messages: [{ speaker: "user", text: "Is it kind?" }], mostTokens: 10 };
const GOING = { isCancellationRequested: false };

class Memory implements Secrets {
  readonly kept = new Map<string, string>();
  get(name: string) {
    return Promise.resolve(this.kept.get(name));
  }
  store(name: string, value: string) {
    this.kept.set(name, value);
    return Promise.resolve();
  }
  delete(name: string) {
    this.kept.delete(name);
    return Promise.resolve();
  }
}

function thinker(pieces: readonly string[]): LendableModel {
  async function* said() {
    for (const piece of pieces) {
      yield await Promise.resolve(piece);
    }
  }
  return { send: () => Promise.resolve(said()), count: (text) => Promise.resolve(text.length) };
}

function lenderOf(model: LendableModel | undefined): Lender {
  return new Lender(() => Promise.resolve(model));
}

void test("a reply is lent within a run that the person confirmed, and not before or after it", async () => {
  const lender = lenderOf(thinker(["y", "es"]));
  const isRefused = (error: unknown) => (error as { code?: number }).code === LendError.NOT_ALLOWED;
  await assert.rejects(lender.reply(ASKED, GOING), isRefused);
  const lent = await lender.during(() => lender.reply(ASKED, GOING));
  assert.deepEqual(lent, { text: "yes", truncated: false, inputTokens: 11, outputTokens: 3 });
  await assert.rejects(lender.reply(ASKED, GOING), isRefused);
});

void test("a reply without an end is cut off", async () => {
  const lender = lenderOf(thinker(Array.from({ length: 100 }, () => "x".repeat(100))));
  const { text, truncated } = await lender.during(() => lender.reply(ASKED, GOING));
  assert.ok(truncated);
  assert.ok(text.length < 500);
});

void test("a reply that is called off is not waited for", async () => {
  const token = { isCancellationRequested: false };
  const model: LendableModel = {
    send: () => {
      token.isCancellationRequested = true;
      return thinker(["one", "two"]).send([], token);
    },
    count: () => Promise.resolve(1),
  };
  const lender = lenderOf(model);
  await assert.rejects(
    lender.during(() => lender.reply(ASKED, token)),
    /called off/,
  );
});

void test("where tokens cannot be counted the reply is lent all the same", async () => {
  const model: LendableModel = { ...thinker(["yes"]), count: () => Promise.reject(new Error("no")) };
  const lender = lenderOf(model);
  const { text, inputTokens, outputTokens } = await lender.during(() => lender.reply(ASKED, GOING));
  assert.deepEqual([text, inputTokens, outputTokens], ["yes", null, null]);
});

void test("each refusal of the editor keeps its kind", async () => {
  const coded = (code: string, cause?: Error) => Object.assign(new Error("said"), { code, cause });
  assert.equal(refusalOf(coded("NoPermissions")).code, LendError.NOT_ALLOWED);
  assert.equal(refusalOf(coded("Blocked")).code, LendError.BLOCKED);
  assert.equal(refusalOf(coded("NotFound")).code, LendError.NOT_FOUND);
  assert.equal(refusalOf(coded("Unknown", new Error("off_topic"))).code, LendError.OFF_TOPIC);
  assert.equal(refusalOf(coded("Unknown", new Error("it broke"))).message, "said: it broke");
  const gone = lenderOf(undefined);
  await assert.rejects(
    gone.during(() => gone.reply(ASKED, GOING)),
    (error: unknown) => (error as { code?: number }).code === LendError.NOT_FOUND,
  );
});

void test("a key belongs to the address that it was typed for", async () => {
  const memory = new Memory();
  const keys = new Keys(memory);
  await keys.keep("https://one.example/v1/", "first-key");
  assert.equal(await keys.of("https://one.example/v1"), "first-key");
  assert.equal(await keys.of("https://two.example/v1"), "");
  assert.equal(await keys.of("https://one.example/v2"), "");
  await keys.keep("", "openai-key");
  assert.equal(await keys.of("https://api.openai.com/v1"), "openai-key");
  await keys.forget("https://one.example/v1");
  assert.equal(await keys.of("https://one.example/v1"), "");
});

void test("the traffic that is logged shows no key", async () => {
  const keys = new Keys(new Memory());
  await keys.keep("", 'se"cret-key');
  const written: string[] = [];
  const log = {
    trace: (message: string) => written.push(message),
    info: (message: string) => written.push(message),
  };
  const quiet = withoutKeys(log, keys);
  quiet.trace(`Result: ${JSON.stringify({ key: 'se"cret-key' })} and se"cret-key`);
  quiet.info("started");
  assert.deepEqual(written, ['Result: {"key":"<the key>"} and <the key>', "started"]);
});

void test("an address is checked before a key is sent to it", () => {
  assert.equal(addressFault("https://gateway.example/v1"), undefined);
  assert.equal(addressFault("http://localhost:11434/v1"), undefined);
  assert.equal(addressFault("http://127.0.0.1:1234/v1"), undefined);
  assert.equal(
    addressFault("https://gateway.example/openai/deployments/m?api-version=2024-10-21"),
    undefined,
  );
  assert.equal(addressFault("http://gateway.example/v1")?.isWarning, true);
  for (const wrong of [
    "gateway",
    "ftp://x/v1",
    "https://me:key@x/v1",
    "https://x/v1?key=1",
    "https://NAME.openai.azure.com/v1",
  ]) {
    assert.equal(addressFault(wrong)?.isWarning, false, wrong);
  }
  assert.ok(PROVIDERS.every(({ id }) => providerOf(id).id === id));
  assert.equal(providerOf("of another version").id, "project");
});

void test("a proposal says how many of its assertions are the model's", () => {
  const run = { costs: [], proposed: ["a", "b", "gone"], failure: "", notes: [] };
  assert.equal(shareOf(run, ["a", "b", "c"]), ", 2 of them by the model");
  assert.equal(shareOf(run, ["a", "b"]), ", all of them by the model");
  assert.equal(shareOf(run, ["c"]), ", none of them by the model");
});

void test("prices are two numbers or nothing", () => {
  assert.deepEqual(pricesIn("0.25, 2.00"), [0.25, 2]);
  assert.deepEqual(pricesIn("0 / 0"), [0, 0]);
  assert.equal(pricesIn("  "), undefined);
  for (const text of ["1", "1, 2, 3", "1, two", "-1, 2", "1,"]) {
    assert.equal(pricesIn(text), "wrong", text);
  }
});

void test("what a run may cost, and did, is said in one line", () => {
  const estimate = {
    model: "small",
    lent: false,
    questions: 6,
    calls: 6,
    mostCalls: 36,
    tokens: 4310,
    money: 0.00678,
  };
  assert.equal(estimateText(estimate), "about 6 calls, 4,310 tokens, 0.0068 in money");
  assert.match(estimateText({ ...estimate, money: null, lent: true }), /lent by the editor$/);
  assert.match(estimateDetail({ ...estimate, money: null }), /price not set\. Its price is set with/);
  const cost: ModelCost = {
    model: "small",
    lent: false,
    calls: 1,
    failed: 1,
    cached: 3,
    inputTokens: 1000,
    outputTokens: 234,
    money: 0.5,
  };
  const run = { costs: [cost], proposed: [], failure: "", notes: [] };
  assert.equal(costText(run), "small: 1 call (1 failed), 3 from the cache, 1,234 tokens, 0.5000 in money");
});

void test("what several runs may cost is one sum, without those that ask nothing", () => {
  const one = { model: "small", lent: false, questions: 4, calls: 3, mostCalls: 6, tokens: 900, money: 0.5 };
  const none = { ...one, model: "", calls: 0, money: null };
  const known = { ...one, model: "other", calls: 0, mostCalls: 0, tokens: 0, money: 0 };
  assert.deepEqual(inAll([none, known]), {
    model: "",
    lent: false,
    questions: 0,
    calls: 0,
    mostCalls: 0,
    tokens: 0,
    money: 0,
  });
  const both = inAll([one, none, { ...one, model: "large" }, one]);
  assert.deepEqual([both.model, both.calls, both.mostCalls, both.money], ["small and large", 9, 18, 1.5]);
  assert.equal(inAll([one, { ...one, money: null }]).money, null);
});

void test("what making responses may cost and what came of it is said with what is missing", () => {
  const estimate = {
    model: "small",
    lent: false,
    inputs: 20,
    calls: 21,
    tokens: 9000,
    money: 0.1,
    message: "",
  };
  assert.match(respondDetail(estimate), /run on 20 inputs: about 21 calls, 9,000 tokens, 0.1000 in money\./);
  assert.match(respondDetail({ ...estimate, money: null }), /price not set. Its price is set with/);
  const done = { examplesUri: "", added: 1, missing: 0, notes: [], problems: [] };
  assert.equal(respondedText(done, "n.jsonl"), "1 response to label in n.jsonl");
  assert.equal(
    respondedText({ ...done, missing: 2, notes: ["n.jsonl:3: a field is missing"] }, "n.jsonl"),
    "1 response to label in n.jsonl; 2 inputs got none; the same command asks for them; n.jsonl:3: a field is missing",
  );
});

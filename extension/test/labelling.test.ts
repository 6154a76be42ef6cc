// Labelling as a person meets it: which key acts on which response, and what is said when there is none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, Helpers } from "../src/labelling/conversation";
import { dividerIn, responsesIn, ToView } from "../src/labelling/messages";
import { ErrorCode, EvaluateResult, ExampleInfo, LabelResult } from "../src/protocol";

type Asked = Parameters<Helpers["label"]>[0];

function resultOf(id: string | undefined, more: Partial<LabelResult> = {}): LabelResult {
  const example: ExampleInfo = {
    id: id ?? "",
    line: 4,
    fields: {},
    prompt: "",
    response: "Hi.",
    label: null,
  };
  return {
    examplesUri: "",
    example: id === undefined ? null : example,
    good: 1,
    bad: 0,
    unlabelled: 2,
    canUndo: false,
    problems: [],
    ...more,
  };
}

const NO_RUN: EvaluateResult = {
  assertionsUri: "",
  examplesUri: "",
  good: 0,
  bad: 0,
  unlabelled: 0,
  assertions: [],
  problems: [],
};

/** A conversation about responses "a", "b", ... that remembers what was written and said. */
function begun(more: Partial<Helpers> = {}, first = resultOf("a")) {
  const asked: Asked[] = [];
  const said: ToView[] = [];
  const next = ["b", "c", "d", undefined];
  const helpers: Helpers = {
    label: (params) => {
      asked.push(params);
      return Promise.resolve(resultOf(next.shift()));
    },
    verdicts: () => Promise.resolve(NO_RUN),
    judge: () => Promise.resolve(undefined),
    add: () => Promise.resolve(),
    go: () => Promise.resolve(),
    say: (message) => said.push(message),
    ...more,
  };
  const conversation = new Conversation(helpers, first);
  return { conversation, asked, said, ready: conversation.hear({ kind: "ready" }) };
}

void test("a label waits for nothing but labels: not for assertions that never end, not for a judge", async () => {
  const never = () => new Promise<undefined>(() => undefined);
  const { conversation, asked, ready } = begun({ verdicts: never, judge: never });
  await ready;
  void conversation.hear({ kind: "verdicts", of: "a" });
  void conversation.hear({ kind: "judge", of: "a" });
  await conversation.hear({ kind: "label", label: "bad", of: "a" });
  assert.deepEqual(asked, [{ action: "set", exampleId: "a", label: "bad", response: "Hi." }]);
});

void test("a key acts on the response that was shown when it was pressed, or is dropped", async () => {
  const { conversation, asked, ready } = begun();
  await ready;
  const keys = [1, 2, 3].map(() => conversation.hear({ kind: "label", label: "bad", of: "a" }));
  await Promise.all([...keys, conversation.hear({ kind: "skip", of: "a" })]);
  assert.equal(asked.length, 1);
  await conversation.hear({ kind: "skip", of: "b" });
  assert.deepEqual(asked.at(-1), { action: "next", exampleId: "b" });
});

void test("verdicts that come after the next response are not shown, and their run is ended", async () => {
  let answer: (result: EvaluateResult) => void = () => undefined;
  let isStopped = false;
  const { conversation, said, ready } = begun({
    verdicts: (_card, stop) => {
      stop.addEventListener("abort", () => (isStopped = true));
      return new Promise((resolve) => (answer = resolve));
    },
  });
  await ready;
  const looked = conversation.hear({ kind: "verdicts", of: "a" });
  await conversation.hear({ kind: "label", label: "good", of: "a" });
  answer(NO_RUN);
  await looked;
  assert.ok(isStopped);
  assert.deepEqual(
    said.map(({ kind }) => kind),
    ["card", "working", "card"],
  );
});

void test("what the assertions cannot say is told in the view, with the way to generate some", async () => {
  const refusal = Object.assign(new Error("there are no assertions"), { code: ErrorCode.NO_ASSERTIONS });
  const { conversation, said, ready } = begun({ verdicts: () => Promise.reject(refusal) });
  await ready;
  await conversation.hear({ kind: "verdicts", of: "a" });
  assert.deepEqual(said.at(-1), { kind: "trouble", message: refusal.message, ways: ["generate"] });
});

void test("without any response the view says so, and where some come from", async () => {
  const empty = resultOf(undefined, { good: 0, bad: 0, unlabelled: 0 });
  const { conversation, asked, said, ready } = begun({}, empty);
  await ready;
  const [done] = said;
  assert.ok(done?.kind === "done");
  assert.match(done.note, /no responses to this prompt yet/);
  assert.deepEqual(done.ways, ["import", "respond"]);
  await conversation.hear({ kind: "label", label: "bad", of: "a" });
  assert.deepEqual(asked, []);
  // What was imported meanwhile is shown.
  await conversation.hear({ kind: "go", way: "import" });
  assert.deepEqual(asked, [{ action: "next", exampleId: "" }]);
  assert.equal(said.at(-1)?.kind, "card");
});

void test("where everything is labelled the next step is to select, and undo is still there", async () => {
  const { said, ready } = begun({}, resultOf(undefined, { bad: 1, unlabelled: 0, canUndo: true }));
  await ready;
  const [done] = said;
  assert.ok(done?.kind === "done");
  assert.deepEqual([done.ways[0], done.canUndo], ["select", true]);
});

void test("where the labels are all good it says that a set needs a bad one, and offers to paste it", async () => {
  const { said, ready } = begun({}, resultOf(undefined, { good: 2, bad: 0, unlabelled: 0 }));
  await ready;
  const [done] = said;
  assert.ok(done?.kind === "done");
  assert.match(done.note, /needs a bad one/);
  assert.equal(done.ways[0], "paste");
  assert.ok(!done.ways.includes("select"));
});

void test("responses that are pasted are added, and the next one to label is shown; what fails stays in the box", async () => {
  const empty = resultOf(undefined, { good: 0, bad: 0, unlabelled: 0 });
  const added: string[][] = [];
  const { conversation, said, ready } = begun(
    {
      add: (responses) => {
        added.push([...responses]);
        return added.length > 1 ? Promise.reject(new Error("there already")) : Promise.resolve();
      },
    },
    empty,
  );
  await ready;
  assert.ok(said[0]?.kind === "done" && said[0].isEmpty);
  await conversation.hear({ kind: "add", responses: ["Hi.", "Ho."] });
  await conversation.hear({ kind: "add", responses: ["Hi."] });
  assert.deepEqual(added, [["Hi.", "Ho."], ["Hi."]]);
  assert.deepEqual(
    said.slice(1).map(({ kind }) => kind),
    ["added", "card", "trouble"],
  );
});

void test("a view that is not there yet opens its box for responses once it is", async () => {
  const { conversation, said } = begun();
  conversation.paste();
  said.length = 0;
  await conversation.hear({ kind: "ready" });
  assert.deepEqual(
    said.map(({ kind }) => kind),
    ["card", "paste"],
  );
});

void test("a text is one response, or several between lines of dashes or blank lines, whatever its line ends", () => {
  assert.deepEqual(responsesIn("  a\n\nb\n", "dashes"), ["  a\n\nb"]);
  assert.deepEqual(responsesIn("a\r\n---\r\n\r\nb - c --- d\r\n ----\n\n", "dashes"), ["a", "b - c --- d"]);
  assert.deepEqual(responsesIn("a\n---\nb", undefined), ["a\n---\nb"]);
  assert.deepEqual(responsesIn(" \n---\n", "dashes"), []);
  assert.deepEqual(responsesIn("\na\r\nb\r\n \r\n\r\nc\n\n", "blanks"), ["a\r\nb", "c"]);
  assert.deepEqual(["a --- b\n\n", "a\n---\n\nb", "a\n\nb"].map(dividerIn), [undefined, "dashes", "blanks"]);
});

void test("a response that is shown is looked at again: it stays as it is, changes, or makes room for the next", async () => {
  const answers = [resultOf("a"), resultOf("a", { good: 2 }), resultOf("b")];
  const asked: Asked[] = [];
  const { conversation, said } = begun({
    label: (params) => {
      asked.push(params);
      return Promise.resolve(answers.shift() ?? resultOf("c"));
    },
  });
  await conversation.hear({ kind: "ready" });
  const shown: unknown[] = [];
  for (let looks = 0; looks < 3; looks++) {
    said.length = 0;
    await conversation.lookAgain();
    shown.push(said.map((message) => message.kind === "card" && message.card.id));
  }
  assert.deepEqual(shown, [[], ["a"], ["b"]]);
  assert.deepEqual(asked[0], { action: "look", exampleId: "a" });
});

void test("an order that is not that of the file is explained", async () => {
  const { said, ready } = begun({}, resultOf("a", { bestFirst: true }));
  await ready;
  const [first] = said;
  assert.ok(first?.kind === "card");
  assert.match(first.card.position, /^line 5: .*its label tells most/);
});

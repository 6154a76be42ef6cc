// What could not be read is told in one message.
import assert from "node:assert/strict";
import { test } from "node:test";
import { unreadText } from "../src/requests/unread";

void test("lines that cannot be read are told in one message, with the place of the first", () => {
  assert.equal(unreadText([]), undefined);
  const one = "/tmp/a b/note.examples.jsonl:3: not JSON: Expecting value";
  assert.deepEqual(unreadText([one]), {
    text: "note.examples.jsonl:3: not JSON: Expecting value",
    path: "/tmp/a b/note.examples.jsonl",
    line: 2,
  });
  const said = unreadText([one, ...Array<string>(27).fill("/tmp/a b/note.examples.jsonl:9: not JSON")]);
  assert.match(said?.text ?? "", /^28 lines cannot be read; the first, note\.examples\.jsonl:3: not JSON/);
});

void test("a path on Windows keeps its drive, and what has no place is told as it is", () => {
  assert.deepEqual(unreadText(["C:\\work\\note.assertions.py:12: bad syntax"]), {
    text: "note.assertions.py:12: bad syntax",
    path: "C:\\work\\note.assertions.py",
    line: 11,
  });
  assert.equal(unreadText(["nothing can be read"])?.text, "nothing can be read");
  assert.equal(unreadText(["nothing can be read"])?.path, undefined);
});

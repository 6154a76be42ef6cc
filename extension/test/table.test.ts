// The pages of the table: what is asked for, what is forgotten, and what a label changes at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGE, Pages } from "../src/table/pages";
import type { TableRow } from "../src/table/protocol";

function rows(start: number, count = PAGE): TableRow[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `r${start + at}`,
    line: start + at,
    label: null,
    input: "",
    response: "",
    mark: "",
    verdicts: [],
    fields: {},
    prompt: "",
    messages: [],
  }));
}

void test("a page is asked for once, and again when it was forgotten", () => {
  const pages = new Pages();
  assert.deepEqual(pages.lacking(90, 130), [0, 1]);
  assert.deepEqual(pages.lacking(90, 130), []);
  pages.put(0, rows(0));
  assert.equal(pages.row(42)?.id, "r42");
  assert.equal(pages.row(142), undefined);
  for (let page = 1; page <= 30; page++) {
    pages.put(page * PAGE, rows(page * PAGE));
  }
  assert.equal(pages.row(0), undefined);
  assert.deepEqual(pages.lacking(0, 1), [0]);
});

void test("what was looked at last is forgotten last", () => {
  const pages = new Pages();
  for (let page = 0; page < 30; page++) {
    pages.put(page * PAGE, rows(page * PAGE));
  }
  assert.deepEqual(pages.lacking(0, 1), []);
  pages.put(30 * PAGE, rows(30 * PAGE));
  assert.equal(pages.row(0)?.id, "r0");
  assert.equal(pages.row(PAGE), undefined);
});

void test("a label shows at once, on its row alone", () => {
  const pages = new Pages();
  pages.put(PAGE, rows(PAGE));
  pages.change(PAGE + 1, { label: "good" });
  assert.deepEqual([pages.row(PAGE)?.label, pages.row(PAGE + 1)?.label], [null, "good"]);
});

void test("rows that are asked for again stay until they come; other rows do not", () => {
  const pages = new Pages();
  pages.put(0, rows(0));
  pages.put(PAGE, rows(PAGE));
  pages.expire(false);
  assert.deepEqual(pages.renew(10, 20), [0]);
  assert.equal(pages.row(0)?.id, "r0");
  assert.deepEqual(pages.lacking(0, PAGE + 1), [1]);
  pages.expire(true);
  assert.equal(pages.row(0), undefined);
  assert.deepEqual(pages.lacking(0, 1), [0]);
});

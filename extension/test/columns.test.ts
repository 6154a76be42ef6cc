// Where the history and the report are shown: readable, and not over the walkthrough.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Column, placeForPage, placeForText, Shown } from "../src/editor/columns";

/** Columns from the left; the one with a star is active. */
function columns(...fronts: (Shown | `${Shown}*`)[]): Column<number>[] {
  return fronts.map((front, at) => ({
    number: at + 1,
    isActive: front.endsWith("*"),
    shows: front.replace("*", "") as Shown,
  }));
}

void test("a text is shown where one works", () => {
  assert.equal(placeForText(columns("text*")), 1);
  assert.equal(placeForText(columns("text", "page*")), 2);
  assert.equal(placeForText([]), undefined);
});

void test("a text covers no walkthrough while there is another column with a text", () => {
  assert.equal(placeForText(columns("text", "own*")), 1);
  assert.equal(placeForText(columns("own*")), 1);
});

void test("a page goes beside the text, and makes no third column", () => {
  assert.equal(placeForPage(columns("text*")), undefined);
  assert.equal(placeForPage(columns("text*", "page")), 2);
  assert.equal(placeForPage(columns("page", "text*")), 1);
  assert.equal(placeForPage(columns("text*", "text", "page")), 3);
});

void test("a page that is asked for from the walkthrough takes the column of the text", () => {
  assert.equal(placeForPage(columns("text", "own*")), 1);
  assert.equal(placeForPage(columns("text*", "own")), 1);
});

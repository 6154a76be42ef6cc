// What the editor shows of untrusted text outside of documents: no link, no hidden character.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { sanitize } from "../src/editor/sanitize";

/** What the editor takes for a link in a message, whatever stands around it. */
const LINK = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/i;

void test("no link is left of what a file says, however it is written", () => {
  const links = [
    "id [Repair](command:workbench.action.quit) is taken",
    "[[a]](command:b) [c](https://d/?e) [f](FILE:///g)",
    "[[[](command:a)](command:b)](command:c)",
    "[two\nlines](command:b)",
  ];
  for (const text of links) {
    assert.match(text, LINK, text);
    assert.doesNotMatch(sanitize(text), LINK, text);
    assert.equal(sanitize(text).replaceAll("\u2060", ""), text);
  }
});

void test("controls, lone surrogates and turns of the writing direction are seen", () => {
  assert.equal(sanitize("a\u202eb\u001b[31mc\0d\ud800e\u0085"), "aU+202EbU+001B[31mcU+0000dU+D800eU+0085");
});

void test("a text without any of these stays as it is", () => {
  const text = "SPADE: 3 of [a], (b) and 日本語 😀 — שלום;\n\tcatches 2";
  assert.equal(sanitize(text), text);
});

void test("every message goes through the one module that makes it harmless", () => {
  const folder = "extension/src";
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const showing = names.filter((name) =>
    /show(Information|Warning|Error)Message/.test(readFileSync(path.join(folder, name), "utf8")),
  );
  assert.deepEqual(showing, [path.join("editor", "notifications.ts")]);
});

void test("what notifications.ts is given is made harmless in each of its calls", () => {
  const text = readFileSync("extension/src/editor/notifications.ts", "utf8");
  const calls = text.match(/Message\([^)]*\)?/g) ?? [];
  assert.equal(calls.length, 5);
  for (const call of calls) {
    assert.match(call, /^Message\(sanitize\(\w+\)/);
  }
});

void test("data in the title of a progress or in the prompt of an input box is made harmless", () => {
  const places = ["editor/progress.ts", "models/asking.ts"];
  const said = places.flatMap((name) => {
    const text = readFileSync(path.join("extension/src", name), "utf8");
    return (
      text.match(/(?:prompt|title|message): (?:sanitize\(\s*)?(?:t?`(?!\$\{TITLE)[^`]*\$\{|value\.)/g) ?? []
    );
  });
  assert.equal(said.length, 3);
  for (const each of said) {
    assert.match(each, /: sanitize\(/);
  }
});

// The two declarations of our own messages, held to the same fields.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const SHARED = ["uri", "template", "workDoneToken"];

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const THEIRS = ["messages", "models", "testing", "transfer", "verdicts"].map(
  (module) => `server/spade_server/protocol/${module}.py`,
);
const OURS = ["extension/src/protocol.ts", "extension/src/models/protocol.ts"];

function textOf(files: readonly string[]): string {
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}

/** Returns the fields of every attrs class of the server's modules. */
function pythonFields(): Record<string, string[]> {
  const source = textOf(THEIRS);
  const fields: Record<string, string[]> = {};
  for (const [, name, body] of source.matchAll(/@attrs\.frozen\nclass (\w+):\n((?: {4}.*\n|\n)*)/g)) {
    const names = [...(body ?? "").matchAll(/^ {4}([a-z_]+): /gm)].map((match) => camel(match[1] ?? ""));
    fields[name ?? ""] = names.sort();
  }
  return fields;
}

/** Returns the fields of every exported interface of ours. */
function ourFields(): Record<string, string[]> {
  const source = textOf(OURS);
  const fields: Record<string, string[]> = {};
  for (const [, name] of source.matchAll(/type (\w+) = Params;/g)) {
    fields[name ?? ""] = [...SHARED].sort();
  }
  for (const [, name, inherited, body] of source.matchAll(
    /interface (\w+)( extends Params)? \{\n((?: {2}.*\n)*)\}/g,
  )) {
    const own = [...(body ?? "").matchAll(/^ {2}readonly (\w+)\??: /gm)].map((match) => match[1] ?? "");
    fields[name ?? ""] = [...own, ...(inherited === undefined ? [] : SHARED)].sort();
  }
  return fields;
}

void test("every message of the server has the same fields here", () => {
  const theirs = pythonFields();
  const ours = ourFields();
  assert.ok(Object.keys(theirs).length > 15);
  for (const [name, fields] of Object.entries(theirs)) {
    assert.deepEqual(ours[name], fields, name);
  }
});

void test("every error code of the server has the same number here", () => {
  const numbers = (files: readonly string[]) =>
    [...textOf(files).matchAll(/^\s+([A-Z_]+) = (-320\d+),?$/gm)].map((match) => match.slice(1).join(" "));
  const theirs = numbers(THEIRS);
  assert.ok(theirs.length > 5);
  assert.deepEqual(numbers(OURS), theirs);
});

void test("every request of the server has a name here", () => {
  const names = (files: readonly string[]) => [...new Set(textOf(files).match(/"spade\/\w+"/g))].sort();
  assert.deepEqual(names(OURS), names(THEIRS));
});

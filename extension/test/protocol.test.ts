// The two declarations of our own messages, held to the same fields.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const THEIRS = ["history", "messages", "models", "table", "testing", "transfer", "verdicts"].map(
  (module) => `server/spade_server/protocol/${module}.py`,
);
const OURS = [
  "extension/src/protocol.ts",
  "extension/src/models/protocol.ts",
  "extension/src/table/protocol.ts",
];

function textOf(files: readonly string[]): string {
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}

/** A message as it is written: the one that it extends, and the fields of its own. */
interface Written {
  readonly base: string | undefined;
  readonly own: readonly string[];
}

/** Returns the fields of each message, those that it inherits among them. */
function withInherited(messages: ReadonlyMap<string, Written>): Record<string, string[]> {
  const all = (name: string): readonly string[] => {
    const message = messages.get(name);
    return message === undefined
      ? []
      : [...message.own, ...(message.base === undefined ? [] : all(message.base))];
  };
  return Object.fromEntries([...messages.keys()].map((name) => [name, [...new Set(all(name))].sort()]));
}

/** Returns the fields of every attrs class of the server's modules. */
function pythonFields(): Record<string, string[]> {
  const messages = new Map<string, Written>();
  const classes = /@attrs\.frozen\nclass (\w+)(?:\((\w+)\))?:\n((?: {4}.*\n|\n)*)/g;
  for (const [, name, base, body] of textOf(THEIRS).matchAll(classes)) {
    const own = [...(body ?? "").matchAll(/^ {4}([a-z_]+): /gm)].map((match) => camel(match[1] ?? ""));
    messages.set(name ?? "", { base, own });
  }
  return withInherited(messages);
}

/** Returns the fields of every exported interface of ours. */
function ourFields(): Record<string, string[]> {
  const messages = new Map<string, Written>();
  const source = textOf(OURS);
  for (const [, name, base] of source.matchAll(/type (\w+) = (\w+);/g)) {
    messages.set(name ?? "", { base, own: [] });
  }
  const interfaces = /interface (\w+)(?: extends (\w+))? \{\n((?: {2}.*\n)*)\}/g;
  for (const [, name, base, body] of source.matchAll(interfaces)) {
    const own = [...(body ?? "").matchAll(/^ {2}readonly (\w+)\??: /gm)].map((match) => match[1] ?? "");
    messages.set(name ?? "", { base, own });
  }
  return withInherited(messages);
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
  assert.deepEqual(names(OURS), names(["server/spade_server/requests/__init__.py", ...THEIRS]));
});

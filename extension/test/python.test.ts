import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { Cancelled, run } from "../src/server/processes";
import { ask, isUsable } from "../src/server/python";

const folder = mkdtempSync(path.join(tmpdir(), "spade python é-"));

function script(name: string, body: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

function asked(command: string) {
  return ask({ command, args: [], source: "setting" }, folder);
}

void test("a working Python says its version and full path", async () => {
  const answer = await asked("python3");
  assert.ok(isUsable(answer), JSON.stringify(answer));
  assert.ok(path.isAbsolute(answer.command));
  assert.match(answer.version, /^3\.\d+$/);
});

void test("an old Python is turned down by its version", async () => {
  assert.deepEqual(await asked(script("old", `echo '["/usr/bin/python3.8", [3, 8], null]'`)), {
    command: path.join(folder, "old"),
    fact: "is Python 3.8, and 3.11 or later is needed",
  });
});

void test("a Python that prints warnings around its answer is understood", async () => {
  const answer = await asked(
    script("loud", `echo hello; echo '["/p", [3, 13], "0.1.0"]'; echo '[1, 2]'; echo bye >&2`),
  );
  assert.deepEqual(answer, { command: "/p", version: "3.13", spade: "0.1.0", source: "setting" });
});

void test("what is no Python is named with what it did", async () => {
  assert.deepEqual(await asked("/nowhere/python"), { command: "/nowhere/python", fact: "is not there" });
  assert.deepEqual(await asked(script("false", "exit 3")), {
    command: path.join(folder, "false"),
    fact: "is not a working Python: it ended with code 3",
  });
});

void test("a cancelled run ends its grandchildren too", async () => {
  const cancel = new AbortController();
  const marker = path.join(folder, "alive");
  const child = script("parent", `(sleep 60; echo x > '${marker}') & echo ready; wait`);
  const running = run(child, [], {
    cwd: folder,
    signal: cancel.signal,
    onLine: () => {
      cancel.abort();
    },
  });
  // The pipes close only when the last process that holds them is gone.
  await assert.rejects(running, Cancelled);
});

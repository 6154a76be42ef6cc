import assert from "node:assert/strict";
import { test } from "node:test";
import { explain, Problem, problemFrom, remedies } from "../src/server/pythonProblems";

const python = { command: "/usr/bin/python3", version: "3.11" };

function kindFrom(output: string): string {
  return problemFrom(output, python, "/storage").kind;
}

void test("pip without a network is told from pip without a build", () => {
  const refused =
    "WARNING: Retrying after connection broken by 'NewConnectionError': Failed to establish a new connection\n" +
    "ERROR: Could not find a version that satisfies the requirement pygls\n" +
    "ERROR: No matching distribution found for pygls<3,>=2.1\n";
  assert.equal(kindFrom(refused), "no-network");
  assert.deepEqual(
    problemFrom("ERROR: No matching distribution found for highspy==1.13\n", python, "/storage"),
    {
      kind: "no-build",
      requirement: "highspy==1.13",
      version: "3.11",
    },
  );
});

void test("Debian's Python without venv is told which package to install", () => {
  const problem = problemFrom(
    "The virtual environment was not created successfully because ensurepip is not\navailable.  On Debian/Ubuntu",
    python,
    "/storage",
  );
  assert.match(explain(problem), /python3\.11-venv/);
});

void test("a full disk and a folder that cannot be written to have their own messages", () => {
  assert.equal(kindFrom("OSError: [Errno 28] No space left on device"), "no-space");
  assert.equal(kindFrom("Error: [Errno 13] Permission denied: '/storage/x'"), "not-writable");
});

void test("anything else quotes the last line that says error", () => {
  const problem = problemFrom("Collecting a\nERROR: something odd\nand a hint\n", python, "/storage");
  assert.deepEqual(problem, { kind: "install-failed", fact: "ERROR: something odd" });
});

void test("every problem has a message and a way out", () => {
  const all: Problem[] = [
    { kind: "no-python", tried: [] },
    { kind: "bad-interpreter", command: "py", fact: "is not there" },
    { kind: "no-package", command: "py" },
    { kind: "no-wheel" },
    { kind: "no-venv", ...python },
    { kind: "no-network" },
    { kind: "no-build", requirement: "x", version: "3.11" },
    { kind: "no-space", folder: "/s" },
    { kind: "not-writable", folder: "/s" },
    { kind: "install-failed", fact: "" },
    { kind: "unexpected", fact: "" },
  ];
  for (const problem of all) {
    assert.match(explain(problem), /[.:]/);
    assert.ok(remedies(problem).includes("Show Logs"));
  }
});

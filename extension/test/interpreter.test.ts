import assert from "node:assert/strict";
import { test } from "node:test";
import { interpretersToTry, Places } from "../src/server/interpreter";

function tried(places: Partial<Places>): string[] {
  return interpretersToTry({
    setting: "",
    pythonExtension: undefined,
    trustedFolders: [],
    platform: "linux",
    exists: () => true,
    ...places,
  }).map(({ command, args, source }) => [source, command, ...args].join(" "));
}

void test("the setting is the only one tried, white space around it ignored", () => {
  assert.deepEqual(tried({ setting: " /opt/py/bin/python ", trustedFolders: ["/w"] }), [
    "setting /opt/py/bin/python",
  ]);
});

void test("the Python extension's choice comes first, then a .venv, then the path", () => {
  const order = tried({
    pythonExtension: "/chosen/python",
    trustedFolders: ["/a", "/b"],
    exists: (file) => file === "/b/.venv/bin/python",
  });
  assert.deepEqual(order.slice(0, 3), [
    "Python extension /chosen/python",
    "workspace /b/.venv/bin/python",
    "path python3",
  ]);
});

void test("without trusted folders nothing of the workspace is tried", () => {
  assert.ok(tried({}).every((line) => line.startsWith("path ")));
});

void test("on Windows an environment has a Scripts folder, and the launcher is asked", () => {
  assert.deepEqual(tried({ platform: "win32", trustedFolders: ["C:\\my prompts"] }), [
    "workspace C:\\my prompts\\.venv\\Scripts\\python.exe",
    "path py -3",
    "path python",
  ]);
});

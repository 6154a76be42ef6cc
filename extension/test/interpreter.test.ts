import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseInterpreter } from "../src/interpreter";

const nothing = () => false;

void test("the setting wins, white space around it ignored", () => {
  const chosen = chooseInterpreter(" /opt/py/bin/python ", ["/w"], "linux", () => true);
  assert.deepEqual(chosen, { command: "/opt/py/bin/python", source: "setting" });
});

void test("a .venv in a folder comes before the path", () => {
  const chosen = chooseInterpreter("", ["/a", "/b"], "linux", (file) => file === "/b/.venv/bin/python");
  assert.deepEqual(chosen, { command: "/b/.venv/bin/python", source: "workspace" });
});

void test("on Windows the environment has a Scripts folder", () => {
  const chosen = chooseInterpreter("", ["C:\\my prompts"], "win32", () => true);
  assert.deepEqual(chosen, { command: "C:\\my prompts\\.venv\\Scripts\\python.exe", source: "workspace" });
});

void test("without either, the python on the path", () => {
  assert.deepEqual(chooseInterpreter("", [], "darwin", nothing), { command: "python3", source: "path" });
  assert.deepEqual(chooseInterpreter("", [], "win32", nothing), { command: "python", source: "path" });
});

// A model for the tests: model_server.py, which takes one key.
import { spawn } from "node:child_process";
import path from "node:path";
import { packagedPython, repository } from "./places.mjs";
import { until } from "./waiting.mjs";

export const KEY = "sk-typed-in-the-test-0123456789";

/** Starts the model; `lines` is what it has said so far. */
export async function startModel() {
  const program = path.join(repository, "tests/e2e/model_server.py");
  const child = spawn(packagedPython, ["-P", program, KEY], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = [];
  child.stdout.setEncoding("utf8").on("data", (text) => lines.push(...text.split("\n").filter(Boolean)));
  await until(() => lines.length > 0, "the model says nothing");
  return { process: child, lines, url: lines[0].replace("url ", "") };
}

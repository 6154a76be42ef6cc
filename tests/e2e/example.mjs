// The bundled example in one window that the suites of a run share: each finds it as it is replayed, and nothing open.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openWorkbench, replayDemo, tidyUp } from "./workbench.mjs";

const home = mkdtempSync(path.join(tmpdir(), "spade example é-"));
export const folder = path.join(home, "movie note");
export const examples = path.join(folder, "movie_note.examples.jsonl");
export const assertions = path.join(folder, "movie_note.assertions.py");
export const record = path.join(folder, "movie_note.spade.json");
let workbench;
let first;

tidyUp(home, () => workbench);

/** Runs git in the example; the editor's own git may hold the index for a moment. */
export function git(...args) {
  const person = ["user.name=Grace", "user.email=grace@example.org", "commit.gpgsign=false"];
  const settings = person.flatMap((setting) => ["-c", setting]);
  for (let attempt = 0; ; attempt++) {
    try {
      return execFileSync("git", [...settings, ...args], {
        cwd: folder,
        encoding: "utf8",
        stdio: "pipe",
      }).trim();
    } catch (error) {
      if (attempt === 20 || !String(error.stderr).includes("index.lock")) {
        throw error;
      }
      execFileSync("sleep", ["0.2"]);
    }
  }
}

/** Sets what holds in the example alone; the editor sees it by itself. */
export function prefer(settings) {
  mkdirSync(path.join(folder, ".vscode"), { recursive: true });
  writeFileSync(path.join(folder, ".vscode/settings.json"), JSON.stringify(settings));
}

/** Opens the example; `prepare` changes its files before, and `options` are of the window that is opened first. */
export async function openExample(prepare = () => undefined, options = {}) {
  if (workbench === undefined) {
    replayDemo(folder);
    first = { commit: git("rev-parse", "HEAD"), examples: readFileSync(examples) };
    prepare();
    // Proposed in the VS Code that the tests have; every extension may use it from 1.145 on.
    workbench = await openWorkbench(folder, { declared: ["timeline"], ...options });
  } else {
    await workbench.putAway();
    git("checkout", "--quiet", "--force", "-B", "main", first.commit);
    git("clean", "-dffxq");
    writeFileSync(examples, first.examples);
    prepare();
  }
  return workbench;
}

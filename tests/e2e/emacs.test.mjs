// A third real client: Emacs with eglot, set up as docs/editors.md has it.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { packagedPython, repository } from "./places.mjs";
import { replayDemo } from "./workbench.mjs";

const ACTIVATE = "(package-activate-all)"; // as a session that is not a batch does by itself
const probe = ["--batch", "--eval", ACTIVATE, "--eval", "(progn (require 'eglot) (require 'markdown-mode))"];
const skip =
  spawnSync("emacs", probe).status === 0 ? false : "Emacs, eglot or markdown-mode is not installed";
const home = mkdtempSync(path.join(tmpdir(), "spade emacs é-"));
const folder = path.join(home, "movie note");

before(() => {
  replayDemo(folder);
  mkdirSync(path.join(home, "bin"));
  const command = path.join(home, "bin/spade-server");
  writeFileSync(command, `#!/bin/sh\nexec '${packagedPython}' -P -m spade_server\n`);
  chmodSync(command, 0o755);
  const documented = readFileSync(path.join(repository, "docs/editors.md"), "utf8");
  writeFileSync(path.join(home, "init.el"), /```elisp\n([\s\S]*?)```/.exec(documented)[1]);
});

after(() => {
  rmSync(home, { recursive: true, force: true });
});

/** Opens the prompt with the documented set-up, and returns what an expression in its buffer gives, once connected. */
function inEmacs(expression) {
  const script = path.join(home, "script.el");
  const answer = path.join(home, "answer.json");
  // A batch has no commands; eglot-ensure connects after one.
  writeFileSync(
    script,
    `(find-file "movie_note.prompt.md")
     (run-hooks 'post-command-hook)
     (let ((end (+ (float-time) 100)))
       (while (and (not (eglot-current-server)) (< (float-time) end)) (accept-process-output nil 0.1)))
     (let ((found ${expression}))
       (with-temp-file ${JSON.stringify(answer)} (insert (json-serialize found))))`,
  );
  const args = ["--batch", "--eval", ACTIVATE, "-l", path.join(home, "init.el"), "-l", script];
  // Emacs has no settings of the person; the server has the caches, for to compile the sandbox takes nine seconds.
  const caches = process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache");
  const PATH = `${path.join(home, "bin")}:${process.env.PATH}`;
  execFileSync("emacs", args, {
    cwd: folder,
    env: { ...process.env, HOME: home, XDG_CACHE_HOME: caches, PATH },
    timeout: 700_000,
    stdio: ["ignore", "ignore", "pipe"],
  });
  return JSON.parse(readFileSync(answer, "utf8"));
}

test("Emacs shows the history of an instruction", { skip }, () => {
  const { hover } = inEmacs(`(progn
    (goto-char (point-min))
    (search-forward "concise")
    (let ((end (+ (float-time) 100)) (hover ""))
      ; Until the history is read, the answer is without it.
      (while (and (not (string-match-p "Since version" hover)) (< (float-time) end))
        (let ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover
                                       (eglot--TextDocumentPositionParams) :timeout 600)))
          (setq hover (plist-get (plist-get answer :contents) :value))
          (accept-process-output nil 0.1)))
      (list :hover hover)))`);
  assert.match(hover, /Since version 4 · [0-9a-f]{7} by Tomás Ferreira/);
});

test("Emacs generates by request, and the documented command then selects", { skip }, () => {
  const { generated, message } = inEmacs(`(let ((said "") generated)
    (setq generated (plist-get (jsonrpc-request (eglot-current-server) :spade/generate
                                 (list :uri (eglot--path-to-uri (buffer-file-name)) :apply t) :timeout 600)
                               :added))
    (cl-letf (((symbol-function 'message) (lambda (&rest all) (when (car all) (setq said (apply #'format all))))))
      (spade-select))
    (list :generated (length generated) :message said))`);
  assert.ok(generated > 3);
  assert.match(message, /assertions?: \d+ of \d+ bad caught/);
});

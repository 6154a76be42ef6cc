// A second real client: Neovim with the very set-up that docs/editors.md gives.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { packagedPython, repository } from "./places.mjs";
import { replayDemo } from "./workbench.mjs";

const skip = spawnSync("nvim", ["--version"]).status === 0 ? false : "nvim is not installed";
const home = mkdtempSync(path.join(tmpdir(), "spade neovim é-"));
const folder = path.join(home, "movie note");

before(() => {
  replayDemo(folder);
  appendFileSync(path.join(folder, "movie_note.prompt.md"), "Mention {nowhere}.\n");
  mkdirSync(path.join(home, "bin"));
  const command = path.join(home, "bin/spade-server");
  writeFileSync(command, `#!/bin/sh\nexec '${packagedPython}' -P -m spade_server\n`);
  chmodSync(command, 0o755);
  const documented = readFileSync(path.join(repository, "docs/editors.md"), "utf8");
  writeFileSync(path.join(home, "init.lua"), /```lua\n([\s\S]*?)```/.exec(documented)[1]);
});

after(() => {
  rmSync(home, { recursive: true, force: true });
});

/** Opens the prompt with the documented set-up, runs Lua that ends with `write(value)`, and returns the value. */
function inNeovim(lua) {
  const script = path.join(home, "script.lua");
  const answer = path.join(home, "answer.json");
  writeFileSync(
    script,
    `local function write(value)
       vim.fn.writefile({ vim.json.encode(value) }, ${JSON.stringify(answer)})
     end
     local function code_of(diagnostic)
       return diagnostic.code or diagnostic.user_data.lsp.code
     end
     vim.wait(100000, function()
       for _, found in ipairs(vim.diagnostic.get(0)) do
         if code_of(found) == "unknown-placeholder" then
           return true
         end
       end
     end, 50)
     ${lua}
     vim.cmd("qall!")`,
  );
  const environment = { PATH: `${path.join(home, "bin")}:${process.env.PATH}`, XDG_STATE_HOME: home };
  const args = [
    "--headless",
    "-u",
    path.join(home, "init.lua"),
    "movie_note.prompt.md",
    "-c",
    `luafile ${script.replace(/ /g, "\\ ")}`,
  ];
  execFileSync("nvim", args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    timeout: 400_000,
    stdio: "ignore",
  });
  return JSON.parse(readFileSync(answer, "utf8"));
}

test("Neovim shows diagnostics and the history of an instruction", { skip }, () => {
  const { codes, hover } = inNeovim(`
    vim.api.nvim_win_set_cursor(0, { 4, 40 })
    local position = vim.lsp.util.make_position_params()
    local answer
    -- Until the history is read, the answer is without it.
    for _ = 1, 500 do
      _, answer = next(vim.lsp.buf_request_sync(0, "textDocument/hover", position, 100000))
      if answer.result.contents.value:find("Since version") then
        break
      end
      vim.wait(100)
    end
    write({ codes = vim.tbl_map(code_of, vim.diagnostic.get(0)), hover = answer.result.contents.value })`);
  assert.ok(codes.includes("unknown-placeholder"), String(codes));
  assert.match(hover, /Since version 4 · [0-9a-f]{7} by Tomás Ferreira/);
});

test("Neovim generates by request, and the documented command then selects", { skip }, () => {
  const { message, generated } = inNeovim(`
    local asked = { uri = vim.uri_from_bufnr(0), apply = true }
    local answers = vim.lsp.buf_request_sync(0, "spade/generate", asked, 100000)
    local _, answer = next(answers)
    local message
    vim.notify = function(text)
      message = text
    end
    vim.cmd("SpadeSelect")
    vim.wait(100000, function()
      return message ~= nil
    end, 50)
    write({ generated = #answer.result.added, message = message })`);
  assert.ok(generated > 3);
  assert.match(message, /assertions?: \d+ of \d+ bad caught/);
});

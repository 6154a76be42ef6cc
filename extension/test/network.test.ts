// What a real pip says and does: the words that `problemFrom` looks for are its own, and so is the look at the hashes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { makeEnvironment } from "../src/server/environment";

const WHEEL = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    info = "lonely-1.dist-info/"
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: lonely\\nVersion: 1\\nRequires-Dist: pygls>=2\\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "")
`;

void test("a pip that reaches no index is told from one that fails otherwise, and nothing is left behind", async () => {
  const home = mkdtempSync(path.join(tmpdir(), "spade offline é-"));
  const wheel = path.join(home, "lonely-1-py3-none-any.whl");
  const requirements = path.join(home, "requirements.txt");
  writeFileSync(requirements, `pygls==2.1.1 --hash=sha256:${"0".repeat(64)}\n`);
  execFileSync("python3", ["-c", WHEEL, wheel]);
  // Nothing listens there; no cache, no other source of packages.
  Object.assign(process.env, { PIP_INDEX_URL: "http://127.0.0.1:9/simple", PIP_CONFIG_FILE: "/dev/null" });
  Object.assign(process.env, { PIP_FIND_LINKS: "", PIP_EXTRA_INDEX_URL: "", PIP_NO_CACHE_DIR: "1" });
  const base = { command: "python3", version: "3.11", spade: undefined, source: "path" } as const;
  const storage = path.join(home, "storage");
  const quiet = () => undefined;
  const signal = new AbortController().signal;
  assert.deepEqual(await makeEnvironment(storage, { wheel, requirements }, base, quiet, quiet, signal), {
    kind: "no-network",
  });
  assert.deepEqual(readdirSync(storage), []);
});

void test("a package that is not the one that was released is not installed", async () => {
  const home = mkdtempSync(path.join(tmpdir(), "spade hashes é-"));
  const wheel = path.join(home, "lonely-1-py3-none-any.whl");
  const requirements = path.join(home, "requirements.txt");
  execFileSync("python3", ["-c", WHEEL, wheel]);
  writeFileSync(requirements, `lonely==1 --hash=sha256:${"0".repeat(64)}\n`);
  Object.assign(process.env, { PIP_INDEX_URL: "http://127.0.0.1:9/simple", PIP_CONFIG_FILE: "/dev/null" });
  Object.assign(process.env, {
    PIP_FIND_LINKS: pathToFileURL(home).href,
    PIP_EXTRA_INDEX_URL: "",
    PIP_NO_INDEX: "1",
  });
  const base = { command: "python3", version: "3.11", spade: undefined, source: "path" } as const;
  const said: string[] = [];
  const log = (line: string) => said.push(line);
  const signal = new AbortController().signal;
  const found = await makeEnvironment(path.join(home, "s"), { wheel, requirements }, base, log, log, signal);
  assert.equal("kind" in found && found.kind, "install-failed");
  assert.match(said.join("\n"), /DO NOT MATCH THE HASHES/);
});

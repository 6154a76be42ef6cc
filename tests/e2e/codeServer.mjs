// The real VS Code server for a test: code-server, with our .vsix and the extensions of others installed.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cache, repository } from "./places.mjs";
import { until } from "./waiting.mjs";

/**
 * Starts code-server in a folder of its own, which holds `user-data` and `extensions`; gives its process and port.
 *
 * `others` are folders of extensions, installed beside ours; `declared` is the proposed API that ours may use.
 */
export async function startCodeServer(home, others, declared, args, environment) {
  const extensions = path.join(home, "extensions");
  const directories = ["--user-data-dir", path.join(home, "user-data"), "--extensions-dir", extensions];
  cpSync(path.join(cache, "extensions"), extensions, { recursive: true });
  if (declared.length > 0) {
    const [name] = readdirSync(extensions).filter((each) => each.startsWith("spade-assertions."));
    const ours = path.join(extensions, name, "package.json");
    const manifest = { ...JSON.parse(readFileSync(ours, "utf8")), enabledApiProposals: declared };
    writeFileSync(ours, JSON.stringify(manifest));
  }
  for (const other of others) {
    install(directories, packed(other, home));
  }
  const [command, entry] = program();
  const server = spawn(command, [entry, ...directories, "--bind-addr=127.0.0.1:0", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    env: { ...process.env, ...environment },
  });
  let said = "";
  for (const output of [server.stdout, server.stderr]) {
    output.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  const address = () => /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
  await until(() => address() ?? server.exitCode !== null, "code-server does not start");
  if (address() === null) {
    throw new Error(`code-server has ended:\n${said}`);
  }
  return { server, port: address()[1] };
}

/** Ends it, with all that it has started. */
export async function stopCodeServer(server) {
  if (server.exitCode === null) {
    const gone = once(server, "exit");
    process.kill(-server.pid, "SIGTERM");
    await gone;
  }
}

function install(directories, file) {
  const [command, entry] = program();
  const done = spawnSync(command, [entry, ...directories, "--install-extension", file], { encoding: "utf8" });
  if (done.status !== 0) {
    throw new Error(`${file} is not installed:\n${done.stdout}${done.stderr}`);
  }
}

/** Packs an unpacked extension: a folder that is only copied is not known to the editor. */
function packed(folder, place) {
  const file = path.join(place, `${path.basename(folder)}.vsix`);
  const vsce = path.join(repository, "node_modules/@vscode/vsce/vsce");
  const options = ["--no-dependencies", "--skip-license", "--allow-missing-repository", "--out", file];
  execFileSync(process.execPath, [vsce, "package", ...options], { cwd: folder, stdio: "ignore" });
  return file;
}

function program() {
  const node = path.join(cache, only("node-"), "bin/node");
  const entry = path.join(cache, only("code-server-"), "node_modules/code-server/out/node/entry.js");
  return [node, entry];
}

function only(prefix) {
  const all = existsSync(cache) ? readdirSync(cache) : [];
  const [name] = all.filter((entry) => entry.startsWith(prefix) && !entry.includes(".log"));
  if (name === undefined) {
    throw new Error(`nothing in ${cache} begins with ${prefix}: run make e2e, which sets it up`);
  }
  return name;
}

// Packages the extension for the stores, with the addresses of the repository that it is published from, and publishes it:
//   node extension/publish.mjs OWNER/NAME [--dry-run] [--out FILE]
// It wants what `make package` has made. A store whose token is not set (VSCE_PAT, OVSX_PAT) is left out, and said to be.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

const root = path.resolve(import.meta.dirname, "..");
const vsce = path.join(root, "node_modules/@vscode/vsce/vsce");
/** What package.json packs, and no more: tests and sources stay where they are. */
const PACKED = [
  ...["package.nls.json", "package.nls.vi.json", "package.nls.zh-cn.json", "LICENSE", "CHANGELOG.md"],
  ...["extension/dist", "extension/media", "extension/l10n", "docs/diagnostics.md", "docs/images"],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "dry-run": { type: "boolean", default: false }, out: { type: "string" } },
});
const [repository] = positionals;
if (!/^[\w.-]+\/[\w.-]+$/.test(repository ?? "")) {
  throw new Error("usage: node extension/publish.mjs OWNER/NAME [--dry-run] [--out FILE]");
}
const address = `https://github.com/${repository}`;
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const tag = `v${manifest.version}`;
const file = path.resolve(values.out ?? path.join(root, "dist/spade-assertions.vsix"));

function node(args, options = {}) {
  execFileSync(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"], ...options });
}

/** An odd minor version is a pre-release, as the Marketplace has it. */
function isPreRelease(version) {
  return Number(version.split(".")[1]) % 2 === 1;
}

const stage = mkdtempSync(path.join(tmpdir(), "spade-publish-"));
try {
  for (const name of PACKED) {
    cpSync(path.join(root, name), path.join(stage, name), { recursive: true });
  }
  node([path.join(root, "extension/packaged-readme.mjs"), path.join(stage, "extension/dist/README.md")], {
    env: { ...process.env, IMAGES_URL: `https://raw.githubusercontent.com/${repository}/${tag}/docs/images` },
  });
  const addressed = {
    ...manifest,
    repository: { type: "git", url: `${address}.git` },
    bugs: { url: `${address}/issues` },
    homepage: `${address}#readme`,
  };
  writeFileSync(path.join(stage, "package.json"), JSON.stringify(addressed, null, 2));
  const options = [
    "--no-dependencies",
    "--readme-path",
    "extension/dist/README.md",
    "--skip-license",
    "--out",
    file,
  ];
  const channel = isPreRelease(manifest.version) ? ["--pre-release"] : [];
  // A dry run goes without what `make package` makes; what is published does not.
  const allowed = values["dry-run"] ? ["--allow-unused-files-pattern"] : [];
  const links = ["--baseContentUrl", `${address}/blob/${tag}`];
  node([vsce, "package", ...options, ...links, ...channel, ...allowed], { cwd: stage });
} finally {
  rmSync(stage, { recursive: true });
}

const stores = [
  {
    name: "Marketplace",
    token: "VSCE_PAT",
    command: [process.execPath, vsce, "publish", "--packagePath", file],
  },
  { name: "Open VSX", token: "OVSX_PAT", command: ["npx", "--yes", "ovsx@1.3.0", "publish", file] },
];
for (const { name, token, command } of stores) {
  const [program, ...args] = command;
  if (values["dry-run"]) {
    console.log(`${name}: would run ${command.join(" ")}`);
  } else if ((process.env[token] ?? "") === "") {
    console.log(`${name}: left out, for ${token} is not set`);
  } else {
    execFileSync(program, args, { cwd: root, stdio: "inherit" });
  }
}

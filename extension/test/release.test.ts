// What is published: packaged as for the stores, in a dry run, and looked at. It wants a build (`npm run build`).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

const home = mkdtempSync(path.join(tmpdir(), "spade release é-"));
const file = path.join(home, "spade.vsix");
let said = "";

/** A file of the .vsix, which is a zip archive. */
function packed(name: string): Buffer {
  const program =
    "import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))";
  return execFileSync("python3", ["-c", program, file, `extension/${name}`]);
}

/** The names of the files of the .vsix. */
function names(): string[] {
  const program = "import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep='\\n')";
  return execFileSync("python3", ["-c", program, file], { encoding: "utf8" }).trim().split("\n");
}

before(() => {
  const args = ["extension/publish.mjs", "someone/spade", "--dry-run", "--out", file];
  said = execFileSync(process.execPath, args, { encoding: "utf8" });
});

after(() => {
  rmSync(home, { recursive: true });
});

void test("both stores would get the file that was packaged, and nothing was sent", () => {
  assert.match(said, /Marketplace: would run .*vsce publish --packagePath .*spade\.vsix/);
  assert.match(said, /Open VSX: would run npx .*ovsx.* publish .*spade\.vsix/);
});

void test("the page in the stores has addresses, an icon, a banner, and pictures that are shown anywhere", () => {
  const manifest = JSON.parse(packed("package.json").toString()) as {
    readonly repository: { readonly url: string };
    readonly bugs: { readonly url: string };
    readonly homepage: string;
    readonly icon: string;
    readonly galleryBanner: { readonly color: string };
    readonly categories: readonly string[];
    readonly keywords: readonly string[];
  };
  assert.equal(manifest.repository.url, "https://github.com/someone/spade.git");
  assert.equal(manifest.bugs.url, "https://github.com/someone/spade/issues");
  assert.match(manifest.homepage, /^https:\/\/github\.com\/someone\/spade/);
  assert.match(manifest.galleryBanner.color, /^#[0-9a-f]{6}$/);
  assert.ok(manifest.categories.length > 1);
  assert.ok(manifest.keywords.length > 4 && manifest.keywords.length <= 30);
  const icon = packed(manifest.icon);
  assert.equal(icon.subarray(1, 4).toString(), "PNG");
  assert.ok(icon.readUInt32BE(16) >= 128 && icon.readUInt32BE(16) === icon.readUInt32BE(20));
  const pictures =
    packed("readme.md")
      .toString()
      .match(/!\[[^\]]*\]\(([^)]*)\)/g) ?? [];
  assert.ok(pictures.length > 1);
  assert.ok(pictures.every((each) => each.includes("](https://raw.githubusercontent.com/someone/spade/v")));
});

void test("its words are there in every language", () => {
  for (const name of ["package.nls.json", "package.nls.vi.json", "package.nls.zh-cn.json"]) {
    assert.ok(Object.keys(JSON.parse(packed(name).toString()) as object).length > 50, name);
  }
  assert.ok(packed("extension/l10n/bundle.l10n.vi.json").length > 1000);
});

void test("the code is as small as is said, and its map is not packed", () => {
  const kilobytes = (name: string) => gzipSync(readFileSync(`extension/dist/${name}`)).length / 1000;
  const all = ["extension.js", "label.js", "report.js", "table.js"].reduce(
    (sum, name) => sum + kilobytes(name),
    0,
  );
  assert.ok(all <= 200, `${all.toFixed(0)} kB compressed`);
  assert.ok(names().includes("extension/extension/dist/extension.js"));
  assert.ok(!names().some((name) => name.endsWith(".map")));
});

void test("nothing of it sends telemetry, and that is said", () => {
  const code = readFileSync("extension/dist/extension.js", "utf8");
  assert.doesNotMatch(code, /createTelemetryLogger|applicationinsights/);
  assert.match(packed("readme.md").toString(), /sends no telemetry/);
});

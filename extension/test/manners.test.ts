// What the extension must not do to its neighbours, and what it says of the workspaces that it can work in.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

interface Manifest {
  readonly extensionKind: readonly string[];
  readonly activationEvents: readonly string[];
  readonly extensionDependencies?: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: string;
      readonly restrictedConfigurations: readonly string[];
    };
    readonly virtualWorkspaces: { readonly supported: boolean; readonly description: string };
  };
  readonly contributes: Readonly<Record<string, unknown>> & {
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly scope: string }>>;
    }[];
  };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const settings = manifest.contributes.configuration.flatMap(({ properties }) => Object.entries(properties));

/** Every source file of the extension by its name. */
function sources(): [string, string][] {
  const folder = "extension/src";
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => [name, readFileSync(path.join(folder, name), "utf8")]);
}

void test("no language id is claimed, no grammar, no default of the editor and no file association", () => {
  const claimed = ["languages", "grammars", "semanticTokenScopes", "configurationDefaults"];
  for (const point of [...claimed, "keybindings", "languageModelTools", "taskDefinitions"]) {
    assert.equal(manifest.contributes[point], undefined, point);
  }
  assert.equal(manifest.extensionDependencies, undefined);
});

void test("no editor of ours opens a file unasked", () => {
  const editors = manifest.contributes["customEditors"] as readonly { readonly priority: string }[];
  assert.ok(editors.length > 0);
  assert.ok(editors.every(({ priority }) => priority === "option"));
});

void test("documents are matched by pattern and scheme, never by their language id", () => {
  const text = readFileSync("extension/src/prompts/documents.ts", "utf8");
  assert.match(text, /SCHEMES = \["file", "vscode-remote"\]/);
  assert.doesNotMatch(text, /\blanguage:/);
});

void test("the language of a document is changed only where the document is ours", () => {
  const changing = sources().filter(([, text]) => text.includes("setTextDocumentLanguage"));
  assert.deepEqual(
    changing.map(([name]) => name),
    [path.join("history", "history.ts")],
  );
  assert.match(changing[0]?.[1] ?? "", /const place = texts\.put\([^]*openTextDocument\(place\)[^]*"diff"/);
});

void test("it runs where the files are, works limited without trust, and not where nothing is on a disk", () => {
  assert.deepEqual(manifest.extensionKind, ["workspace"]);
  assert.equal(manifest.capabilities.untrustedWorkspaces.supported, "limited");
  assert.equal(manifest.capabilities.virtualWorkspaces.supported, false);
  assert.notEqual(manifest.capabilities.virtualWorkspaces.description, "");
});

void test("what could run a program or send a key counts in a trusted workspace at most", () => {
  const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
  const able = settings
    .map(([name]) => name)
    .filter((name) => /^spade\.(interpreter|importStrategy|model\.)/.test(name));
  assert.ok(able.length > 5);
  assert.deepEqual([...restricted].sort(), able.sort());
});

void test("what is shown can be set by folder, what runs by machine", () => {
  for (const [name, { scope }] of settings) {
    const isShown = /\.(enabled|severity)$/.test(name);
    assert.match(scope, isShown ? /^resource$/ : /^machine(-overridable)?$/, name);
  }
});

void test("it wakes for prompts and their files alone", () => {
  assert.ok(!manifest.activationEvents.some((event) => event === "*" || event === "onStartupFinished"));
});

void test("the editor is asked nothing again and again", () => {
  for (const [name, text] of sources()) {
    assert.doesNotMatch(text, /setInterval\(/, name);
  }
});

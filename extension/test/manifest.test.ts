// What package.json declares and what the server reads: the same, on both sides.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly {
      readonly properties: Record<string, { default: unknown; properties?: object }>;
    }[];
    readonly commands: readonly { readonly command: string }[];
    readonly walkthroughs: readonly { readonly steps: readonly Step[] }[];
  };
}

interface Step {
  readonly description: string;
  readonly completionEvents: readonly string[];
  readonly media: { readonly markdown: string };
}

const words = JSON.parse(readFileSync("package.nls.json", "utf8")) as Record<string, string>;
const text = readFileSync("package.json", "utf8");
const manifest = JSON.parse(text) as Manifest;
const settings = Object.assign(
  {},
  ...manifest.contributes.configuration.map(({ properties }) => properties),
) as Manifest["contributes"]["configuration"][0]["properties"];

/** Returns the values of the string enum `name` in a Python module. */
function values(file: string, name: string): string[] {
  const source = readFileSync(`server/spade_server/${file}`, "utf8");
  const body = new RegExp(`class ${name}\\(StrEnum\\):\\n((?: {4}.*\\n|\\n)*)`).exec(source)?.[1] ?? "";
  return [...body.matchAll(/^ {4}[A-Z_]+ = "(.+)"$/gm)].map((match) => match[1] ?? "");
}

void test("every feature of the server has a switch, and no switch is without a feature", () => {
  const switches = Object.keys(settings).filter((key) => key.endsWith(".enabled"));
  assert.deepEqual(
    switches.sort(),
    values("settings.py", "Feature")
      .map((feature) => `spade.${feature}.enabled`)
      .sort(),
  );
});

void test("every diagnostic has a severity, and no other has", () => {
  const severity = settings["spade.diagnostics.severity"];
  const codes = values("codes.py", "Code").sort();
  assert.deepEqual(Object.keys(severity?.properties ?? {}).sort(), codes);
  assert.deepEqual(Object.keys(severity?.default ?? {}).sort(), codes);
});

void test("every command that is declared is registered, and the other way round", () => {
  const sources = [
    "extension.ts",
    "commands/index.ts",
    "generating/generate.ts",
    "commands/lenses.ts",
    "overview/index.ts",
  ].map((file) => readFileSync(`extension/src/${file}`, "utf8"));
  // Some of those that the server's lenses call with arguments are in no menu.
  const lensCommands = values("protocol/messages.py", "ClientCommand");
  const registered = sources.flatMap((source) =>
    [...source.matchAll(/(?:about|lens|registerCommand)\("(spade\.\w+)"/g)].map((match) => match[1]),
  );
  assert.deepEqual(
    registered.sort(),
    [...new Set([...manifest.contributes.commands.map(({ command }) => command), ...lensCommands])].sort(),
  );
});

void test("every step of the walkthrough names commands and pages that are there, and is ticked by what it did", () => {
  const told = readFileSync("extension/src/commands/walkthrough.ts", "utf8");
  const commands = manifest.contributes.commands.map(({ command }) => command);
  const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  assert.ok(steps.length > 0);
  for (const { description, completionEvents, media } of steps) {
    const named = [...(words[description.slice(1, -1)] ?? "").matchAll(/command:(spade\.\w+)/g)];
    assert.ok(named.length >= 1);
    assert.ok(named.every((match) => commands.includes(match[1] ?? "")));
    const step = /^onContext:spade\.done\.(\w+)$/.exec(completionEvents[0] ?? "")?.[1] ?? "no step";
    assert.ok(told.includes(`"${step}"`), step);
    assert.ok(readFileSync(media.markdown, "utf8").startsWith("# "));
  }
});

// The words of the extension in its languages: none is missing, none is left over, and what they name is the same.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

type Words = Readonly<Record<string, string>>;

const LANGUAGES = ["vi", "zh-cn"];

function read(file: string): Words {
  return JSON.parse(readFileSync(file, "utf8")) as Words;
}

/** What a translation must leave as it is: commands, settings, code. */
function named(text: string): string[] {
  return (text.match(/command:[\w.]+|`[^`]*`|\n/g) ?? []).sort();
}

void test("package.json takes every word from package.nls.json, and uses all of them", () => {
  const used = readFileSync("package.json", "utf8").match(/(?<=": "%|^\s*"%)[\w.-]+(?=%")/gm) ?? [];
  assert.deepEqual([...new Set(used)].sort(), Object.keys(read("package.nls.json")).sort());
});

for (const language of LANGUAGES) {
  void test(`what package.json says is there in ${language}, with the same commands and settings`, () => {
    const [english, other] = [read("package.nls.json"), read(`package.nls.${language}.json`)];
    assert.deepEqual(Object.keys(other), Object.keys(english));
    for (const [key, text] of Object.entries(english)) {
      assert.notEqual(other[key], "", key);
      assert.deepEqual(
        named(other[key] ?? "").map((each) => each.replace(/"NAME": \[[^\]]*\]/, "")),
        named(text).map((each) => each.replace(/"NAME": \[[^\]]*\]/, "")),
        key,
      );
    }
  });

  void test(`what the extension says in ${language} stands in its code`, () => {
    const folder = "extension/src";
    const code = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(path.join(folder, name), "utf8"))
      .join("\n");
    for (const text of Object.keys(read(`extension/l10n/bundle.l10n.${language}.json`))) {
      // A next step has the title of the server's step in it.
      assert.ok(code.includes(text.replace(/^Next: .*/, "Next: ")), text);
    }
  });
}

void test("the languages say the same", () => {
  const [first, ...others] = LANGUAGES.map((language) =>
    Object.keys(read(`extension/l10n/bundle.l10n.${language}.json`)),
  );
  others.forEach((keys) => {
    assert.deepEqual(keys, first);
  });
});

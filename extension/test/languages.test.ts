// The words of the extension in its languages: none is missing, none is left over, and what they name is the same.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { counted, said, speak, t } from "../src/language";

type Words = Readonly<Record<string, string>>;

const LANGUAGES = ["vi", "zh-cn"];

/** What the server names and we say in the person's language: outcomes, kinds of changes. */
const HEARD = new Set([
  ...["passed", "failed", "errored", "timed out", "out of memory", "crashed", "unsupported", "judge failed"],
  ...["committed", "uncommitted"],
  ...["response format instruction", "example demonstration", "prompt clarification"],
  ...["workflow description", "data integration", "quantity instruction", "inclusion instruction"],
  ...["exclusion instruction", "qualitative criteria"],
]);

function read(file: string): Words {
  return JSON.parse(readFileSync(file, "utf8")) as Words;
}

/** What a translation must leave as it is: commands, settings, code. */
function named(text: string): string[] {
  return (text.match(/command:[\w.]+|`[^`]*`|\n/g) ?? []).sort();
}

function valuesOf(text: string): string[] {
  return (text.match(/\{\d+\}|\$\([\w~-]+\)/g) ?? []).sort();
}

/** Returns the texts of the code: those that are said in the person's language, with {0} for values, and the others. */
function textsOf(...folders: readonly string[]): { spoken: Set<string>; plain: Set<string> } {
  const [spoken, plain] = [new Set<string>(), new Set<string>()];
  const look = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "t") {
      const { template } = node;
      spoken.add(
        ts.isNoSubstitutionTemplateLiteral(template)
          ? template.text
          : template.templateSpans.reduce(
              (text, { literal }, at) => `${text}{${at}}${literal.text}`,
              template.head.text,
            ),
      );
    } else if (ts.isCallExpression(node) && node.expression.getText() === "counted") {
      const [, noun] = node.arguments;
      if (noun !== undefined && ts.isStringLiteral(noun)) {
        spoken.add(`{0} ${noun.text}`);
        return;
      }
    } else if (ts.isStringLiteral(node) && !ts.isImportDeclaration(node.parent)) {
      plain.add(node.text);
    } else if (
      ts.isPropertyAssignment(node) &&
      (ts.isStringLiteral(node.name) || ts.isIdentifier(node.name))
    ) {
      plain.add(node.name.text);
    }
    ts.forEachChild(node, look);
  };
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (name.endsWith(".ts")) {
        const code = readFileSync(path.join(folder, name), "utf8");
        look(ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true));
      }
    }
  }
  return { spoken, plain };
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

  void test(`everything that the extension says is there in ${language}, with the same values and icons, and no more`, () => {
    const words = read(`extension/l10n/bundle.l10n.${language}.json`);
    const { spoken, plain } = textsOf("extension/src", "extension/webview");
    assert.deepEqual([...spoken].filter((text) => !(text in words)).sort(), []);
    assert.deepEqual(
      Object.keys(words).filter((text) => !spoken.has(text) && !plain.has(text) && !HEARD.has(text)),
      [],
    );
    for (const [english, text] of Object.entries(words)) {
      assert.deepEqual(valuesOf(text), valuesOf(english), english);
    }
  });
}

void test("no text that reads like words is shown as it stands in the code", () => {
  const { plain } = textsOf(
    "extension/src/overview",
    "extension/src/labelling",
    "extension/src/importing",
    "extension/webview",
  );
  const known = new Set(Object.keys(read("extension/l10n/bundle.l10n.vi.json")));
  const left = [...plain].filter((text) => /^[A-Z]?[a-z]+,? [a-z]/.test(text) && !known.has(text));
  assert.deepEqual(left, []);
});

void test("a text takes its values, and one language needs no plural", () => {
  const rows = (count: number) => t`${counted(count, "row")} written to ${"{0}.csv"}`;
  assert.deepEqual([rows(1), rows(2)], ["1 row written to {0}.csv", "2 rows written to {0}.csv"]);
  speak(read("extension/l10n/bundle.l10n.vi.json"));
  try {
    assert.equal(rows(2), "đã ghi 2 dòng vào {0}.csv");
    assert.deepEqual([said("Choose…"), said("assert_a")], ["Chọn…", "assert_a"]);
  } finally {
    speak(undefined);
  }
});

void test("the languages say the same", () => {
  const [first, ...others] = LANGUAGES.map((language) =>
    Object.keys(read(`extension/l10n/bundle.l10n.${language}.json`)),
  );
  others.forEach((keys) => {
    assert.deepEqual(keys, first);
  });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { actionIn, openingIn } from "../src/report/messages";
import { reportInEditor } from "../src/report/page";

const SOURCE = { script: "https://here/report.js", nonce: "abc", words: { Open: "<Mở" } };

void test("the report's colours become the editor's, once, in the head, and our script comes with its nonce", () => {
  const page = reportInEditor("<head><style>$&</style></head><body>&lt;/head&gt;</body>", SOURCE);
  assert.match(
    page,
    /^<head><style>\$&<\/style><style>:root \{ .*--page: var\(--vscode-editor-background\);.* \}<\/style>\n<script type="application\/json" id="words">\{"Open":"\\u003cMở"\}<\/script>\n<script nonce="abc" src="https:\/\/here\/report.js" defer><\/script>\n<\/head>/,
  );
});

void test("the page's policy admits our script and nothing more", () => {
  const policy = (content: string) =>
    `<head><meta http-equiv="Content-Security-Policy" content="${content}"></head>`;
  assert.match(
    reportInEditor(policy("default-src 'none'; style-src 'unsafe-inline'"), SOURCE),
    /content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-abc'">/,
  );
  assert.match(
    reportInEditor(policy("default-src 'none'; script-src 'sha256-xyz='; img-src data:"), SOURCE),
    /content="default-src 'none'; script-src 'nonce-abc' 'sha256-xyz='; img-src data:">/,
  );
});

void test("a click names a kind and a key", () => {
  assert.deepEqual(openingIn({ what: "assertion", key: "assert_a", version: null }), {
    what: "assertion",
    key: "assert_a",
    version: null,
  });
  assert.deepEqual(openingIn({ what: "sentence", key: "00ff", version: 3 })?.version, 3);
});

void test("any other message opens nothing", () => {
  const others = [
    undefined,
    null,
    "assertion",
    { what: "file", key: "/etc/passwd" },
    { what: "assertion" },
    { what: "assertion", key: "" },
    { what: "assertion", key: { toString: () => "x" } },
    { what: "assertion", key: "x".repeat(501) },
    { what: ["assertion"], key: "x" },
  ];
  for (const message of others) {
    assert.equal(openingIn(message), undefined);
  }
  assert.equal(openingIn({ what: "sentence", key: "x", version: "3" })?.version, null);
  assert.equal(openingIn({ what: "sentence", key: "x", version: 0.5 })?.version, null);
});

void test("a button names thresholds, or an assertion and what is wanted of it", () => {
  const select = { act: "select", method: "coverage", alpha: 0.25, tau: 0 };
  assert.deepEqual(actionIn({ ...select, more: 1 }), select);
  const prefer = { act: "prefer", name: "assert_größe", use: "always" };
  assert.deepEqual(actionIn(prefer), prefer);
  assert.deepEqual(actionIn({ ...prefer, name: "a", use: "allowed" }), { act: "prefer", name: "a", use: "" });
});

void test("a button that asks for anything else does nothing", () => {
  const select = { act: "select", method: "coverage", alpha: 0.25, tau: 0 };
  const others = [
    { ...select, method: "--help" },
    { ...select, alpha: 1.5 },
    { ...select, tau: Number.NaN },
    { ...select, tau: "0" },
    { act: "prefer", name: "a b", use: "always" },
    { act: "prefer", name: "a", use: "toString" },
    { act: "delete", name: "a", use: "always" },
  ];
  for (const message of others) {
    assert.equal(actionIn(message), undefined);
  }
});

/*
 * The report in the editor is the same HTML as the file. Its colours become the editor's, and its own policy, which
 * forbids everything that the page does not hold, admits one script more: ours, which tells what was clicked.
 */
import { Words, wordsFor } from "../language";

const COLOURS: Readonly<Record<string, string>> = {
  sans: "--vscode-font-family",
  mono: "--vscode-editor-font-family",
  page: "--vscode-editor-background",
  card: "--vscode-editorWidget-background",
  ink: "--vscode-editor-foreground",
  muted: "--vscode-descriptionForeground",
  faint: "--vscode-disabledForeground",
  line: "--vscode-editorWidget-border",
  accent: "--vscode-textLink-foreground",
  good: "--vscode-testing-iconPassed",
  bad: "--vscode-testing-iconFailed",
  mark: "--vscode-editor-findMatchHighlightBackground",
  added: "--vscode-diffEditor-insertedLineBackground",
  removed: "--vscode-diffEditor-removedLineBackground",
  chip: "--vscode-badge-background",
  "chip-ink": "--vscode-badge-foreground",
  chip2: "--vscode-textBlockQuote-background",
  "chip2-ink": "--vscode-descriptionForeground",
};

const OPENABLE =
  "a code, [data-open] code { background: none; } " +
  "[data-open] { cursor: pointer; } [data-open]:hover { text-decoration: underline; } " +
  "[data-open].row { text-decoration: underline; } " +
  "[data-open]:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; } " +
  ".act { font: inherit; margin: .3rem 0 0; padding: .15rem .7rem; border: 0; border-radius: 2px; cursor: pointer; " +
  "color: var(--vscode-button-foreground); background: var(--vscode-button-background); } " +
  ".act:hover { background: var(--vscode-button-hoverBackground); }";

/** Returns the report with the editor's colours in place of its own, and with our script. */
export function reportInEditor(
  html: string,
  { script, nonce, words }: { script: string; nonce: string; words?: Words },
): string {
  const variables = Object.entries(COLOURS).map(([own, editors]) => `--${own}: var(${editors});`);
  const style = `<style>:root { ${variables.join(" ")} } ${OPENABLE}</style>`;
  const tag = `${wordsFor(words)}\n<script nonce="${nonce}" src="${script}" defer></script>`;
  // The report's own text cannot hold a tag: everything in it is escaped, so the first one ends its head.
  return admitting(nonce, html).replace("</head>", () => `${style}\n${tag}\n</head>`);
}

/** Returns the page with a policy that admits the scripts with `nonce` beside those that it admits already. */
function admitting(nonce: string, html: string): string {
  return html.replace(
    /(<meta http-equiv="Content-Security-Policy" content=")([^"]*)(">)/,
    (_, start: string, policy: string, end: string) => {
      const admitted = policy.includes("script-src ")
        ? policy.replace("script-src ", `script-src 'nonce-${nonce}' `)
        : `${policy}; script-src 'nonce-${nonce}'`;
      return start + admitted + end;
    },
  );
}

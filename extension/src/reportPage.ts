/*
 * The report in the editor is the same HTML as the file: it has no script, its own policy forbids everything but
 * inline styles, and the editor is told to run none either. Only the colours change.
 */

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

/** Returns the report with the editor's colours in place of its own. */
export function reportInEditorColours(html: string): string {
  const variables = Object.entries(COLOURS).map(([own, editors]) => `--${own}: var(${editors});`);
  const style = `<style>:root { ${variables.join(" ")} }</style>`;
  // The report's own text cannot hold a tag: everything in it is escaped, so the first one ends its head.
  return html.replace("</head>", () => `${style}\n</head>`);
}

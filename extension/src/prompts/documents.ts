import type { DocumentFilter } from "vscode";
import names from "./promptNames.json";

/** What the server answers for; matched by pattern so that no language id is claimed. */
const PATTERNS = [
  ...names.watched,
  // The server judges the texts in these, and answers nothing where none is a prompt.
  names.judged,
  "**/*.examples.jsonl",
];

/** Schemes of files on the disk that the extension host runs on. */
const SCHEMES = ["file", "vscode-remote"];

export const DOCUMENTS: (DocumentFilter & { scheme: string; pattern: string })[] = SCHEMES.flatMap((scheme) =>
  PATTERNS.map((pattern) => ({ scheme, pattern })),
);

/** Prompts that their name alone tells. */
export const BY_NAME = `{${[...names.watched.slice(0, -1), "**/prompts/**/*.{txt,md,j2,jinja,jinja2}"].join(",")}}`;
export const NOT_OURS = "**/{node_modules,.venv,.git}/**";

/** What a command is about: a prompt, or a file beside one, and which template of it. */
export interface Target {
  readonly uri: string;
  readonly template?: string;
}

/** A prompt of the workspace. */
export interface ListedPrompt extends Target {
  /** Where it begins, from 0. */
  readonly line?: number;
}

/** Returns what a command is about, without what else its parameters say. */
export function targetIn({ uri, template }: Target): Target {
  return { uri, ...(template !== undefined && { template }) };
}

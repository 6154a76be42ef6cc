import type { DocumentFilter } from "vscode";

/** What the server answers for; matched by pattern so that no language id is claimed. */
const PATTERNS = [
  "**/*.{prompt.md,instructions.md,agent.md,prompty,prompt,prompt.yml,prompt.yaml}",
  "**/SKILL.md",
  "**/prompts/**/*.{txt,md,j2,jinja,jinja2}",
  // The server looks into these for what a prompt has, and answers nothing for the others.
  "**/*.{py,json,yaml,yml}",
  "**/*.examples.jsonl",
];

/** Schemes of files on the disk that the extension host runs on. */
const SCHEMES = ["file", "vscode-remote"];

export const DOCUMENTS: (DocumentFilter & { scheme: string; pattern: string })[] = SCHEMES.flatMap((scheme) =>
  PATTERNS.map((pattern) => ({ scheme, pattern })),
);

/** Prompts that their name alone tells. */
export const BY_NAME =
  "{**/*.prompt.md,**/*.instructions.md,**/*.agent.md,**/SKILL.md,**/*.prompty,**/*.prompt,**/*.prompt.yml," +
  "**/*.prompt.yaml,**/prompts/**/*.{txt,md,j2,jinja,jinja2}}";
export const NOT_OURS = "**/{node_modules,.venv,.git}/**";

/** What a command is about: a prompt, or a file beside one, and which template of it. */
export interface Target {
  readonly uri: string;
  readonly template?: string;
}

/** Returns what a command is about, without what else its parameters say. */
export function targetIn({ uri, template }: Target): Target {
  return { uri, ...(template !== undefined && { template }) };
}

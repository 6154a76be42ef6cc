import { DocumentFilter, languages, Uri, window, workspace } from "vscode";
import { warn } from "./messages";

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

/** Prompts that their name alone tells, for a choice among those of the workspace. */
const BY_NAME =
  "{**/*.prompt.md,**/*.instructions.md,**/*.agent.md,**/SKILL.md,**/*.prompty,**/*.prompt,**/*.prompt.yml," +
  "**/*.prompt.yaml,**/prompts/**/*.{txt,md,j2,jinja,jinja2}}";
const NOT_OURS = "**/{node_modules,.venv,.git}/**";

/** What a command is about: a prompt, or a file beside one, and which template of it. */
export interface Target {
  readonly uri: string;
  readonly template?: string;
}

/**
 * Returns what a command is about: what its caller says, else the active document, else a choice.
 *
 * Callers are the palette (nothing), menus (a URI) and the server's lenses (an object of the request's parameters).
 * Undefined when there is no prompt, or the person did not choose.
 */
export async function targetOf(argument: unknown): Promise<Target | undefined> {
  if (argument instanceof Uri) {
    return { uri: argument.toString() };
  }
  if (isTarget(argument)) {
    return { uri: argument.uri, ...(argument.template !== undefined && { template: argument.template }) };
  }
  const active = window.activeTextEditor?.document;
  const uri =
    active !== undefined && languages.match(DOCUMENTS, active) > 0 ? active.uri : await choosePrompt();
  return uri && { uri: uri.toString() };
}

function isTarget(argument: unknown): argument is Target {
  return (
    typeof argument === "object" && argument !== null && "uri" in argument && typeof argument.uri === "string"
  );
}

/** Returns the only prompt of the workspace, or the one that the person chooses. */
export async function choosePrompt(): Promise<Uri | undefined> {
  const found = await workspace.findFiles(BY_NAME, NOT_OURS, 200);
  const sorted = found.sort((a, b) => (a.path < b.path ? -1 : 1));
  if (sorted.length === 0) {
    void warn("SPADE: no prompt file is open, and none was found in this workspace by its name.");
  }
  if (sorted.length <= 1) {
    return sorted[0];
  }
  const items = sorted.map((uri) => ({ label: workspace.asRelativePath(uri), uri }));
  return (await window.showQuickPick(items, { title: "Which prompt?", matchOnDescription: true }))?.uri;
}

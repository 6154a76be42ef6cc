import { Executable, LanguageClient, LanguageClientOptions } from "vscode-languageclient/node";
import { LogOutputChannel } from "vscode";

/** The prompt files of `editor.md`; matched by pattern so that no language id is claimed. */
const PROMPT_PATTERNS = [
  "**/*.{prompt.md,instructions.md,agent.md,prompty,prompt,prompt.yml,prompt.yaml}",
  "**/SKILL.md",
  "**/prompts/**/*.{txt,md,j2,jinja,jinja2}",
  "**/*.py",
  "**/*.examples.jsonl",
];

/** Schemes of files on the disk that the extension host runs on. */
const SCHEMES = ["file", "vscode-remote"];

/** Makes a client for the server that `executable` starts; nothing runs until `start()`. */
export function createClient(executable: Executable, log: LogOutputChannel): LanguageClient {
  const options: LanguageClientOptions = {
    documentSelector: SCHEMES.flatMap((scheme) => PROMPT_PATTERNS.map((pattern) => ({ scheme, pattern }))),
    outputChannel: log,
  };
  return new LanguageClient("spade", "SPADE", executable, options);
}

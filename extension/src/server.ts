import { LogOutputChannel } from "vscode";
import {
  CloseAction,
  ErrorAction,
  Executable,
  LanguageClient,
  LanguageClientOptions,
  State,
} from "vscode-languageclient/node";
import { CrashCounter } from "./crashes";

/** What counts as a prompt file; matched by pattern so that no language id is claimed. */
const PROMPT_PATTERNS = [
  "**/*.{prompt.md,instructions.md,agent.md,prompty,prompt,prompt.yml,prompt.yaml}",
  "**/SKILL.md",
  "**/prompts/**/*.{txt,md,j2,jinja,jinja2}",
  "**/*.py",
  "**/*.examples.jsonl",
];

/** Schemes of files on the disk that the extension host runs on. */
const SCHEMES = ["file", "vscode-remote"];

/** A client whose failures go to the log: the extension tells the user once, and what to do. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/**
 * Makes a client for the server that `executable` starts; nothing runs until `start()`.
 *
 * `onGivenUp` is called when a server that once ran has crashed too often to be started again.
 */
export function createClient(
  executable: Executable,
  log: LogOutputChannel,
  onGivenUp: () => void,
): LanguageClient {
  const crashes = new CrashCounter();
  const options: LanguageClientOptions = {
    documentSelector: SCHEMES.flatMap((scheme) => PROMPT_PATTERNS.map((pattern) => ({ scheme, pattern }))),
    outputChannel: log,
    // The caller of start() tells the user; the client's own message would be a second one.
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue }),
      closed: () => {
        if (crashes.shouldRestart(Date.now())) {
          const message = "The server went away and is started again.";
          return { action: CloseAction.Restart, handled: true, message };
        }
        if (crashes.hasAnswered) {
          onGivenUp();
        }
        return { action: CloseAction.DoNotRestart, handled: true, message: "The server went away." };
      },
    },
  };
  const client = new QuietClient("spade", "SPADE", executable, options);
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) {
      crashes.started();
    }
  });
  return client;
}

import { LogOutputChannel } from "vscode";
import {
  CloseAction,
  ErrorAction,
  Executable,
  LanguageClient,
  LanguageClientOptions,
} from "vscode-languageclient/node";
import { CrashCounter } from "./crashes";
import { reviewedGeneration } from "./codeActions";
import { DOCUMENTS } from "../prompts/documents";
import type { InitializationOptions } from "../protocol";

/** A client whose failures go to the log: the extension tells the user once, and what to do. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** Where a client writes: what there is to tell, and the traffic where the person asks for that. */
interface Logs {
  readonly log: LogOutputChannel;
  readonly traffic: LogOutputChannel;
}

/**
 * Makes a client for the server that `executable` starts; nothing runs until `start()`.
 *
 * `onGivenUp` is called when a server that once ran has crashed too often to be started again.
 */
export function createClient(
  executable: Executable,
  initializationOptions: InitializationOptions,
  logs: Logs,
  crashes: CrashCounter,
  onGivenUp: () => void,
): LanguageClient {
  const options: LanguageClientOptions = {
    documentSelector: DOCUMENTS,
    outputChannel: logs.log,
    traceOutputChannel: logs.traffic,
    initializationOptions,
    middleware: { provideCodeActions: reviewedGeneration },
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
  return new QuietClient("spade", "SPADE", executable, options);
}

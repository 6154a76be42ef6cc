import { ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { LogOutputChannel } from "vscode";
import { StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import {
  BaseLanguageClient,
  CloseAction,
  ErrorAction,
  InitializeParams,
  LanguageClientOptions,
  MessageTransports,
  ShutdownMode,
} from "vscode-languageclient";
import { CrashCounter } from "./crashes";
import { reviewedGeneration } from "./codeActions";
import { DOCUMENTS } from "../prompts/documents";
import type { InitializationOptions } from "../protocol";

/** How long a server that was asked to end may take. */
const MILLISECONDS_TO_END = 2000;

/** The command that starts the server, and the folder that it runs in. */
export interface Executable {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/**
 * A client of a server that is a child of this process, and that is spoken to by its standard streams.
 *
 * What fails goes to the log: the extension tells the user once, and what to do.
 */
class ServerClient extends BaseLanguageClient {
  private server: ChildProcess | undefined;

  constructor(
    private readonly executable: Executable,
    private readonly log: LogOutputChannel,
    options: LanguageClientOptions,
  ) {
    super("spade", "SPADE", options);
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  protected override createMessageTransports(): Promise<MessageTransports> {
    const { command, args, cwd } = this.executable;
    const server = spawn(command, args, { cwd, windowsHide: true });
    createInterface(server.stderr).on("line", (line) => {
      this.log.error(line);
    });
    server.on("exit", (code, signal) => {
      this.log.info(`The language server ended (${signal ?? `exit code ${String(code)}`}).`);
    });
    this.server = server;
    return new Promise((resolve, reject) => {
      server.on("error", reject).once("spawn", () => {
        resolve({
          reader: new StreamMessageReader(server.stdout),
          writer: new StreamMessageWriter(server.stdin),
        });
      });
    });
  }

  protected override fillInitializeParams(params: InitializeParams): void {
    super.fillInitializeParams(params);
    params.processId = process.pid;
  }

  protected override async shutdown(mode: ShutdownMode, timeout?: number): Promise<void> {
    const stopped = this.server;
    try {
      await super.shutdown(mode, timeout);
    } finally {
      setTimeout(() => stopped?.kill("SIGKILL"), MILLISECONDS_TO_END);
    }
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
): BaseLanguageClient {
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
  return new ServerClient(executable, logs.log, options);
}

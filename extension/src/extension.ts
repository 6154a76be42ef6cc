import "./editor/spoken";
import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { Launcher } from "./server/launch";
import { Models } from "./models/models";
import { Session } from "./server/session";
import { Status } from "./server/status";
import { startupMessages } from "./server/startupMessages";
import { Waiting } from "./server/waiting";

let session: Session | undefined;

/** Wires the extension: one log, one status item, one server, and the commands. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("SPADE", { log: true });
  const status = new Status();
  const models = new Models(context, log);
  const started = new Session(new Launcher(context, log), status, log, startupMessages(), models);
  session = started;
  context.subscriptions.push(
    log,
    status,
    new Waiting(status),
    vscode.commands.registerCommand("spade.showLogs", () => {
      log.show();
    }),
    vscode.commands.registerCommand("spade.restart", () => started.restart()),
    registerCommands(context, started, status, log, models),
    vscode.workspace.onDidGrantWorkspaceTrust(() => started.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (["spade.interpreter", "spade.importStrategy"].some((key) => change.affectsConfiguration(key))) {
        void started.restart();
      }
    }),
  );
  // Not awaited: the set-up may take its time, and the commands that explain it must be there meanwhile.
  void started.restart();
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  await session?.stop();
}

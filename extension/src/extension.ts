import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { chooseInterpreter } from "./interpreter";
import { createClient } from "./server";

let client: LanguageClient | undefined;

/** Wires the extension: one log, one client, two commands. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("SPADE", { log: true });
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand("spade.showLogs", () => {
      log.show();
    }),
    vscode.commands.registerCommand("spade.restart", () => restart(log)),
  );
  await start(log);
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  const stopping = client;
  client = undefined;
  if (stopping?.isRunning() === true) {
    await stopping.stop();
  }
}

async function restart(log: vscode.LogOutputChannel): Promise<void> {
  await deactivate();
  await start(log);
}

async function start(log: vscode.LogOutputChannel): Promise<void> {
  const interpreter = chooseInterpreter(
    // In an untrusted workspace the editor ignores the workspace's value: it is a restricted setting.
    vscode.workspace.getConfiguration("spade").get("interpreter", ""),
    vscode.workspace.isTrusted
      ? (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath)
      : [],
    process.platform,
    existsSync,
  );
  log.info(`Starting the language server with ${interpreter.command} (from the ${interpreter.source}).`);
  client = createClient({ command: interpreter.command, args: ["-m", "spade_server"] }, log, () => {
    void reportGivenUp(log);
  });
  try {
    await client.start();
    log.info("The language server is running.");
  } catch (error) {
    await reportFailure(interpreter.command, error, log);
  }
}

async function reportFailure(command: string, error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  log.error(error instanceof Error ? error : String(error));
  const choice = await vscode.window.showErrorMessage(
    `SPADE: the language server did not start with "${command}". ` +
      'It needs Python 3.11 or later with the package "spade-assertions"; set "spade.interpreter" to it.',
    "Open Settings",
    "Show Logs",
  );
  if (choice === "Open Settings") {
    await vscode.commands.executeCommand("workbench.action.openSettings", "spade.interpreter");
  } else if (choice === "Show Logs") {
    log.show();
  }
}

async function reportGivenUp(log: vscode.LogOutputChannel): Promise<void> {
  const choice = await vscode.window.showErrorMessage(
    "SPADE: the language server crashed five times in three minutes and is not started again.",
    "Restart",
    "Show Logs",
  );
  if (choice === "Restart") {
    await restart(log);
  } else if (choice === "Show Logs") {
    log.show();
  }
}

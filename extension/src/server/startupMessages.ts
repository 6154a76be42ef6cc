import * as vscode from "vscode";
import { complain } from "../editor/notifications";
import { explain, remedies, Remedy } from "./pythonProblems";
import type { StartupMessages } from "./session";
import { t } from "../language";

/** Returns what tells the person that the server does not run: one message each, with the ways out as buttons. */
export function startupMessages(): StartupMessages {
  return {
    problem: (problem) => {
      void offer(`SPADE: ${explain(problem)}`, remedies(problem));
    },
    notStarted: (command) => {
      void offer(t`SPADE: the language server did not start with "${command}". The log says why.`, [
        "Show Logs",
        "Try Again",
        "Open Settings",
      ]);
    },
    givenUp: () => {
      void offer(
        t`SPADE: the language server crashed five times in three minutes and is not started again.`,
        ["Try Again", "Show Logs"],
      );
    },
  };
}

async function offer(message: string, buttons: readonly Remedy[]): Promise<void> {
  const choice = await complain(message, ...buttons);
  if (choice !== undefined) {
    await carryOut(choice);
  }
}

async function carryOut(remedy: Remedy): Promise<void> {
  switch (remedy) {
    case "Choose Python…":
      return choosePython();
    case "Try Again":
      return vscode.commands.executeCommand("spade.restart");
    case "Use the Bundled Server":
      return change("importStrategy", "useBundled");
    case "Open Settings":
      return vscode.commands.executeCommand(
        "workbench.action.openSettings",
        "@ext:spade-assertions.spade-assertions",
      );
    case "Show Logs":
      return vscode.commands.executeCommand("spade.showLogs");
  }
}

async function choosePython(): Promise<void> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: t`Choose Python 3.11 or later`,
      openLabel: t`Use This Python`,
    })) ?? [];
  if (file !== undefined) {
    await change("interpreter", file.fsPath);
  }
}

/** Changes a setting where it is set now, so that the change counts; the change itself restarts the server. */
async function change(key: string, value: string): Promise<void> {
  const settings = vscode.workspace.getConfiguration("spade");
  const inWorkspace = vscode.workspace.isTrusted && settings.inspect(key)?.workspaceValue !== undefined;
  const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await settings.update(key, value, target);
}

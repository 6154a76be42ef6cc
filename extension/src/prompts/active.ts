import * as vscode from "vscode";
import { DOCUMENTS } from "./documents";
import type { Asker } from "../requests/asker";
import type { Status } from "../server/status";

/**
 * Knows whether the active editor holds a prompt or stands beside one: the buttons of its title depend on that, and
 * whether the status item is shown. Until a server can tell, the name of the file does.
 */
export class Active implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable;
  private looks = 0;

  constructor(
    private readonly asker: Asker,
    private readonly status: Status,
  ) {
    const look = () => void this.look();
    this.subscriptions = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(look),
      vscode.workspace.onDidSaveTextDocument(look),
      status.onDidChange(look),
    );
    look();
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private async look(): Promise<void> {
    const look = ++this.looks;
    const document = vscode.window.activeTextEditor?.document;
    const isOurs = document !== undefined && vscode.languages.match(DOCUMENTS, document) > 0;
    const found = isOurs ? await this.asker.prompts(document.uri.toString()) : [];
    if (look === this.looks) {
      await vscode.commands.executeCommand(
        "setContext",
        "spade.isPrompt",
        found !== undefined && found.length > 0,
      );
      this.status.isWanted = found === undefined || found.length > 0;
    }
  }
}

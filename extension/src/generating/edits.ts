import * as vscode from "vscode";
import type { Proposal } from "../protocol";
import { t } from "../language";

type Accept = (text: string, written: () => void) => void;
const ACCEPT = "spade.acceptEdited";
const BACK = "spade.leaveEdited";

/** Proposed functions that a person edits before they accept them: each in an editor of its own, not on the disk. */
export class Edits implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly accepting = new Map<string, Accept>();
  private readonly subscriptions: vscode.Disposable;

  constructor() {
    this.subscriptions = vscode.Disposable.from(
      vscode.languages.registerCodeLensProvider({ scheme: "untitled", language: "python" }, this),
      vscode.commands.registerCommand(ACCEPT, async (uri: vscode.Uri) => {
        const document = await vscode.workspace.openTextDocument(uri);
        this.accepting.get(uri.toString())?.(document.getText(), () => void close(uri));
      }),
      vscode.commands.registerCommand(BACK, close),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.accepting.delete(uri.toString());
      }),
    );
  }

  /** Opens a function; `accept` is given its text, and what is to be called once that is written. */
  async open({ source }: Proposal, accept: Accept): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ language: "python", content: `${source}\n` });
    this.accepting.set(document.uri.toString(), accept);
    await vscode.window.showTextDocument(document, { preview: false });
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const top = new vscode.Range(0, 0, 0, 0);
    return this.accepting.has(uri.toString())
      ? [
          new vscode.CodeLens(top, {
            title: t`$(check) Accept as edited`,
            command: ACCEPT,
            arguments: [uri],
          }),
          new vscode.CodeLens(top, { title: t`$(discard) Back`, command: BACK, arguments: [uri] }),
        ]
      : [];
  }

  dispose(): void {
    this.subscriptions.dispose();
  }
}

/** Closes an editor without a question: an empty one has nothing to save. */
async function close(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  const emptied = new vscode.WorkspaceEdit();
  emptied.delete(uri, all);
  await vscode.workspace.applyEdit(emptied);
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(
      ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
    ),
  );
}

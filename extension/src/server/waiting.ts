import * as vscode from "vscode";
import { DOCUMENTS } from "../prompts/documents";
import { sanitize } from "../editor/sanitize";
import type { Status } from "./status";
import { t } from "../language";

/** Says above a prompt what is waited for, until the server puts its own line there. */
export class Waiting implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly registration: vscode.Disposable;
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(private readonly status: Status) {
    this.onDidChangeCodeLenses = status.onDidStep;
    this.registration = vscode.languages.registerCodeLensProvider(DOCUMENTS, this);
  }

  provideCodeLenses(): vscode.CodeLens[] {
    const { step } = this.status;
    const title = sanitize(t`$(sync~spin) SPADE is starting${step === "" ? "" : `: ${step ?? ""}`}`);
    return step === undefined
      ? []
      : [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command: "spade.showLogs" })];
  }

  dispose(): void {
    this.registration.dispose();
  }
}

import * as vscode from "vscode";
import type { GenerateResult, Proposal } from "../protocol";
import { counted } from "../wording";
import { detailOf, lineOf, markOf } from "./proposalTexts";

/** What a person ticked, and what they left; undefined where they went back. */
export interface Choice {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

/** The buttons of a preview, above its first line: they stay where a message hides itself. */
export class ProposalLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly titles = new Map<string, readonly [string, string][]>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly registration: vscode.Disposable;
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(scheme: string) {
    this.registration = vscode.languages.registerCodeLensProvider({ scheme }, this);
  }

  /** Shows the buttons of a preview; `model` is the title of the one that asks a model. */
  show(preview: vscode.Uri, count: number, model: string | undefined): void {
    this.titles.set(preview.toString(), [
      [`$(check) Accept all ${count}`, "spade.acceptProposals"],
      ["$(checklist) Choose…", "spade.chooseProposals"],
      ["$(discard) Discard", "spade.discardProposals"],
      ...(model === undefined ? [] : [[`$(sparkle) ${model}`, "spade.askModel"] as [string, string]]),
    ]);
    this.changed.fire();
  }

  /** Takes them away again. */
  hide(preview: vscode.Uri): void {
    this.titles.delete(preview.toString());
    this.changed.fire();
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const top = new vscode.Range(0, 0, 0, 0);
    return (this.titles.get(uri.toString()) ?? []).map(
      ([title, command]) => new vscode.CodeLens(top, { title, command, arguments: [uri] }),
    );
  }

  dispose(): void {
    vscode.Disposable.from(this.changed, this.registration).dispose();
  }
}

interface Row extends vscode.QuickPickItem {
  readonly proposal: Proposal;
}

/** Lets a person tick the proposals they want; the preview behind shows the code of the row that they are on. */
export function choose(result: GenerateResult, preview: vscode.Uri): Promise<Choice | undefined> {
  const models = new Set(result.modelRun?.proposed);
  const rows = result.proposals.map((proposal): Row => ({
    label: proposal.name,
    description: markOf(proposal, models),
    detail: detailOf(proposal),
    proposal,
  }));
  const pick = vscode.window.createQuickPick<Row>();
  pick.title = `Which of ${counted(rows.length, "assertion")} to add; the others are not proposed again`;
  pick.placeholder = "Esc goes back to the preview";
  pick.canSelectMany = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.items = rows;
  pick.selectedItems = rows;
  return new Promise((resolve) => {
    let ticked: readonly Row[] = rows;
    pick.onDidChangeSelection((selected) => {
      ticked = selected;
    });
    pick.onDidChangeActive(([active]) => {
      if (active !== undefined) {
        reveal(preview, active.proposal.name);
      }
    });
    pick.onDidAccept(() => {
      const wanted = new Set(ticked.map(({ label }) => label));
      const names = rows.map(({ label }) => label);
      resolve({
        wanted: names.filter((name) => wanted.has(name)),
        unwanted: names.filter((name) => !wanted.has(name)),
      });
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function reveal(preview: vscode.Uri, name: string): void {
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === preview.toString(),
  );
  const line = editor === undefined ? -1 : lineOf(editor.document.getText(), name);
  if (line >= 0) {
    const place = new vscode.Range(line, 0, line, 0);
    editor?.revealRange(place, vscode.TextEditorRevealType.InCenter);
  }
}

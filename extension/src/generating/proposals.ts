import * as vscode from "vscode";
import { DOCUMENTS } from "../prompts/documents";
import { warn } from "../editor/notifications";
import type { Proposal } from "../protocol";
import { sanitize } from "../editor/sanitize";
import { Edits } from "./edits";
import { byInstruction, cut, detailOf, lineOf, markOf, shortOf } from "./proposalTexts";
import type { Review } from "./review";
import { counted, t } from "../language";

const ONE = "spade.decideProposal";
type Act = "show" | "accept" | "edit" | "dismiss";

/** Where a person decides of proposals: above the preview and its functions, and at the sentences of the prompt. */
export class Proposals implements vscode.CodeLensProvider, vscode.CodeActionProvider, vscode.Disposable {
  private readonly reviews = new Map<string, Review>();
  private readonly edits = new Edits();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable;
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(scheme: string) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      this.edits,
      vscode.languages.registerCodeLensProvider([{ scheme }, ...DOCUMENTS], this),
      vscode.languages.registerCodeActionsProvider(DOCUMENTS, this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
      vscode.commands.registerCommand(ONE, (preview: string, name: string, act: Act) =>
        this.carryOut(preview, name, act),
      ),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const uri = document.uri.toString();
        [...this.reviews.values()]
          .filter(({ prompt }) => prompt === uri)
          .forEach((review) => {
            review.shift(contentChanges);
          });
      }),
    );
  }

  /** Returns the review that a preview shows. */
  of(preview: vscode.Uri): Review | undefined {
    return this.reviews.get(preview.toString());
  }

  /** Shows the buttons of a review, or what has become of them. */
  show(review: Review): void {
    this.reviews.set(review.preview.toString(), review);
    this.changed.fire();
  }

  /** Takes them away again. */
  hide(review: Review): void {
    if (this.of(review.preview) === review) {
      this.reviews.delete(review.preview.toString());
      this.changed.fire();
    }
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const uri = document.uri.toString();
    const review = this.reviews.get(uri);
    if (review !== undefined) {
      return [...ofPreview(review), ...ofFunctions(review, document.getText())];
    }
    return [...this.reviews.values()].filter(({ prompt }) => prompt === uri).flatMap(ofPrompt);
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const uri = document.uri.toString();
    return [...this.reviews.values()]
      .filter(({ prompt }) => prompt === uri)
      .flatMap((review) =>
        review.proposals
          .filter(({ name }) => {
            const line = review.lineOf(name);
            return line !== undefined && range.start.line <= line && line <= range.end.line;
          })
          .flatMap((proposal) => actionsOn(review, proposal)),
      );
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private async carryOut(preview: string, name: string, act: Act): Promise<void> {
    const review = this.reviews.get(preview);
    const proposal = review?.proposals.find((each) => each.name === name);
    if (review === undefined || proposal === undefined) {
      return;
    }
    switch (act) {
      case "show":
        revealIn(review.preview, name);
        return;
      case "accept":
        review.decide({ kind: "accept", names: [name], goesOn: true });
        return;
      case "dismiss":
        review.decide({ kind: "dismiss", names: [name] });
        return;
      case "edit":
        return this.edits.open(proposal, (text, written) => {
          const edited = { [name]: text };
          if (!review.decide({ kind: "accept", names: [name], edited, goesOn: true, written })) {
            void warn(t`SPADE: ${name} is not under review any more: generate again, your text stays here.`);
          }
        });
    }
  }
}

function ofPreview(review: Review): vscode.CodeLens[] {
  const top = new vscode.Range(0, 0, 0, 0);
  const count = review.proposals.length;
  const sure = review.sure.length;
  const [some, model] = [0 < sure && sure < count, review.modelButton];
  // Short, without icons: beside the prompt in a narrow window all of them have to be seen.
  const titles: (readonly [string, string, string])[] = [
    ...(some
      ? [[t`Accept ${sure} of ${count}`, t`Those that code decides`, "spade.acceptSureProposals"] as const]
      : []),
    [some ? t`All` : t`Accept all ${count}`, t`Accept all of them`, "spade.acceptProposals"],
    [t`Choose…`, t`Tick those to accept`, "spade.chooseProposals"],
    [t`Discard`, t`They are proposed again the next time`, "spade.discardProposals"],
    ...(model === undefined ? [] : [[model, t`What it may cost is shown first`, "spade.askModel"] as const]),
  ];
  return titles.map(
    ([title, tooltip, command]) =>
      new vscode.CodeLens(top, { title, tooltip, command, arguments: [review.preview] }),
  );
}

function ofFunctions(review: Review, text: string): vscode.CodeLens[] {
  return review.proposals.flatMap((proposal) => {
    const line = lineOf(text, proposal.name);
    return line < 0 ? [] : buttonsOf(review, proposal, line);
  });
}

/** Above each sentence: what is proposed for it, to accept, edit or dismiss one by one. */
function ofPrompt(review: Review): vscode.CodeLens[] {
  return review.proposals.flatMap((proposal) => {
    const line = review.lineOf(proposal.name);
    if (line === undefined) {
      return [];
    }
    const title = sanitize(`$(lightbulb) ${shortOf(proposal)}`);
    const tooltip = `${proposal.name}: ${detailOf(proposal)}`;
    return [...buttonsOf(review, proposal, line), lens(review, proposal, line, "show", title, tooltip)];
  });
}

function buttonsOf(review: Review, proposal: Proposal, line: number): vscode.CodeLens[] {
  const mark = markOf(proposal, review.models);
  return [
    lens(review, proposal, line, "accept", t`Accept`, mark),
    lens(review, proposal, line, "edit", t`Edit…`, t`Edit it before it is accepted`),
    lens(review, proposal, line, "dismiss", t`Dismiss`, t`It is not proposed again`),
  ];
}

function lens(
  review: Review,
  { name }: Proposal,
  line: number,
  act: Act,
  title: string,
  tooltip: string,
): vscode.CodeLens {
  const place = new vscode.Range(line, 0, line, 0);
  const command = { title, tooltip, command: ONE, arguments: [review.preview.toString(), name, act] };
  return new vscode.CodeLens(place, command);
}

function actionsOn(review: Review, proposal: Proposal): vscode.CodeAction[] {
  const titles: [Act, string][] = [
    ["accept", t`Accept`],
    ["edit", t`Edit before accepting`],
    ["dismiss", t`Dismiss`],
  ];
  return titles.map(([act, verb]) => {
    const title = `${verb}: ${shortOf(proposal)}`;
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    action.command = { title, command: ONE, arguments: [review.preview.toString(), proposal.name, act] };
    return action;
  });
}

/** A heading stands in the row of the first below it, and would push that aside. */
const LONGEST_HEADING = 40;

interface ProposalItem extends vscode.QuickPickItem {
  readonly name: string;
}

/** Has a person tick what they want, by instruction; returns the names, or undefined where they went back. */
export function choose(review: Review): Promise<readonly string[] | undefined> {
  const edit = { iconPath: new vscode.ThemeIcon("edit"), tooltip: t`Edit before accepting` };
  const rows = [...byInstruction(review.proposals)].flatMap(([instruction, proposals]): ProposalItem[] => [
    {
      label: instruction === "" ? t`The prompt no longer says` : cut(instruction, LONGEST_HEADING),
      kind: vscode.QuickPickItemKind.Separator,
      name: "",
    },
    ...proposals.map((proposal) => ({
      label: proposal.name,
      description: markOf(proposal, review.models),
      detail: detailOf(proposal),
      buttons: [edit],
      name: proposal.name,
    })),
  ]);
  const sure = new Set(review.sure);
  const pick = vscode.window.createQuickPick<ProposalItem>();
  pick.title = t`Which of ${counted(review.proposals.length, "assertion")} to add; the others stay proposed`;
  pick.placeholder = t`Ticked are those that code decides. Esc goes back to the preview`;
  pick.canSelectMany = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.items = rows;
  pick.selectedItems = rows.filter(({ name }) => sure.has(name));
  return new Promise((resolve) => {
    let ticked = pick.selectedItems;
    pick.onDidChangeSelection((selected) => {
      ticked = selected;
    });
    pick.onDidChangeActive(([active]) => {
      if (active !== undefined) {
        revealIn(review.preview, active.name);
      }
    });
    pick.onDidTriggerItemButton(({ item }) => {
      pick.hide();
      void vscode.commands.executeCommand(ONE, review.preview.toString(), item.name, "edit");
    });
    pick.onDidAccept(() => {
      resolve(ticked.map(({ name }) => name));
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** Shows a function in the preview, where that is visible. */
function revealIn(preview: vscode.Uri, name: string): void {
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === preview.toString(),
  );
  const line = editor === undefined ? -1 : lineOf(editor.document.getText(), name);
  if (line >= 0) {
    const place = new vscode.Range(line, 0, line, 0);
    editor?.revealRange(place, vscode.TextEditorRevealType.InCenter);
  }
}

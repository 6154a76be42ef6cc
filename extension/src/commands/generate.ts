import * as path from "node:path";
import * as vscode from "vscode";
import { targetIn } from "../documents";
import { inform } from "../messages";
import type { Models } from "../models/models";
import { costText, estimateText, shareOf } from "../models/wording";
import { columnForText } from "../places";
import type { GenerateParams, GenerateResult } from "../protocol";
import type { Answer, Asker } from "../requests";
import type { VirtualTexts } from "../virtual";
import { changesOf, counted, historyNotes } from "../wording";
import { tellProblems } from "./problems";
import { choose, Choice, ProposalLenses } from "./proposals";
import { lineOf } from "./proposalTexts";
import { reject } from "./reject";
import { achieved } from "./walkthrough";

/** A confirmation is read and gone; a toast would have to be put away. */
const CONFIRMATION_MS = 8_000;

type Button = "accept" | "choose" | "discard" | "model";
type Decision = Exclude<Button, "choose"> | Choice;

/** What a model would add: said in the message, with a button. */
interface Offer {
  readonly button: string;
  readonly text: string;
}

/** Proposes assertions and shows the file as it would be, as a diff where it is there; nothing is written until a person accepts. */
export class Generator implements vscode.Disposable {
  private readonly open = new Map<string, (button: Button) => void>();
  private readonly lenses: ProposalLenses;
  private readonly subscriptions: vscode.Disposable;

  constructor(
    private readonly asker: Asker,
    private readonly texts: VirtualTexts,
    private readonly models: Models,
  ) {
    this.lenses = new ProposalLenses(texts.scheme);
    this.subscriptions = vscode.Disposable.from(
      this.lenses,
      vscode.commands.registerCommand("spade.acceptProposals", (uri: unknown) => {
        this.decide(uri, "accept");
      }),
      vscode.commands.registerCommand("spade.chooseProposals", (uri: unknown) => {
        this.decide(uri, "choose");
      }),
      vscode.commands.registerCommand("spade.askModel", (uri: unknown) => {
        this.decide(uri, "model");
      }),
      vscode.commands.registerCommand("spade.discardProposals", (uri: unknown) => {
        this.decide(uri, "discard");
      }),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        closed.map(shownIn).forEach((uri) => {
          this.decide(uri, "discard");
        });
      }),
    );
  }

  /** Generates from the whole history, or for the instructions in a range: from the words at once, then with a model. */
  async generate(params: GenerateParams): Promise<void> {
    let answer = await this.asker.ask("generating assertions", "spade/generate", { ...params, apply: false });
    let asking = 0;
    while (answer !== undefined) {
      tellProblems(answer.result.problems);
      const decision = await this.shown(answer, await this.offerFor(answer));
      if (decision !== "model") {
        await this.carryOut(decision, answer);
        return;
      }
      // What was shown is shown again when the person does not want, or stops, what the model would add.
      const proposed = await this.withModel(params, asking);
      // What broke off goes on from there; what was answered in full is asked again.
      asking += proposed?.result.modelRun?.failure === "" ? 1 : 0;
      answer = proposed ?? answer;
    }
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  /** Returns what asking a model would cost; of one that was asked just now only its name counts. */
  private async offerFor({ asked, result }: Answer<"spade/generate">): Promise<Offer | undefined> {
    if (result.modelRun != null) {
      const button = result.modelRun.failure === "" ? "Regenerate" : "Try Again";
      return { button, text: ` ${costText(result.modelRun)}.` };
    }
    const estimate = await this.models.offer(this.asker, {
      ...targetIn(asked),
      range: asked.range ?? null,
    });
    const { model } = estimate;
    return model === ""
      ? undefined
      : { button: `Ask ${model}…`, text: ` ${model} can propose too: ${estimateText(estimate)}.` };
  }

  /** Asks the model after the person has seen what it may cost; undefined when they did not want it, or stopped it. */
  private async withModel(
    params: GenerateParams,
    asking: number,
  ): Promise<Answer<"spade/generate"> | undefined> {
    const about = { ...targetIn(params), range: params.range ?? null, asking };
    if (!(await this.models.confirm(this.asker, about))) {
      return undefined;
    }
    const asked = { ...params, apply: false, model: true, asking };
    return this.models.ask(this.asker, "asking the model for assertions", "spade/generate", asked);
  }

  /** Shows what is proposed, and returns what the person decides. */
  private async shown(answer: Answer<"spade/generate">, offer: Offer | undefined): Promise<Decision> {
    const { result } = answer;
    const proposed = await proposedText(result);
    if (proposed === undefined) {
      const message = `SPADE: ${changesOf(result)}; the assertions file is up to date.${historyNotes(result)}${offer?.text ?? ""}`;
      const choice = await inform(message, ...(offer ? [offer.button] : []));
      return choice === undefined ? "discard" : "model";
    }
    const file = vscode.Uri.parse(result.assertionsUri);
    const name = path.posix.basename(file.path);
    const right = this.texts.put(`/proposed ${name}`, proposed.text);
    if (proposed.exists) {
      const title = `${name}: ${changesOf(result)}`;
      const shown = { preview: false, viewColumn: columnForText() };
      await vscode.commands.executeCommand("vscode.diff", file, right, title, shown);
    } else {
      await vscode.window.showTextDocument(right, { preview: false, viewColumn: columnForText() });
    }
    this.lenses.show(right, result.proposals.length, offer?.button);
    const message = `${name}: ${changesOf(result)}${byModel(result)}.${historyNotes(result)}${offer?.text ?? ""}`;
    const decision = await this.chosen(result, right, this.decision(right, message, offer));
    this.lenses.hide(right);
    await closeTab(right);
    return decision;
  }

  /** Has the person choose where they want to; whoever goes back from that is where they were, the preview before them. */
  private async chosen(
    result: GenerateResult,
    preview: vscode.Uri,
    first: Promise<Button>,
  ): Promise<Decision> {
    for (let button = await first; ; button = await this.pressed(preview)) {
      if (button !== "choose") {
        return button;
      }
      const choice = await choose(result, preview);
      if (choice !== undefined) {
        return choice;
      }
    }
  }

  private async carryOut(decision: Decision, { result, asked }: Answer<"spade/generate">): Promise<void> {
    if (decision === "discard" || decision === "model") {
      return;
    }
    const names = decision === "accept" ? (asked.names ?? null) : decision.wanted;
    if (names === null || names.length > 0) {
      await this.write(result, { ...asked, names, apply: true });
    }
    if (decision !== "accept" && decision.unwanted.length > 0) {
      await reject(this.asker, targetIn(asked), { names: decision.unwanted, model: asked.model ?? false });
    }
  }

  private async write(result: GenerateResult, params: GenerateParams): Promise<void> {
    const written = await this.asker.ask("writing the assertions", "spade/generate", params);
    if (written !== undefined) {
      achieved("generated");
      const file = vscode.Uri.parse(result.assertionsUri);
      const editor = await vscode.window.showTextDocument(file, { viewColumn: columnForText() });
      const [first] = written.result.added;
      const line = first === undefined ? -1 : lineOf(editor.document.getText(), first);
      if (line >= 0) {
        editor.selection = new vscode.Selection(line, 0, line, 0);
        editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      }
      const added = counted(written.result.added.length, "assertion");
      const message = `$(check) SPADE: ${added} added to ${path.posix.basename(file.path)}`;
      vscode.window.setStatusBarMessage(message, CONFIRMATION_MS);
    }
  }

  /** Returns what the person decides: with the message's buttons, those above the diff, or by closing it. */
  private decision(right: vscode.Uri, message: string, offer: Offer | undefined): Promise<Button> {
    return new Promise((resolve) => {
      const hear = (button: Button) => {
        this.open.delete(right.toString());
        resolve(button);
      };
      this.open.set(right.toString(), hear);
      const said = new Map<string, Button>([
        ["Accept", "accept"],
        ["Choose…", "choose"],
        ["Discard", "discard"],
      ]);
      if (offer !== undefined) {
        said.set(offer.button, "model");
      }
      void inform(`SPADE: ${message}`, ...said.keys()).then((choice) => {
        // A message that is closed decides nothing: the diff stays open, with its own buttons. One that is about
        // another proposal than what is shown now decides nothing either.
        const decision = said.get(choice ?? "");
        if (decision !== undefined && this.open.get(right.toString()) === hear) {
          hear(decision);
        }
      });
    });
  }

  /** Returns the next button that is pressed above a preview that is open still; its tab closed discards it. */
  private pressed(preview: vscode.Uri): Promise<Button> {
    return new Promise((resolve) => {
      if (tabsOf(preview).length === 0) {
        resolve("discard");
        return;
      }
      this.open.set(preview.toString(), (button) => {
        this.open.delete(preview.toString());
        resolve(button);
      });
    });
  }

  private decide(uri: unknown, decision: Button | undefined): void {
    const target =
      uri instanceof vscode.Uri ? uri : shownIn(vscode.window.tabGroups.activeTabGroup.activeTab);
    if (target !== undefined && decision !== undefined) {
      this.open.get(target.toString())?.(decision);
    }
  }
}

function byModel({ modelRun, added }: GenerateResult): string {
  return modelRun == null ? "" : shareOf(modelRun, added);
}

interface Proposed {
  readonly text: string;
  readonly exists: boolean;
}

/** Returns the whole assertions file as it would be; undefined when nothing would change. */
async function proposedText({ edit, assertionsUri }: GenerateResult): Promise<Proposed | undefined> {
  const changes = (edit?.documentChanges ?? []).flatMap((change) => ("edits" in change ? change.edits : []));
  const [only] = changes;
  if (only === undefined || !("newText" in only)) {
    return undefined;
  }
  const uri = vscode.Uri.parse(assertionsUri);
  const file = await Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined);
  if (file === undefined) {
    return { text: only.newText, exists: false };
  }
  const text = file.getText();
  const at = ({ line, character }: { line: number; character: number }) =>
    file.offsetAt(new vscode.Position(line, character));
  return {
    text: text.slice(0, at(only.range.start)) + only.newText + text.slice(at(only.range.end)),
    exists: true,
  };
}

/** Returns the text of a tab, of a diff the right side. */
function shownIn(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const input: unknown = tab?.input;
  if (input instanceof vscode.TabInputTextDiff) {
    return input.modified;
  }
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

function tabsOf(text: vscode.Uri): vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter((tab) => shownIn(tab)?.toString() === text.toString());
}

async function closeTab(right: vscode.Uri): Promise<void> {
  await vscode.window.tabGroups.close(tabsOf(right), true);
}

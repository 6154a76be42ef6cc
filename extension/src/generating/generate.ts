import * as vscode from "vscode";
import { targetIn } from "../prompts/documents";
import { inform } from "../editor/notifications";
import type { Models } from "../models/models";
import { costText, estimateText, shareOf } from "../models/wording";
import { baseOf } from "../prompts/naming";
import { columnForText } from "../editor/places";
import type { GenerateParams, GenerateResult } from "../protocol";
import type { Answer, Asker } from "../requests/asker";
import type { VirtualTexts } from "../editor/virtual";
import { changesOf, historyNotes } from "../wording";
import { tellProblems } from "../requests/unreadMessage";
import { choose, Proposals } from "./proposals";
import { lineOf } from "./proposalTexts";
import { reject } from "./reject";
import { Accepted, Decision, Review } from "./review";
import { achieved } from "../commands/walkthrough";
import { counted, t } from "../language";

/** A confirmation is read and gone; a toast would have to be put away. */
const CONFIRMATION_MS = 8_000;

const ALL: Decision = { kind: "accept", names: null };

/** What a model would add: said in the message, with a button. */
interface Offer {
  readonly button: string;
  readonly text: string;
}

/** Proposes assertions and shows the file as it would be, as a diff where it is there; nothing is written until a person accepts. */
export class Generator implements vscode.Disposable {
  private readonly proposals: Proposals;
  private readonly subscriptions: vscode.Disposable;

  constructor(
    private readonly asker: Asker,
    private readonly texts: VirtualTexts,
    private readonly models: Models,
  ) {
    this.proposals = new Proposals(texts.scheme);
    const decide = (uri: unknown, decision: (review: Review) => Decision) => {
      const preview =
        uri instanceof vscode.Uri ? uri : shownIn(vscode.window.tabGroups.activeTabGroup.activeTab);
      const review = preview && this.proposals.of(preview);
      review?.decide(decision(review));
    };
    this.subscriptions = vscode.Disposable.from(
      this.proposals,
      vscode.commands.registerCommand("spade.acceptProposals", (uri: unknown) => {
        decide(uri, () => ALL);
      }),
      vscode.commands.registerCommand("spade.acceptSureProposals", (uri: unknown) => {
        decide(uri, ({ sure }) => ({ kind: "accept", names: sure }));
      }),
      vscode.commands.registerCommand("spade.chooseProposals", (uri: unknown) => {
        decide(uri, () => ({ kind: "choose" }));
      }),
      vscode.commands.registerCommand("spade.askModel", (uri: unknown) => {
        decide(uri, () => ({ kind: "model" }));
      }),
      vscode.commands.registerCommand("spade.discardProposals", (uri: unknown) => {
        decide(uri, () => ({ kind: "discard" }));
      }),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        closed.map(shownIn).forEach((uri) => {
          if (uri !== undefined && tabsOf(uri).length === 0) {
            this.proposals.of(uri)?.decide({ kind: "discard" });
          }
        });
      }),
    );
  }

  /** Generates from the whole history, or for the instructions in a range: from the words at once, then with a model. */
  async generate(params: GenerateParams): Promise<void> {
    let answer = await this.asker.ask(t`generating assertions`, "spade/generate", {
      ...params,
      apply: false,
    });
    let asking = 0;
    while (answer !== undefined) {
      tellProblems(answer.result.problems);
      if (!(await this.reviewed(answer, await this.offerFor(answer)))) {
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
      : { button: t`Ask ${model}…`, text: t` ${model} can propose too: ${estimateText(estimate)}.` };
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
    return this.models.ask(this.asker, t`asking the model for assertions`, "spade/generate", asked);
  }

  /** Shows what is proposed until it is decided; whether a model is to be asked. */
  private async reviewed(answer: Answer<"spade/generate">, offer: Offer | undefined): Promise<boolean> {
    const { result } = answer;
    const proposed = await proposedText(result);
    if (proposed === undefined) {
      const message = t`SPADE: ${changesOf(result)}; the assertions file is up to date.${historyNotes(result)}${offer?.text ?? ""}`;
      return (await inform(message, ...(offer ? [offer.button] : []))) !== undefined;
    }
    const review = await this.opened(answer, proposed, offer);
    const message = `${baseOf(result.assertionsUri)}: ${changesOf(result)}${byModel(result)}${byCode(review)}.${historyNotes(result)}${offer?.text ?? ""}`;
    this.tell(review, message, offer);
    try {
      return await this.decided(review, answer);
    } finally {
      if (this.proposals.of(review.preview) === review) {
        this.proposals.hide(review);
        await closeTab(review.preview);
      }
    }
  }

  private async opened(
    { result, asked }: Answer<"spade/generate">,
    proposed: Proposed,
    offer: Offer | undefined,
  ): Promise<Review> {
    const file = vscode.Uri.parse(result.assertionsUri);
    const name = baseOf(result.assertionsUri);
    const preview = this.texts.put(`/proposed ${name}`, proposed.text, asked);
    const earlier = tabsOf(preview);
    const before = this.proposals.of(preview);
    const prompt = vscode.Uri.parse(asked.uri).toString();
    const review = new Review(prompt, preview);
    review.modelButton = offer?.button;
    review.take(result);
    const viewColumn = earlier[0]?.group.viewColumn ?? columnBeside(prompt);
    if (proposed.exists) {
      const title = t`${name}, as proposed`;
      await vscode.commands.executeCommand("vscode.diff", file, preview, title, {
        preview: false,
        viewColumn,
      });
    } else {
      await vscode.window.showTextDocument(preview, { preview: false, viewColumn });
    }
    // A text, where the file has come to be since, and now a diff.
    await vscode.window.tabGroups.close(
      tabsOf(preview).filter(({ isActive }) => !isActive),
      true,
    );
    // Not before: the editor drops new lenses of a text that loses the focus.
    this.proposals.show(review);
    before?.decide({ kind: "superseded" });
    return review;
  }

  /** Carries out one decision after another; whether the last was to ask a model. */
  private async decided(review: Review, { asked }: Answer<"spade/generate">): Promise<boolean> {
    while (tabsOf(review.preview).length > 0) {
      const decision = await this.chosen(review);
      switch (decision.kind) {
        case "model":
          return true;
        case "accept":
          if (await this.accepted(review, asked, decision)) {
            return false;
          }
          break;
        case "dismiss":
          await reject(this.asker, targetIn(asked), { names: decision.names, model: asked.model ?? false });
          break;
        default:
          return false;
      }
      if (!(await this.refreshed(review, asked))) {
        return false;
      }
    }
    return false;
  }

  /** Returns the next decision; whoever goes back from choosing is where they were, the preview before them. */
  private async chosen(review: Review): Promise<Decision> {
    for (;;) {
      const decision = await review.next();
      const names = decision.kind === "choose" ? await choose(review) : undefined;
      if (decision.kind !== "choose" || names !== undefined) {
        return names === undefined ? decision : { kind: "accept", names };
      }
    }
  }

  /** Writes what was accepted; whether the review is over. */
  private async accepted(review: Review, asked: GenerateParams, decision: Accepted): Promise<boolean> {
    const names = decision.names ?? asked.names ?? null;
    const params = { ...asked, names, edited: decision.edited ?? null, apply: true };
    const nothing = names !== null && names.length === 0;
    const answer = nothing
      ? undefined
      : await this.asker.ask(t`writing the assertions`, "spade/generate", params);
    if (answer !== undefined) {
      achieved("generated");
      decision.written?.();
      const { added, assertionsUri } = answer.result;
      const message = t`$(check) SPADE: ${counted(added.length, "assertion")} added to ${baseOf(assertionsUri)}`;
      vscode.window.setStatusBarMessage(message, CONFIRMATION_MS);
    }
    const isOver = decision.goesOn !== true;
    if (isOver && answer !== undefined) {
      await showAdded(answer.result, tabsOf(review.preview)[0]?.group.viewColumn);
    }
    return isOver;
  }

  /** Shows what is left to decide; whether anything is. */
  private async refreshed(review: Review, asked: GenerateParams): Promise<boolean> {
    // What a model proposed is in the server's memory by name; it is not asked again.
    const left = review.proposals.map(({ name }) => name);
    const params = { ...asked, names: asked.model === true ? left : (asked.names ?? null), apply: false };
    const answer = await this.asker.askQuietly("spade/generate", params);
    const proposed = answer && (await proposedText(answer.result));
    if (answer === undefined || proposed === undefined || answer.result.proposals.length === 0) {
      return false;
    }
    this.texts.put(review.preview.path, proposed.text, asked);
    review.take(answer.result);
    this.proposals.show(review);
    return true;
  }

  /** Tells what is proposed, with the three buttons that a notification has room for; the preview has them all. */
  private tell(review: Review, message: string, offer: Offer | undefined): void {
    const { sure, proposals } = review;
    const some = t`Accept ${sure.length} by Code`;
    const said = new Map<string, Decision>([
      sure.length > 0 && sure.length < proposals.length
        ? [some, { kind: "accept", names: sure }]
        : ["Accept", ALL],
      ["Choose…", { kind: "choose" }],
      offer === undefined ? ["Discard", { kind: "discard" }] : [offer.button, { kind: "model" }],
    ]);
    void inform(`SPADE: ${message}`, ...said.keys()).then((choice) => {
      // A message that is closed decides nothing: the preview stays open, with its own buttons.
      // One of an earlier time is about what the preview shows since.
      const decision = said.get(choice ?? "");
      if (decision !== undefined) {
        this.proposals.of(review.preview)?.decide(decision);
      }
    });
  }
}

/** Opens the assertions file at the first that came. */
async function showAdded(
  { assertionsUri, added: [first] }: GenerateResult,
  viewColumn = columnForText(),
): Promise<void> {
  const shown = vscode.window.showTextDocument(vscode.Uri.parse(assertionsUri), { viewColumn });
  // Where another editor is opened meanwhile, that one stays; the status bar tells what was added.
  const editor = await Promise.resolve(shown).catch(() => undefined);
  const line = editor === undefined || first === undefined ? -1 : lineOf(editor.document.getText(), first);
  if (editor !== undefined && line >= 0) {
    editor.selection = new vscode.Selection(line, 0, line, 0);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

/** Returns where a preview leaves its prompt in view. */
function columnBeside(prompt: string): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === prompt);
  return shown && vscode.window.tabGroups.all.length === 1 ? vscode.ViewColumn.Beside : columnForText();
}

/** Says how many of those that are proposed code decides, where a judge decides others. */
function byCode({ sure, proposals }: Review): string {
  return sure.length === proposals.length ? "" : t`, ${sure.length} of them decided by code`;
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
  // The editor keeps the text of a deleted file for minutes.
  const isThere = await Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
  if (file === undefined || !(isThere || file.isDirty)) {
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

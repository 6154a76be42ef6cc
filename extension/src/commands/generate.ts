import * as path from "node:path";
import * as vscode from "vscode";
import type { GenerateParams, GenerateResult } from "../protocol";
import type { Answer, Asker } from "../requests";
import type { VirtualTexts } from "../virtual";
import { changesOf, counted } from "../wording";

/** A confirmation is read and gone; a toast would have to be put away. */
const CONFIRMATION_MS = 8_000;

type Decision = "accept" | "choose" | "discard";

/** Proposes assertions and shows the file as it would be, as a diff where it is there; nothing is written until a person accepts. */
export class Generator implements vscode.Disposable {
  private readonly open = new Map<string, (decision: Decision) => void>();
  private readonly subscriptions: vscode.Disposable;

  constructor(
    private readonly asker: Asker,
    private readonly texts: VirtualTexts,
  ) {
    this.subscriptions = vscode.Disposable.from(
      vscode.commands.registerCommand("spade.acceptProposals", (uri: unknown) => {
        this.decide(uri, "accept");
      }),
      vscode.commands.registerCommand("spade.chooseProposals", (uri: unknown) => {
        this.decide(uri, "choose");
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

  /** Generates from the whole history, or for the instructions in a range. */
  async generate(params: GenerateParams): Promise<void> {
    const answer = await this.asker.ask("generating assertions", "spade/generate", {
      ...params,
      apply: false,
    });
    if (answer === undefined) {
      return;
    }
    answer.result.problems.forEach((problem) => void vscode.window.showWarningMessage(`SPADE: ${problem}`));
    const proposed = await proposedText(answer.result);
    if (proposed === undefined) {
      void vscode.window.showInformationMessage(
        `SPADE: ${changesOf(answer.result)}; the assertions file is up to date.`,
      );
      return;
    }
    await this.review(answer, proposed);
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private async review(answer: Answer<"spade/generate">, proposed: Proposed): Promise<void> {
    const { result, asked } = answer;
    const file = vscode.Uri.parse(result.assertionsUri);
    const name = path.posix.basename(file.path);
    const right = this.texts.put(`/proposed ${name}`, proposed.text);
    if (proposed.exists) {
      const title = `${name}: ${changesOf(result)}`;
      await vscode.commands.executeCommand("vscode.diff", file, right, title, { preview: false });
    } else {
      await vscode.window.showTextDocument(right, { preview: false });
    }
    const decision = await this.decision(right, `${name}: ${changesOf(result)}.`);
    await closeTab(right);
    if (decision === "discard") {
      return;
    }
    const names = decision === "choose" ? await chosenNames(result) : (asked.names ?? null);
    if (names === undefined) {
      return;
    }
    const written = await this.asker.ask("writing the assertions", "spade/generate", {
      ...asked,
      names,
      apply: true,
    });
    if (written !== undefined) {
      await vscode.window.showTextDocument(file);
      const added = counted(written.result.added.length, "assertion");
      vscode.window.setStatusBarMessage(`$(check) SPADE: ${added} added to ${name}`, CONFIRMATION_MS);
    }
  }

  /** Returns what the person decides: with the message's buttons, those above the diff, or by closing it. */
  private decision(right: vscode.Uri, message: string): Promise<Decision> {
    return new Promise((resolve) => {
      this.open.set(right.toString(), (decision) => {
        this.open.delete(right.toString());
        resolve(decision);
      });
      void vscode.window
        .showInformationMessage(`SPADE: ${message}`, "Accept", "Choose…", "Discard")
        .then((choice) => {
          const said: Record<string, Decision> = {
            Accept: "accept",
            "Choose…": "choose",
            Discard: "discard",
          };
          // A message that is closed decides nothing: the diff stays open, with its own buttons.
          if (choice !== undefined) {
            this.decide(right, said[choice]);
          }
        });
    });
  }

  private decide(uri: unknown, decision: Decision | undefined): void {
    const target =
      uri instanceof vscode.Uri ? uri : shownIn(vscode.window.tabGroups.activeTabGroup.activeTab);
    if (target !== undefined && decision !== undefined) {
      this.open.get(target.toString())?.(decision);
    }
  }
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

async function chosenNames({ proposals }: GenerateResult): Promise<string[] | undefined> {
  const items = proposals.map((proposal) => ({
    label: proposal.name,
    description: proposal.asksJudge ? "asks a judge" : "",
    detail: `${proposal.description}  “${proposal.phrase}”`,
    picked: true,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: "Which of the new assertions to add",
    canPickMany: true,
    matchOnDetail: true,
  });
  return picked === undefined || picked.length === 0 ? undefined : picked.map(({ label }) => label);
}

/** Returns the text of a tab, of a diff the right side. */
function shownIn(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const input: unknown = tab?.input;
  if (input instanceof vscode.TabInputTextDiff) {
    return input.modified;
  }
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

async function closeTab(right: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const shown = tabs.filter((tab) => shownIn(tab)?.toString() === right.toString());
  await vscode.window.tabGroups.close(shown, true);
}

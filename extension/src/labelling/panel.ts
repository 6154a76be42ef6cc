import { randomBytes } from "node:crypto";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Target } from "../documents";
import type { LabelParams, LabelResult } from "../protocol";
import type { Models } from "../models/models";
import type { Answer, Asker } from "../requests";
import { Card, FromView, NOT_ASKED, ToView } from "./messages";
import { labellingPage } from "./page";
import { cardOf, countsOf, verdictsOn } from "./wording";

/** The labelling view of one prompt: shows a response, hears a key, asks the server to write, shows the next. */
export class LabellingPanel {
  private static readonly open = new Map<string, LabellingPanel>();
  private card: Card | undefined;
  private canUndo = false;
  /** Whether verdicts are shown, and some of them wait for the judge. */
  private judgeIsMissed = false;
  /** One key after another: a label goes to the response that was shown when the key was pressed. */
  private queue = Promise.resolve();

  /** Shows the view; the one that is open already when there is one. */
  static async show(asker: Asker, models: Models, extension: vscode.Uri, target: Target): Promise<void> {
    const first = await asker.askQuietly("spade/label", target);
    if (first === undefined) {
      return;
    }
    const { uri: asked, template = "" } = first.asked;
    const key = `${asked}#${template}`;
    const shown = LabellingPanel.open.get(key);
    if (shown !== undefined) {
      shown.panel.reveal();
      return;
    }
    first.result.problems.forEach((problem) => void vscode.window.showWarningMessage(`SPADE: ${problem}`));
    const title = `Label: ${path.posix.basename(vscode.Uri.parse(asked).path)}`;
    const dist = vscode.Uri.joinPath(extension, "extension", "dist");
    const panel = vscode.window.createWebviewPanel("spade.label", title, vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [dist],
      retainContextWhenHidden: true,
    });
    LabellingPanel.open.set(
      key,
      new LabellingPanel(panel, asker, models, { uri: asked, template }, first.result, dist),
    );
    panel.onDidDispose(() => LabellingPanel.open.delete(key));
  }

  private constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly asker: Asker,
    private readonly models: Models,
    private readonly target: Target,
    private latest: LabelResult,
    dist: vscode.Uri,
  ) {
    const { webview } = panel;
    webview.onDidReceiveMessage((message: FromView) => {
      if (message.kind === "judge") {
        // A judge that takes its time holds up no label.
        void this.askJudge();
      } else {
        this.queue = this.queue.then(() => this.hear(message));
      }
    });
    webview.html = labellingPage({
      script: webview.asWebviewUri(vscode.Uri.joinPath(dist, "label.js")).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(dist, "label.css")).toString(),
      source: webview.cspSource,
      nonce: randomBytes(16).toString("hex"),
    });
  }

  private async hear(message: Exclude<FromView, { kind: "judge" }>): Promise<void> {
    switch (message.kind) {
      case "ready":
        this.show(this.latest);
        return;
      case "label":
        await this.label(message.label);
        return;
      case "skip":
        await this.ask({ action: "next", exampleId: this.card?.id ?? "" });
        return;
      case "undo":
        if (this.canUndo) {
          await this.ask({ action: "undo" });
        }
        return;
      case "verdicts":
        await this.showVerdicts();
    }
  }

  private async label(label: "good" | "bad"): Promise<void> {
    const { card } = this;
    if (card !== undefined) {
      await this.ask({ action: "set", exampleId: card.id, label, response: card.response });
    }
  }

  private async ask(params: Omit<LabelParams, "uri" | "template">): Promise<void> {
    const { token } = new vscode.CancellationTokenSource();
    try {
      // What goes wrong is told here: a notification that waits for an answer would hold up the next key.
      const result = await this.asker.tryOut("spade/label", { ...this.target, ...params }, token);
      if (result === undefined) {
        this.say({ kind: "trouble", message: "The language server is not running; nothing was written." });
      } else {
        this.show(result);
      }
    } catch (error) {
      this.say({ kind: "trouble", message: error instanceof Error ? error.message : String(error) });
    }
  }

  private show(result: LabelResult): void {
    this.latest = result;
    this.judgeIsMissed = false;
    this.canUndo = result.canUndo;
    this.card = result.example === null ? undefined : cardOf(result.example);
    const rest = { counts: countsOf(result), canUndo: result.canUndo };
    this.say(
      this.card === undefined ? { kind: "done", ...rest } : { kind: "card", card: this.card, ...rest },
    );
  }

  /** Shows what the assertions say; of those that ask a judge, what it answered before. */
  private async showVerdicts(): Promise<void> {
    const { card } = this;
    if (card !== undefined) {
      const params = { ...this.about(card), keptAnswers: true };
      this.showVerdictsIn(await this.asker.ask("running the assertions", "spade/evaluate", params), card);
    }
  }

  /** Asks the judge about the response that is shown, once the person has seen what that may cost. */
  private async askJudge(): Promise<void> {
    const { card } = this;
    if (card === undefined || !this.judgeIsMissed) {
      return;
    }
    this.judgeIsMissed = false;
    const params = this.about(card);
    const answer = (await this.models.confirmQuestion(this.asker, params))
      ? await this.models.ask(this.asker, "asking the judge", "spade/evaluate", { ...params, judge: true })
      : undefined;
    if (answer === undefined) {
      this.judgeIsMissed = this.card === card;
    }
    this.showVerdictsIn(answer, card);
  }

  private about(card: Card): Target & { unlabelled: boolean; exampleIds: string[] } {
    return { ...this.target, unlabelled: true, exampleIds: [card.id] };
  }

  private showVerdictsIn(answer: Answer<"spade/evaluate"> | undefined, card: Card): void {
    if (answer !== undefined && this.card === card) {
      const verdicts = verdictsOn(answer.result, card.id);
      this.judgeIsMissed = verdicts.some(({ outcome }) => outcome === NOT_ASKED);
      this.say({ kind: "verdicts", id: card.id, verdicts });
    }
  }

  private say(message: ToView): void {
    void this.panel.webview.postMessage(message);
  }
}

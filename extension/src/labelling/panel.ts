import { randomBytes } from "node:crypto";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Target } from "../documents";
import type { LabelParams, LabelResult } from "../protocol";
import type { Asker } from "../requests";
import type { Card, FromView, ToView, Verdict } from "./messages";
import { labellingPage } from "./page";
import { cardOf, countsOf, verdictsOn } from "./wording";

/** The labelling view of one prompt: shows a response, hears a key, asks the server to write, shows the next. */
export class LabellingPanel {
  private static readonly open = new Map<string, LabellingPanel>();
  private card: Card | undefined;
  private canUndo = false;
  /** One key after another: a label goes to the response that was shown when the key was pressed. */
  private queue = Promise.resolve();

  /** Shows the view; the one that is open already when there is one. */
  static async show(asker: Asker, extension: vscode.Uri, target: Target): Promise<void> {
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
      new LabellingPanel(panel, asker, { uri: asked, template }, first.result, dist),
    );
    panel.onDidDispose(() => LabellingPanel.open.delete(key));
  }

  private constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly asker: Asker,
    private readonly target: Target,
    private latest: LabelResult,
    dist: vscode.Uri,
  ) {
    const { webview } = panel;
    webview.onDidReceiveMessage((message: FromView) => {
      this.queue = this.queue.then(() => this.hear(message));
    });
    webview.html = labellingPage({
      script: webview.asWebviewUri(vscode.Uri.joinPath(dist, "label.js")).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(dist, "label.css")).toString(),
      source: webview.cspSource,
      nonce: randomBytes(16).toString("hex"),
    });
  }

  private async hear(message: FromView): Promise<void> {
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
    this.canUndo = result.canUndo;
    this.card = result.example === null ? undefined : cardOf(result.example);
    const rest = { counts: countsOf(result), canUndo: result.canUndo };
    this.say(
      this.card === undefined ? { kind: "done", ...rest } : { kind: "card", card: this.card, ...rest },
    );
  }

  private async showVerdicts(): Promise<void> {
    const { card } = this;
    if (card === undefined) {
      return;
    }
    const answer = await this.asker.ask("running the assertions", "spade/evaluate", {
      ...this.target,
      unlabelled: true,
    });
    if (answer !== undefined && this.card === card) {
      const verdicts: Verdict[] = verdictsOn(answer.result, card.id);
      this.say({ kind: "verdicts", id: card.id, verdicts });
    }
  }

  private say(message: ToView): void {
    void this.panel.webview.postMessage(message);
  }
}

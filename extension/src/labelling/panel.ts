import * as vscode from "vscode";
import { baseOf } from "../prompts/naming";
import { tellProblems } from "../requests/unreadMessage";
import { achieved } from "../commands/walkthrough";
import type { Target } from "../prompts/documents";
import { asFile } from "../editor/files";
import { showPage } from "../editor/page";
import { columnForText } from "../editor/places";
import type { EvaluateParams, EvaluateResult, LabelParams, LabelResult } from "../protocol";
import type { Models } from "../models/models";
import type { Asker } from "../requests/asker";
import { Conversation } from "./conversation";
import type { Card, FromView, Way } from "./messages";
import { LABELLING_PAGE } from "./page";
import { t } from "../language";

const COMMANDS: Readonly<Record<Way, string>> = {
  paste: "spade.pasteResponses",
  import: "spade.importExamples",
  respond: "spade.respond",
  generate: "spade.generate",
  select: "spade.select",
};

/** The labelling view of one prompt: what it shows and hears goes through a conversation. */
export class LabellingPanel {
  private static readonly open = new Map<string, LabellingPanel>();
  private readonly conversation: Conversation;

  /** Shows the view, the one that is open already when there is one; to paste responses, with the box for them. */
  static async show(
    asker: Asker,
    models: Models,
    context: vscode.ExtensionContext,
    target: Target,
    isToPaste = false,
  ): Promise<void> {
    const first = await asker.askQuietly("spade/label", target);
    if (first === undefined) {
      return;
    }
    const { uri: asked, template = "" } = first.asked;
    const key = `${asked}#${template}`;
    const shown = LabellingPanel.open.get(key);
    if (shown !== undefined) {
      shown.panel.reveal();
      if (isToPaste) {
        shown.conversation.paste();
      }
      await shown.conversation.lookAgain();
      return;
    }
    tellProblems(first.result.problems);
    const title = t`Label: ${baseOf(asked)}`;
    const dist = vscode.Uri.joinPath(context.extensionUri, "extension", "dist");
    const panel = vscode.window.createWebviewPanel("spade.label", title, columnForText(), {
      enableScripts: true,
      localResourceRoots: [dist],
      retainContextWhenHidden: true,
    });
    const about = { uri: asked, template };
    const opened = new LabellingPanel(
      panel,
      asker,
      models,
      about,
      first.result,
      dist,
      context.globalStorageUri,
    );
    LabellingPanel.open.set(key, opened);
    if (isToPaste) {
      opened.conversation.paste();
    }
    panel.onDidDispose(() => LabellingPanel.open.delete(key));
  }

  private constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly asker: Asker,
    private readonly models: Models,
    private readonly target: Target,
    first: LabelResult,
    dist: vscode.Uri,
    private readonly storage: vscode.Uri,
  ) {
    const { webview } = panel;
    this.conversation = new Conversation(
      {
        label: (params) => this.label(params),
        verdicts: (card, stop) => this.verdicts(card, stop),
        judge: (card) => this.judge(card),
        add: (responses) => this.add(responses),
        go: async (way) => {
          await vscode.commands.executeCommand(COMMANDS[way], target);
        },
        say: (message) => void webview.postMessage(message),
      },
      first,
    );
    webview.onDidReceiveMessage((message: FromView) => this.conversation.hear(message));
    panel.onDidChangeViewState(() => {
      // Responses may have been imported meanwhile.
      void (panel.active && this.conversation.lookAgain());
    });
    showPage(webview, dist, { name: "label", title: t`Label Examples`, body: LABELLING_PAGE });
  }

  private async label(params: Omit<LabelParams, "uri" | "template">): Promise<LabelResult> {
    const { token } = new vscode.CancellationTokenSource();
    const result = await this.asker.tryOut("spade/label", { ...this.target, ...params }, token);
    if (result === undefined) {
      throw new Error(t`The language server is not running; nothing was written.`);
    }
    if (params.action === "set") {
      achieved("labelled");
    }
    return result;
  }

  private async verdicts(card: Card, stop: AbortSignal): Promise<EvaluateResult | undefined> {
    const source = new vscode.CancellationTokenSource();
    stop.addEventListener("abort", () => {
      source.cancel();
    });
    const params = { ...this.about(card), keptAnswers: true };
    return this.asker.tryOut("spade/evaluate", params, source.token);
  }

  /** Asks the judge about the response that is shown, once the person has seen what that may cost. */
  private async judge(card: Card): Promise<EvaluateResult | undefined> {
    const params = this.about(card);
    const answer = (await this.models.confirmQuestion(this.asker, params))
      ? await this.models.ask(this.asker, t`asking the judge`, "spade/evaluate", { ...params, judge: true })
      : undefined;
    return answer?.result;
  }

  /** They go the way of an import, so that none is written twice. */
  private async add(responses: readonly string[]): Promise<void> {
    const { token } = new vscode.CancellationTokenSource();
    const lines = responses.map((response) => `${JSON.stringify({ response })}\n`).join("");
    const done = await asFile(this.storage, "pasted.jsonl", lines, (file) =>
      this.asker.tryOut(
        "spade/import",
        { ...this.target, file: file.toString(), response: "response", label: "", fields: {}, apply: true },
        token,
      ),
    );
    if (done === undefined) {
      throw new Error(t`The language server is not running; nothing was written.`);
    }
    if (done.new === 0) {
      throw new Error(
        responses.length === 1
          ? t`That response is among the examples already.`
          : t`These responses are among the examples already.`,
      );
    }
    achieved("imported");
  }

  private about(card: Card): EvaluateParams {
    return { ...this.target, unlabelled: true, exampleIds: [card.id] };
  }
}

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { baseOf } from "../prompts/naming";
import { Target, targetIn } from "../prompts/documents";
import { inform, warn } from "../editor/notifications";
import { columnForPage } from "../editor/places";
import type { ReportParams } from "../protocol";
import { type Action, actionIn, openingIn } from "./messages";
import { reportInEditor } from "./page";
import type { Asker } from "../requests/asker";
import type { VirtualTexts } from "../editor/virtual";
import { showHistory } from "../history/history";
import { prefer } from "../selection/prefer";
import { t } from "../language";

type Thresholds = Extract<Action, { act: "select" }>;

/** The report beside the code: one panel for each prompt, shown again when it is asked for again. */
export class Reports {
  private readonly panels = new Map<string, vscode.WebviewPanel>();

  constructor(
    private readonly asker: Asker,
    private readonly texts: VirtualTexts,
    private readonly extension: vscode.Uri,
  ) {}

  /** Makes the report on the last selection, with the judge as that was made with, and shows it. */
  async open(about: ReportParams): Promise<void> {
    const params = { ...targetIn(about), ...(about.judge && { judge: about.judge }) };
    const answer = await this.asker.ask(t`making the report`, "spade/report", params);
    if (answer !== undefined) {
      const { uri, template = "" } = answer.asked;
      const panel = this.panel({ uri, template });
      const script = panel.webview.asWebviewUri(vscode.Uri.joinPath(this.dist, "report.js")).toString();
      const nonce = randomBytes(16).toString("hex");
      panel.webview.html = reportInEditor(answer.result.html, {
        script,
        nonce,
        words: vscode.l10n.bundle ?? {},
      });
      panel.reveal(undefined, true);
    }
  }

  private get dist(): vscode.Uri {
    return vscode.Uri.joinPath(this.extension, "extension", "dist");
  }

  private panel(target: Required<Target>): vscode.WebviewPanel {
    const key = `${target.uri}#${target.template}`;
    const open = this.panels.get(key);
    if (open !== undefined) {
      return open;
    }
    const title = t`Report: ${baseOf(target.uri)}`;
    const column = { viewColumn: columnForPage(), preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("spade.report", title, column, {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [this.dist],
    });
    panel.webview.onDidReceiveMessage((message: unknown) => this.hear(panel, target, message));
    panel.onDidDispose(() => this.panels.delete(key));
    this.panels.set(key, panel);
    return panel;
  }

  /** Does what a button of the report asks for, or opens what was clicked. */
  private async hear(panel: vscode.WebviewPanel, target: Target, message: unknown): Promise<void> {
    const action = actionIn(message);
    if (action === undefined) {
      await this.openClicked(panel, target, message);
    } else if (action.act === "prefer") {
      await prefer(this.asker, target, action.name, action.use);
    } else {
      await this.select(target, action);
    }
  }

  /** Selects with the thresholds of the sliders, records that, and shows the report again. */
  private async select(target: Target, { method, alpha, tau }: Thresholds): Promise<void> {
    const params = { ...target, method, alpha, tau };
    const answer = await this.asker.ask(t`selecting the minimal set`, "spade/select", params);
    if (answer === undefined) {
      return;
    }
    void (answer.result.feasible ? inform : warn)(`SPADE: ${answer.result.message}.`);
    if (answer.result.feasible) {
      await this.open(target);
    }
  }

  /** Opens what was clicked, beside the report; what is gone is said to be. */
  private async openClicked(panel: vscode.WebviewPanel, target: Target, message: unknown): Promise<void> {
    const opening = openingIn(message);
    const answer = opening && (await this.asker.askQuietly("spade/locate", { ...target, ...opening }));
    if (answer === undefined) {
      return;
    }
    const { uri, range, version } = answer.result;
    const viewColumn =
      panel.viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
    if (uri !== null && range !== null) {
      const { start, end } = range;
      const selection = new vscode.Range(start.line, start.character, end.line, end.character);
      await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection, viewColumn });
    } else if (version !== null) {
      await showHistory(this.asker, this.texts, target, { version, viewColumn });
    }
  }
}

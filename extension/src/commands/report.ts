import * as path from "node:path";
import * as vscode from "vscode";
import type { ReportParams } from "../protocol";
import { reportInEditorColours } from "../reportPage";
import type { Asker } from "../requests";

/** The report beside the code: one panel for each prompt, shown anew when it is asked for again. */
export class Reports {
  private readonly panels = new Map<string, vscode.WebviewPanel>();

  constructor(private readonly asker: Asker) {}

  /** Makes the report and shows it; `params` says with which method and thresholds. */
  async open(params: ReportParams): Promise<void> {
    const answer = await this.asker.ask("making the report", "spade/report", params);
    if (answer !== undefined) {
      const { uri, template } = answer.asked;
      const panel = this.panel(`${uri}#${template ?? ""}`, vscode.Uri.parse(uri));
      panel.webview.html = reportInEditorColours(answer.result.html);
      panel.reveal(undefined, true);
    }
  }

  private panel(key: string, uri: vscode.Uri): vscode.WebviewPanel {
    const open = this.panels.get(key);
    if (open !== undefined) {
      return open;
    }
    const title = `Report: ${path.posix.basename(uri.path)}`;
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    // No script, no file, no command: the page is only looked at.
    const panel = vscode.window.createWebviewPanel("spade.report", title, column, {
      enableScripts: false,
      enableFindWidget: true,
      localResourceRoots: [],
    });
    panel.onDidDispose(() => this.panels.delete(key));
    this.panels.set(key, panel);
    return panel;
  }
}

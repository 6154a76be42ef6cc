import * as path from "node:path";
import * as vscode from "vscode";
import type { Asker } from "../requests";
import type { VirtualTexts } from "../virtual";
import { historyText } from "../wording";

/** Shows what each edit of a prompt asked for, as text in the colours of a diff. */
export async function showHistory(asker: Asker, texts: VirtualTexts, uri: vscode.Uri): Promise<void> {
  const answer = await asker.ask("reading the history", "spade/history", { uri: uri.toString() });
  if (answer === undefined) {
    return;
  }
  const name = path.posix.basename(vscode.Uri.parse(answer.asked.uri).path);
  const place = texts.put(`/${name} history`, historyText(answer.result));
  const document = await vscode.workspace.openTextDocument(place);
  await vscode.languages.setTextDocumentLanguage(document, "diff");
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
}

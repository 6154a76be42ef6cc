import * as path from "node:path";
import * as vscode from "vscode";
import type { Target } from "../documents";
import type { Asker } from "../requests";
import type { VirtualTexts } from "../virtual";
import { historyText } from "../wording";

/** Shows what each edit of a prompt asked for, as text in the colours of a diff. */
export async function showHistory(asker: Asker, texts: VirtualTexts, target: Target): Promise<void> {
  const answer = await asker.ask("reading the history", "spade/history", target);
  if (answer === undefined) {
    return;
  }
  const name = path.posix.basename(vscode.Uri.parse(answer.asked.uri).path);
  const place = texts.put(`/${name} history`, historyText(answer.result));
  const document = await vscode.workspace.openTextDocument(place);
  await vscode.languages.setTextDocumentLanguage(document, "diff");
  await vscode.window.showTextDocument(document);
  if (vscode.workspace.getConfiguration("editor", document).get("wordWrap") === "off") {
    // Only here: a sentence of a prompt is long, and this is no code.
    await vscode.commands.executeCommand("editor.action.toggleWordWrap");
  }
}

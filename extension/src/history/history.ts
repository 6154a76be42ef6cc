import * as vscode from "vscode";
import { baseOf } from "../prompts/naming";
import type { Target } from "../prompts/documents";
import { columnForText } from "../editor/places";
import type { Asker } from "../requests/asker";
import type { VirtualTexts } from "../editor/virtual";
import { historyText } from "../wording";
import { achieved } from "../commands/walkthrough";
import { t } from "../language";

/** Where the history is shown: from which version on, and in which column. */
interface Place {
  readonly version?: number;
  readonly viewColumn?: vscode.ViewColumn;
}

/** Shows what each edit of a prompt asked for, as text in the colours of a diff. */
export async function showHistory(
  asker: Asker,
  texts: VirtualTexts,
  target: Target,
  { version, viewColumn = columnForText() }: Place = {},
): Promise<void> {
  const answer = await asker.ask(t`reading the history`, "spade/history", target);
  if (answer === undefined) {
    return;
  }
  achieved("historyShown");
  const name = baseOf(answer.asked.uri);
  const place = texts.put(`/${name} history`, historyText(answer.result), answer.asked);
  const document = await vscode.workspace.openTextDocument(place);
  await vscode.languages.setTextDocumentLanguage(document, "diff");
  const at = version === undefined ? 0 : document.getText().split("\n").findIndex(heads(version));
  const line = document.lineAt(Math.max(at, 0)).range;
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn,
    selection: version === undefined ? line.with({ end: line.start }) : line,
  });
  if (vscode.workspace.getConfiguration("editor", document).get("wordWrap") === "off") {
    // Only here: a sentence of a prompt is long, and this is no code.
    await vscode.commands.executeCommand("editor.action.toggleWordWrap");
    // Wrapped lines are more, and the version would lie below them.
    editor.revealRange(line, vscode.TextEditorRevealType.AtTop);
  }
}

function heads(version: number): (line: string) => boolean {
  return (line) => line.startsWith(`@@ P${version} `);
}

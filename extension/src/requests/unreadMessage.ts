import * as path from "node:path";
import * as vscode from "vscode";
import { warn } from "../editor/notifications";
import { unreadText } from "./unread";

/** What was told already: the same files with the same problems are not told again. */
const told = new Set<string>();

/** Tells what could not be read in one message, however much it is, with a way to the first place. */
export function tellProblems(problems: readonly string[]): void {
  const said = unreadText(problems);
  const all = problems.join("\n");
  if (said === undefined || told.has(all)) {
    return;
  }
  told.add(all);
  const buttons = said.path === undefined ? ["Show Problems"] : ["Open", "Show Problems"];
  void warn(`SPADE: ${said.text}`, ...buttons).then(async (choice) => {
    if (choice === "Open" && said.path !== undefined) {
      const selection = new vscode.Range(said.line, 0, said.line, 0);
      await vscode.window.showTextDocument(vscode.Uri.file(path.resolve(said.path)), { selection });
    } else if (choice !== undefined) {
      await vscode.commands.executeCommand("workbench.actions.view.problems");
    }
  });
}

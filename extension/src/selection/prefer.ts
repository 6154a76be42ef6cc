import * as path from "node:path";
import * as vscode from "vscode";
import type { Target } from "../prompts/documents";
import { inform } from "../editor/notifications";
import type { Asker } from "../requests/asker";
import { preferenceText } from "../wording";
import { t } from "../language";

/** Has an assertion always, or never, in the set from now on, and tells which file says so. */
export async function prefer(asker: Asker, target: Target, name: string, use: string): Promise<void> {
  const answer = await asker.askQuietly("spade/prefer", { ...target, name, use });
  if (answer === undefined) {
    return;
  }
  const file = vscode.Uri.parse(answer.result.settingsUri);
  const choice = await inform(
    t`SPADE: ${preferenceText(name, use)}; ${path.posix.basename(file.path)} says so.`,
    "Select Minimal Set",
    "Open Settings File",
  );
  if (choice === "Select Minimal Set") {
    await vscode.commands.executeCommand("spade.select", answer.asked);
  } else if (choice !== undefined) {
    await vscode.window.showTextDocument(file);
  }
}

import * as vscode from "vscode";
import type { Target } from "../prompts/documents";
import { inform, offer } from "../editor/notifications";
import type { Asker } from "../requests/asker";
import { t } from "../language";

/** Opens the assertions beside a prompt; offers to generate them when there are none. */
export async function openAssertions(asker: Asker, target: Target): Promise<void> {
  const answer = await asker.askQuietly("spade/generate", { ...target, names: [] });
  if (answer === undefined) {
    return;
  }
  const file = vscode.Uri.parse(answer.result.assertionsUri);
  await openOrOffer(file, () => vscode.window.showTextDocument(file), t`There are no assertions yet`, {
    "Generate Assertions": () => vscode.commands.executeCommand("spade.generate", target),
  });
}

/** Opens the examples beside a prompt; offers ways to some when there is none. */
export async function openExamples(asker: Asker, target: Target): Promise<void> {
  const answer = await asker.askQuietly("spade/label", target);
  if (answer === undefined) {
    return;
  }
  const file = vscode.Uri.parse(answer.result.examplesUri);
  await openOrOfferExamples(file, target, () => vscode.window.showTextDocument(file));
}

/** Opens an examples file in a way; offers ways to examples when there is none. */
export async function openOrOfferExamples(
  file: vscode.Uri,
  target: Target,
  open: () => Thenable<unknown>,
): Promise<void> {
  await openOrOffer(file, open, t`There are no responses yet`, {
    "Paste Responses": () => vscode.commands.executeCommand("spade.pasteResponses", target),
    "Import Examples": () => vscode.commands.executeCommand("spade.importExamples", target),
    "Run This Prompt": () => vscode.commands.executeCommand("spade.respond", target),
  });
}

async function openOrOffer(
  file: vscode.Uri,
  open: () => Thenable<unknown>,
  lack: string,
  ways: Readonly<Record<string, () => Thenable<unknown>>>,
): Promise<void> {
  if (await exists(file)) {
    await open();
    return;
  }
  const name = vscode.workspace.asRelativePath(file);
  await offer(inform, `SPADE: ${lack}: ${name}.`, ways);
}

/** Returns whether a file is there. */
export async function exists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}

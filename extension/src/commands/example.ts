import { cp, mkdir, rm, stat, writeFile } from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import { complain } from "../editor/notifications";
import { run } from "../server/processes";
import { achieved } from "./walkthrough";
import { t } from "../language";

const WALKTHROUGH = "spade-assertions.spade-assertions#start";
const PROMPT = "movie_note.prompt.md";
const EXAMPLES = "movie_note.examples.jsonl";
/** What the person has set for git has no part in it: no hooks, no other line ends. */
const CLONE = [
  ...["-c", "core.hooksPath=", "clone", "--quiet", "--branch", "main"],
  ...["--config", "core.autocrlf=false", "--template="],
];

/** Opens the walkthrough. */
export async function getStarted(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", WALKTHROUGH, false);
}

/**
 * Opens the bundled example, a git repository with seven versions of a prompt, in this window.
 *
 * It is in the extension's own folder, and needs no server to be written: another window would begin anew, and ask
 * whether its folder is trusted. What the person has done in it is still there the next time.
 */
export async function openExample({
  extensionUri,
  globalStorageUri,
}: vscode.ExtensionContext): Promise<void> {
  const bundled = path.join(extensionUri.fsPath, "extension", "dist", "example");
  const folder = path.join(globalStorageUri.fsPath, "spade-example");
  if (!(await exists(path.join(folder, EXAMPLES)))) {
    const fault = await written(bundled, folder);
    if (fault !== undefined) {
      void complain(t`SPADE: the example could not be written: ${fault}`);
      return;
    }
  }
  await vscode.window.showTextDocument(vscode.Uri.file(path.join(folder, PROMPT)), { preview: false });
  await vscode.commands.executeCommand("spade.refreshView");
  achieved("exampleShown");
}

/** Writes the example; returns why it could not be written. What broke off before is written anew. */
async function written(bundled: string, folder: string): Promise<string | undefined> {
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(path.dirname(folder), { recursive: true });
    const clone = [...CLONE, path.join(bundled, "movie_note.bundle"), folder];
    const finished = await run("git", clone, { cwd: path.dirname(folder) });
    if (finished.code !== 0) {
      return finished.startError ?? finished.output.trim().split("\n").at(-1) ?? t`git failed`;
    }
    await run("git", ["remote", "remove", "origin"], { cwd: folder });
    // The responses are no part of its history: without this Source Control would begin with a change of nobody's.
    await mkdir(path.join(folder, ".git", "info"), { recursive: true });
    await writeFile(path.join(folder, ".git", "info", "exclude"), `${EXAMPLES}\n`);
    // Last: where this file is, the example is whole.
    await cp(path.join(bundled, EXAMPLES), path.join(folder, EXAMPLES));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

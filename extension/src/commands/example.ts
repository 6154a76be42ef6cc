import * as os from "node:os";
import * as vscode from "vscode";
import { complain, inform } from "../messages";
import { run } from "../processes";
import { noServer } from "../refusals";
import type { Session } from "../session";
import { achieved } from "./walkthrough";

const WALKTHROUGH = "spade-assertions.spade-assertions#start";
const JUST_WRITTEN = "example";
const PROMPT = "movie_note.prompt.md";
const REPLAY =
  "import sys; from pathlib import Path; from spade_core.demo import replay_demo; " +
  "replay_demo(Path(sys.argv[1]), unlabelled=6)";

/** Opens the walkthrough. */
export async function getStarted(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", WALKTHROUGH, false);
}

/** Writes the bundled example, a git repository with seven versions of a prompt, and opens it. */
export async function openExample(session: Session, memory: vscode.Memento): Promise<void> {
  const folder = await folderForExample();
  if (folder === undefined) {
    return;
  }
  await session.client();
  const { python } = session;
  if (python === undefined) {
    await noServer();
    return;
  }
  const finished = await run(python, ["-P", "-c", REPLAY, folder.fsPath], { cwd: os.tmpdir() });
  if (finished.code !== 0) {
    const fact = finished.output.trim().split("\n").at(-1) ?? "";
    void complain(`SPADE: the example could not be written: ${fact}`);
    return;
  }
  await memory.update(JUST_WRITTEN, folder.toString());
  await vscode.commands.executeCommand("vscode.openFolder", folder, { forceReuseWindow: true });
}

/** In a window that shows the example for the first time: opens its prompt, and the walkthrough beside it. */
export async function continueInExample(memory: vscode.Memento): Promise<void> {
  const written = memory.get<string>(JUST_WRITTEN);
  const here = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.toString() === written);
  if (here !== undefined) {
    await memory.update(JUST_WRITTEN, undefined);
    await vscode.window.showTextDocument(vscode.Uri.joinPath(here.uri, PROMPT), { preview: false });
    await vscode.commands.executeCommand("workbench.action.openWalkthrough", WALKTHROUGH, true);
    achieved("exampleShown");
    await askForTrust();
  }
}

/** Says why little works yet in a folder that the editor holds for untrusted, though SPADE has just written it. */
async function askForTrust(): Promise<void> {
  if (vscode.workspace.isTrusted) {
    return;
  }
  const manage = "Manage Workspace Trust";
  const fact =
    "the editor opened the example in Restricted Mode: until you trust the folder, nothing is run in it";
  if ((await inform(`SPADE: ${fact}.`, manage)) === manage) {
    await vscode.commands.executeCommand("workbench.trust.manage");
  }
}

/** Returns a new folder below the one that the person chooses. */
async function folderForExample(): Promise<vscode.Uri | undefined> {
  const [parent] =
    (await vscode.window.showOpenDialog({
      title: "Where to put the folder spade-example",
      openLabel: "Put It Here",
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  return parent && vscode.Uri.joinPath(parent, "spade-example");
}

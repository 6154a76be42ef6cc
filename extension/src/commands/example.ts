import * as os from "node:os";
import * as vscode from "vscode";
import { run } from "../processes";
import { noServer } from "../refusals";
import type { Session } from "../session";

const REPLAY =
  "import sys; from pathlib import Path; from spade_core.demo import replay_demo; replay_demo(Path(sys.argv[1]))";

/** Writes the bundled example, a git repository with seven versions of a prompt, and opens it. */
export async function openExample(session: Session): Promise<void> {
  await session.client();
  const { python } = session;
  if (python === undefined) {
    await noServer();
    return;
  }
  const folder = await folderForExample();
  if (folder === undefined) {
    return;
  }
  const finished = await run(python, ["-P", "-c", REPLAY, folder.fsPath], { cwd: os.tmpdir() });
  if (finished.code !== 0) {
    const fact = finished.output.trim().split("\n").at(-1) ?? "";
    void vscode.window.showErrorMessage(`SPADE: the example could not be written: ${fact}`);
    return;
  }
  await vscode.commands.executeCommand("vscode.openFolder", folder, { forceReuseWindow: false });
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

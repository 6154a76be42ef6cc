import * as vscode from "vscode";

/** Has a text read as a file of this name, which is gone afterwards. */
export async function asFile<T>(
  storage: vscode.Uri,
  name: string,
  text: string,
  read: (file: vscode.Uri) => Promise<T>,
): Promise<T> {
  const file = vscode.Uri.joinPath(storage, name);
  await vscode.workspace.fs.createDirectory(storage);
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  try {
    return await read(file);
  } finally {
    await vscode.workspace.fs.delete(file);
  }
}

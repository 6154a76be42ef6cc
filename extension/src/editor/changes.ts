import * as vscode from "vscode";

/** The files beside prompts. */
export const BESIDE = "**/*.{spade.json,assertions.py,jsonl}";
/** A save or a checkout tells of many files at once. */
const PAUSE_MS = 300;

/**
 * Tells of changed files once they have come to rest.
 *
 * A file that is open counts a second time, once its editor has read it again: until then the server has its old text.
 */
export class Changes implements vscode.Disposable {
  private readonly files = new Map<string, vscode.Uri>();
  private timer: NodeJS.Timeout | undefined;
  private readonly watcher: vscode.FileSystemWatcher;
  private readonly open: vscode.Disposable;

  constructor(
    pattern: string,
    private readonly changed: (files: vscode.Uri[]) => Promise<void>,
  ) {
    this.watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const heard = (file: vscode.Uri) => {
      this.hear(file);
    };
    this.watcher.onDidChange(heard);
    this.watcher.onDidCreate(heard);
    this.watcher.onDidDelete(heard);
    this.open = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!document.isDirty && vscode.languages.match({ scheme: "file", pattern }, document) > 0) {
        heard(document.uri);
      }
    });
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.watcher.dispose();
    this.open.dispose();
  }

  private hear(file: vscode.Uri): void {
    this.files.set(file.toString(), file);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const files = [...this.files.values()];
      this.files.clear();
      void this.changed(files);
    }, PAUSE_MS);
  }
}

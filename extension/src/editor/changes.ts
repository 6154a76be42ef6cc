import * as vscode from "vscode";

/** The files beside prompts. */
export const BESIDE = "**/*.{spade.json,assertions.py,jsonl}";
/** A save or a checkout tells of many files at once. */
const PAUSE_MS = 300;

/** Tells of changed files once they have come to rest. */
export class Changes implements vscode.Disposable {
  private readonly files = new Map<string, vscode.Uri>();
  private timer: NodeJS.Timeout | undefined;
  private readonly watcher: vscode.FileSystemWatcher;

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
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.watcher.dispose();
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

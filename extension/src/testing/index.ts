import * as vscode from "vscode";
import type { Models } from "../models/models";
import type { Asker } from "../requests";
import { Runner } from "./run";
import { Tree } from "./tree";

/** Files whose change may change what there is to test. */
const WATCHED = "**/*.{spade.json,assertions.py,jsonl}";
/** A save or a checkout tells of many files at once. */
const PAUSE_MS = 300;

/** Shows the selected assertions and the labelled examples in the Testing view, and runs them there. */
export function registerTesting(asker: Asker, models: Models): vscode.Disposable {
  const controller = vscode.tests.createTestController("spade", "SPADE");
  const { token } = new vscode.CancellationTokenSource();
  const tree = new Tree(controller, (uri, template) =>
    asker.tryOut("spade/tests", { uri: uri.toString(), template }, token),
  );
  const runner = new Runner(controller, tree, asker, models);
  controller.resolveHandler = (item) => tree.resolve(item);
  controller.refreshHandler = () => refresh(tree, tree.prompts);
  controller.createRunProfile(
    "Run",
    vscode.TestRunProfileKind.Run,
    (request, running) => runner.run(request, running),
    true,
  );
  const changes = new Changes((files) => {
    const concerned = new Set(files.flatMap((file) => tree.concernedBy(file)));
    controller.invalidateTestResults([...concerned]);
    return refresh(tree, [...concerned]);
  });
  return vscode.Disposable.from(controller, changes);
}

async function refresh(tree: Tree, prompts: readonly vscode.TestItem[]): Promise<void> {
  await tree.resolve(undefined);
  const there = new Set(tree.prompts);
  for (const prompt of prompts.filter((each) => there.has(each))) {
    await tree.load(prompt);
  }
}

/** Tells of changed files once they have come to rest. */
class Changes implements vscode.Disposable {
  private readonly files = new Map<string, vscode.Uri>();
  private timer: NodeJS.Timeout | undefined;
  private readonly watcher = vscode.workspace.createFileSystemWatcher(WATCHED);

  constructor(private readonly changed: (files: vscode.Uri[]) => Promise<void>) {
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

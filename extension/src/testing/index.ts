import * as vscode from "vscode";
import { t } from "../language";
import { BESIDE, Changes } from "../editor/changes";
import type { Models } from "../models/models";
import type { Asker } from "../requests/asker";
import type { Status } from "../server/status";
import { Runner } from "./run";
import { Tree } from "./tree";

/** Shows the selected assertions and the labelled examples in the Testing view, and runs them there. */
export function registerTesting(asker: Asker, models: Models, status: Status): vscode.Disposable {
  const controller = vscode.tests.createTestController("spade", "SPADE");
  const { token } = new vscode.CancellationTokenSource();
  const tree = new Tree(controller, (uri, template) =>
    asker.tryOut("spade/tests", { uri: uri.toString(), template }, token),
  );
  const runner = new Runner(controller, tree, asker, models);
  controller.resolveHandler = (item) => tree.resolve(item);
  controller.refreshHandler = () => refresh(tree, tree.prompts);
  controller.createRunProfile(
    t`Run`,
    vscode.TestRunProfileKind.Run,
    (request, running) => runner.run(request, running),
    true,
  );
  const changes = new Changes(BESIDE, (files) => {
    const concerned = new Set(files.flatMap((file) => tree.concernedBy(file)));
    controller.invalidateTestResults([...concerned]);
    return refresh(tree, [...concerned]);
  });
  const again = status.onDidChange(() => refresh(tree, tree.unread));
  return vscode.Disposable.from(controller, changes, again);
}

async function refresh(tree: Tree, prompts: readonly vscode.TestItem[]): Promise<void> {
  await tree.resolve(undefined);
  const there = new Set(tree.prompts);
  for (const prompt of prompts.filter((each) => there.has(each))) {
    await tree.load(prompt);
  }
}

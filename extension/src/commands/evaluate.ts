import * as vscode from "vscode";
import type { AssertionResult, EvaluateResult } from "../protocol";
import type { Asker } from "../requests";
import { counted, rates } from "../wording";

/** Runs the assertions on the labelled examples, and lists how each does. */
export async function evaluate(asker: Asker, uri: vscode.Uri): Promise<void> {
  const answer = await asker.ask("running the assertions", "spade/evaluate", { uri: uri.toString() });
  if (answer === undefined) {
    return;
  }
  const { result } = answer;
  const count = counted(result.assertions.length, "assertion");
  const choice = await vscode.window.showInformationMessage(
    `SPADE: ran ${count} on ${result.good} good and ${result.bad} bad responses.`,
    "Show Results",
  );
  if (choice !== undefined) {
    await choose(result);
  }
}

/** Runs single assertions, and shows the responses on which they fail or do not work. */
export async function evaluateOnly(asker: Asker, uri: vscode.Uri, names: readonly string[]): Promise<void> {
  const answer = await asker.ask("running the assertion", "spade/evaluate", { uri: uri.toString(), names });
  const [only] = answer?.result.assertions ?? [];
  if (answer !== undefined && only !== undefined) {
    await chooseRow(answer.result, only);
  }
}

async function choose(result: EvaluateResult): Promise<void> {
  const items = result.assertions.map((assertion) => ({
    label: `${assertion.selected ? "$(star-full) " : ""}${assertion.name}`,
    description: rates(assertion),
    assertion,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: "Every assertion by itself; a star marks the selected ones",
    matchOnDescription: true,
  });
  if (chosen !== undefined) {
    await show(result.assertionsUri, chosen.assertion.range.start.line);
  }
}

async function chooseRow(result: EvaluateResult, assertion: AssertionResult): Promise<void> {
  const failing = assertion.cells.filter(({ outcome }) => outcome !== "passed");
  if (failing.length === 0) {
    void vscode.window.showInformationMessage(
      `SPADE: ${assertion.name} passes all ${counted(assertion.cells.length, "response")}.`,
    );
    return;
  }
  const items = failing.map((cell) => ({
    label: `${cell.outcome}: example ${cell.exampleId}`,
    description: cell.label ?? "not labelled",
    detail: cell.message,
    cell,
  }));
  const title = `${assertion.name} ${rates(assertion)}`;
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: "Go to a response that it fails",
  });
  if (chosen !== undefined) {
    await show(result.examplesUri, chosen.cell.line);
  }
}

async function show(uri: string, line: number): Promise<void> {
  const place = new vscode.Range(line, 0, line, 0);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection: place });
}

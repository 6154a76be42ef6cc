import * as vscode from "vscode";
import type { AssertionResult, EvaluateResult } from "../protocol";
import type { Target } from "../documents";
import type { Asker } from "../requests";
import { counted, rates, withoutVerdict } from "../wording";

/** Runs the assertions on the labelled examples, and lists how each does. */
export async function evaluate(asker: Asker, target: Target): Promise<void> {
  const answer = await asker.ask("running the assertions", "spade/evaluate", target);
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

/** Runs one assertion, and shows the responses that it fails or does not work on. */
export async function runAssertion(asker: Asker, params: Target & { name: string }): Promise<void> {
  const { name, ...target } = params;
  const answer = await asker.ask(`running ${name}`, "spade/evaluate", { ...target, names: [name] });
  const [only] = answer?.result.assertions ?? [];
  if (answer !== undefined && only !== undefined) {
    await chooseRow(answer.result, only);
  }
}

/** Shows the assertions that fail one response. */
export async function showFailing(asker: Asker, params: Target & { exampleId: string }): Promise<void> {
  const { exampleId, ...target } = params;
  const answer = await asker.ask("running the assertions", "spade/evaluate", target);
  if (answer === undefined) {
    return;
  }
  const failing = answer.result.assertions.flatMap((assertion) =>
    assertion.cells
      .filter((cell) => cell.exampleId === exampleId && cell.outcome !== "passed")
      .map((cell) => ({ label: assertion.name, description: cell.outcome, detail: cell.message, assertion })),
  );
  const chosen = await vscode.window.showQuickPick(failing, { title: `What example ${exampleId} fails` });
  if (chosen !== undefined) {
    await show(answer.result.assertionsUri, chosen.assertion.range.start.line);
  }
}

async function choose(result: EvaluateResult): Promise<void> {
  const selectedFirst = [...result.assertions].sort((a, b) => Number(b.selected) - Number(a.selected));
  const items = selectedFirst.map((assertion) => ({
    label: `${assertion.selected ? "$(star-full) " : ""}${assertion.name}`,
    description: rates(assertion) + withoutVerdict(assertion.cells),
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

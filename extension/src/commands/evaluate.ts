import * as vscode from "vscode";
import type { Target } from "../prompts/documents";
import { NOT_ASKED } from "../labelling/messages";
import { inform } from "../editor/notifications";
import type { Models } from "../models/models";
import { chosenModel } from "../models/settings";
import { costText } from "../models/wording";
import type { AssertionResult, EvaluateParams, EvaluateResult } from "../protocol";
import type { Answer, Asker } from "../requests/asker";
import { figures } from "../wording";
import { tellProblems } from "../requests/unreadMessage";
import { counted, said, t } from "../language";

/** Runs the assertions on the labelled examples, and lists how each does. */
export async function evaluate(asker: Asker, models: Models, target: Target): Promise<void> {
  const answer = await evaluated(asker, models, t`running the assertions`, target);
  if (answer === undefined) {
    return;
  }
  const { result } = answer;
  tellProblems(result.problems);
  const count = counted(result.assertions.length, "assertion");
  const unjudged = result.unjudged ?? 0;
  const choice = await inform(
    t`SPADE: ran ${count} on ${result.good} good and ${result.bad} bad responses${judgeText(result)}.`,
    "Show Results",
    ...(unjudged > 0 && chosenModel().name === "" ? ["Configure Model"] : []),
  );
  if (choice === "Configure Model") {
    await vscode.commands.executeCommand("spade.configureModel");
  } else if (choice !== undefined) {
    await choose(result);
  }
}

/** Runs assertions, with the judge where one is needed and the person lets it be asked; undefined when they left. */
async function evaluated(
  asker: Asker,
  models: Models,
  title: string,
  params: EvaluateParams,
): Promise<Answer<"spade/evaluate"> | undefined> {
  const judge = await models.confirmJudge(asker, params);
  return judge === undefined
    ? undefined
    : models.ask(asker, title, "spade/evaluate", { ...params, ...(judge && { judge }) });
}

/** Returns what the judge cost, and what was not checked for want of one. */
function judgeText({ unjudged = 0, modelRun }: EvaluateResult): string {
  const cost = modelRun == null || modelRun.costs.length === 0 ? "" : t`; judge ${costText(modelRun)}`;
  return unjudged === 0 ? cost : t`${cost}; ${counted(unjudged, "assertion")} not checked: no judge answered`;
}

/** Runs one assertion, and shows the responses that it fails or does not work on. */
export async function runAssertion(
  asker: Asker,
  models: Models,
  params: Target & { name: string },
): Promise<void> {
  const { name, ...target } = params;
  const answer = await evaluated(asker, models, t`running ${name}`, { ...target, names: [name] });
  const [only] = answer?.result.assertions ?? [];
  if (answer !== undefined && only !== undefined) {
    await chooseRow(answer.result, only);
  }
}

/** Shows the assertions that fail one response. */
export async function showFailing(
  asker: Asker,
  models: Models,
  params: Target & { exampleId: string },
): Promise<void> {
  const { exampleId, ...target } = params;
  const answer = await evaluated(asker, models, t`running the assertions`, target);
  if (answer === undefined) {
    return;
  }
  const failing = answer.result.assertions.flatMap((assertion) =>
    assertion.cells
      .filter((cell) => cell.exampleId === exampleId && !["passed", NOT_ASKED].includes(cell.outcome))
      .map((cell) => ({ label: assertion.name, description: cell.outcome, detail: cell.message, assertion })),
  );
  const chosen = await vscode.window.showQuickPick(failing, {
    title: t`What example ${exampleId} fails`,
    ignoreFocusOut: true,
  });
  if (chosen !== undefined) {
    await show(answer.result.assertionsUri, chosen.assertion.range.start.line);
  }
}

async function choose(result: EvaluateResult): Promise<void> {
  const selectedFirst = [...result.assertions].sort((a, b) => Number(b.selected) - Number(a.selected));
  const items = selectedFirst.map((assertion) => ({
    label: `${assertion.selected ? "$(star-full) " : ""}${assertion.name}`,
    description: figures(assertion),
    assertion,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: t`Every assertion by itself; a star marks the selected ones`,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (chosen !== undefined) {
    await show(result.assertionsUri, chosen.assertion.range.start.line);
  }
}

async function chooseRow(result: EvaluateResult, assertion: AssertionResult): Promise<void> {
  const failing = assertion.cells.filter(({ outcome }) => outcome !== "passed");
  if (failing.length === 0) {
    void inform(t`SPADE: ${assertion.name} passes all ${counted(assertion.cells.length, "response")}.`);
    return;
  }
  const items = failing.map((cell) => ({
    label: t`${said(cell.outcome)}: example ${cell.exampleId}`,
    description: said(cell.label ?? "not labelled"),
    detail: cell.message,
    cell,
  }));
  const title = `${assertion.name}: ${figures(assertion)}`;
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: t`Go to a response that it fails`,
    ignoreFocusOut: true,
  });
  if (chosen !== undefined) {
    await show(result.examplesUri, chosen.cell.line);
  }
}

async function show(uri: string, line: number): Promise<void> {
  const place = new vscode.Range(line, 0, line, 0);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection: place });
}

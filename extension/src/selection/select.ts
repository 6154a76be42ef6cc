import * as vscode from "vscode";
import { inform, warn } from "../editor/notifications";
import { withCancel } from "../editor/progress";
import type { Models } from "../models/models";
import { ErrorCode, SelectParams, SelectResult } from "../protocol";
import { Target, targetIn } from "../prompts/documents";
import type { Asker } from "../requests/asker";
import type { Reports } from "../report/panel";
import { tellProblems } from "../requests/unreadMessage";
import { Steps } from "./steps";
import type { CurrentSet } from "./thresholdText";
import { askThreshold, askMethod } from "./thresholds";
import { achieved } from "../commands/walkthrough";
import { t } from "../language";

const LEFT = "left";
/** What each method heeds, and is asked for where a person picks it; whoever picks none has seen what holds. */
const HEEDED: Readonly<Record<string, readonly ("alpha" | "tau")[]>> = {
  subsumption: ["alpha", "tau"],
  coverage: ["alpha", "tau"],
  baseline: ["tau"],
};
const OTHER = "Other Values…";

/** Asks how to select, selects, and shows the result in a message and the report. */
export async function selectMinimalSet(
  asker: Asker,
  models: Models,
  reports: Reports,
  target: Target,
): Promise<void> {
  const start = await lookedAt(asker, target);
  const steps = new Steps();
  const params = start && (await asked(steps, asker, models, start));
  steps.close();
  if (params !== undefined) {
    await select(asker, models, reports, params);
  }
}

/** What a selection begins from: the prompt, and what holds where nothing is chosen; without labels nothing does. */
interface Start {
  readonly target: Target;
  readonly current: CurrentSet | undefined;
}

/** Returns what there is to select from; undefined after telling that there is nothing, before anything is asked. */
async function lookedAt(asker: Asker, target: Target): Promise<Start | undefined> {
  const trial: SelectParams = { ...target, remember: false };
  try {
    const current = await withCancel(t`looking at the assertions`, async (_progress, token) => {
      try {
        return await asker.tryOut("spade/select", trial, token);
      } catch (error) {
        if (token.isCancellationRequested) {
          return LEFT;
        }
        throw error;
      }
    });
    if (current !== undefined) {
      return current === LEFT ? undefined : { target, current };
    }
  } catch (error) {
    const code = (error as { code?: number }).code;
    if (code === ErrorCode.NO_LABELS || code === ErrorCode.NO_EXAMPLES) {
      return withoutLabels(target, code, error instanceof Error ? error.message : "");
    }
  }
  // Asked again by who tells what else can be wrong, and what to do about it.
  const answer = await asker.ask(t`looking at the assertions`, "spade/select", trial);
  return answer && { target: { ...target, uri: answer.asked.uri }, current: answer.result };
}

/** Says that labels are lacking, and where they come from; one method needs none. */
async function withoutLabels(target: Target, code: ErrorCode, message: string): Promise<Start | undefined> {
  const without = "Select without Labels";
  const ways: Readonly<Record<string, string>> =
    code === ErrorCode.NO_LABELS
      ? { "Label Examples": "spade.label" }
      : { "Paste Responses": "spade.pasteResponses", "Import Examples": "spade.importExamples" };
  const choice = await warn(`SPADE: ${message}`, ...Object.keys(ways), without);
  if (choice === without) {
    return { target, current: undefined };
  }
  const command = ways[choice ?? ""];
  await (command && vscode.commands.executeCommand(command, target));
  return undefined;
}

/** Returns what a person asks for, a question at a time; undefined when they leave. */
async function asked(
  steps: Steps,
  asker: Asker,
  models: Models,
  { target, current }: Start,
): Promise<SelectParams | undefined> {
  if (current === undefined) {
    return { ...target, method: "no-examples" };
  }
  const method = await askMethod(steps, target, current);
  const judge = method && (await judged(asker, models, target));
  if (method === undefined || judge === undefined) {
    return undefined;
  }
  let params: SelectParams = { ...target, ...method, ...(judge && { judge }) };
  for (const name of HEEDED[method.method ?? ""] ?? []) {
    const threshold = await askThreshold(steps, asker, params, name, current);
    if (threshold === undefined) {
      return undefined;
    }
    params = { ...params, ...threshold };
  }
  return params;
}

/** Has the judge asked, once, before thresholds are tried out; undefined when the person left. */
async function judged(asker: Asker, models: Models, target: Target): Promise<boolean | undefined> {
  const judge = await models.confirmJudge(asker, target);
  if (judge !== true) {
    return judge;
  }
  const answer = await models.ask(asker, t`asking the judge`, "spade/evaluate", { ...target, judge });
  return answer && true;
}

async function select(asker: Asker, models: Models, reports: Reports, params: SelectParams): Promise<void> {
  const answer = await asker.ask(t`selecting the minimal set`, "spade/select", params);
  if (answer === undefined) {
    return;
  }
  const { result, asked } = answer;
  tellProblems(result.problems);
  if (!result.feasible) {
    await offerNearest(asker, models, reports, asked, result);
    return;
  }
  achieved("selected");
  void inform(`SPADE: ${result.message}.`, "Open Assertions").then(async (choice) => {
    if (choice !== undefined) {
      await vscode.commands.executeCommand("spade.openAssertions", asked);
    }
  });
  await reports.open(asked);
}

/** Says why nothing is feasible, and offers what can be done: to ask for less first, to flag more good ones after. */
async function offerNearest(
  asker: Asker,
  models: Models,
  reports: Reports,
  asked: SelectParams,
  result: SelectResult,
): Promise<void> {
  const { message, nearestAlpha, nearestTau } = result;
  const ways = new Map<string, SelectParams>();
  if (nearestAlpha !== null) {
    ways.set(t`Use alpha ${nearestAlpha}`, { ...asked, alpha: nearestAlpha });
  }
  if (nearestTau !== null) {
    ways.set(t`Use tau ${nearestTau}`, { ...asked, tau: nearestTau });
  }
  const choice = await warn(`SPADE: ${message}.`, ...ways.keys(), OTHER);
  const params = ways.get(choice ?? "");
  if (params !== undefined) {
    await select(asker, models, reports, params);
  } else if (choice === OTHER) {
    await selectMinimalSet(asker, models, reports, targetIn(asked));
  }
}

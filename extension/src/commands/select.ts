import * as vscode from "vscode";
import { inform, warn } from "../messages";
import type { Models } from "../models/models";
import type { SelectParams } from "../protocol";
import type { Target } from "../documents";
import type { Asker } from "../requests";
import type { Reports } from "./report";
import { askThreshold, askMethod } from "./thresholds";

/** Asks for method, alpha and tau, selects, and shows the result in a message and the report. */
export async function selectMinimalSet(
  asker: Asker,
  models: Models,
  reports: Reports,
  target: Target,
): Promise<void> {
  const method = await askMethod();
  const judge = method && (await judged(asker, models, target));
  if (method === undefined || judge === undefined) {
    return;
  }
  const first: SelectParams = { ...target, ...method, ...(judge && { judge }) };
  const alpha = await askThreshold(asker, first, "alpha");
  if (alpha === undefined) {
    return;
  }
  const second = { ...first, ...alpha };
  const tau = await askThreshold(asker, second, "tau");
  if (tau !== undefined) {
    await select(asker, reports, { ...second, ...tau });
  }
}

/** Has the judge asked, once, before thresholds are tried out; undefined when the person left. */
async function judged(asker: Asker, models: Models, target: Target): Promise<boolean | undefined> {
  const judge = await models.confirmJudge(asker, target);
  if (judge !== true) {
    return judge;
  }
  const answer = await models.ask(asker, "asking the judge", "spade/evaluate", { ...target, judge });
  return answer && true;
}

async function select(asker: Asker, reports: Reports, params: SelectParams): Promise<void> {
  const answer = await asker.ask("selecting the minimal set", "spade/select", params);
  if (answer === undefined) {
    return;
  }
  const { result, asked } = answer;
  if (!result.feasible) {
    await offerNearest(asker, reports, asked, result);
    return;
  }
  void inform(`SPADE: ${result.message}.`, "Open Assertions").then(async (choice) => {
    if (choice !== undefined) {
      await vscode.commands.executeCommand("spade.openAssertions", asked);
    }
  });
  await reports.open(asked);
}

/** Says why nothing is feasible, and offers the thresholds that are the nearest. */
async function offerNearest(
  asker: Asker,
  reports: Reports,
  asked: SelectParams,
  {
    message,
    nearestAlpha,
    nearestTau,
  }: { message: string; nearestAlpha: number | null; nearestTau: number | null },
): Promise<void> {
  const ways = new Map<string, SelectParams>();
  if (nearestTau !== null) {
    ways.set(`Use tau ${shown(nearestTau, Math.ceil)}`, { ...asked, tau: nearestTau });
  }
  if (nearestAlpha !== null) {
    ways.set(`Use alpha ${shown(nearestAlpha, Math.floor)}`, { ...asked, alpha: nearestAlpha });
  }
  const choice = await warn(`SPADE: ${message}.`, ...ways.keys());
  const params = choice === undefined ? undefined : ways.get(choice);
  if (params !== undefined) {
    await select(asker, reports, params);
  }
}

function shown(share: number, round: (value: number) => number): string {
  return String(round(share * 1000) / 1000);
}

import type { RespondEstimate, RespondResult } from "../protocol";
import type { EstimateResult, ModelCost, ModelRun } from "./protocol";
import { counted, t } from "../language";

/** Returns "about 6 calls, 4,310 tokens, 0.0068 in money". */
export function estimateText({
  calls,
  tokens,
  money,
  lent,
}: Pick<EstimateResult, "calls" | "tokens" | "money" | "lent">): string {
  return t`about ${counted(calls, "call")}, ${thousands(tokens)} tokens, ${moneyText(money, lent)}`;
}

const KEPT = t`Replies are kept: what was answered is not asked, or paid for, again. You can stop it at any time.`;

/** Returns what a run may cost in all and how, for a dialog. */
export function estimateDetail(estimate: EstimateResult): string {
  const most = t`At most ${counted(estimate.mostCalls, "call")}, when replies have to be asked for again, retries aside.`;
  return `${sentence(estimateText(estimate))}.${priceHint(estimate)} ${most}\n\n${KEPT}`;
}

/** Returns what making responses may cost, for a dialog. */
export function respondDetail(estimate: RespondEstimate): string {
  const inputs = counted(estimate.inputs, "input");
  return (
    t`The prompt is run on ${inputs}: ${estimateText(estimate)}.${priceHint(estimate)}\n\n` +
    t`The responses are added to the examples, without a label. ${KEPT}`
  );
}

function priceHint({ money, lent }: Pick<EstimateResult, "money" | "lent">): string {
  return money === null && !lent ? t` Its price is set with “SPADE: Configure Model”.` : "";
}

/** Returns what making responses came to: "12 responses to label in note.examples.jsonl; 3 inputs got none". */
export function respondedText({ added, missing, notes }: RespondResult, file: string): string {
  const lacking =
    missing > 0 ? [t`${counted(missing, "input")} got none; the same command asks for them`] : [];
  return [t`${counted(added, "response")} to label in ${file}`, ...lacking, ...notes].join("; ");
}

/** Returns what several runs may cost in all; those that no model is configured for ask nothing. */
export function inAll(estimates: readonly EstimateResult[]): EstimateResult {
  const asking = estimates.filter(({ model, calls }) => model !== "" && calls > 0);
  const sum = (count: (estimate: EstimateResult) => number) =>
    asking.reduce((total, each) => total + count(each), 0);
  const isPriced = asking.every(({ money }) => money !== null);
  return {
    model: [...new Set(asking.map(({ model }) => model))].join(t` and `),
    lent: asking.length > 0 && asking.every(({ lent }) => lent),
    questions: sum(({ questions }) => questions),
    calls: sum(({ calls }) => calls),
    mostCalls: sum(({ mostCalls }) => mostCalls),
    tokens: sum(({ tokens }) => tokens),
    money: isPriced ? sum(({ money }) => money ?? 0) : null,
  };
}

/** Returns what a run cost, in one line: "small: 6 calls, 3 from the cache, 4,310 tokens, 0.0068 in money". */
export function costText({ costs }: ModelRun): string {
  return costs.map(oneCost).join("; ");
}

/** Returns ", 6 of them by the model" after the number of new assertions; empty where none is. */
export function shareOf({ proposed }: ModelRun, added: readonly string[]): string {
  const count = added.filter((name) => proposed.includes(name)).length;
  return count === 0
    ? t`, none of them by the model`
    : count === added.length
      ? t`, all of them by the model`
      : t`, ${count} of them by the model`;
}

function oneCost(cost: ModelCost): string {
  const parts = [
    `${counted(cost.calls, "call")}${cost.failed > 0 ? t` (${cost.failed} failed)` : ""}`,
    ...(cost.cached > 0 ? [t`${cost.cached} from the cache`] : []),
    t`${thousands(cost.inputTokens + cost.outputTokens)} tokens`,
    moneyText(cost.money, cost.lent),
  ];
  return `${cost.model}: ${parts.join(", ")}`;
}

function moneyText(money: number | null, lent: boolean): string {
  if (lent) {
    return t`lent by the editor`;
  }
  return money === null ? t`price not set` : t`${money.toFixed(4)} in money`;
}

function thousands(count: number): string {
  return count.toLocaleString("en");
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

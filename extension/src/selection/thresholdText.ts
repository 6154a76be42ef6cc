import type { SelectResult } from "../protocol";
import { t } from "../language";

/** What a selection is made with where a person chooses nothing. */
export type CurrentThresholds = Pick<SelectResult, "method" | "alpha" | "tau">;

/** And what that would select, in one line. */
export type CurrentSet = CurrentThresholds & Pick<SelectResult, "message">;

/** Returns "At least 60 % of the bad (alpha), at most 25 % of the good (tau), by coverage". */
export function thresholdText({ method, alpha, tau }: CurrentThresholds): string {
  switch (method) {
    case "no-examples":
      return t`Whatever the labels say, by no-examples`;
    case "baseline":
      return t`At most ${percent(tau)} of the good (tau) by each assertion, by baseline`;
    default:
      return t`At least ${percent(alpha)} of the bad (alpha), at most ${percent(tau)} of the good (tau), by ${method}`;
  }
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(6))} %`;
}

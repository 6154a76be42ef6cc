import type { SelectResult } from "../protocol";

/** What a selection is made with where a person chooses nothing. */
export type CurrentThresholds = Pick<SelectResult, "method" | "alpha" | "tau">;

/** Returns "coverage, alpha 0.6, tau 0.25". */
export function thresholdText({ method, alpha, tau }: CurrentThresholds): string {
  return `${method}, alpha ${alpha}, tau ${tau}`;
}

/** Returns what alpha and tau mean with these values; empty for a method that heeds neither. */
export function thresholdDetail({ method, alpha, tau }: CurrentThresholds): string {
  const least = `Catches at least ${percent(alpha)} of the bad responses (alpha)`;
  const most = `flags at most ${percent(tau)} of the good ones (tau)`;
  switch (method) {
    case "no-examples":
      return "Heeds no label";
    case "baseline":
      return `Each assertion by itself ${most}`;
    default:
      return `${least} and ${most}`;
  }
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(6))} %`;
}

import type { FrontierSet, SelectResult } from "../protocol";
import { counted, t } from "../language";

/** How finely a threshold is written, the coarsest first. */
const SCALES = [1, 2, 3, 4, 5, 6, 7].map((digits) => 10 ** digits);

/** What alpha and tau would select, worked out here: the server has sent every set worth choosing. */
export class TradeOff {
  private readonly sets: readonly FrontierSet[];
  private readonly bad: number;
  private readonly good: number;

  constructor({ frontier, coverage, ffr }: Pick<SelectResult, "frontier" | "coverage" | "ffr">) {
    this.sets = frontier;
    this.bad = coverage.total;
    this.good = ffr.total;
  }

  /** Returns one line for a person: the smallest set at these thresholds, or the nearest that can be had. */
  at(alpha: number, tau: number): string {
    const least = ceiling(alpha * this.bad);
    const most = floor(tau * this.good);
    const reach = this.sets.filter((set) => set.caught >= least);
    const [found] = reach.filter((set) => set.flagged <= most).sort(better);
    if (found !== undefined) {
      const judges = found.avoided > 0 ? t`, ${found.avoided} with a judge` : "";
      const size = counted(found.size, "assertion");
      return t`${size}${judges}: ${found.caught} of ${this.bad} bad caught, ${found.flagged} of ${this.good} good flagged`;
    }
    const within = this.sets.filter((set) => set.flagged <= most);
    const caught = Math.max(...within.map((set) => set.caught));
    const flagged = Math.min(...reach.map((set) => set.flagged));
    const ways = [
      ...(within.length > 0 ? [`alpha ${thresholdFor(caught, this.bad, Math.floor, ceiling)}`] : []),
      ...(reach.length > 0 ? [`tau ${thresholdFor(flagged, this.good, Math.ceil, floor)}`] : []),
    ];
    return ways.length > 0
      ? t`infeasible; the nearest: ${ways.join(t` or `)}`
      : t`infeasible at any alpha and tau`;
  }
}

// 0.29 of 100 is 29, though the product of the two floats is a little less.
function ceiling(product: number): number {
  return Math.ceil(product - 1e-9);
}

function floor(product: number): number {
  return Math.floor(product + 1e-9);
}

/** As the solver orders sets: what is to be avoided, size, coverage, FFR. */
function better(a: FrontierSet, b: FrontierSet): number {
  return (
    Number(a.avoided > 0) - Number(b.avoided > 0) ||
    a.size - b.size ||
    b.caught - a.caught ||
    a.flagged - b.flagged
  );
}

/** Returns the threshold of fewest digits that stands for exactly `count` of `total`, as the server names it. */
function thresholdFor(
  count: number,
  total: number,
  near: (value: number) => number,
  meant: (product: number) => number,
): number {
  const found = SCALES.map((scale) => [near((count * scale) / total), scale] as const).find(
    ([part, scale]) => meant((part * total) / scale) === count,
  );
  return found === undefined ? count / total : found[0] / found[1];
}

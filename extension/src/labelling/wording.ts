import type { EvaluateResult, ExampleInfo, LabelResult } from "../protocol";
import type { Card, Verdict } from "./messages";

/** Returns an example as the view shows it. */
export function cardOf(example: ExampleInfo): Card {
  return {
    id: example.id,
    position: `line ${example.line + 1}`,
    fields: Object.entries(example.fields),
    prompt: example.prompt === "" ? undefined : example.prompt,
    response: example.response,
    label: example.label === "good" || example.label === "bad" ? example.label : undefined,
  };
}

/** Returns how far one is: "41 good, 33 bad, 3 to label". */
export function countsOf({ good, bad, unlabelled }: LabelResult): string {
  return `${good} good, ${bad} bad, ${unlabelled} to label`;
}

/** Returns what each assertion says of one example: failures first, for they are what is looked for. */
export function verdictsOn({ assertions }: EvaluateResult, id: string): Verdict[] {
  const verdicts = assertions.flatMap(({ name, cells }) =>
    cells
      .filter(({ exampleId }) => exampleId === id)
      .map(({ outcome, message }) => ({ assertion: name, outcome, message })),
  );
  const rank = ({ outcome }: Verdict) => (outcome === "failed" ? 0 : outcome === "passed" ? 2 : 1);
  return verdicts.sort((a, b) => rank(a) - rank(b));
}

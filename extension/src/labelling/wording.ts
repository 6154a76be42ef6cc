import type { EvaluateResult, ExampleInfo, LabelResult } from "../protocol";
import type { Card, Verdict, Way } from "./messages";
import { counted, t } from "../language";

/** Returns an example as the view shows it; `bestFirst` says that the order is not that of the file. */
export function cardOf(example: ExampleInfo, bestFirst: boolean): Card {
  return {
    id: example.id,
    position: bestFirst
      ? t`line ${example.line + 1}: of those left, its label tells most`
      : t`line ${example.line + 1}`,
    fields: Object.entries(example.fields),
    prompt: example.prompt === "" ? undefined : example.prompt,
    response: example.response,
    label: example.label === "good" || example.label === "bad" ? example.label : undefined,
  };
}

/** Returns how far one is: "41 good, 33 bad, 3 to label". */
export function countsOf({ good, bad, unlabelled }: LabelResult): string {
  return t`${good} good, ${bad} bad, ${unlabelled} to label`;
}

/** Returns what is said where no response is left to label, and where one can go from there. */
export function endOf({ good, bad, unlabelled, problems }: LabelResult): {
  note: string;
  isEmpty: boolean;
  ways: readonly Way[];
} {
  const unread =
    problems.length > 0 ? t` ${counted(problems.length, "problem")} in the file: see Problems.` : "";
  if (good + bad + unlabelled === 0) {
    const note = t`There are no responses to this prompt yet. Paste or type one, import some, or have a model make them.`;
    return { note: note + unread, isEmpty: true, ways: ["import", "respond"] };
  }
  const missing = good === 0 ? "good" : bad === 0 ? "bad" : undefined;
  const note =
    missing === "good"
      ? t`Every response carries a label, but a set needs a good one, too.`
      : missing === "bad"
        ? t`Every response carries a label, but a set needs a bad one, too.`
        : t`Every response carries a label.`;
  const more: readonly Way[] = ["paste", "import", "respond"];
  return { note: note + unread, isEmpty: false, ways: missing === undefined ? ["select", ...more] : more };
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

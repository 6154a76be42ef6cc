import type { EvaluateResult, ExampleInfo, LabelResult } from "../protocol";
import { counted } from "../wording";
import type { Card, Verdict, Way } from "./messages";

/** Returns an example as the view shows it; `bestFirst` says that the order is not that of the file. */
export function cardOf(example: ExampleInfo, bestFirst: boolean): Card {
  return {
    id: example.id,
    position: `line ${example.line + 1}${bestFirst ? ": of those left, its label tells most" : ""}`,
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

/** Returns what is said where no response is left to label, and where one can go from there. */
export function endOf({ good, bad, unlabelled, problems }: LabelResult): {
  note: string;
  ways: readonly Way[];
} {
  const unread =
    problems.length > 0 ? ` ${counted(problems.length, "problem")} in the file: see Problems.` : "";
  if (good + bad + unlabelled === 0) {
    const note = "There are no responses to this prompt yet. Import some, or have a model make them.";
    return { note: note + unread, ways: ["import", "respond"] };
  }
  return { note: `Every response carries a label.${unread}`, ways: ["select", "import", "respond"] };
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

/** What the SPADE view says of a prompt, without the editor. */
import type { Range } from "vscode-languageclient";
import type { OverviewResult } from "../protocol";

/** One row of the view, with the rows below it. */
export interface Row {
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  /** Name of an icon of the editor. */
  readonly icon?: string;
  /** What a click opens. */
  readonly place?: { readonly uri: string; readonly range: Range };
  /** What a click does, with the prompt as its argument. */
  readonly command?: string;
  /** What the command is told beside the prompt. */
  readonly argument?: Readonly<Record<string, unknown>>;
  readonly rows?: readonly Row[];
  /** Its rows are those of the history, which is read when they are looked at. */
  readonly isHistory?: true;
}

/** Returns the rows below a prompt: what to do next, instructions, assertions, examples. */
export function rowsOf(overview: OverviewResult): Row[] {
  return [
    ...nextOf(overview),
    instructionsOf(overview),
    assertionsOf(overview),
    examplesOf(overview),
    { label: "History", icon: "history", tooltip: "The versions of the prompt in git", isHistory: true },
    ...overview.problems.map((problem) => ({ label: problem, tooltip: problem, icon: "warning" })),
  ];
}

/** The first step whose result is not there yet; a prompt that has its set needs none. */
function nextOf({ steps, assertions, good, bad, unlabelled }: OverviewResult): Row[] {
  const missing: readonly (readonly [command: string, isMissing: boolean])[] = [
    ["spade.generate", assertions.length === 0],
    ["spade.importExamples", good + bad + unlabelled === 0],
    ["spade.label", good === 0 || bad === 0],
    ["spade.select", !assertions.some(({ selected }) => selected)],
  ];
  const wanted = missing.find(([, isMissing]) => isMissing)?.[0];
  const step = steps.find(({ command }) => command === wanted);
  return step === undefined
    ? []
    : [{ label: `Next: ${step.title}`, icon: "arrow-right", command: step.command }];
}

function instructionsOf({ instructions, promptUri }: OverviewResult): Row {
  const checked = instructions.filter(({ assertions }) => assertions.length > 0).length;
  return {
    label: "Instructions",
    description:
      instructions.length === 0 ? "none was found" : `${checked} of ${instructions.length} checked`,
    rows: instructions.map(({ text, range, assertions }) => ({
      label: text,
      description: assertions.length > 0 ? assertions.join(", ") : "nothing checks it",
      tooltip: assertions.length > 0 ? `${text}\n\nChecked by ${assertions.join(", ")}` : text,
      icon: assertions.length > 0 ? "pass" : "circle-large-outline",
      place: { uri: promptUri, range },
    })),
  };
}

function assertionsOf({ assertions, missing, assertionsUri }: OverviewResult): Row {
  const selected = assertions.filter((each) => each.selected).length;
  const gone = missing.map((name) => ({
    label: name,
    description: "selected, but no longer in the file: select again",
    icon: "warning",
  }));
  return {
    label: "Assertions",
    description: `${assertions.length}${selected > 0 ? `, ${selected} selected` : ""}`,
    rows: [
      ...assertions.map((each) => ({
        label: each.name,
        description: `${each.selected ? "selected" : ""}${each.selected && each.asksJudge ? ", " : ""}${each.asksJudge ? "asks a judge" : ""}`,
        tooltip: each.check || each.name,
        icon: each.selected ? "star-full" : "symbol-method",
        place: { uri: assertionsUri, range: each.range },
      })),
      ...gone,
    ],
  };
}

function examplesOf({ good, bad, unlabelled }: OverviewResult): Row {
  const total = good + bad + unlabelled;
  return {
    label: "Examples",
    description:
      total === 0 ? "none" : `${good} good, ${bad} bad${unlabelled > 0 ? `, ${unlabelled} to label` : ""}`,
    icon: "list-unordered",
    command: total === 0 ? "spade.importExamples" : "spade.label",
    tooltip: total === 0 ? "Import examples" : "Label examples",
  };
}

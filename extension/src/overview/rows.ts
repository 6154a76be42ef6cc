/** What the SPADE view says of a prompt, without the editor. */
import type { Range } from "vscode-languageclient";
import type { ListedSource, OverviewResult } from "../protocol";
import { said, t } from "../language";

/** One row of the view, with the rows below it. */
export interface OverviewRow {
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
  readonly rows?: readonly OverviewRow[];
  /** What it has more rows of, which is asked when they are looked at: the versions, or the assertions of one. */
  readonly more?: "versions" | "assertions";
}

/** Returns the prompts of each file, in their order. */
export function byFile<P extends { readonly uri: string }>(found: readonly P[]): (readonly [P, ...P[]])[] {
  const files = new Map<string, [P, ...P[]]>();
  for (const prompt of found) {
    const others = files.get(prompt.uri);
    if (others === undefined) {
      files.set(prompt.uri, [prompt]);
    } else {
      others.push(prompt);
    }
  }
  return [...files.values()];
}

/** Returns the rows below a prompt: what to do next, instructions, assertions, examples, the last selection. */
export function rowsOf(overview: OverviewResult): OverviewRow[] {
  return [
    ...nextOf(overview),
    instructionsOf(overview),
    assertionsOf(overview),
    examplesOf(overview),
    ...selectionOf(overview),
    { label: t`Versions`, icon: "history", tooltip: t`The versions of the prompt in git`, more: "versions" },
    ...overview.problems.map((problem) => ({ label: problem, tooltip: problem, icon: "warning" })),
  ];
}

/** The first step whose result is not there yet, or no longer holds; a prompt that has its set needs none. */
function nextOf({ steps, assertions, good, bad, unlabelled, selection }: OverviewResult): OverviewRow[] {
  const noExamples = good + bad + unlabelled === 0;
  const missing: readonly (readonly [command: string, title: string, isMissing: boolean])[] = [
    ["spade.generate", t`Generate Assertions`, assertions.length === 0],
    ["spade.importExamples", t`Import Examples`, noExamples],
    ["spade.label", t`Label Examples`, good === 0 || bad === 0],
    [
      "spade.select",
      hasDrifted(selection) ? t`Select Minimal Set Again` : t`Select Minimal Set`,
      !assertions.some(({ selected }) => selected) || hasDrifted(selection),
    ],
  ];
  const [command, title] = missing.find(([, , isMissing]) => isMissing) ?? [];
  if (command === undefined || !steps.some((step) => step.command === command)) {
    return [];
  }
  const next = { label: t`Next: ${title}`, icon: "arrow-right", command };
  const others = [
    { label: t`Or: Paste Responses`, icon: "clippy", command: "spade.pasteResponses" },
    { label: t`Or: Run This Prompt`, icon: "play", command: "spade.respond" },
  ];
  return command === "spade.importExamples" ? [next, ...others] : [next];
}

function instructionsOf({ instructions, promptUri }: OverviewResult): OverviewRow {
  const checked = instructions.filter(({ assertions }) => assertions.length > 0).length;
  return {
    label: t`Instructions`,
    icon: "checklist",
    description:
      instructions.length === 0 ? t`none was found` : t`${checked} of ${instructions.length} checked`,
    rows: instructions.map(({ text, range, assertions }) => ({
      label: text,
      description: assertions.length > 0 ? assertions.join(", ") : t`nothing checks it`,
      tooltip: assertions.length > 0 ? t`${text}\n\nChecked by ${assertions.join(", ")}` : text,
      icon: assertions.length > 0 ? "pass" : "circle-large-outline",
      place: { uri: promptUri, range },
    })),
  };
}

function assertionsOf({ assertions, missing, assertionsUri }: OverviewResult): OverviewRow {
  const selected = assertions.filter((each) => each.selected).length;
  const gone = missing.map((name) => ({
    label: name,
    description: t`selected, but no longer in the file: select again`,
    icon: "warning",
  }));
  return {
    label: t`Assertions`,
    icon: "symbol-method",
    description: `${assertions.length}${selected > 0 ? t`, ${selected} selected` : ""}`,
    rows: [
      ...assertions.map((each) => ({
        label: each.name,
        description: [
          ...(each.selected ? [t`selected`] : []),
          ...(each.asksJudge ? [t`asks a judge`] : []),
        ].join(", "),
        tooltip: each.check || each.name,
        icon: each.selected ? "star-full" : "symbol-method",
        place: { uri: assertionsUri, range: each.range },
        rows: each.sources.map(sourceRow),
      })),
      ...gone,
    ],
  };
}

/** The words of the prompt that an assertion was made from; a click shows the version that brought them. */
function sourceRow({ phrase, sentence, version, category }: ListedSource): OverviewRow {
  return {
    label: `“${phrase}”`,
    description: `P${version}, ${said(category)}`,
    tooltip: sentence,
    icon: "quote",
    command: "spade.compareVersions",
    argument: { before: version - 1, after: version },
  };
}

function examplesOf({ good, bad, unlabelled }: OverviewResult): OverviewRow {
  const total = good + bad + unlabelled;
  return {
    label: t`Examples`,
    description:
      total === 0 ? t`none` : t`${good} good, ${bad} bad${unlabelled > 0 ? t`, ${unlabelled} to label` : ""}`,
    icon: "list-unordered",
    command: total === 0 ? "spade.importExamples" : "spade.openTable",
    tooltip: total === 0 ? t`Import examples` : t`Open the examples as a table`,
    rows: total === 0 ? [] : [...byLabel({ good, bad }), ...toLabel(unlabelled)],
  };
}

/** A row for each label, which opens the table with those examples. */
function byLabel(counts: Readonly<Record<string, number>>): OverviewRow[] {
  return Object.entries(counts).map(([label, count]) => ({
    label: label === "good" ? t`${count} good` : t`${count} bad`,
    icon: "filter",
    command: "spade.openTable",
    argument: { label },
    tooltip: t`Open the examples labelled ${said(label)} as a table`,
  }));
}

function toLabel(unlabelled: number): OverviewRow[] {
  return unlabelled === 0
    ? []
    : [
        {
          label: t`${unlabelled} to label`,
          icon: "edit",
          command: "spade.label",
          tooltip: t`Label examples`,
        },
      ];
}

/** What the last selection did, and what has changed since; no row without one. */
function selectionOf({ selection, assertions }: OverviewResult): OverviewRow[] {
  if (selection == null) {
    return [];
  }
  const { request, caught, bad, flagged, good, changes } = selection;
  const selected = assertions.filter((each) => each.selected).length;
  const rates =
    caught === null || flagged === null
      ? ""
      : t`: ${caught} of ${bad} bad caught, ${flagged} of ${good} good flagged`;
  return [
    {
      label: t`Last Selection`,
      description: t`${selected} of ${assertions.length}${rates}${changes.length > 0 ? t`; outdated` : ""}`,
      tooltip: [t`Selected by ${request}`, ...changes.map((change) => t`Since then ${change}.`)].join("\n"),
      icon: changes.length > 0 ? "warning" : "star-full",
      command: "spade.openReport",
      rows: changes.map((change) => ({
        label: t`Since then ${change}`,
        tooltip: change,
        icon: "diff-modified",
      })),
    },
  ];
}

function hasDrifted(selection: OverviewResult["selection"]): boolean {
  return (selection?.changes.length ?? 0) > 0;
}

import * as vscode from "vscode";
import { baseOf } from "../prompts/naming";
import { Target, targetIn } from "../prompts/documents";
import { confirm, inform, warn } from "../editor/notifications";
import type { Models } from "../models/models";
import { respondDetail, respondedText } from "../models/wording";
import type { RespondParams, RespondResult } from "../protocol";
import type { Asker } from "../requests/asker";
import { achieved } from "./walkthrough";
import { t } from "../language";

const TITLE = t`Run This Prompt`;
const MOST_AT_ONCE = 200;

type Inputs = Pick<RespondParams, "file" | "propose" | "more" | "again">;

const SOURCES = [
  {
    label: t`Inputs that the model makes up`,
    detail: t`Marked as synthetic. A run that broke off goes on with the same ones.`,
    source: "propose",
  },
  { label: t`Other made-up inputs`, detail: t`Unlike those that are there.`, source: "more" },
  {
    label: t`Inputs of a file`,
    detail: t`JSON Lines, each line an object with the fields of the prompt.`,
    source: "file",
  },
  {
    label: t`Inputs of the examples`,
    detail: t`What does the prompt answer now, where the responses are to an older text of it?`,
    source: "again",
  },
  {
    label: t`Examples without a response`,
    detail: t`Their response is empty in the examples file; the others take these along.`,
    source: "examples",
  },
] as const;

type Source = (typeof SOURCES)[number];

/**
 * Runs the prompt on inputs with the model, after the person has seen what that may cost; adds what it answers.
 *
 * `showTable` opens the table of the examples, in which the responses arrive one by one.
 */
export async function runPrompt(
  asker: Asker,
  models: Models,
  target: Target,
  showTable: (target: Target) => Promise<void>,
): Promise<void> {
  const start = await startOf(asker, target);
  const inputs = start && (await askInputs(start.sources));
  if (start === undefined || inputs === undefined) {
    return;
  }
  const estimated = await asker.ask(t`estimating what the model may cost`, "spade/respondEstimate", {
    ...start.target,
    ...inputs,
  });
  if (estimated === undefined) {
    return;
  }
  const { result: estimate, asked } = estimated;
  if (estimate.inputs === 0) {
    void inform(`SPADE: ${estimate.message}.`);
    return;
  }
  if (estimate.calls > 0) {
    const button = t`Ask ${estimate.model}`;
    const choice = await confirm(t`Ask ${estimate.model} for responses?`, respondDetail(estimate), button);
    if (choice !== button) {
      return;
    }
  }
  await showTable(asked);
  const answer = await models.ask(asker, t`running the prompt`, "spade/respond", asked);
  if (answer === undefined) {
    return;
  }
  if (answer.result.added > 0) {
    achieved("imported");
  }
  // Not waited for: the labelling view shows what came as soon as it is there.
  void tell(asked, answer.result);
}

async function tell(target: Target, result: RespondResult): Promise<void> {
  const file = baseOf(result.examplesUri);
  const show = result.missing > 0 ? warn : inform;
  const buttons = result.added > 0 ? ["Label Examples", "Open Table"] : [];
  const choice = await show(`SPADE: ${respondedText(result, file)}.`, ...buttons);
  const command = { "Label Examples": "spade.label", "Open Table": "spade.openTable" }[choice ?? ""];
  if (command !== undefined) {
    await vscode.commands.executeCommand(command, target);
  }
}

interface Start {
  readonly target: Target;
  readonly sources: readonly Source[];
}

/** Returns the sources that lead somewhere; undefined where there is no model, which is told before anything is asked. */
async function startOf(asker: Asker, asked: Target): Promise<Start | undefined> {
  const examples = await asker.askQuietly("spade/table", { ...targetIn(asked), count: 0 });
  if (examples === undefined) {
    return undefined;
  }
  const target = targetIn(examples.asked);
  const waiting = async (again: number) =>
    (await asker.ask(t`looking for inputs`, "spade/respondEstimate", { ...target, again }))?.result.inputs;
  const empty = await waiting(0);
  if (empty === undefined) {
    return undefined;
  }
  const { good, bad, unlabelled } = examples.result;
  const isThere = good + bad + unlabelled > 0;
  const again = isThere ? await waiting(MOST_AT_ONCE) : 0;
  const leads: Readonly<Record<Source["source"], boolean>> = {
    propose: true,
    more: isThere,
    file: true,
    again: (again ?? 0) > empty,
    examples: empty > 0,
  };
  return { target, sources: SOURCES.filter(({ source }) => leads[source]) };
}

async function askInputs(sources: readonly Source[]): Promise<Inputs | undefined> {
  const picked = await vscode.window.showQuickPick(sources, {
    title: TITLE,
    placeHolder: t`What is the prompt to be run on?`,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  switch (picked?.source) {
    case "propose":
    case "more": {
      const propose = await askCount(t`How many inputs is the model to make up?`);
      return propose === undefined ? undefined : { propose, more: picked.source === "more" };
    }
    case "file": {
      const [file] =
        (await vscode.window.showOpenDialog({
          title: t`Inputs`,
          openLabel: t`Use`,
          canSelectMany: false,
          filters: { "JSON Lines": ["jsonl", "ndjson", "json"], [t`All files`]: ["*"] },
        })) ?? [];
      return file && { file: file.toString() };
    }
    case "again": {
      const again = await askCount(t`On how many of them is the prompt to be run?`);
      return again === undefined ? undefined : { again };
    }
    case "examples":
      return {};
    case undefined:
      return undefined;
  }
}

async function askCount(question: string): Promise<number | undefined> {
  const typed = await vscode.window.showInputBox({
    title: TITLE,
    prompt: t`${question} From 1 to ${MOST_AT_ONCE}`,
    value: "20",
    validateInput: (text) => (isCount(text) ? undefined : t`A whole number from 1 to ${MOST_AT_ONCE}`),
  });
  return typed === undefined ? undefined : Number(typed);
}

function isCount(text: string): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_AT_ONCE;
}

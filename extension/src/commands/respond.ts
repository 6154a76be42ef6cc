import * as vscode from "vscode";
import { baseOf } from "../prompts/naming";
import type { Target } from "../prompts/documents";
import { confirm, inform, warn } from "../editor/notifications";
import type { Models } from "../models/models";
import { respondDetail, respondedText } from "../models/wording";
import type { RespondParams, RespondResult } from "../protocol";
import type { Asker } from "../requests/asker";
import { achieved } from "./walkthrough";

const TITLE = "Run This Prompt";
const MOST_AT_ONCE = 200;

type Inputs = Pick<RespondParams, "file" | "propose" | "more" | "again">;

const SOURCES = [
  {
    label: "Inputs that the model makes up",
    detail: "They are marked as synthetic. The same ones come again, so that a run that broke off goes on.",
    source: "propose",
  },
  { label: "Other made-up inputs", detail: "Unlike those that are there.", source: "more" },
  {
    label: "Inputs of a file",
    detail: "JSON Lines, each line an object with the fields of the prompt.",
    source: "file",
  },
  {
    label: "Inputs of the examples",
    detail: "Where their responses are to another text of the prompt: what does it answer as it is now?",
    source: "again",
  },
  {
    label: "Examples without a response",
    detail: "The lines of the examples file whose response is empty; the others take these along.",
    source: "examples",
  },
] as const;

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
  const inputs = await askInputs();
  if (inputs === undefined) {
    return;
  }
  const estimated = await asker.ask("estimating what the model may cost", "spade/respondEstimate", {
    ...target,
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
    const button = `Ask ${estimate.model}`;
    const choice = await confirm(`Ask ${estimate.model} for responses?`, respondDetail(estimate), button);
    if (choice !== button) {
      return;
    }
  }
  await showTable(asked);
  const answer = await models.ask(asker, "running the prompt", "spade/respond", asked);
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

async function askInputs(): Promise<Inputs | undefined> {
  const picked = await vscode.window.showQuickPick(SOURCES, {
    title: TITLE,
    placeHolder: "What is the prompt to be run on?",
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  switch (picked?.source) {
    case "propose":
    case "more": {
      const propose = await askCount("How many inputs is the model to make up?");
      return propose === undefined ? undefined : { propose, more: picked.source === "more" };
    }
    case "file": {
      const [file] =
        (await vscode.window.showOpenDialog({
          title: "Inputs",
          openLabel: "Use",
          canSelectMany: false,
          filters: { "JSON Lines": ["jsonl", "ndjson", "json"], "All files": ["*"] },
        })) ?? [];
      return file && { file: file.toString() };
    }
    case "again": {
      const again = await askCount("On how many of them is the prompt to be run?");
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
    prompt: `${question} From 1 to ${MOST_AT_ONCE}`,
    value: "20",
    validateInput: (text) => (isCount(text) ? undefined : `A whole number from 1 to ${MOST_AT_ONCE}`),
  });
  return typed === undefined ? undefined : Number(typed);
}

function isCount(text: string): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_AT_ONCE;
}

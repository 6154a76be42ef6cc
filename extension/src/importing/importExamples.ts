import * as path from "node:path";
import * as vscode from "vscode";
import { Target, targetIn } from "../prompts/documents";
import { inform } from "../editor/notifications";
import { nameOf } from "../prompts/naming";
import type { ImportResult } from "../protocol";
import type { Asker } from "../requests/asker";
import type { VirtualTexts } from "../editor/virtual";
import { Choices, Line, doneText, linesOf, summaryOf, withField, wordTitle } from "./choices";
import { achieved } from "../commands/walkthrough";
import { said, t } from "../language";

const FILES = {
  [t`Tables and exports`]: ["csv", "tsv", "jsonl", "json", "yaml", "yml", "parquet"],
  [t`All files`]: ["*"],
};
const NONE = t`$(circle-slash) none`;

const MEANINGS = [
  { label: t`$(thumbsup) good`, means: "good" },
  { label: t`$(thumbsdown) bad`, means: "bad" },
  { label: t`$(circle-slash) neither`, description: t`the rows come in unlabelled`, means: "" },
];

/** Adds the labelled responses of another tool's file: shows how its columns are matched, and writes what is accepted. */
export async function importExamples(asker: Asker, texts: VirtualTexts, target: Target): Promise<void> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: t`Import responses from a spreadsheet or an export (CSV, TSV, JSON, JSON Lines, YAML, Parquet)`,
      openLabel: t`Import`,
      filters: FILES,
    })) ?? [];
  if (file !== undefined) {
    await importFile(asker, texts, target, file);
  }
}

/** The same for a file that is known. */
export async function importFile(
  asker: Asker,
  texts: VirtualTexts,
  target: Target,
  file: vscode.Uri,
): Promise<void> {
  const name = path.posix.basename(file.path);
  let choices: Choices = {};
  let asked = { ...target, file: file.toString() };
  for (;;) {
    const answer = await asker.ask(t`reading ${name}`, "spade/import", { ...asked, ...choices });
    if (answer === undefined) {
      return;
    }
    // A person may have chosen another prompt on the way.
    asked = { ...asked, ...targetIn(answer.asked) };
    const line = await chooseLine(name, asked, answer.result);
    if (line === undefined) {
      return;
    }
    if (line.what === "problems") {
      await showProblems(texts, name, answer.result, asked);
      continue;
    }
    if (line.what === "add") {
      const written = await asker.ask(t`adding the examples`, "spade/import", {
        ...asked,
        ...choices,
        apply: true,
      });
      if (written !== undefined) {
        achieved("imported");
        // Not waited for: the labelling view shows what came as soon as it is there.
        void tell(asked, written.result);
      }
      return;
    }
    choices = { ...choices, ...(await changed(line, answer.result, choices)) };
  }
}

async function chooseLine(name: string, target: Target, result: ImportResult): Promise<Line | undefined> {
  return vscode.window.showQuickPick(linesOf(result), {
    title: t`${name} into ${nameOf(target)}: ${summaryOf(result)}`,
    placeHolder: t`Add them, or change how a column is matched`,
    ignoreFocusOut: true,
  });
}

/** Returns what the person changed of a match; nothing when they thought better of it. */
async function changed(line: Line, result: ImportResult, choices: Choices): Promise<Choices> {
  if (line.what === "kept") {
    return {};
  }
  if (line.word !== undefined) {
    const meant = await vscode.window.showQuickPick(MEANINGS, {
      title: wordTitle(line.word),
      ignoreFocusOut: true,
    });
    return meant === undefined ? {} : { words: { ...choices.words, [line.word]: meant.means } };
  }
  const columns = result.columns.map(({ name, sample }) => ({ label: name, description: sample }));
  const none = line.what === "response" || line.what === "another" ? [] : [{ label: NONE, description: "" }];
  const title =
    line.what === "another"
      ? t`Which column is an input?`
      : t`Which column holds the ${line.field ?? said(line.what)}?`;
  const column = (await vscode.window.showQuickPick([...none, ...columns], { title, ignoreFocusOut: true }))
    ?.label;
  if (column === undefined) {
    return {};
  }
  const chosen = column === NONE ? undefined : column;
  switch (line.what) {
    case "response":
      return { response: column };
    case "label":
      return { label: chosen ?? "" };
    case "field":
      return { fields: withField(result, line.field ?? "", chosen) ?? null };
    default: {
      const value = column.slice(column.lastIndexOf(".") + 1);
      const field = await vscode.window.showInputBox({
        title: t`Which field of the prompt does it fill?`,
        value,
      });
      return field === undefined || field === "" ? {} : { fields: withField(result, field, column) ?? null };
    }
  }
}

/** Shows them in the editor below the list, which comes back. */
async function showProblems(
  texts: VirtualTexts,
  name: string,
  { problems }: ImportResult,
  about: Target,
): Promise<void> {
  const place = texts.put(`/problems in ${name}`, `${problems.join("\n")}\n`, about);
  const options = { preserveFocus: true, preview: true };
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(place), options);
}

async function tell(target: Target, result: ImportResult): Promise<void> {
  const buttons = result.unlabelled > 0 ? ["Label Examples", "Open Examples"] : ["Open Examples"];
  const choice = await inform(`SPADE: ${doneText(result)}.`, ...buttons);
  if (choice === "Label Examples") {
    await vscode.commands.executeCommand("spade.label", target);
  } else if (choice !== undefined) {
    await vscode.window.showTextDocument(vscode.Uri.parse(result.examplesUri));
  }
}

import type { ImportParams, ImportResult, ImportWord } from "../protocol";
import { counted, said, t } from "../language";

/** What a person may choose of an import; the rest is guessed. */
export type Choices = Pick<ImportParams, "response" | "label" | "fields" | "words">;

/** One line of the list that shows how the columns are matched. */
export interface Line {
  readonly label: string;
  readonly description: string;
  readonly what: "add" | "response" | "label" | "word" | "field" | "another" | "kept" | "problems";
  readonly field?: string;
  readonly word?: string;
}

/** Returns "12 new examples (7 good, 4 bad, 1 unlabelled), 3 there already (2 of them get their label)". */
export function summaryOf(result: ImportResult): string {
  const { good, bad, unlabelled, duplicates, filled } = result;
  const added = counted(result.new, "new example");
  const gets =
    filled === 0
      ? ""
      : filled === 1
        ? t` (1 without a label gets one)`
        : t` (${filled} without a label get one)`;
  return t`${added} (${good} good, ${bad} bad, ${unlabelled} unlabelled), ${duplicates} there already${gets}`;
}

/** Returns what was done, once it is written. */
export function doneText(result: ImportResult): string {
  return result.new === 0
    ? t`filled in ${counted(result.filled, "missing label")}`
    : t`added ${summaryOf(result)}`;
}

/** Returns the lines: what adding does, then how each column is matched, each with what its first cell holds. */
export function linesOf(result: ImportResult): Line[] {
  const sample = (column: string) => result.columns.find(({ name }) => name === column)?.sample ?? "";
  const matched = (what: Line["what"], title: string, column: string): Line => ({
    what,
    label: `${title}: ${column}`,
    description: sample(column),
  });
  const { label } = result;
  return [
    ...addingLines(result),
    ...result.words.filter(({ known }) => !known).map(wordLine),
    matched("response", t`$(comment) response`, result.response),
    label === null
      ? { what: "label", label: t`$(tag) label: none`, description: withoutLabels(result) }
      : matched("label", t`$(tag) label`, label),
    ...result.words.filter(({ known }) => known).map(wordLine),
    ...Object.entries(result.fields).map(([field, column]) => ({
      ...matched("field", t`$(symbol-field) field ${field}`, column),
      field,
    })),
    { what: "another", label: t`$(add) Another field…`, description: "" },
    ...otherLines(result),
    ...problemLines(result),
  ];
}

/** Returns the title of the question what a word stands for. */
export function wordTitle(word: string): string {
  return t`What does "${shortened(word)}" say of a response?`;
}

/** Returns the choices with one field in another column, or in none. */
export function withField(
  result: ImportResult,
  field: string,
  column: string | undefined,
): Choices["fields"] {
  const others = Object.entries(result.fields).filter(([name]) => name !== field);
  return Object.fromEntries(column === undefined ? others : [...others, [field, column]]);
}

function addingLines(result: ImportResult): Line[] {
  if (result.new === 0 && result.filled === 0) {
    return [];
  }
  const label =
    result.new > 0
      ? t`$(check) Add ${result.new}`
      : t`$(check) Fill in ${counted(result.filled, "missing label")}`;
  return [{ what: "add", label, description: summaryOf(result) }];
}

function wordLine({ word, rows, label, known }: ImportWord): Line {
  const many = counted(rows, "row");
  return known
    ? {
        what: "word",
        label: t`$(dash) "${shortened(word)}" is ${said(label ?? "no label")}`,
        description: many,
        word,
      }
    : {
        what: "word",
        label: t`$(question) What does "${shortened(word)}" say?`,
        description: t`${many} unlabelled till then`,
        word,
      };
}

function otherLines({ kept, leftOut }: ImportResult): Line[] {
  const lines: Line[] = [];
  if (kept.length > 0) {
    lines.push({
      what: "kept",
      label: t`$(archive) kept beside them: ${kept.join(", ")}`,
      description: t`as keys of each example; no assertion reads them`,
    });
  }
  if (leftOut.length > 0) {
    lines.push({
      what: "kept",
      label: t`$(circle-slash) left out: ${leftOut.join(", ")}`,
      description: t`keys of these names have a meaning of their own`,
    });
  }
  return lines;
}

function problemLines({ problems }: ImportResult): Line[] {
  const label = t`$(warning) ${counted(problems.length, "row")} with a problem`;
  return problems.length === 0 ? [] : [{ what: "problems", label, description: problems[0] ?? "" }];
}

function shortened(word: string): string {
  return word.length > 30 ? `${word.slice(0, 29)}…` : word;
}

function withoutLabels({ defaultLabel }: ImportResult): string {
  return defaultLabel === null ? t`to be labelled afterwards` : t`every row counts as ${said(defaultLabel)}`;
}

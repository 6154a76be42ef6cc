import type { ImportParams, ImportResult } from "../protocol";

/** What a person may choose of an import; the rest is guessed. */
export type Choices = Pick<ImportParams, "response" | "label" | "fields">;

/** One line of the list that shows how the columns are matched. */
export interface Line {
  readonly label: string;
  readonly description: string;
  readonly what: "add" | "response" | "label" | "field" | "another" | "problems";
  readonly field?: string;
}

/** Returns "12 new examples (7 good, 4 bad, 1 unlabelled), 3 are there already". */
export function summaryOf(result: ImportResult): string {
  const { good, bad, unlabelled, duplicates } = result;
  const added = `${result.new} new example${result.new === 1 ? "" : "s"}`;
  return `${added} (${good} good, ${bad} bad, ${unlabelled} unlabelled), ${duplicates} there already`;
}

/** Returns the lines: what adding does, then how each column is matched, each with what its first cell holds. */
export function linesOf(result: ImportResult): Line[] {
  const sample = (column: string) => result.columns.find(({ name }) => name === column)?.sample ?? "";
  const matched = (what: Line["what"], title: string, column: string): Line => ({
    what,
    label: `${title}: ${column}`,
    description: sample(column),
  });
  const { problems, label } = result;
  return [
    ...(result.new > 0
      ? [{ what: "add", label: `$(check) Add ${result.new}`, description: summaryOf(result) } as const]
      : []),
    matched("response", "$(comment) response", result.response),
    label === null
      ? { what: "label", label: "$(tag) label: none", description: withoutLabels(result) }
      : matched("label", "$(tag) label", label),
    ...Object.entries(result.fields).map(([field, column]) => ({
      ...matched("field", `$(symbol-field) field ${field}`, column),
      field,
    })),
    { what: "another", label: "$(add) Another field…", description: "" },
    ...(problems.length > 0
      ? [
          {
            what: "problems",
            label: `$(warning) ${problems.length} row${problems.length === 1 ? "" : "s"} with a problem`,
            description: problems[0] ?? "",
          } as const,
        ]
      : []),
  ];
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

function withoutLabels({ defaultLabel }: ImportResult): string {
  return defaultLabel === null ? "to be labelled afterwards" : `every row counts as ${defaultLabel}`;
}

/** What the SPADE view says of the versions of a prompt, without the editor. */
import type { HistoryResult, UncommittedResult, VersionInfo } from "../protocol";
import { counted } from "../wording";
import type { OverviewRow } from "./rows";

/** Returns the versions of a prompt, newest first, each with its delta. */
export function versionRows({ versions, notes }: HistoryResult): OverviewRow[] {
  return [
    ...[...versions].reverse().map(versionRow),
    ...notes.map((note) => ({ label: note, tooltip: note, icon: "info" })),
  ];
}

function versionRow(version: VersionInfo): OverviewRow {
  const { index, state, commit, author, date, subject, categories, changes } = version;
  const who = [date?.slice(0, 10), author, commit?.slice(0, 7)].filter((each) => each != null);
  return {
    label: `P${index} ${subject ?? state}`,
    description: categories.join(", "),
    tooltip: [`P${index} ${subject ?? state}`, who.join(", "), categories.join(", ")].join("\n"),
    icon: commit === null ? "git-commit" : "history",
    command: "spade.compareVersions",
    argument: { before: index - 1, after: index },
    rows: changes.map(({ sign, text, categories: kinds }) => ({
      label: text.replace(/\s+/g, " "),
      description: kinds.join(", "),
      icon: sign === "+" ? "diff-added" : "diff-removed",
    })),
  };
}

/** Returns what the next commit would bring that nothing checks; no row where there is nothing. */
export function uncheckedRows({ unchecked }: UncommittedResult, promptUri: string): OverviewRow[] {
  return unchecked.length === 0
    ? []
    : [
        {
          label: `Not committed: ${uncheckedText(unchecked.length)}`,
          icon: "warning",
          tooltip: "Generate assertions",
          command: "spade.generate",
          rows: unchecked.map(({ text, range }) => ({
            label: text,
            icon: "circle-large-outline",
            place: { uri: promptUri, range },
          })),
        },
      ];
}

/** Returns "2 instructions that nothing checks". */
export function uncheckedText(count: number): string {
  return `${counted(count, "instruction")} that nothing checks`;
}

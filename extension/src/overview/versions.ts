/** What the SPADE view says of the versions of a prompt, without the editor. */
import type { CompareResult, HistoryResult, UncommittedResult, VersionInfo } from "../protocol";
import { cameAndWent } from "../history/difference";
import { versionText } from "../wording";
import type { OverviewRow } from "./rows";
import { counted, said, t } from "../language";

/** Returns the versions of a prompt, newest first, each with its delta. */
export function versionRows({ versions, notes }: HistoryResult): OverviewRow[] {
  return [
    ...[...versions].reverse().map(versionRow),
    ...notes.map((note) => ({ label: note, tooltip: note, icon: "info" })),
  ];
}

function versionRow(version: VersionInfo): OverviewRow {
  const { index, state, commit, author, date, subject, categories, changes } = version;
  const when = [date?.slice(0, 10), author].filter((each) => each != null).join(", ");
  return {
    label: `P${index} ${subject ?? said(state)}`,
    description: categories.map(said).join(", "),
    tooltip: versionText(version),
    icon: commit === null ? "git-commit" : "history",
    command: "spade.compareVersions",
    argument: { before: index - 1, after: index },
    more: "assertions",
    rows: [
      ...(commit === null ? [] : [{ label: when, description: commit.slice(0, 7), icon: "account" }]),
      ...changes.map(({ sign, text, categories: kinds }) => ({
        label: text.replace(/\s+/g, " "),
        description: kinds.map(said).join(", "),
        icon: sign === "+" ? "diff-added" : "diff-removed",
      })),
    ],
  };
}

/** Returns which assertions a version asks for that the one before it does not, and the other way round. */
export function assertionRows(compared: CompareResult): OverviewRow[] {
  const { came, went } = cameAndWent(compared);
  return [
    ...came.map(({ name, description }) => ({
      label: name,
      description: t`came`,
      tooltip: description,
      icon: "symbol-method",
    })),
    ...went.map(({ name, description }) => ({
      label: name,
      description: t`went`,
      tooltip: description,
      icon: "circle-slash",
    })),
  ];
}

/** Returns what the next commit would bring that nothing checks; no row where there is nothing. */
export function uncheckedRows({ unchecked }: UncommittedResult, promptUri: string): OverviewRow[] {
  return unchecked.length === 0
    ? []
    : [
        {
          label: t`Not committed: ${uncheckedText(unchecked.length)}`,
          icon: "warning",
          tooltip: t`Generate assertions`,
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
  return t`${counted(count, "instruction")} that nothing checks`;
}

import { NOT_ASKED } from "./labelling/messages";
import type { Cell, GenerateResult, HistoryResult, RateValue, VersionInfo } from "./protocol";
import { counted, said, t } from "./language";

/** Returns "catches 22 of 33 bad, flags 8 of 41 good". */
function rates({ coverage, ffr }: { coverage: RateValue; ffr: RateValue }): string {
  return t`catches ${coverage.count} of ${coverage.total} bad, flags ${ffr.count} of ${ffr.total} good`;
}

/** Returns what an assertion catches and flags, or why that was not measured. */
export function figures({ cells, ...shares }: Measured): string {
  const undecided = cells.filter(({ outcome }) => outcome !== "passed" && outcome !== "failed");
  if (cells.length === 0 || undecided.length < cells.length) {
    return rates(shares) + withoutVerdict(cells);
  }
  return undecided.every(({ outcome }) => outcome === NOT_ASKED)
    ? t`not checked: it asks a judge`
    : t`not checked: no verdict on any of ${counted(cells.length, "response")}`;
}

interface Measured {
  readonly cells: readonly Cell[];
  readonly coverage: RateValue;
  readonly ffr: RateValue;
}

/** Returns ", no verdict on 4" where an assertion did not work, or could not be asked, on so many responses. */
export function withoutVerdict(cells: readonly Cell[]): string {
  const count = cells.filter(({ outcome }) => outcome !== "passed" && outcome !== "failed").length;
  return count === 0 ? "" : t`, no verdict on ${count}`;
}

/** Returns which assertions an export leaves out and why; empty where it leaves none out. */
export function leftOutText(leftOut: readonly string[]): string {
  if (leftOut.length === 0) {
    return "";
  }
  const names = leftOut.join(", ");
  return leftOut.length === 1
    ? t`left out 1 assertion that asks a judge, for there is none outside of spade: ${names}`
    : t`left out ${leftOut.length} assertions that ask a judge, for there is none outside of spade: ${names}`;
}

/** Returns what holds for an assertion from now on. */
export function preferenceText(name: string, use: string): string {
  return use === "always"
    ? t`${name} is in every set that is selected from now on`
    : use === "never"
      ? t`${name} is in no set that is selected from now on`
      : t`${name} is selected as it comes from now on`;
}

/** Returns what a person is to know of the history that was read, to go behind a full stop; mostly empty. */
export function historyNotes({ notes = [] }: Pick<GenerateResult, "notes">): string {
  return notes
    .map((note) => {
      const [reason] = note.split(/[:,] the history is the file as it is/);
      return reason === undefined || reason === note
        ? ` ${note}.`
        : t` Only the text of now was read (${reason}): what it asked for before is not known.`;
    })
    .join("");
}

/** Returns what generating would do, or did: "44 new, 1 updated; kept 2 that you changed". */
export function changesOf(result: GenerateResult): string {
  const changes = [
    [result.added, counted(result.added.length, "new assertion")],
    [result.replaced, t`${result.replaced.length} brought up to date`],
    [result.removed, t`${result.removed.length} no longer proposed`],
  ] as const;
  const said = changes.filter(([names]) => names.length > 0).map(([, text]) => text);
  const one = result.kept.length === 1;
  const stays = one
    ? t`1 that you changed stays as it is`
    : t`${result.kept.length} that you changed stay as they are`;
  const kept = result.kept.length > 0 ? `; ${stays}` : "";
  return (said.length > 0 ? said.join(", ") : t`nothing new`) + kept;
}

/** Returns the history as text that reads like a diff: newest version first. */
export function historyText({ versions, notes }: HistoryResult): string {
  const parts = [...versions].reverse().map(versionText);
  return [
    ...notes.map((note) => `# ${note}`),
    ...(notes.length > 0 ? [""] : []),
    parts.join("\n\n"),
    "",
  ].join("\n");
}

/** Returns one version of it. */
export function versionText(version: VersionInfo): string {
  const place = version.commit === null ? said(version.state) : version.commit.slice(0, 7);
  const who = [version.date?.slice(0, 10), version.author].filter((each) => each != null).join(", ");
  const head = `@@ P${version.index}  ${place}${who === "" ? "" : `  ${who}`} @@`;
  const changes = version.changes.map(({ sign, text }) => `${sign} ${text.replace(/\s*[\r\n]+\s*/g, " ")}`);
  return [
    head,
    ...(version.subject === null ? [] : [t`  message: ${version.subject}`]),
    ...(version.categories.length > 0 ? [t`  categories: ${version.categories.map(said).join(", ")}`] : []),
    ...changes,
  ].join("\n");
}

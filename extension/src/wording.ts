import { NOT_ASKED } from "./labelling/messages";
import type { Cell, GenerateResult, HistoryResult, RateValue, VersionInfo } from "./protocol";

/** Returns "1 assertion" or "3 assertions". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns "catches 22 of 33 bad, flags 8 of 41 good". */
function rates({ coverage, ffr }: { coverage: RateValue; ffr: RateValue }): string {
  return `catches ${coverage.count} of ${coverage.total} bad, flags ${ffr.count} of ${ffr.total} good`;
}

/** Returns what an assertion catches and flags, or why that was not measured. */
export function figures({ cells, ...shares }: Measured): string {
  const undecided = cells.filter(({ outcome }) => outcome !== "passed" && outcome !== "failed");
  if (cells.length === 0 || undecided.length < cells.length) {
    return rates(shares) + withoutVerdict(cells);
  }
  return undecided.every(({ outcome }) => outcome === NOT_ASKED)
    ? "not checked: it asks a judge"
    : `not checked: no verdict on any of ${counted(cells.length, "response")}`;
}

interface Measured {
  readonly cells: readonly Cell[];
  readonly coverage: RateValue;
  readonly ffr: RateValue;
}

/** Returns ", no verdict on 4" where an assertion did not work, or could not be asked, on so many responses. */
export function withoutVerdict(cells: readonly Cell[]): string {
  const count = cells.filter(({ outcome }) => outcome !== "passed" && outcome !== "failed").length;
  return count === 0 ? "" : `, no verdict on ${count}`;
}

/** Returns which assertions an export leaves out and why; empty where it leaves none out. */
export function leftOutText(leftOut: readonly string[]): string {
  const asks = leftOut.length === 1 ? "assertion that asks" : "assertions that ask";
  return leftOut.length === 0
    ? ""
    : `left out ${leftOut.length} ${asks} a judge, for there is none outside of spade: ${leftOut.join(", ")}`;
}

/** Returns what holds for an assertion from now on. */
export function preferenceText(name: string, use: string): string {
  return use === "always"
    ? `${name} is in every set that is selected from now on`
    : use === "never"
      ? `${name} is in no set that is selected from now on`
      : `${name} is selected as it comes from now on`;
}

/** Returns what a person is to know of the history that was read, to go behind a full stop; mostly empty. */
export function historyNotes({ notes = [] }: Pick<GenerateResult, "notes">): string {
  return notes
    .map((note) => {
      const [reason] = note.split(/[:,] the history is the file as it is/);
      return reason === undefined || reason === note
        ? ` ${note}.`
        : ` Only the text of now was read (${reason}): what it asked for before is not known.`;
    })
    .join("");
}

/** Returns what generating would do, or did: "44 new, 1 updated; kept 2 that you changed". */
export function changesOf(result: GenerateResult): string {
  const changes = [
    [result.added, result.added.length === 1 ? "new assertion" : "new assertions"],
    [result.replaced, "brought up to date"],
    [result.removed, "no longer proposed"],
  ] as const;
  const said = changes
    .filter(([names]) => names.length > 0)
    .map(([names, verb]) => `${names.length} ${verb}`);
  const one = result.kept.length === 1;
  const stays = one
    ? "1 that you changed stays as it is"
    : `${result.kept.length} that you changed stay as they are`;
  const kept = result.kept.length > 0 ? `; ${stays}` : "";
  return (said.length > 0 ? said.join(", ") : "nothing new") + kept;
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
  const place = version.commit === null ? version.state : version.commit.slice(0, 7);
  const who = [version.date?.slice(0, 10), version.author].filter((each) => each != null).join(", ");
  const head = `@@ P${version.index}  ${place}${who === "" ? "" : `  ${who}`} @@`;
  const changes = version.changes.map(({ sign, text }) => `${sign} ${text.replace(/\s*[\r\n]+\s*/g, " ")}`);
  return [
    head,
    ...(version.subject === null ? [] : [`  message: ${version.subject}`]),
    ...(version.categories.length > 0 ? [`  categories: ${version.categories.join(", ")}`] : []),
    ...changes,
  ].join("\n");
}

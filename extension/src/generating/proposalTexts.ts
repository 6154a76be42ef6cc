import type { Proposal } from "../protocol";
import { t } from "../language";

/** Returns what is to be known of a proposal beside its name. */
export function markOf(
  { name, asksJudge, withdrawn, evidence }: Proposal,
  models: ReadonlySet<string>,
): string {
  return [
    ...(models.has(name) ? [t`by the model`] : []),
    ...(asksJudge ? [t`asks a judge`] : []),
    ...(withdrawn === true ? [t`the prompt no longer says this`] : []),
    ...(evidence ? [evidence] : []),
  ].join(", ");
}

/** Returns what a proposal checks and the words that ask for it; a judge's question names them itself. */
export function detailOf({ description, phrase, asksJudge }: Proposal): string {
  const isQuestion = asksJudge && description.startsWith("A judge answers yes to: ");
  return isQuestion ? t`A judge decides: “${phrase}”` : `${description}  “${phrase}”`;
}

/** Returns in a few words what a proposal checks, above the sentence that asks for it. */
export function shortOf({ description, asksJudge }: Proposal): string {
  const said = asksJudge
    ? t`A judge decides this`
    : description.replace(/^The response has /, "Has ").replace(/\.$/, "");
  return cut(said, 70);
}

/** Returns a text of at most so many characters. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** Returns the proposals by the instruction that asks for them, in the order of the prompt. */
export function byInstruction(proposals: readonly Proposal[]): Map<string, Proposal[]> {
  const groups = new Map<string, Proposal[]>();
  for (const proposal of proposals) {
    const heading = proposal.instruction ?? "";
    groups.set(heading, [...(groups.get(heading) ?? []), proposal]);
  }
  return groups;
}

/** Returns the line of a function, from 0; -1 where there is none. */
export function lineOf(text: string, name: string): number {
  return text.split("\n").findIndex((line) => line.startsWith(`async def ${name}(`));
}

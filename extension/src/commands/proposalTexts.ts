import type { Proposal } from "../protocol";

/** Returns what is to be known of a proposal beside its name. */
export function markOf({ name, asksJudge, withdrawn }: Proposal, models: ReadonlySet<string>): string {
  return [
    ...(models.has(name) ? ["by the model"] : []),
    ...(asksJudge ? ["asks a judge"] : []),
    ...(withdrawn === true ? ["the prompt no longer says this"] : []),
  ].join(", ");
}

/** Returns what a proposal checks and the words that ask for it; a judge's question names them itself. */
export function detailOf({ description, phrase, asksJudge }: Proposal): string {
  const isQuestion = asksJudge && description.startsWith("A judge answers yes to: ");
  return isQuestion ? `A judge decides: “${phrase}”` : `${description}  “${phrase}”`;
}

/** Returns the line of a function, from 0; -1 where there is none. */
export function lineOf(text: string, name: string): number {
  return text.split("\n").findIndex((line) => line.startsWith(`async def ${name}(`));
}

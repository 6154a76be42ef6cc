/*
 * What the labelling view and the extension say to each other. The view only shows and hears keys; which response
 * comes next, and what is written, is decided on this side. A key says which response was shown when it was pressed.
 */
import { t } from "../language";

export type Label = "good" | "bad";

/** What an assertion says whose judge was not asked. */
export const NOT_ASKED = "not asked";

/** What one assertion says of the response that is shown. */
export interface Verdict {
  readonly assertion: string;
  readonly outcome: string;
  /** Why; the judge's reason, too. */
  readonly message: string;
}

/** One response with what belongs to it. */
export interface Card {
  readonly id: string;
  readonly position: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly prompt: string | undefined;
  readonly response: string;
  readonly label: Label | undefined;
}

/** Where one can go from the view, each with the words of its button. */
export const WAYS = {
  paste: t`Paste Responses…`,
  import: t`Import Examples…`,
  respond: t`Run This Prompt…`,
  generate: t`Generate Assertions`,
  select: t`Select Minimal Set`,
} as const;

export type Way = keyof typeof WAYS;

export type ToView =
  | { readonly kind: "card"; readonly card: Card; readonly counts: string; readonly canUndo: boolean }
  | {
      readonly kind: "done";
      readonly note: string;
      /** Without any response the box for some is open. */
      readonly isEmpty: boolean;
      readonly ways: readonly Way[];
      readonly counts: string;
      readonly canUndo: boolean;
    }
  | { readonly kind: "working"; readonly message: string }
  /** Open the box for responses. */
  | { readonly kind: "paste" }
  /** What was in the box is written. */
  | { readonly kind: "added" }
  | { readonly kind: "verdicts"; readonly id: string; readonly verdicts: readonly Verdict[] }
  | { readonly kind: "trouble"; readonly message: string; readonly ways: readonly Way[] };

export type FromView =
  | { readonly kind: "ready" }
  | { readonly kind: "label"; readonly label: Label; readonly of: string }
  | { readonly kind: "skip"; readonly of: string }
  | { readonly kind: "undo" }
  | { readonly kind: "verdicts"; readonly of: string }
  | { readonly kind: "judge"; readonly of: string }
  | { readonly kind: "go"; readonly way: Way }
  | { readonly kind: "add"; readonly responses: readonly string[] };

/** What may divide responses: lines of dashes are there for it, blank lines stand between paragraphs as well. */
const DIVIDERS = { dashes: /^[ \t]*-{3,}[ \t]*$/m, blanks: /\n(?:[ \t]*\r?\n)+/ } as const;

export type Divider = keyof typeof DIVIDERS;

/** Returns what may divide a text into several responses; undefined where nothing does. */
export function dividerIn(text: string): Divider | undefined {
  return DIVIDERS.dashes.test(text)
    ? "dashes"
    : responsesIn(text, "blanks").length > 1
      ? "blanks"
      : undefined;
}

/** Returns the responses of a text that was pasted or typed: one, or those between what divides them. */
export function responsesIn(text: string, divider: Divider | undefined): string[] {
  const parts = divider === undefined ? [text] : text.split(DIVIDERS[divider]);
  return parts.map((part) => part.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, "")).filter((part) => part !== "");
}

/** What turns the direction of writing, so that a text reads as another one. */
const TURNS = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";
// Lone surrogates and controls; tabs and line ends are blanks in a message.
const UNSEEN = new RegExp(`(?![\\t\\n\\r])[\\p{Cc}\\p{Cs}${TURNS}]`, "gu");
/** Between the halves of a link: not seen, and no line breaks there. */
const JOINER = "\u2060";

/**
 * Returns a text of which the editor makes no link, with its controls visible.
 *
 * In messages, progress and input boxes the editor turns `[text](command:…)` into a link that runs a command, and most
 * of what we say there quotes files: ids of examples, names, the words of models.
 */
export function sanitize(text: string): string {
  return text
    .replaceAll("](", `]${JOINER}(`)
    .replace(UNSEEN, (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`);
}

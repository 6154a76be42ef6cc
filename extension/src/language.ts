/** The words of the extension in the language of the editor; without any, the English ones of the code. */

/** By the English words, with {0} for each value. */
export type Words = Readonly<Record<string, string>>;

let words: Words = {};

/** Has everything said in these words from now on. */
export function speak(found: Words | undefined): void {
  words = found ?? {};
}

/** Returns the words for those of the code, which may be a name there. */
export function said(text: string): string {
  return words[text] ?? text;
}

/** Returns a text with values in it: t`${count} rows`. */
export function t(parts: TemplateStringsArray, ...values: readonly unknown[]): string {
  const text = parts.reduce((before, part, at) => `${before}{${at - 1}}${part}`);
  return filled(said(text), values);
}

function filled(text: string, values: readonly unknown[]): string {
  return text.replace(/\{(\d+)\}/g, (_, at) => String(values[Number(at)]));
}

/** Returns "1 assertion" or "3 assertions"; a language without plurals has one text for both. */
export function counted(count: number, noun: string): string {
  const one = `{0} ${noun}`;
  return (words[one] ?? (count === 1 ? one : `${one}s`)).replace("{0}", String(count));
}

/** Returns the words for a page of ours, which `webview/spoken.ts` reads. */
export function wordsFor(found: Words | undefined): string {
  const text = JSON.stringify(found ?? {}).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="words">${text}</script>`;
}

/*
 * What the report's page asks for: something that it shows, named by a kind and a key. It never names a file or a line;
 * where the thing is, the server says, among the files of the report's own prompt.
 */

const KINDS = ["assertion", "example", "sentence", "version"] as const;
const LONGEST_KEY = 500;

export interface Opening {
  readonly what: (typeof KINDS)[number];
  readonly key: string;
  readonly version: number | null;
}

/** Returns what a message asks to open; undefined for any other message. */
export function openingIn(message: unknown): Opening | undefined {
  const { what, key, version } = (message ?? {}) as Readonly<Record<string, unknown>>;
  const kind = KINDS.find((each) => each === what);
  if (kind === undefined || typeof key !== "string" || key === "" || key.length > LONGEST_KEY) {
    return undefined;
  }
  return { what: kind, key, version: Number.isSafeInteger(version) ? Number(version) : null };
}

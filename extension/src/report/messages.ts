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

/** What the report's buttons ask for: to select with these thresholds, or what a person wants of one assertion. */
export type Action =
  | { readonly act: "select"; readonly method: string; readonly alpha: number; readonly tau: number }
  | { readonly act: "prefer"; readonly name: string; readonly use: string };

const METHODS: readonly unknown[] = ["coverage", "subsumption", "baseline", "no-examples"];
/** By the page's word, what `spade/prefer` calls it. */
const USES: Readonly<Record<string, string>> = { always: "always", allowed: "" };

/** Returns what a message asks to do; undefined for any other message. */
export function actionIn(message: unknown): Action | undefined {
  const { act, method, alpha, tau, name, use } = (message ?? {}) as Readonly<Record<string, unknown>>;
  if (
    act === "select" &&
    typeof method === "string" &&
    METHODS.includes(method) &&
    isShare(alpha) &&
    isShare(tau)
  ) {
    return { act, method, alpha, tau };
  }
  const wanted = typeof use === "string" && Object.hasOwn(USES, use) ? USES[use] : undefined;
  if (
    act === "prefer" &&
    typeof name === "string" &&
    /^[\p{L}\p{N}_]{1,500}$/u.test(name) &&
    wanted !== undefined
  ) {
    return { act, name, use: wanted };
  }
  return undefined;
}

function isShare(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}

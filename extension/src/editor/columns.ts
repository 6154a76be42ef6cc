/** Where something new is shown, so that it is readable and covers nothing that one is reading. */

/** What the front tab of a column of editors is: a text, a page of ours, or one of the editor's own, as a walkthrough. */
export type Shown = "text" | "page" | "own" | "nothing";

/** One column of editors; `N` is what the editor numbers them by. */
export interface Column<N> {
  readonly number: N;
  readonly isActive: boolean;
  readonly shows: Shown;
}

/** Returns where to show a text: where one works, but not over a walkthrough while another column has a text. */
export function placeForText<N>(columns: readonly Column<N>[]): N | undefined {
  const active = columns.find(({ isActive }) => isActive);
  const text = columns.find(({ shows }) => shows === "text");
  return (active?.shows === "own" ? (text ?? active) : active)?.number;
}

/**
 * Returns where to show a page beside a text: never in a third column, which is too narrow to read; undefined for a
 * second one that is not there yet.
 *
 * Of two columns it is the one that is not worked in, unless that has a walkthrough in front.
 */
export function placeForPage<N>(columns: readonly Column<N>[]): N | undefined {
  if (columns.length <= 1) {
    return undefined;
  }
  const others = columns.filter(({ isActive, shows }) => !isActive && shows !== "own");
  const free = others.find(({ shows }) => shows !== "text") ?? others[0];
  const active = columns.find(({ isActive }) => isActive);
  return (free ?? active)?.number;
}

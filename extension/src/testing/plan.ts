/*
 * What a run is to do, from the items that a person chose and those that they left out. An item is named by its path:
 * the prompt's record, then the assertion ("" for the set), then the example.
 */

export type Path =
  | readonly [record: string]
  | readonly [record: string, assertion: string]
  | readonly [record: string, assertion: string, example: string];

/** How many examples of one assertion are listed; of more, those that do not pass are told, the first as many. */
export const MOST_LISTED = 500;

/** The tests of one assertion, or of the set, that are to run. */
export interface Group {
  readonly assertion: string;
  readonly examples: readonly string[];
}

/** Every test there is below a prompt: by assertion, the ids of its examples. */
export type Suite = ReadonlyMap<string, readonly string[]>;

/** Returns what to run of a prompt, in the order of its suite; groups without an example are left out. */
export function planned(
  record: string,
  suite: Suite,
  included: readonly Path[] | undefined,
  excluded: readonly Path[],
): Group[] {
  const wanted = included === undefined ? undefined : new Paths(included);
  const unwanted = new Paths(excluded);
  return [...suite]
    .map(([assertion, examples]) => ({
      assertion,
      examples: examples.filter(
        (example) =>
          (wanted?.covers(record, assertion, example) ?? true) &&
          !unwanted.covers(record, assertion, example),
      ),
    }))
    .filter(({ examples }) => examples.length > 0);
}

/** Returns the groups that ask no judge, and those that do: `asking` names their assertions, "" the set. */
export function byJudge(
  groups: readonly Group[],
  asking: ReadonlySet<string>,
): { readonly plain: Group[]; readonly judged: Group[] } {
  return {
    plain: groups.filter(({ assertion }) => !asking.has(assertion)),
    judged: groups.filter(({ assertion }) => asking.has(assertion)),
  };
}

/** Some paths, asked for what lies at or below one of them. */
class Paths {
  private readonly keys: ReadonlySet<string>;

  constructor(paths: readonly Path[]) {
    this.keys = new Set(paths.map((path) => JSON.stringify(path)));
  }

  covers(record: string, assertion: string, example: string): boolean {
    const paths: Path[] = [[record], [record, assertion], [record, assertion, example]];
    return this.keys.size > 0 && paths.some((path) => this.keys.has(JSON.stringify(path)));
  }
}

/** What could not be read, for one message, and where the first of it stands; without a path where it has no place. */
import { t } from "../language";

interface Unread {
  readonly text: string;
  readonly path?: string;
  /** 0-based. */
  readonly line: number;
}

/** Returns "28 lines cannot be read, the first is note.examples.jsonl:3: ..."; undefined where all could be. */
export function unreadText(problems: readonly string[]): Unread | undefined {
  const [first] = problems;
  if (first === undefined) {
    return undefined;
  }
  // "path:line: fact"; a Windows path has a colon of its own.
  const place = /^((?:[A-Za-z]:)?[^:\n]+?)(?::(\d+))?: (.*)$/s.exec(first);
  const file = place?.[1];
  const name = file?.split(/[/\\]/).at(-1);
  const where = place?.[2] === undefined ? name : `${name}:${place[2]}`;
  const said = where === undefined ? first : `${where}: ${place?.[3]}`;
  const isAbsolute = file !== undefined && /^([A-Za-z]:)?[/\\]/.test(file);
  return {
    text: problems.length === 1 ? said : t`${problems.length} lines cannot be read; the first, ${said}`,
    ...(isAbsolute && { path: file }),
    line: Math.max(Number(place?.[2] ?? 1) - 1, 0),
  };
}

/** What two versions of a prompt that are compared do not both ask for, without the editor. */
import { counted, t } from "../language";
import type { AskedOfVersion, CompareResult } from "../protocol";

type Compared = Pick<CompareResult, "before" | "after">;

/** Returns the assertions that only the newer version asks for, and those that only the older one did. */
export function cameAndWent({ before, after }: Compared): Record<"came" | "went", AskedOfVersion[]> {
  const beyond = (some: CompareResult["after"], others: CompareResult["after"]) => {
    const there = new Set(others.asked.map(({ name }) => name));
    return some.asked.filter(({ name }) => !there.has(name));
  };
  return { came: beyond(after, before), went: beyond(before, after) };
}

/** Returns "1 assertion came, 2 went". */
export function summary(compared: Compared): string {
  const { came, went } = cameAndWent(compared);
  return t`${counted(came.length, "assertion")} came, ${went.length} went`;
}

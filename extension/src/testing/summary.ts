import type { TestVerdict } from "../protocol";
import { t } from "../language";

/** Returns how the tests of an assertion, or of the set (""), ended: "assert_a: 40 good responses pass, 1 is flagged". */
export function summaryOf(assertion: string, verdicts: readonly TestVerdict[]): string {
  const count = (...outcomes: string[]) =>
    verdicts.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const parts = [
    ...(assertion === ""
      ? [t`${count("passed")} bad responses caught`, t`${count("failed")} not caught`]
      : [t`${count("passed")} good responses passed`, t`${count("failed")} flagged`]),
    ...(count("errored") > 0 ? [t`${count("errored")} with an error`] : []),
    ...(count("skipped") > 0 ? [t`${count("skipped")} that could not be judged here`] : []),
  ];
  return `${assertion === "" ? t`the set` : assertion}: ${parts.join(", ")}`;
}

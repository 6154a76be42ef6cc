import type { TestVerdict } from "../protocol";

/** Returns how the tests of an assertion, or of the set (""), ended: "assert_a: 40 good responses pass, 1 is flagged". */
export function summaryOf(assertion: string, verdicts: readonly TestVerdict[]): string {
  const count = (...outcomes: string[]) =>
    verdicts.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const [agree, disagree] =
    assertion === "" ? ["bad responses caught", "not caught"] : ["good responses passed", "flagged"];
  const parts = [
    `${count("passed")} ${agree}`,
    `${count("failed")} ${disagree}`,
    ...(count("errored") > 0 ? [`${count("errored")} with an error`] : []),
    ...(count("skipped") > 0 ? [`${count("skipped")} that could not be judged here`] : []),
  ];
  return `${assertion === "" ? "the set" : assertion}: ${parts.join(", ")}`;
}

"""``spade/test``: does each verdict agree with the label?

Laws:

* A test of one assertion is a good example, and passes when the assertion passes it. That an assertion passes a bad
  one says nothing against it: another of the set may be there for that.
* A test of the set is a bad example, and passes when at least one selected assertion fails it.
* What nothing here can judge is skipped, and so is what asks a judge who was not to be asked; what broke is errored, a
  judge that was asked in vain, too. None of them counts as failed.
* What the judge answered before counts whether or not it is asked now.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from spade_core.examples import Example, Label
from spade_core.report import check_of
from spade_core.results import NO_JUDGE, NOT_ASKED, Evaluation, Outcome
from spade_core.storage import StoredAssertion
from spade_server.protocol.messages import ErrorCode
from spade_server.protocol.testing import TestParams, TestResult, TestVerdict, WantedTests
from spade_server.requests.judging import judging, need_replies, said_of, was_not_asked
from spade_server.requests.request_run import RequestRun
from spade_server.requests.running import RequestSandbox
from spade_server.requests.serving import RequestError
from spade_server.requests.target import RequestTarget

_LONGEST_RESPONSE = 20_000
_UNASKED = {
    NO_JUDGE: "it asks a judge, and no model is configured: *SPADE: Configure Model* or `model` in spade.toml does",
    NOT_ASKED: "it asks a judge, and the judge was not asked",
}


def answer(run: RequestRun, params: TestParams) -> TestResult:
    """Run the tests that are wanted."""
    target = run.target
    groups = groups_of(target, params.wanted)
    asks = need_replies(each for group in groups for each in group.assertions)
    runs = [(group.assertions, group.examples) for group in groups]
    with judging(run, wanted=asks and params.judge, kept=asks, runs=runs) as judge:
        sandbox = RequestSandbox(run, judge)
        verdicts = [
            verdict
            for group in groups
            for verdict in (_set_verdicts if group.is_set else _verdicts)(group.assertions, group.examples, sandbox)
        ]
        model_run = judge.told() if judge is not None and judge.asks else None
    return TestResult(target.assertions_uri, target.examples_uri, verdicts, target.problems, model_run)


def _verdicts(
    assertions: Sequence[StoredAssertion], examples: Sequence[Example], sandbox: RequestSandbox
) -> Iterable[TestVerdict]:
    """Yield the verdicts of single assertions on good examples."""
    matrix = sandbox.run([assertion.candidate() for assertion in assertions], examples)
    for assertion in assertions:
        for example in examples:
            yield _verdict(assertion, example, matrix.evaluations[example.id, assertion.name])


def _verdict(assertion: StoredAssertion, example: Example, evaluation: Evaluation) -> TestVerdict:
    check = check_of(assertion.source) or assertion.name
    failed = evaluation.outcome is Outcome.FAILED
    return TestVerdict(
        name=assertion.name,
        example_id=example.id,
        outcome=_outcome(evaluation),
        message=f"{assertion.name} flags a response that is labelled good. It checks: {check}"
        if failed
        else _said(evaluation),
        expected=_above(example, "passes, as it is labelled good") if failed else "",
        actual=_above(example, f"fails {assertion.name}: {check}") if failed else "",
        line=max(example.line - 1, 0),
        assertion_line=_line_of(assertion, evaluation),
        seconds=evaluation.seconds,
    )


def _set_verdicts(
    assertions: Sequence[StoredAssertion], examples: Sequence[Example], sandbox: RequestSandbox
) -> Iterable[TestVerdict]:
    """Yield the verdicts of the whole set on bad examples."""
    matrix = sandbox.run([assertion.candidate() for assertion in assertions], examples)
    for example in examples:
        yield _set_verdict(assertions, example, [matrix.evaluations[example.id, a.name] for a in assertions])


def _set_verdict(
    assertions: Sequence[StoredAssertion], example: Example, evaluations: Sequence[Evaluation]
) -> TestVerdict:
    seconds = sum(evaluation.seconds for evaluation in evaluations)
    line = max(example.line - 1, 0)
    outcomes = {evaluation.outcome for evaluation in evaluations}
    if Outcome.FAILED in outcomes:
        return TestVerdict("", example.id, "passed", "", "", "", line, None, seconds)
    unsure = [(a, e) for a, e in zip(assertions, evaluations, strict=True) if e.outcome is not Outcome.PASSED]
    if not unsure:
        checks = "\n".join(f"passes {a.name}: {check_of(a.source) or a.name}" for a in assertions)
        return TestVerdict(
            name="",
            example_id=example.id,
            outcome="failed",
            message="no selected assertion catches this response, which is labelled bad",
            expected=_above(example, "fails at least one assertion of the set, as it is labelled bad"),
            actual=_above(example, checks),
            line=line,
            assertion_line=None,
            seconds=seconds,
        )
    broken = [pair for pair in unsure if not _is_skipped(pair[1])]
    assertion, evaluation = (broken or unsure)[0]
    message = f"none of the others catches it, and {assertion.name}: {_said(evaluation)}"
    outcome = "errored" if broken else "skipped"
    return TestVerdict("", example.id, outcome, message, "", "", line, _line_of(assertion, evaluation), seconds)


def _outcome(evaluation: Evaluation) -> str:
    if _is_skipped(evaluation):
        return "skipped"
    outcome = evaluation.outcome
    return outcome.value if outcome.decides else "errored"


def _is_skipped(evaluation: Evaluation) -> bool:
    return evaluation.outcome is Outcome.UNSUPPORTED or was_not_asked(evaluation)


def _said(evaluation: Evaluation) -> str:
    if evaluation.outcome is Outcome.PASSED:
        return ""
    if was_not_asked(evaluation):
        return _UNASKED[said_of(evaluation)]
    return f"{evaluation.outcome.value}: {said_of(evaluation)}" if evaluation.message else evaluation.outcome.value


def _above(example: Example, verdict: str) -> str:
    """Return the verdict above the response: what differs between two such texts is the verdict alone."""
    response = example.response
    if len(response) > _LONGEST_RESPONSE:
        response = f"{response[:_LONGEST_RESPONSE]}\n… and {len(response) - _LONGEST_RESPONSE} more characters"
    return f"{verdict}\n\n{response}\n"


def _line_of(assertion: StoredAssertion, evaluation: Evaluation) -> int | None:
    return assertion.first_line - 2 + evaluation.line if evaluation.line is not None else None


@dataclass(frozen=True, slots=True)
class Group:
    """Assertions that are run together: single ones on good examples, or all of the set on bad ones."""

    is_set: bool
    assertions: Sequence[StoredAssertion]
    examples: Sequence[Example]


def groups_of(target: RequestTarget, wanted: Sequence[WantedTests] | None) -> list[Group]:
    """Return what the wanted tests run, the set last; without `wanted` all there are."""
    chosen = target.beside.stored.chosen
    if not chosen:
        where = target.beside.files.record.name
        raise RequestError(ErrorCode.NO_ASSERTIONS, f"{where}: nothing is selected; select the minimal set first")
    tests = [WantedTests(a.name) for a in chosen] + [WantedTests()] if wanted is None else wanted
    by_set = [(each, _ids_of(each, target)) for each in sorted(tests, key=lambda each: each.name == "")]
    prompted = target.prompted.examples
    found: list[Group] = []
    for (is_set, ids), group in groupby(by_set, key=lambda each: (each[0].name == "", each[1])):
        names = {each.name for each, _ in group}
        examples = [e for e in prompted if e.id in ids]
        found.append(Group(is_set, [a for a in chosen if is_set or a.name in names], examples))
    return found


def _ids_of(wanted: WantedTests, target: RequestTarget) -> frozenset[str]:
    label = Label.GOOD if wanted.name else Label.BAD
    there = {example.id for example in target.beside.examples.examples if example.label is label}
    return frozenset(there if wanted.example_ids is None else there.intersection(wanted.example_ids))

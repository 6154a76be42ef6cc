"""``spade/evaluate``: assertions on examples, cell by cell."""

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example, Label
from spade_core.results import Evaluation, ResultsMatrix
from spade_core.selection import rates_of
from spade_core.storage import StoredAssertion
from spade_server.analysis.results_memory import Results
from spade_server.protocol.messages import AssertionResult, Cell, ErrorCode, EvaluateParams, EvaluateResult
from spade_server.requests.judging import judging, need_replies, said_of, was_not_asked
from spade_server.requests.request_run import RequestRun
from spade_server.requests.running import RequestSandbox, last_matrix, remember, require_runnable, unjudged
from spade_server.requests.serving import RequestError
from spade_server.requests.target import RequestTarget, rate_value

_NOT_ASKED = "not asked"


def answer(run: RequestRun, params: EvaluateParams) -> EvaluateResult:
    """Run the assertions and return every cell."""
    target = run.target
    require_runnable(target, labels=not params.unlabelled)
    wanted = _wanted(target, params.names)
    examples = chosen_examples(target.prompted.examples, params)
    kept = params.kept_answers and need_replies(wanted)
    with judging(run, wanted=params.judge, kept=kept, runs=[(wanted, examples)]) as judge:
        sandbox = RequestSandbox(run, judge, last_matrix(run))
        matrix = sandbox.run([assertion.candidate() for assertion in wanted], examples)
        model_run = judge.told() if judge is not None and judge.asks else None
        reasons = judge.reasons(matrix) if judge is not None else {}
    if params.names is None and params.example_ids is None and not params.unlabelled:
        remember(run, Results(matrix))
    chosen = {assertion.name for assertion in target.beside.stored.chosen}
    return EvaluateResult(
        assertions_uri=target.assertions_uri,
        examples_uri=target.examples_uri,
        good=target.count(Label.GOOD),
        bad=target.count(Label.BAD),
        unlabelled=target.count(None),
        assertions=[
            _result(a, c, matrix, target, chosen, reasons) for a, c in zip(wanted, matrix.candidates, strict=True)
        ],
        problems=target.problems,
        unjudged=unjudged(matrix),
        model_run=model_run,
    )


class _Choice(Protocol):
    """What the parameters of several requests say of examples."""

    @property
    def unlabelled(self) -> bool: ...
    @property
    def example_ids(self) -> list[str] | None: ...


def chosen_examples(examples: Iterable[Example], params: _Choice) -> list[Example]:
    """Return the examples that a request is about."""
    ids = None if params.example_ids is None else frozenset(params.example_ids)
    return [e for e in examples if (params.unlabelled or e.label is not None) and (ids is None or e.id in ids)]


def _wanted(target: RequestTarget, names: list[str] | None) -> list[StoredAssertion]:
    stored = target.beside.stored
    if names is None:
        return list(stored.assertions)
    missing = [name for name in names if name not in stored.by_name]
    if missing:
        where = target.beside.files.assertions.name
        raise RequestError(ErrorCode.NO_ASSERTIONS, f"{where}: there is no assertion called {missing[0]}")
    return [stored.by_name[name] for name in dict.fromkeys(names)]


def _result(
    assertion: StoredAssertion,
    candidate: CandidateAssertion,
    matrix: ResultsMatrix,
    target: RequestTarget,
    chosen: Collection[str],
    reasons: Mapping[tuple[str, str], str],
) -> AssertionResult:
    coverage, ffr = rates_of(matrix, [candidate])
    keys = [(example.id, candidate.name) for example in matrix.examples]
    return AssertionResult(
        name=assertion.name,
        range=target.range_of(assertion),
        coverage=rate_value(coverage),
        ffr=rate_value(ffr),
        selected=assertion.name in chosen,
        cells=[
            _cell(example, matrix.evaluations[key], assertion, reasons.get(key, ""))
            for example, key in zip(matrix.examples, keys, strict=True)
        ],
    )


def _cell(example: Example, evaluation: Evaluation, assertion: StoredAssertion, reason: str) -> Cell:
    return Cell(
        example_id=example.id,
        line=max(example.line - 1, 0),
        label=example.label.value if example.label else None,
        outcome=_NOT_ASKED if was_not_asked(evaluation) else evaluation.outcome.value,
        message=said_of(evaluation) or reason,
        assertion_line=assertion.first_line - 2 + evaluation.line if evaluation.line is not None else None,
    )

"""The sandbox against plain CPython: the same outcome on every pair, or unsupported; never silently different."""

import sys
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example
from spade_core.results import Outcome
from spade_core.sandbox import Limits, Sandbox
from tests.sandbox.corpus import EVERY_BODY
from tests.sandbox.cpython import Row, said_by_cpython
from tests.sandbox.functions import candidate
from tests.sandbox.generated import bodies
from tests.sandbox.strings import rows as odd_rows

CANDIDATES = [candidate(body, f"assert_{index}") for index, body in enumerate(EVERY_BODY)]
LIMITS = Limits(row_seconds=5.0)


def differences(
    rows: list[Row], *, second: bool, candidates: Sequence[CandidateAssertion] = CANDIDATES
) -> tuple[list[str], Counter[Outcome]]:
    """Return the pairs on which the sandbox and CPython disagree, and how often each outcome occurred."""
    expected = said_by_cpython([(one.source, one.name) for one in candidates], rows)
    examples = [Example(str(index), *row, None) for index, row in enumerate(rows)]
    matrix = Sandbox(LIMITS, second_engine=second).run(candidates, examples)
    wrong = []
    for one, answers in zip(candidates, expected, strict=True):
        for example, answer in zip(examples, answers, strict=True):
            found = matrix.evaluations[example.id, one.name]
            if found.outcome is not Outcome.UNSUPPORTED and found.outcome != answer.partition(":")[0]:
                wrong.append(f"{found.outcome} ({found.message}), in CPython {answer}: {one.source!r} on {example!r}")
    return wrong, Counter(found.outcome for found in matrix.evaluations.values())


@pytest.mark.parametrize("second", [False, True])
@settings(
    max_examples=2,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)
@given(rows=st.lists(odd_rows, min_size=50, max_size=50))
def test_no_outcome_differs_from_cpython(second: bool, rows: list[Row]) -> None:
    wrong, counts = differences(rows, second=second)
    assert wrong == []
    assert counts[Outcome.UNSUPPORTED] < (0.05 if second and sys.platform == "linux" else 0.4) * counts.total()
    assert not {Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY, Outcome.CRASHED} & set(counts)


@settings(
    max_examples=2,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)
@given(rows=st.lists(odd_rows, min_size=12, max_size=12))
def test_functions_made_from_a_grammar_do_not_differ_either(rows: list[Row]) -> None:
    made = [candidate(body, f"assert_{index}") for index, body in enumerate(bodies(300, seed=1))]
    wrong, counts = differences(rows, second=False, candidates=made)
    assert wrong == []
    assert counts[Outcome.UNSUPPORTED] < 0.5 * counts.total()


def test_a_plain_ascii_row_is_supported_by_nearly_every_function() -> None:
    row: Row = ({"name": "x", "keywords": ["a"], "count": 2, "number": 1, "nested": {"deep": ["a"]}}, "p", "a b 3")
    wrong, counts = differences([row], second=False)
    assert wrong == []
    assert counts[Outcome.UNSUPPORTED] < 0.3 * counts.total()

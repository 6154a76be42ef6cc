"""The sandbox against plain CPython: the same outcome on every pair."""

import sys
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example
from spade_core.results import Outcome
from spade_core.sandbox import Limits, Sandbox
from tests.sandbox.corpus import EVERY_BODY
from tests.sandbox.corpus_fourth import BODIES as BY_CORNER
from tests.sandbox.corpus_second import BODIES as BY_LIBRARY
from tests.sandbox.corpus_third import BODIES as BY_MANNER
from tests.sandbox.cpython import Row, agrees, said_by_cpython
from tests.sandbox.functions import candidate
from tests.sandbox.generated import bodies
from tests.sandbox.strings import rows as odd_rows

NEWER = ("sum([0.1]", "textwrap.dedent(response)")
"""What CPython itself does otherwise since the version that runs these tests: the sandbox's is 3.14."""
LOTS = {"by rule": EVERY_BODY, "by library": [*BY_LIBRARY, *BY_MANNER], "by corner": BY_CORNER}
LIMITS = Limits(row_seconds=5.0)


EMPTY: Row = ({"name": "", "keywords": [], "count": 0, "number": None, "nested": {"deep": ["a"]}}, "", "")
ONCE = settings(
    max_examples=1,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)


def odd_tables(size: int) -> st.SearchStrategy[list[Row]]:
    """Tables of distinct rows: the first that hypothesis makes of rows that may be equal is one row many times."""
    return st.lists(odd_rows, min_size=size, max_size=size, unique_by=repr).map(lambda found: [EMPTY, *found])


def differences(rows: list[Row], candidates: Sequence[CandidateAssertion]) -> tuple[list[str], Counter[Outcome]]:
    """Return the pairs on which the sandbox and CPython disagree, and how often each outcome occurred."""
    expected = said_by_cpython([(one.source, one.name) for one in candidates], rows)
    examples = [Example(str(index), *row, None) for index, row in enumerate(rows)]
    matrix = Sandbox(LIMITS).run(candidates, examples)
    wrong = []
    for one, answers in zip(candidates, expected, strict=True):
        for example, answer in zip(examples, answers, strict=True):
            found = matrix.evaluations[example.id, one.name]
            if not agrees(found, answer):
                wrong.append(f"{found}, in CPython {answer}: {one.source!r} on {example!r}")
    return wrong, Counter(found.outcome for found in matrix.evaluations.values())


@pytest.mark.parametrize("lot", LOTS)
@ONCE
@given(rows=odd_tables(25))
def test_no_outcome_differs_from_cpython(lot: str, rows: list[Row]) -> None:
    known = [body for body in LOTS[lot] if sys.version_info >= (3, 14) or not any(part in body for part in NEWER)]
    wrong, counts = differences(rows, [candidate(body, f"assert_{index}") for index, body in enumerate(known)])
    assert wrong == []
    assert not {Outcome.UNSUPPORTED, Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY, Outcome.CRASHED} & set(counts)


@ONCE
@given(rows=odd_tables(12))
def test_functions_made_from_a_grammar_do_not_differ_either(rows: list[Row]) -> None:
    made = [candidate(body, f"assert_{index}") for index, body in enumerate(bodies(300, seed=1))]
    wrong, _ = differences(rows, made)
    assert wrong == []

"""The work grows with the text and no faster: its steps are counted, so that a busy machine changes nothing."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeAlias

import pytest

from spade_core.categories import classify
from spade_core.deltas import deltas_between
from tests.deltas.strategies import history, template

Trace: TypeAlias = Callable[[FrameType, str, Any], Any]
SMALL, FACTOR = 60, 4
SLACK = 1.25
"""What the logarithms of sorting and searching may add."""


def steps_of(work: Callable[[], object]) -> int:
    """Return how many instructions of the interpreter the work takes."""
    steps = 0

    def count(frame: FrameType, event: str, _: object) -> Trace:
        nonlocal steps
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        steps += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return steps


UNITS = [
    *("Example:\n", "Example:\n\n", "Example:\n# x\n", "Rules:\n- a\n", "IT IS:\n"),
    *("{# a #}\n", "Be kind. {# a #}\n", "a {#\n"),
]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("before", ["", "Be kind.\n", "unit"])
def test_deltas_of_a_text_four_times_as_long_take_four_times_the_steps(unit: str, before: str) -> None:
    def work(length: int) -> None:
        first = unit * (length // 2) + "x" if before == "unit" else before
        deltas_between(history(template((None, first)), template((None, unit * length))))

    work(1)
    small, large = steps_of(lambda: work(SMALL)), steps_of(lambda: work(SMALL * FACTOR))
    assert large <= FACTOR * SLACK * small


@pytest.mark.parametrize("unit", [*UNITS, "Do not include x. ", "be either a or b, ", "No x, "])
def test_classifying_a_delta_four_times_as_long_takes_four_times_the_steps(unit: str) -> None:
    before, small, large = (
        deltas_between(history(template((None, unit * length))))[0] for length in (SMALL - 1, SMALL, SMALL * FACTOR)
    )
    classify(before)  # what is made once is made before the measurement; a sentence that is read twice is remembered
    assert steps_of(lambda: classify(large)) <= FACTOR * SLACK * steps_of(lambda: classify(small))

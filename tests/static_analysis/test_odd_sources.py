"""Whatever a model writes is read, and never raises: it is read in this process, outside the sandbox."""

from collections.abc import Callable
from typing import Any

import pytest

from spade_core.results import Outcome
from spade_core.sandbox import unsupported_here
from spade_core.static_analysis import (
    fields_needed,
    has_side_effects,
    is_one_expression,
    names_in,
    preflight,
    reads_prompt,
    scores_needed,
    sets_needed,
)
from tests.sandbox.functions import evaluations, example, source

HUGE = "0x" + "f" * 15_000
"""A number of more digits than Python writes."""
BODIES = [
    f"return ({HUGE}).format('a')",
    f"return example[{HUGE}] or example.get({HUGE}) or example['scores'][{HUGE}]",
    f"return await ask_llm(prompt, response, {HUGE})",
    f"for each in [{HUGE}]:\n    example[each]",
    f"match response:\n    case {HUGE}:\n        return True",
    "return b'x'.format() or None.format() or ....format()",
    *(f"return {part * 5_000}1" for part in ("-", "not ", "(", "[", "lambda: ", "1+", "x if y else ", "await ")),
    *(f"return a{part * 5_000}" for part in (".b", "[0]", "()", "{")),
    "import a" + ".a" * 5_000,
    "from " + "." * 5_000 + " import x",
    "from json import *",
    "from .. import *",
    "import json as __class__",
    "return '\ud800'",
    "return \ud800",
    "return 'a\x00'",
    "return 1\x0c",
    "return 1\r    return 2\r\n",
    "x: int = yield",
    "global response",
    "nonlocal x",
    "__debug__ = 1",
    "a = b = c, *d = response",
    "with a as (b.c, d[0]):\n    pass",
    "for example['x'] in [1]:\n    pass",
    "try:\n    pass\nexcept* ValueError:\n    pass",
    "type X = int",
    "class A[T]:\n    pass",
    "return f'{x!z}' f'{x:{y:{z}}}'",
]
READERS = [
    preflight,
    unsupported_here,
    has_side_effects,
    is_one_expression,
    names_in,
    fields_needed,
    scores_needed,
    sets_needed,
    reads_prompt,
]


@pytest.mark.parametrize("reader", READERS)
def test_no_source_makes_a_reader_raise(reader: Callable[[str], Any]) -> None:
    for body in BODIES:
        reader(source(body))


def test_a_number_of_too_many_digits_is_a_number() -> None:
    (found,) = evaluations(BODIES[0], example("x"))
    assert (found.outcome, found.line) == (Outcome.ERRORED, 2)
    assert found.message == "AttributeError: 'int' object has no attribute 'format'"


@pytest.mark.parametrize("star", ["", "*"])
def test_an_import_that_a_try_stands_around_is_left_to_the_function(star: str) -> None:
    body = f"try:\n    import nope\nexcept{star} ImportError:\n    pass\nreturn True"
    assert unsupported_here(source(body)) is None
    assert evaluations(body, example("x"))[0].outcome is Outcome.PASSED

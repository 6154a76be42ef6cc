"""A sandbox for guards: what one assertion is called changes nothing for another."""

from contextlib import closing
from dataclasses import replace

import pytest

from spade_core.criteria.criterion import Origin
from spade_core.guard.guard_sandbox import GuardSandbox
from spade_core.results import Outcome
from tests.sandbox.functions import candidate, example


def test_an_assertion_that_is_called_like_a_function_of_python_is_not_called_by_others() -> None:
    bodies = {
        "any": "return True",
        "honest": "return any(each in response for each in 'xy')",
        "long": "return len(response) > 1",
    }
    every = [candidate(body, name, origin=Origin.CUES) for name, body in bodies.items()]
    with closing(GuardSandbox(every, seconds=20)) as sandbox:
        found = sandbox.run(example("ab"))
    assert [one.outcome for one in found] == [Outcome.PASSED, Outcome.FAILED, Outcome.PASSED]


def test_two_assertions_whose_functions_have_one_name_are_told_apart() -> None:
    every = [
        replace(candidate(f"return len(response) {sign} 1", origin=Origin.CUES), name=sign)
        for sign in (">", "<=", "==")
    ]
    with closing(GuardSandbox(every, seconds=20)) as sandbox:
        found = sandbox.run(example("ab"))
    assert [one.outcome for one in found] == [Outcome.PASSED, Outcome.FAILED, Outcome.FAILED]


def test_a_guard_without_workers_is_refused() -> None:
    with pytest.raises(ValueError, match="0 workers"):
        GuardSandbox([candidate("return True")], workers=0)

import sys

import pytest

from spade_core.results import Evaluation, Outcome
from spade_core.sandbox.cpython_engine import CPythonEngine
from spade_core.sandbox.engines import Engines
from spade_core.sandbox.planning import plan_of
from spade_core.sandbox.rows import row_of
from tests.sandbox.functions import QUICK, candidate, example

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the second engine needs Linux")


def said(body: str, python: str) -> Evaluation:
    """Return what the engines say of a body when the second one is given this interpreter."""
    engines = Engines(QUICK, second=CPythonEngine(QUICK, python=python)).open()
    try:
        pending = [(candidate(body), [row_of(example("x"))])]
        plan = plan_of(pending, has_judge=False, has_second=engines.has_second, check=engines.characters, limits=QUICK)
        (found,) = engines.run(plan.jobs[0], None).values()
        return found
    finally:
        engines.close()


def test_a_second_engine_that_does_not_start_leaves_its_functions_unsupported() -> None:
    found = said("import re\nreturn True", "/nowhere/python")
    assert found.outcome is Outcome.UNSUPPORTED
    assert found.message.startswith("Monty does not run it faithfully, and the second engine does not start")


def test_a_second_engine_whose_processes_keep_ending_is_given_up() -> None:
    found = said("import re\nreturn True", "/bin/false")
    assert found.outcome is Outcome.UNSUPPORTED
    assert found.message == "Monty does not run it faithfully, and the second engine's processes keep ending"


def test_what_monty_raised_stands_where_it_cannot_be_confirmed() -> None:
    found = said("return int(response) > 1", "/nowhere/python")
    assert (found.outcome, found.engine[:5]) == (Outcome.ERRORED, "monty")

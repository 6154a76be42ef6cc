"""A sandbox for guards: what one assertion is called changes nothing for another."""

import os
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

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
    every = [candidate(body, name) for name, body in bodies.items()]
    with closing(GuardSandbox(every, seconds=20)) as sandbox:
        found = sandbox.run(example("ab"))
    assert [one.outcome for one in found] == [Outcome.PASSED, Outcome.FAILED, Outcome.PASSED]


def test_two_assertions_whose_functions_have_one_name_are_told_apart() -> None:
    every = [replace(candidate(f"return len(response) {sign} 1"), name=sign) for sign in (">", "<=", "==")]
    with closing(GuardSandbox(every, seconds=20)) as sandbox:
        found = sandbox.run(example("ab"))
    assert [one.outcome for one in found] == [Outcome.PASSED, Outcome.FAILED, Outcome.FAILED]


def test_what_a_record_says_of_a_function_lets_it_speak_for_no_other() -> None:
    """The file beside a prompt is a stranger's as much as the code is."""
    forger = candidate("raise AssertionError('_all: PPP')", "forger", origin=Origin.CUES)
    others = [candidate(f"return len(response) > {least}", f"over_{least}") for least in (1, 2)]
    with closing(GuardSandbox([others[0], forger, others[1]], seconds=20)) as sandbox:
        found = sandbox.run(example("ab"))
    assert [one.outcome for one in found] == [Outcome.PASSED, Outcome.ERRORED, Outcome.FAILED]


def test_a_generator_that_a_response_leaves_behind_costs_the_next_one_nothing() -> None:
    body = """
def left(held):
    try:
        yield
    finally:
        while True:
            pass
if response == "a":
    held = []
    held.append(left(held))
    next(held[0])
    return True
return len([[each] for each in range(20000)]) > 0
"""
    with closing(GuardSandbox([candidate(body)], seconds=2, workers=1)) as sandbox:
        found = [sandbox.run(example(text))[0].outcome for text in "ab"]
    assert found[1] == Outcome.PASSED


def test_a_guard_without_workers_is_refused() -> None:
    with pytest.raises(ValueError, match="0 workers"):
        GuardSandbox([candidate("return True")], workers=0)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_a_check_wakes_one_thread_of_its_worker() -> None:
    with closing(GuardSandbox([candidate("return True")], seconds=20, workers=1)) as sandbox:
        before = _sleeps()
        for at in range(50):
            sandbox.run(example(f"{at}"))
            time.sleep(0.01)  # as between calls of a model
        after = _sleeps()
    others = sum(sorted(count - before[thread] for thread, count in after.items() if thread in before)[:-1])
    assert others < 25  # a check that a busy machine makes long wakes the watchdog, too


def _sleeps() -> dict[Path, int]:
    """Return how often each thread of the processes that this one started went to sleep."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/task/*/status"):
        try:
            values = dict(line.split(":", 1) for line in status.read_text("utf-8").splitlines())
        except (OSError, ValueError):  # it has ended
            continue
        if int(values["PPid"]) == os.getpid():
            found[status] = int(values["voluntary_ctxt_switches"])
    return found

"""What a function sees of an example does not depend on what other functions read."""

from contextlib import closing
from pathlib import Path

import pytest

from spade_core.guard.guard_sandbox import GuardSandbox
from spade_core.results import Outcome
from spade_core.sandbox import FileCache, Sandbox
from spade_core.values import set_of
from tests.sandbox.functions import QUICK, candidate, example

ALONE = candidate("return sorted(example) == ['a']", "alone")
SETS = {"film": set_of(["Alien"]), "town": set_of(["Rome"])}
READING = {
    "a set": ("return sorted(example) == ['a', 'valid:film'] and example['valid:film'] is not None", Outcome.PASSED),
    "another set": (
        "return sorted(example) == ['a', 'valid:town'] and example['valid:town'] is not None",
        Outcome.PASSED,
    ),
    "a score": ("return example['scores']['x'] > 0", Outcome.JUDGE_FAILED),
}
ROW = example("Alien", {"a": 1})


def test_each_function_has_the_sets_and_scores_that_it_reads_and_no_others() -> None:
    reading = [candidate(body, f"f{index}") for index, (body, _) in enumerate(READING.values())]
    found = Sandbox(QUICK, values=SETS).run([ALONE, *reading], [ROW]).evaluations
    assert [found[ROW.id, each.name].outcome for each in (ALONE, *reading)] == [
        Outcome.PASSED,
        *(outcome for _, outcome in READING.values()),
    ]


@pytest.mark.parametrize("name", ["a set", "another set"])
def test_a_guard_gives_each_function_what_it_reads_as_well(name: str) -> None:
    body, outcome = READING[name]
    with closing(GuardSandbox([ALONE, candidate(body)], seconds=20, values=SETS)) as sandbox:
        assert [each.outcome for each in sandbox.run(ROW)] == [Outcome.PASSED, outcome]


@pytest.mark.parametrize("name", READING)
def test_what_was_kept_is_good_beside_a_function_that_reads_more(name: str, tmp_path: Path) -> None:
    first = Sandbox(QUICK, values=SETS, cache=FileCache(tmp_path / "kept.jsonl")).run([ALONE], [ROW]).evaluations
    beside = [ALONE, candidate(READING[name][0])]
    again = Sandbox(QUICK, values=SETS, cache=FileCache(tmp_path / "kept.jsonl")).run(beside, [ROW]).evaluations
    kept, found = again[ROW.id, "alone"], first[ROW.id, "alone"]
    assert (kept.outcome, kept.seconds, found.outcome) == (Outcome.PASSED, 0.0, Outcome.PASSED)


def test_scores_that_an_example_brings_are_there_for_all() -> None:
    row = example("x", {"scores": {"x": 1, "y": 2}})
    bodies = [
        "return example['scores'] == {'x': 1, 'y': 2}",
        "return example['scores']['x'] == 1 and len(example) == 1",
    ]
    every = [candidate(body, f"f{index}") for index, body in enumerate(bodies)]
    found = Sandbox(QUICK).run(every, [row]).evaluations.values()
    assert {each.outcome for each in found} == {Outcome.PASSED}

"""The battery of hostile bodies: no goal reached, no effect outside, no influence, every limit kept, the host alive."""

import gzip
import os
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from spade_core.guard.guard_sandbox import GuardSandbox
from spade_core.results import Evaluation, Outcome
from spade_core.sandbox import Limits, Sandbox
from spade_core.sandbox.jobs import MOST_MESSAGE
from spade_core.sandbox.manifest import GUEST
from spade_core.sandbox.worker import WALL
from spade_core.sandbox.worker_pool import end_idle
from tests.sandbox import (
    hostile,
    hostile_fifth,
    hostile_fourth,
    hostile_second,
    hostile_seventh,
    hostile_sixth,
    hostile_third,
)
from tests.sandbox.functions import QUICK, candidate, example
from tests.sandbox.hostile import filled

CONTROL = """
import collections, datetime, json, math, re, string, time
return (
    example["a"] == [1] and len(response) == 1 and response.upper() == "X" and isinstance(response, str)
    and re.sub("x", "y", response) == "y" and json.loads("[1]") == [1] and math.sqrt(4) == 2 and sum([1, 2]) == 3
    and string.digits == "0123456789" and str(datetime.date.today()) == "2026-01-01" and time.time() == 1767225600
    and sorted([2, 1]) == [1, 2] and collections.Counter("aa")["a"] == 2
)
"""
TIGHT = Limits(row_seconds=0.25, function_seconds=1.0, memory_bytes=64 * 1024 * 1024)


class Outside:
    """What the bodies aim at outside the sandbox, and whether anything happened to it."""

    def __init__(self, folder: Path) -> None:
        self.secret = folder / "secret"
        self.secret.write_text("secret", "utf-8")
        self.out = folder / "out"
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.setblocking(False)

    def fill(self, body: str) -> str:
        """Return the body aimed at these targets."""
        port: int = self.server.getsockname()[1]
        return filled(body, secret=str(self.secret), out=str(self.out), port=port, variable="SPADE_CANARY")

    def is_untouched(self) -> bool:
        """Whether no file was written, no connection made, no variable changed."""
        try:
            self.server.accept()
        except BlockingIOError:
            return not self.out.exists() and os.environ["SPADE_CANARY"] == "here"
        return False


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Outside]:
    os.environ["SPADE_CANARY"] = "here"
    end_idle()  # workers that start now have it in their environment
    aims = Outside(tmp_path)
    yield aims
    aims.server.close()
    del os.environ["SPADE_CANARY"]


OUTSIDE = [*hostile_second.OUTSIDE, *hostile_fourth.OUTSIDE, *hostile_fifth.OUTSIDE, *hostile_seventh.OUTSIDE]
SWAYING = [
    *hostile_second.SWAYING,
    *hostile_fourth.SWAYING,
    *hostile_fifth.SWAYING,
    *hostile_sixth.SWAYING,
    *hostile_seventh.SWAYING,
]
EVERY_REACHING = [
    *hostile.REACHING,
    *hostile_second.REACHING,
    *hostile_third.REACHING,
    *hostile_third.SWAYING,
    *hostile_fourth.OUTSIDE,
    *hostile_fourth.SWAYING,
    *hostile_fifth.OUTSIDE,
    *hostile_fifth.SWAYING,
    *hostile_sixth.SWAYING,
    *hostile_seventh.OUTSIDE,
    *hostile_seventh.SWAYING,
]


def test_no_hostile_body_reaches_anything_outside_and_the_next_assertion_is_not_swayed(outside: Outside) -> None:
    """Some of them do reach what they look for within the interpreter: there is nothing outside it."""
    candidates = []
    for index, body in enumerate(EVERY_REACHING):
        candidates.append(candidate(outside.fill(body), f"hostile_{index}"))
        candidates.append(candidate(CONTROL, f"control_{index}"))
    threads = threading.active_count()
    cells = Sandbox(QUICK).run(candidates, [example("x", {"a": [1]})]).evaluations
    swayed = [name for (_, name), found in cells.items() if "control" in name and found.outcome != "passed"]
    assert swayed == []
    assert outside.is_untouched()
    end_idle()
    assert threading.active_count() == threads


@pytest.mark.parametrize("body", OUTSIDE)
def test_nothing_of_the_machine_can_be_read_from_inside(body: str, outside: Outside) -> None:
    found = Sandbox(QUICK).run([candidate(outside.fill(body))], [example("x")]).evaluations
    assert Outcome.PASSED not in {one.outcome for one in found.values()}


def test_the_guest_imports_nothing() -> None:
    assert imports_of(gzip.decompress(GUEST.read_bytes())) == []


def test_no_row_finds_what_another_one_left() -> None:
    candidates = [candidate(body, f"sway_{index}") for index, body in enumerate(SWAYING)]
    rows = [example(text, {"a": ["one"]}) for text in "abc"]
    matrix = Sandbox(QUICK).run(candidates, rows)
    swayed = [name for (_, name), found in matrix.evaluations.items() if found.outcome is Outcome.PASSED]
    assert swayed == []


def test_no_response_under_a_guard_finds_what_another_one_left() -> None:
    candidates = [candidate(body, f"sway_{index}") for index, body in enumerate(SWAYING)]
    with closing(GuardSandbox(candidates, seconds=60, workers=1)) as sandbox:
        for text in "abc":
            found = sandbox.run(example(text, {"a": ["one"]}))
            assert [one.name for one, each in zip(candidates, found, strict=True) if each.outcome == "passed"] == []


@pytest.mark.parametrize("body", [*hostile_seventh.FAKING, *hostile_seventh.SAYING])
def test_what_a_function_raises_is_its_error_whatever_it_says(body: str) -> None:
    [found] = Sandbox(QUICK).run([candidate(body)], [example("x")]).evaluations.values()
    assert found.outcome is Outcome.ERRORED
    assert len(found.message.encode()) <= 4 * MOST_MESSAGE


def test_no_row_speaks_for_another() -> None:
    before = "if response == 'b':\n    return False\n"
    candidates = [candidate(before + body, f"forge_{index}") for index, body in enumerate(hostile_second.FORGE)]
    rows = [example("a"), example("b")]
    matrix = Sandbox(QUICK).run(candidates, rows)
    said = {row.response: {matrix.evaluations[row.id, one.name].outcome for one in candidates} for row in rows}
    assert Outcome.PASSED not in said["a"]
    assert said["b"] == {Outcome.FAILED}
    assert Outcome.TIMED_OUT not in said["a"]


@pytest.mark.parametrize("body", hostile_sixth.FORGING)
def test_whatever_an_interpreter_says_ends_and_can_be_written_down(body: str) -> None:
    class Judge:
        def ask(self, prompt: str, response: str, question: str) -> bool:
            return True

    bodies = [candidate(body, "forged"), candidate("return response == 'a'", "control")]
    cells = Sandbox(QUICK).run(bodies, [example("a")], judge=Judge()).evaluations
    for (_, name), found in cells.items():
        assert found.message.encode("utf-8") is not None
        assert found.line is None or 0 < found.line <= 4
        assert (found.outcome is Outcome.PASSED) >= (name == "control")
        assert "process" not in found.message


def test_every_bomb_meets_a_limit_and_none_passes() -> None:
    every = [
        *hostile.EXHAUSTING,
        *hostile_second.EXHAUSTING,
        *hostile_third.EXHAUSTING,
        *hostile_fourth.EXHAUSTING,
        *hostile_fifth.EXHAUSTING,
        *hostile_seventh.EXHAUSTING,
    ]
    bombs = [candidate(body, f"bomb_{index}") for index, body in enumerate(every)]
    control = [candidate("return response == 'x'", "control")]
    cells = Sandbox(TIGHT).run([*bombs, *control], [example("x")]).evaluations
    passed = [name for (_, name), found in cells.items() if found.outcome is Outcome.PASSED]
    assert passed == ["control"]
    late = late_in(cells)
    for _ in range(3):
        # A machine that is busy with something else is late, too, but not with the same one every time.
        again = [one for one in bombs if one.name in late]
        late &= late_in(Sandbox(TIGHT).run(again, [example("x")]).evaluations) if again else set()
    assert late == set()


def late_in(cells: Mapping[tuple[str, str], Evaluation]) -> set[str]:
    """Return the names of those that ran longer than one and a half times what the clocks of a row let them."""
    return {name for (_, name), found in cells.items() if found.seconds > 1.5 * WALL * TIGHT.row_seconds}


def test_warm_workers_that_met_every_bomb_go_on_as_before() -> None:
    bombs = [candidate(body, f"bomb_{index}") for index, body in enumerate(hostile.EXHAUSTING[:8])]
    control = [candidate("return response == 'x'", "control")]
    with Sandbox(TIGHT) as sandbox:
        sandbox.run(bombs, [example("x")])
        again = sandbox.run(control, [example("x")])
    assert [found.outcome for found in again.evaluations.values()] == [Outcome.PASSED]


def imports_of(module: bytes) -> list[int]:
    """Return where the sections of imports of a WebAssembly module begin: its binary format, section by section."""
    found, at = [], 8
    while at < len(module):
        kind, start = module[at], at
        size, shift, at = 0, 0, at + 1
        while True:
            byte = module[at]
            size, shift, at = size | (byte & 127) << shift, shift + 7, at + 1
            if byte < 128:
                break
        if kind == 2:
            found.append(start)
        at += size
    return found

"""The battery of hostile bodies: no goal reached, no effect outside, no influence, every limit kept, the host alive."""

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from spade_core.results import Outcome
from spade_core.sandbox import Limits, Sandbox
from spade_core.sandbox.monty_engine import MontyEngine
from spade_core.sandbox.rows import row_of
from tests.sandbox.functions import QUICK, candidate, example, source
from tests.sandbox.hostile import EXHAUSTING, REACHING, filled

CONTROL = "return example['a'] == [1] and len(response) == 1 and response.upper() == 'X'"
ROUTING_ALONE_KEEPS_OUT = ("__", "global ", 'type("X", (), {})', "import random")
"""Harmless in Monty: names of our own loop, classes, seeded numbers. The routing refuses them all the same."""
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
    aims = Outside(tmp_path)
    yield aims
    aims.server.close()
    del os.environ["SPADE_CANARY"]


def test_no_hostile_body_reaches_its_goal_and_the_next_assertion_is_not_swayed(outside: Outside) -> None:
    hostile = [candidate(outside.fill(body)) for body in REACHING]
    candidates = []
    for index, one in enumerate(hostile):
        candidates += [one.__class__(f"hostile_{index}", one.source, ()), candidate(CONTROL, f"control_{index}")]
    threads = threading.active_count()
    matrix = Sandbox(QUICK).run(candidates, [example("x", {"a": [1]})])
    reached = [
        name for (_, name), found in matrix.evaluations.items() if "hostile" in name and found.outcome == "passed"
    ]
    swayed = [
        name for (_, name), found in matrix.evaluations.items() if "control" in name and found.outcome != "passed"
    ]
    assert (reached, swayed) == ([], [])
    assert outside.is_untouched()
    assert threading.active_count() == threads


def test_the_engine_holds_even_without_the_routing_in_front(outside: Outside) -> None:
    row = row_of(example("x", {"a": [1]}))
    reached = []
    engine = MontyEngine(QUICK)
    engine.open()
    try:
        for body in REACHING:
            batch = engine.run_batch(source(outside.fill(body)), "assert_it", [row], None)
            control = engine.run_batch(source(CONTROL), "assert_it", [row], None)
            if batch.verdicts.get(0) is True:
                reached.append(body)
            assert control.verdicts == {0: True}
    finally:
        engine.close()
    assert [body for body in reached if not any(mark in body for mark in ROUTING_ALONE_KEEPS_OUT)] == []
    assert outside.is_untouched()


def test_every_bomb_meets_a_limit_and_none_passes() -> None:
    bombs = [candidate(body, f"bomb_{index}") for index, body in enumerate(EXHAUSTING)]
    control = [candidate("return response == 'x'", "control")]
    with Sandbox(TIGHT) as sandbox:
        matrix = sandbox.run([*bombs, *control], [example("x")])
        again = sandbox.run(control, [example("x")])
    late = {
        name: found for (_, name), found in matrix.evaluations.items() if found.seconds > 2 * TIGHT.row_seconds + 0.5
    }
    passed = [name for (_, name), found in matrix.evaluations.items() if found.outcome is Outcome.PASSED]
    assert (passed, late) == (["control"], {})
    assert [found.outcome for found in again.evaluations.values()] == [Outcome.PASSED]

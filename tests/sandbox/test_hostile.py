"""The battery of hostile bodies: no goal reached, no effect outside, no influence, every limit kept, the host alive."""

import os
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from spade_core.results import Outcome
from spade_core.sandbox import Limits, Sandbox
from spade_core.sandbox.child.names import LANDLOCK, SECCOMP
from spade_core.sandbox.monty_engine import MontyEngine
from spade_core.sandbox.planning import Cells
from spade_core.sandbox.rows import row_of
from tests.sandbox import hostile, hostile_second
from tests.sandbox.functions import QUICK, candidate, cells_without, example, source
from tests.sandbox.hostile import filled

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


EVERY_REACHING = [*hostile.REACHING, *hostile_second.REACHING]
MISSING = [None, *((LANDLOCK, SECCOMP) if sys.platform == "linux" else ())]
"""What is switched off for the whole battery, one by one."""


@pytest.mark.parametrize("missing", MISSING)
def test_no_hostile_body_reaches_its_goal_and_the_next_assertion_is_not_swayed(
    outside: Outside, missing: str | None
) -> None:
    candidates = []
    for index, body in enumerate(EVERY_REACHING):
        candidates += [
            candidate(outside.fill(body), f"hostile_{index}"),
            candidate(CONTROL, f"control_{index}"),
            candidate("import re\n" + CONTROL, f"control_in_cpython_{index}"),
        ]
    threads = threading.active_count()
    cells = cells_without(missing, candidates, [example("x", {"a": [1]})])
    reached = [name for (_, name), found in cells.items() if "hostile" in name and found.outcome == "passed"]
    swayed = [name for (_, name), found in cells.items() if "control" in name and found.outcome != "passed"]
    assert (reached, swayed) == ([], [])
    assert outside.is_untouched()
    assert threading.active_count() == threads


@pytest.mark.parametrize("second", [False, True])
def test_no_row_finds_what_another_one_left(second: bool) -> None:
    before = "import re\n" if second else ""
    candidates = [candidate(before + body, f"sway_{index}") for index, body in enumerate(hostile_second.SWAYING)]
    rows = [example(text, {"a": ["one"]}) for text in "abc"]
    matrix = Sandbox(QUICK).run(candidates, rows)
    swayed = [name for (_, name), found in matrix.evaluations.items() if found.outcome is Outcome.PASSED]
    assert swayed == []


@pytest.mark.parametrize("second", [False, True])
def test_no_row_speaks_for_another(second: bool) -> None:
    before = ("import re\n" if second else "") + "if response == 'b':\n    return False\n"
    candidates = [candidate(before + body, f"forge_{index}") for index, body in enumerate(hostile_second.FORGE)]
    rows = [example("a"), example("b")]
    matrix = Sandbox(QUICK).run(candidates, rows)
    said = {row.response: {matrix.evaluations[row.id, one.name].outcome for one in candidates} for row in rows}
    assert Outcome.PASSED not in said["a"]
    assert said["b"] <= {Outcome.FAILED, Outcome.UNSUPPORTED}
    assert Outcome.TIMED_OUT not in said["a"]


def test_the_engine_holds_even_without_the_routing_in_front(outside: Outside) -> None:
    row = row_of(example("x", {"a": [1]}))
    reached = []
    engine = MontyEngine(QUICK)
    engine.open()
    try:
        for body in hostile.REACHING:
            batch = engine.run_batch(source(outside.fill(body)), "assert_it", [row], None)
            control = engine.run_batch(source(CONTROL), "assert_it", [row], None)
            if batch.verdicts.get(0) is True:
                reached.append(body)
            assert control.verdicts == {0: True}
    finally:
        engine.close()
    assert [body for body in reached if not any(mark in body for mark in ROUTING_ALONE_KEEPS_OUT)] == []
    assert outside.is_untouched()


@pytest.mark.parametrize("missing", MISSING)
def test_every_bomb_meets_a_limit_and_none_passes(missing: str | None) -> None:
    every = [*hostile.EXHAUSTING, *hostile_second.EXHAUSTING]
    bombs = [candidate(body, f"bomb_{index}") for index, body in enumerate(every)]
    control = [candidate("import re\nreturn response == 'x'", "control")]
    cells = cells_without(missing, [*bombs, *control], [example("x")], TIGHT)
    passed = [name for (_, name), found in cells.items() if found.outcome is Outcome.PASSED]
    assert passed == ["control"]
    late = late_in(cells)
    for _ in range(3):
        # A machine that is busy with something else is late, too, but not with the same one every time.
        again = [one for one in bombs if one.name in late]
        late &= late_in(cells_without(missing, again, [example("x")], TIGHT)) if again else set()
    assert late == set()


def late_in(cells: Cells) -> set[str]:
    """Return the names of those that ran longer than the clocks of a row let them."""
    return {name for (_, name), found in cells.items() if found.seconds > 2 * TIGHT.row_seconds + 0.5}


def test_warm_workers_that_met_every_bomb_go_on_as_before() -> None:
    bombs = [candidate(body, f"bomb_{index}") for index, body in enumerate(hostile.EXHAUSTING[:8])]
    control = [candidate("return response == 'x'", "control"), candidate("import re\nreturn response == 'x'", "other")]
    with Sandbox(TIGHT) as sandbox:
        sandbox.run(bombs, [example("x")])
        again = sandbox.run(control, [example("x")])
    assert [found.outcome for found in again.evaluations.values()] == [Outcome.PASSED, Outcome.PASSED]

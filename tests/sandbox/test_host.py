"""What the host keeps: its life, its threads, its children, its right to stop."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from spade_core.errors import CancelledError
from spade_core.results import Outcome
from spade_core.sandbox import Column, Limits, Sandbox, WorkerProcess, compiled_guest, function_told, run, worker_pool
from spade_core.sandbox.worker import WALL
from spade_core.sandbox.worker_pool import end_idle
from tests.sandbox.functions import QUICK, candidate, example, outcomes

P = Outcome.PASSED
LOOP = "while True:\n    pass"


def children() -> set[str]:
    """Return the ids of this process's children."""
    lists = Path("/proc/self/task").glob("*/children")
    return {child for one in lists for child in one.read_text("ascii").split()}


needs_proc = pytest.mark.skipif(not Path("/proc/thread-self/children").exists(), reason="children are listed in /proc")


@pytest.fixture(autouse=True)
def _no_idle_workers() -> None:
    """Begin without those of the test before."""
    end_idle()


def ours() -> list[threading.Thread]:
    """Return the threads that talk to workers."""
    return [thread for thread in threading.enumerate() if thread.name.startswith("spade-sandbox")]


def comes(about: Callable[[], bool]) -> bool:
    """Return whether something comes about in time."""
    until = time.monotonic() + 20
    while not about() and time.monotonic() < until:
        time.sleep(0.01)
    return about()


@needs_proc
def test_the_workers_of_a_run_serve_the_next_of_any_sandbox() -> None:
    before = children()
    assert outcomes("return response == 'a'", "a") == [P]
    first = children() - before
    assert outcomes("return response == 'b'", "a") == [Outcome.FAILED]
    assert (len(first), children() - before) == (1, first)
    Sandbox(Limits(workers=1)).run([candidate("return True")], [example("x")])
    assert len(children() - before) == 1
    assert not (children() & first)


@needs_proc
def test_a_sandbox_that_is_left_leaves_no_process_and_no_thread() -> None:
    before, threads = children(), threading.active_count()
    with Sandbox(QUICK) as sandbox:
        for body in ("return 1 / len(response) > 0", "x = 3\nwhile True:\n    x = x * x"):
            sandbox.run([candidate(body)], [example("x"), example("")])
        assert children() != before
    assert children() == before
    assert threading.active_count() == threads


@needs_proc
def test_workers_that_nobody_needs_end_and_start_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "IDLE_SECONDS", 0.1)
    before = children()
    for _ in range(3):
        assert outcomes("return True", "x") == [P]
        assert comes(lambda: children() == before and not ours())


@needs_proc
def test_runs_at_the_same_time_leave_the_workers_of_one() -> None:
    before = children()
    threads = [threading.Thread(target=outcomes, args=("return True", "x")) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(children() - before) == 1


@needs_proc
def test_a_process_that_ends_takes_its_idle_workers_along() -> None:
    code = (
        "from tests.sandbox.functions import outcomes\nfrom tests.sandbox.test_host import children\n"
        "outcomes('return True', 'x')\nprint(*children(), flush=True)\n"
    )
    for end in ("", "import os\nos._exit(0)", "import os\nos.kill(os.getpid(), 9)"):
        child = subprocess.run([sys.executable, "-c", code + end], stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603
        [worker] = child.stdout.split()
        assert comes(lambda: not Path("/proc", worker).exists())  # noqa: B023 - called in this turn


@needs_proc
def test_a_process_that_is_killed_takes_workers_along_that_are_at_work() -> None:
    code = f"""
import os, threading, time
from spade_core.sandbox import Limits, Sandbox
from tests.sandbox.functions import candidate, example
from tests.sandbox.test_host import children
run = Sandbox(Limits(row_seconds=600.0)).run
threading.Thread(target=run, args=([candidate({LOOP!r})], [example("x")])).start()
while not children():
    time.sleep(0.01)
time.sleep(1)
print(*children(), flush=True)
os.kill(os.getpid(), 9)
"""
    child = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603
    [worker] = child.stdout.split()
    assert comes(lambda: not Path("/proc", worker).exists())


@needs_proc
def test_cancelling_stops_at_once_and_leaves_nothing_behind() -> None:
    before, cancelled = children(), threading.Event()
    timer = threading.Timer(0.3, cancelled.set)
    timer.start()
    slow = Limits(row_seconds=60.0)
    with pytest.raises(CancelledError, match="the evaluation was cancelled"):
        Sandbox(slow).run([candidate(LOOP, f"assert_{i}") for i in range(5)], [example("x")], cancelled=cancelled)
    timer.join()
    assert children() == before
    assert not ours()


def test_a_warm_sandbox_works_again_after_it_was_cancelled() -> None:
    cancelled = threading.Event()
    cancelled.set()
    with Sandbox(QUICK) as sandbox:
        with pytest.raises(CancelledError):
            sandbox.run([candidate(LOOP)], [example("x")], cancelled=cancelled)
        matrix = sandbox.run([candidate("return True")], [example("x")])
    assert [found.outcome for found in matrix.evaluations.values()] == [P]


def test_runs_from_several_threads_take_turns() -> None:
    found: list[set[Outcome]] = []
    with Sandbox(QUICK) as sandbox:

        def run(text: str) -> None:
            matrix = sandbox.run([candidate(f"return response == '{text}'")], [example(text)])
            found.append({evaluation.outcome for evaluation in matrix.evaluations.values()})

        threads = [threading.Thread(target=run, args=(str(index),)) for index in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == [{P}] * 6


@pytest.mark.parametrize("nobody", [{"workers": 0}, {"judge_threads": 0}, {"workers": -1}])
def test_limits_under_which_nobody_would_work_are_refused(nobody: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="one each at least"):
        Limits(**nobody)


def test_two_functions_of_one_name_are_refused_and_one_that_is_there_twice_is_not() -> None:
    one, other, row = candidate("return True"), candidate("return False"), example("x")
    with pytest.raises(ValueError, match="two candidates have the name assert_it"):
        Sandbox(QUICK).run([one, other], [row])
    assert [found.outcome for found in Sandbox(QUICK).run([one, one], [row]).column(one)] == [P]


def test_progress_counts_pairs_up_to_all_of_them() -> None:
    heard: list[tuple[int, int]] = []
    candidates = [candidate("return True", "assert_a"), candidate("import os\nreturn True", "assert_b")]
    rows = [example(str(i)) for i in range(5)]
    Sandbox(QUICK).run(candidates, rows, on_progress=lambda *now: heard.append(now))
    Sandbox(QUICK).run(candidates[1:] * 2, rows, on_progress=lambda *now: heard.append(now))
    assert heard == [(5, 10), (10, 10), (10, 10)]


def test_a_progress_callback_that_raises_ends_the_run_cleanly() -> None:
    def refuse(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Sandbox(QUICK).run([candidate(LOOP)], [example("x")], on_progress=refuse)
    assert not ours()


def test_the_host_never_loads_the_engine() -> None:
    code = (
        "import sys\nfrom tests.sandbox.functions import outcomes\noutcomes('return True', 'x')\n"
        "print('wasmtime' in sys.modules)"
    )
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert child.stdout == "False\n"


def test_a_host_that_ran_hostile_code_exits_cleanly() -> None:
    code = (
        "from tests.sandbox.functions import outcomes\n"
        "print(*outcomes('x = 3\\nwhile response:\\n    x = x * x', 'a', '', 'b'), sep=',')\n"
    )
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)  # noqa: S603
    assert (child.returncode, child.stdout, child.stderr) == (0, "timed out,failed,timed out\n", "")


@needs_proc
def test_workers_killed_from_outside_are_replaced() -> None:
    candidates = [candidate("return True", f"assert_{index}") for index in range(20)]
    rows = [example(str(index)) for index in range(30)]
    before = children()
    with Sandbox(QUICK) as sandbox:
        sandbox.run(candidates, rows)
        for child in children() - before:
            os.kill(int(child), signal.SIGKILL)
        matrix = sandbox.run(candidates, rows)
    assert {found.outcome for found in matrix.evaluations.values()} == {P}


def test_a_job_that_takes_too_long_is_ended_and_not_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = candidate(LOOP)
    with Sandbox(Limits(row_seconds=60.0, function_seconds=60.0)) as sandbox:
        sandbox.run([candidate("return True")], [example("a")])
        with monkeypatch.context() as patched:
            patched.setattr(run, "_SPARE_SECONDS", 1 - WALL * 120)
            found = sandbox.run([endless], [example("a")]).evaluations["row 'a' 1", endless.name]
        matrix = sandbox.run([candidate("return True")], [example("b")])
    assert (found.outcome, found.message) == (Outcome.CRASHED, "the worker process took too long, or kept ending")
    assert [each.outcome for each in matrix.evaluations.values()] == [P]


def test_time_that_is_up_between_two_calls_of_an_interpreter_ends_the_next() -> None:
    """Here it is up at once, while the worker still gives the interpreter a job of many rows."""
    worker = WorkerProcess()
    try:
        assert worker.open(compiled_guest()) == ""
        told = function_told(candidate("return sum(range(10**8)) > 0"), "key")
        function = {**told, "rows": [0] * 50_000, "answers": {}, "met": 0}
        limits = {"memory": 128 << 20, "seconds": 0.0, "function_seconds": 600.0}
        no_texts: Column = lambda _write: []  # noqa: E731
        worker.send_job({"functions": [function], **limits}, [no_texts] * 3)
        [[letters, _, _]] = worker.receive()
    finally:
        worker.close()
    assert set(letters) == {"T"}

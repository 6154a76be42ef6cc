import os
import signal
import sys
import threading
import time
from contextlib import suppress

import pytest

from spade_core.results import Outcome
from spade_core.sandbox import Limits, Sandbox
from spade_core.sandbox.worker_pool import end_idle
from tests.benchmarks.bench_sandbox_endurance import descendants, endure
from tests.sandbox.functions import candidate, example


@pytest.mark.skipif(sys.platform != "linux", reason="children are listed in /proc")
def test_workers_killed_at_random_cost_no_result_and_leave_nothing() -> None:
    endured = endure(1_000, 12)
    assert dict(endured.wrong) == {}
    assert endured.left_over == frozenset()
    assert endured.grown_kilobytes < 30_000


@pytest.mark.skipif(sys.platform != "linux", reason="children are listed in /proc")
def test_no_row_is_blamed_for_workers_that_are_killed_over_and_over() -> None:
    def kill() -> None:
        killed: set[str] = set()
        for _ in range(20):
            while not (workers := descendants() - before - killed):
                if over.wait(0.001):
                    return
            time.sleep(0.12)  # less than the rows below need
            for pid in workers:
                with suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)
            killed |= workers

    end_idle()
    rows = [example("a" * size) for size in range(1, 101)]
    before = descendants()
    killer, over = threading.Thread(target=kill), threading.Event()
    with Sandbox(Limits(workers=1)) as sandbox:
        killer.start()
        one = candidate("import re\nre.seen = response\nfor _ in range(100_000):\n    pass\nreturn True")
        found = sandbox.run([one], rows).evaluations.values()
        over.set()
        killer.join()
    assert {each.outcome for each in found} == {Outcome.PASSED}


@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed in /proc")
def test_a_row_may_wait_for_the_processor_longer_than_it_may_run() -> None:
    def stop_and_go_on() -> None:
        time.sleep(0.1)
        for signal_number, seconds in ((signal.SIGSTOP, 3.5), (signal.SIGCONT, 0)):
            for pid in workers:
                os.kill(int(pid), signal_number)
            time.sleep(seconds)

    end_idle()
    row = example("a")
    with Sandbox(Limits(row_seconds=2.0, workers=1)) as sandbox:
        before = descendants()
        sandbox.run([candidate("return True", "assert_ready")], [row])
        workers = descendants() - before
        stopping = threading.Thread(target=stop_and_go_on)
        stopping.start()
        long = candidate("for _ in range(2_000_000):\n    pass\nreturn True")
        matrix = sandbox.run([long], [row])
        stopping.join()
    assert workers
    assert matrix.evaluations[row.id, long.name].outcome is Outcome.PASSED

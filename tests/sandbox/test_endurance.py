import os
import signal
import sys
import threading
import time

import pytest

from spade_core.results import Outcome
from spade_core.sandbox import Limits, Sandbox
from tests.benchmarks.bench_sandbox_endurance import descendants, endure
from tests.sandbox.functions import candidate, example


@pytest.mark.skipif(sys.platform != "linux", reason="children are listed in /proc")
def test_workers_killed_at_random_cost_no_result_and_leave_nothing() -> None:
    endured = endure(1_000, 12)
    assert dict(endured.wrong) == {}
    assert endured.left_over == frozenset()
    assert endured.grown_kilobytes < 30_000


@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed in /proc")
def test_a_row_may_wait_for_the_processor_longer_than_it_may_run() -> None:
    def stop_and_go_on() -> None:
        time.sleep(0.1)
        for signal_number, seconds in ((signal.SIGSTOP, 3.5), (signal.SIGCONT, 0)):
            for pid in workers:
                os.kill(int(pid), signal_number)
            time.sleep(seconds)

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

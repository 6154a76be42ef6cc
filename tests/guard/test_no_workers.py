"""Where no worker of the sandbox lives any more: nobody is broken, nobody waits, and it comes back."""

import os
import signal
import time
from pathlib import Path

from spade_core.guard import Guard
from spade_core.results import Outcome
from tests.guard.workspace import BAD, make_guarded


def test_where_no_worker_starts_responses_pass_and_later_ones_are_checked_again(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), workers=1, seconds=2.0, gather=None) as guard:
        [worker] = guard._sandbox._free._workers
        there, guard._sandbox._guest = guard._sandbox._guest, tmp_path / "gone"
        os.kill(worker._process.pid, signal.SIGKILL)
        verdicts = [guard.check(BAD) for _ in range(20)]
        assert all(each.passes for each in verdicts)
        last = list(verdicts[-1].undecided.values())[-1]
        assert (last.outcome, "do not live here" in last.message) == (Outcome.CRASHED, True)
        guard._sandbox._guest = there
        while guard.check(BAD).passes:  # until the next worker is tried
            time.sleep(0.05)

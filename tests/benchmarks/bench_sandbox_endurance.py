"""10,000 evaluations in a row while worker processes are killed at random: no wrong result, nothing left, memory flat.

Run with ``python -m tests.benchmarks.bench_sandbox_endurance``; `endure` is what the tests run in small. Linux only.
"""

import os
import random
import resource
import signal
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from spade_core.examples.example import Example
from spade_core.results import Outcome
from spade_core.sandbox import Judge, Sandbox
from spade_core.sandbox.worker_pool import end_idle
from tests.sandbox.functions import candidate

_BODIES = (
    ("return len(response) % 2 == 0", lambda text: len(text) % 2 == 0),
    ("import re\nreturn re.search('a$', response) is not None", lambda text: text.endswith("a")),
    ("return sorted(response) == list(response)", lambda text: sorted(text) == list(text)),
    ("import string\nreturn response[0] in string.ascii_letters", lambda text: text[0].isalpha()),
    ("import re\nre.seen = response\nreturn re.seen[-1] == 'b'", lambda text: text.endswith("b")),
    ("return await ask_llm(prompt, response, 'long?')", lambda text: len(text) > 2),
)
_ROWS = 25
_PAUSE_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Endured:
    """What came of it."""

    evaluations: int
    kills: int
    wrong: Counter[str]
    left_over: frozenset[str]
    """Processes and open files that were not there before."""
    grown_kilobytes: int


class _Judge(Judge):
    def ask(self, prompt: str, response: str, question: str) -> bool:
        return len(response) > 2


def endure(evaluations: int, kills: int) -> Endured:
    """Run that many evaluations on warm workers while killing that many of them, spread over the run."""
    rows = [Example(str(index), {}, "p", chr(97 + index) * (1 + index % 5), None) for index in range(_ROWS)]
    candidates = [candidate(body, f"f{index}") for index, (body, _) in enumerate(_BODIES)]
    end_idle()
    before, open_before, wrong, done = descendants(), _open(), Counter[str](), 0
    stop = threading.Event()
    with Sandbox() as sandbox:
        sandbox.run(candidates, rows, judge=_Judge())
        start_memory = _memory()
        killer = _Killer(kills, before, stop)
        killer.start()
        while done < evaluations or killer.left:
            for (example_id, name), found in sandbox.run(candidates, rows, judge=_Judge()).evaluations.items():
                expected = _BODIES[int(name[1:])][1](rows[int(example_id)].response)
                if found.outcome is not (Outcome.PASSED if expected else Outcome.FAILED):
                    wrong[f"{found.outcome}: {found.message}"] += 1
                done += 1
        stop.set()
        killer.join()
        grown = _memory() - start_memory
    time.sleep(_PAUSE_SECONDS)
    return Endured(done, kills, wrong, frozenset(descendants() - before | _open() - open_before), grown)


class _Killer(threading.Thread):
    """Kills a worker now and then."""

    def __init__(self, kills: int, spared: set[str], stop: threading.Event) -> None:
        super().__init__()
        self.left = kills
        self._spared = spared
        self._stop_early = stop
        self._dice = random.Random(5)  # noqa: S311 - the same order every time

    def run(self) -> None:
        while self.left and not self._stop_early.wait(_PAUSE_SECONDS):
            victims = sorted(descendants() - self._spared)
            if victims:
                try:
                    os.kill(int(self._dice.choice(victims)), signal.SIGKILL)
                except ProcessLookupError:
                    continue
                self.left -= 1


def descendants() -> set[str]:
    found: set[str] = set()
    wanted = [str(os.getpid())]
    while wanted:
        for path in glob(f"/proc/{wanted.pop()}/task/*/children"):  # noqa: PTH207 - Path.glob fails where a process ends
            try:
                children = Path(path).read_text("ascii").split()
            except OSError:
                continue
            found.update(children)
            wanted += children
    return found


def _open() -> set[str]:
    """Return the open files of this process."""
    held = set()
    for path in Path("/proc/self/fd").iterdir():
        try:
            held.add(f"{path.name} {path.readlink()}")
        except OSError:
            continue
    return held


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    """Print what came of the whole."""
    started = time.perf_counter()
    endured = endure(10_000, 100)
    sys.stdout.write(f"{endured}\n{time.perf_counter() - started:.1f} s\n")


if __name__ == "__main__":
    main()

"""Times a guarded client beside an unguarded one in the same run, and looks for memory that grows and examples lost.

Run with ``python -m tests.benchmarks.bench_guard [CALLS] [MANY]``: so many calls are timed, and many more are made by
eight threads, each with a response that fails. The bars, on two quiet cores: five assertions by code add 1 ms to a
call at p99; of a million calls no example is lost, none is held up past its limit, and memory stays flat. How late a
sleep of that limit wakes in the same process tells what the machine itself adds.
"""

import os
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from openai import DefaultHttpxClient, OpenAI

from spade_core.guard import Count, Gathering, Guard
from tests.guard.workspace import body, make_guarded

_SERVER: Final = """
import sys
from itertools import count
from spade_core.testing.loopback import LoopbackServer
text = "Watch Alien tonight: it is tense, clever and well made. " * 4 + "Enjoy!"
made = count()
def forget(call):
    server.calls.clear(), server.finished.clear()
    return f"{text} {next(made)}" if call.model == "failing" else text
with LoopbackServer(forget) as server:
    print(server.url, flush=True)
    sys.stdin.read()
"""
_TEXT: Final = "Watch Alien tonight: it is tense, clever and well made. " * 4 + "Enjoy!"
_ASKED: Final[Any] = [{"role": "user", "content": "Recommend Alien."}]
_LIMIT: Final = 0.25
_THREADS: Final = 8
_SET: Final = {
    "assert_at_most_100_words": body(
        "assert_at_most_100_words", "from spade_core.checks import words", "return words(response) <= 100"
    ),
    "assert_ends": body("assert_ends", 'return response.rstrip().endswith("Enjoy!")'),
    "assert_no_bullet": body(
        "assert_no_bullet", "from spade_core.checks import has_bullets", "return not has_bullets(response)"
    ),
    "assert_names_it": body("assert_names_it", 'return "Alien" in response'),
    "assert_not_odd": body("assert_not_odd", 'return "ODD" not in response'),
}


def main() -> None:
    """Print the table."""
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    many = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    _say(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; {len(_SET)} assertions by code")
    with TemporaryDirectory() as folder:
        gather = Gathering(passed=0.0, most_bytes=1 << 40, most_examples=1 << 40)
        with (
            Guard(make_guarded(Path(folder), _SET), seconds=_LIMIT, gather=gather) as guard,
            _server() as url,
            OpenAI(base_url=url, api_key="none") as client,
        ):
            _time_calls(client, guard.wrap(client), calls)
            _time_checks(guard, calls)
            _make_many(guard, url, many)
        _count_lost(guard, Path(folder))


@contextmanager
def _server() -> Iterator[str]:
    command = [sys.executable, "-c", _SERVER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        assert server.stdin is not None
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.stdin.close()


def _time_calls(client: OpenAI, guarded: OpenAI, calls: int) -> None:
    ways = {"unguarded": client, "guarded": guarded}
    took = {name: list[float]() for name in ways}
    for at in range(calls + 50):
        for name, one in ways.items():
            seconds = _seconds(partial(_call, one, "passing"))
            if at >= 50:
                took[name].append(seconds)
    for name, found in took.items():
        _say(f"{name:22}{_told(found)}")
    p50, p99 = (_at(took["guarded"], share) - _at(took["unguarded"], share) for share in (0.5, 0.99))
    _say(f"{'added (bar 1 ms)':22}p50 {p50 * 1e3:7.3f} ms  p99 {p99 * 1e3:7.3f} ms")


def _time_checks(guard: Guard, checks: int) -> None:
    guard.check(_TEXT)
    spent = time.process_time()
    took = [_seconds(partial(guard.check, f"{at} {_TEXT}")) for at in range(checks)]
    spent = (time.process_time() - spent) / len(took)
    _say(f"{'a check':22}{_told(took)}  of which {spent * 1e3:.3f} ms of this process's processor")


def _make_many(guard: Guard, url: str, calls: int) -> None:
    many, memory, replied = _Many(), [_megabytes()], threading.local()
    hooks = {"response": [lambda _: setattr(replied, "at", time.perf_counter())]}
    began = time.perf_counter()
    with (
        DefaultHttpxClient(event_hooks=hooks) as http,
        OpenAI(base_url=url, api_key="none", http_client=http) as client,
        many.sleeping(),
    ):
        guarded = guard.wrap(client)
        for _ in range(4):
            with ThreadPoolExecutor(_THREADS) as pool:
                for _ in pool.map(partial(many.add, guarded, replied), [calls // 4 // _THREADS] * _THREADS):
                    pass
            memory.append(_megabytes())
            _say(f"{len(many.held):,} calls, {len(many.held) / (time.perf_counter() - began):,.0f} a second")
    _say(f"{'8 threads, all fail':22}{_told(many.whole)}")
    _say(f"{'held up by the guard':22}{_told(many.held)}  {_late(many.held)} calls past {1.2 * _LIMIT:g} s")
    _say(f"{f'a sleep of {_LIMIT} s':22}{_told(many.slept)}  {_late(many.slept)} of {len(many.slept):,} past that")
    _say(f"{guard.counts[Count.UNDECIDED]} undecided")
    for name in memory[0].keys() & memory[-1].keys():
        _say(f"MB of {name} before, after each quarter: {' '.join(f'{each[name]:.0f}' for each in memory)}")


class _Many:
    """The times of very many calls, so held that little of the program's memory is theirs."""

    def __init__(self) -> None:
        self.whole = array("f")
        self.held = array("f")
        """From the head of the reply to what the caller gets."""
        self.slept = array("f")

    def add(self, client: OpenAI, replied: threading.local, count: int) -> None:
        for _ in range(count):
            began = time.perf_counter()
            _call(client, "failing")
            ended = time.perf_counter()
            self.whole.append(ended - began)
            self.held.append(ended - replied.at)

    @contextmanager
    def sleeping(self) -> Iterator[None]:
        """Note how long a thread of this process sleeps that asks for the limit."""
        over = threading.Event()

        def sleep() -> None:
            while not over.is_set():
                self.slept.append(_seconds(partial(time.sleep, _LIMIT)))

        thread = threading.Thread(target=sleep)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def _late(found: Sequence[float]) -> int:
    return sum(each > 1.2 * _LIMIT for each in found)


def _call(client: OpenAI, model: str) -> None:
    client.chat.completions.create(model=model, messages=_ASKED)


def _count_lost(guard: Guard, folder: Path) -> None:
    counts = guard.counts
    with (folder / "note.gathered.jsonl").open("rb") as file:
        lines = sum(1 for _ in file)
    lost = counts[Count.FAILED] - lines - counts[Count.KNOWN]
    _say(f"{counts[Count.FAILED]:,} failures, {lines:,} examples, {counts[Count.KNOWN]:,} twice; lost: {lost} (bar 0)")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _seconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def _at(found: Sequence[float], share: float) -> float:
    return sorted(found)[min(len(found) - 1, int(len(found) * share))]


def _told(found: Sequence[float]) -> str:
    shares = " ".join(f"{name} {_at(found, share) * 1e3:7.3f} ms " for name, share in (("p50", 0.5), ("p99", 0.99)))
    return f"{shares} max {max(found) * 1e3:7.1f} ms"


def _megabytes() -> dict[str, float]:
    """Return the resident memory of this process and those that it started; Linux tells."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            values = dict(line.split(":", 1) for line in status.read_text("utf-8").splitlines())
        except (OSError, ValueError):
            continue
        if str(os.getpid()) in {values["Pid"].strip(), values["PPid"].strip()} and "VmRSS" in values:
            name = "program" if values["Pid"].strip() == str(os.getpid()) else f"process {values['Pid'].strip()}"
            found[name] = int(values["VmRSS"].split()[0]) / 1024
    return found


if __name__ == "__main__":
    main()

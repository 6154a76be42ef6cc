"""Times the sandbox against unsafe in-process execution of the same functions, measured in the same run.

Run with ``python -m tests.benchmarks.bench_sandbox``. The bars, on two quiet cores: 15 us a pair for functions that
are one expression, as those of spade, 60 us in an interpreter each; 6 ms and 15 us a row for one function of a person;
100,000 verdicts a second on rows of 10 kB; a re-evaluation at 1/20 of the full one; 500 questions of 50 ms in .5 s;
ready within 60 ms, and compiled within 15 s once on a machine.
"""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example
from spade_core.results import Outcome
from spade_core.sandbox import FileCache, Judge, Sandbox
from spade_core.sandbox.worker_pool import end_idle
from spade_core.static_analysis import has_side_effects, is_one_expression
from tests.benchmarks.bench_sandbox_endurance import descendants
from tests.sandbox.corpus import BODIES, VARIANTS
from tests.sandbox.functions import candidate

_SETTING = "SPADE_SANDBOX_CACHE"
_ROWS = 50
_WORDS = "The quick brown fox jumps over the lazy dog, twice: 3 times a day.\n- item\n"
_ROUNDS = 5
_IN_A_NEW_PROCESS = """
import time
from spade_core.sandbox import Sandbox
from tests.sandbox.functions import candidate, example
one, row = candidate("return len(response) > 1"), example("x")
began = time.perf_counter()
Sandbox().run([one], [row])
print(time.perf_counter() - began)
"""


def main() -> None:
    """Print the table."""
    rows = _rows()
    bodies = [body for body in [*BODIES, *VARIANTS] if _is_quiet(candidate(body), rows)]
    ours = [one for at, body in enumerate(bodies) if is_one_expression((one := candidate(body, f"f{at}")).source)]
    theirs = [candidate(f"pass\n{body}", f"f{at}") for at, body in enumerate(bodies)]
    _say(f"rows: {len(rows)} of {len(rows[0].response)} characters and more")
    _say(f"{'':34}{'functions':>10}{'seconds':>9}{'us/pair':>9}{'exec':>9}{'ratio':>8}")
    with Sandbox() as sandbox:
        for name, functions in (("one expression (bar 15 us)", ours), ("an interpreter each (bar 60 us)", theirs)):
            sandbox.run(functions, rows)
            _beside_exec(name, functions, rows, partial(sandbox.run, functions, rows))
    _beside_exec("one expression, cold", ours, rows, partial(_from_nothing, ours, rows))
    _checks(rows)
    _alone(theirs[0], rows)
    _large()
    _starts(ours[0], rows[:1])
    four_times = [replace(row, id=f"{turn} {row.id}", prompt=f"{turn}") for turn in range(4) for row in rows]
    for name, functions in (("shared", ours[:50]), ("own", theirs[:50])):
        _again(name, functions, rows)
        _again(name, functions, four_times)
    asking = [candidate(f'return await ask_llm(prompt, response, "{index}?")', f"j{index}") for index in range(10)]
    with Sandbox() as sandbox:
        sandbox.run(ours, rows)
        judged = _best(lambda: sandbox.run(asking, rows, judge=_Judge()), rounds=2)
    _say(f"{'500 questions of 50 ms':34}{judged:9.3f}   bar .5")


def _beside_exec(
    name: str, functions: Sequence[CandidateAssertion], rows: Sequence[Example], run: Callable[[], object]
) -> None:
    """Print how long a run takes, and how long the same functions take in this process."""
    pairs, floor, seconds = len(functions) * len(rows), _best(lambda: _in_process(functions, rows)), _best(run)
    each = f"{seconds / pairs * 1e6:9.1f}{floor / pairs * 1e6:9.1f}{seconds / floor:8.1f}"
    _say(f"{name:34}{len(functions):10}{seconds:9.3f}{each}")


def _checks(rows: Sequence[Example]) -> None:
    """Print what a pair of the heavier checks costs, twenty functions of each kind on the same rows, all of it once."""
    for name in ("words", "sentences", "paragraphs", "items", "sections", "contains_any"):
        call = "contains_any(response, ['cat', 'unicorn'])" if name == "contains_any" else f"{name}(response)"
        source = "from spade_core.checks import {}\nreturn {} != {}"
        every = [candidate(source.format(name, call, at), f"c{at}") for at in range(20)]
        with Sandbox() as sandbox:
            sandbox.run(every[:1], rows[:1])
            times = []
            for turn in range(_ROUNDS):
                anew = [replace(row, response=f"{row.response}\n{turn}") for row in rows]
                times.append(_best(partial(sandbox.run, every, anew), rounds=1))
        _say(f"{f'{name}, 20 expressions':34}{min(times):9.3f}{min(times) / len(rows) / len(every) * 1e6:9.1f}")


def _alone(one: CandidateAssertion, rows: Sequence[Example]) -> None:
    """Print what one function of a person costs, and what each row adds."""
    many = [replace(row, id=f"{row.id} {turn}") for turn in range(20) for row in rows]
    with Sandbox() as sandbox:
        sandbox.run([one], rows)
        few = _best(lambda: sandbox.run([one], rows[:1]), rounds=4 * _ROUNDS)
        all_ = _best(lambda: sandbox.run([one], many))
    each = (all_ - few) / (len(many) - 1)
    _say(f"{'one function of a person':34}{few * 1e3:9.1f} ms + {each * 1e6:.0f} us/row, bar 6 ms + 15 us/row")


def _starts(one: CandidateAssertion, rows: Sequence[Example]) -> None:
    """Print how long it takes until a first row is told, and until the guest is compiled where it never was."""
    start = _best(lambda: _from_nothing([one], rows), rounds=2 * _ROUNDS)
    _say(f"{'workers started, one verdict':34}{start * 1e3:9.1f} ms, bar 60 ms")
    command = [sys.executable, "-c", _IN_A_NEW_PROCESS]
    told = [float(subprocess.check_output(command)) for _ in range(2 * _ROUNDS)]  # noqa: S603 - our own code
    _say(f"{'the same in a new process':34}{min(told) * 1e3:9.1f} ms, bar 60 ms")
    with TemporaryDirectory() as folder:
        known = os.environ.get(_SETTING)
        os.environ[_SETTING] = folder
        first = _best(lambda: _from_nothing([one], rows), rounds=1)
        os.environ.pop(_SETTING)
        if known is not None:
            os.environ[_SETTING] = known
    _say(f"{'the same where it was never run':34}{first:9.1f} s, bar 15 s")


def _most_memory(process: str) -> int:
    """Return the megabytes that a process held at most, read from /proc."""
    [told] = [line for line in Path("/proc", process, "status").read_text("ascii").splitlines() if "VmHWM" in line]
    return int(told.split()[1]) // 1024


def _from_nothing(functions: Sequence[CandidateAssertion], rows: Sequence[Example]) -> None:
    """Run functions in workers that start for it."""
    end_idle()
    Sandbox().run(functions, rows)


def _large() -> None:
    """Print how many verdicts a second come of rows of 10 kB, and how much memory they take here and in a worker."""
    text = (_WORDS * 140)[:10_000]
    texts = [f"{index} {text}" for index in range(100)]
    rows = [Example(str(index), {}, "", texts[index % 100], None) for index in range(100_000)]
    one = candidate("return 'unicorn' not in response", "large")
    with Sandbox() as sandbox:
        sandbox.run([one], rows[:1_000])
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        seconds = _best(lambda: sandbox.run([one], rows), rounds=2)
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        worker = max(map(_most_memory, descendants()))
    _say(f"{'rows of 10 kB, 100,000':34}{len(rows) / seconds:9.0f} verdicts/s, bar 100,000")
    _say(f"{'':34}{grown:9.0f} MB more held here than after 1,000; the largest worker had {worker}")


def _again(kind: str, functions: Sequence[CandidateAssertion], rows: Sequence[Example]) -> None:
    """Print what an evaluation costs after one of the functions changed, beside one after all did; outcomes are kept.

    Every fifth function has its turns at being the one that changed; the median of these is told, and the longest,
    which is as heavy as several others. What the editor and the command read beside is not in it.
    """
    full: list[float] = []
    changed: dict[int, list[float]] = {place: [] for place in range(0, len(functions), 5)}
    with TemporaryDirectory() as folder:
        kept = Path(folder, "results.jsonl")

        def evaluate(candidates: Sequence[CandidateAssertion]) -> float:
            return _best(lambda: Sandbox(cache=FileCache(kept)).run(candidates, rows), rounds=1)

        evaluate(functions)
        for turn in range(2 * _ROUNDS):
            every = [replace(one, source=f"{one.source}\n    # {turn}") for one in functions]
            full.append(evaluate(every))
            for place, times in changed.items():
                every[place] = replace(every[place], source=f"{every[place].source} changed")
                times.append(evaluate(every))
            kept.unlink()
    shares = sorted(min(times) / min(full) for times in changed.values())
    name = f"1 of {len(functions)} changed, {len(rows)} rows, {kind}"
    middle, longest = shares[len(shares) // 2], shares[-1]
    _say(f"{name:34}{min(full):9.4f}{'':9}   1/{1 / middle:.0f}, the longest 1/{1 / longest:.0f}, bar 1/20")


def _is_quiet(one: CandidateAssertion, rows: Sequence[Example]) -> bool:
    """Return whether a function has no side effects, and never raises."""
    if has_side_effects(one.source):
        return False
    space: dict[str, Callable[..., object]] = {"print": _no_print}
    exec(one.source, space)  # noqa: S102 - our own corpus
    return all(_drive(space[one.name], row) is not Outcome.ERRORED for row in rows)


class _Judge(Judge):
    """Takes 50 ms for an answer."""

    def ask(self, prompt: str, response: str, question: str) -> bool:
        time.sleep(0.05)
        return True


def _rows() -> list[Example]:
    fields = {"name": "fox", "keywords": ["quick", "dog"], "count": 3, "number": 1, "nested": {"deep": ["a"]}}
    return [Example(str(index), fields, "Write about a fox.", _WORDS * (1 + index % 8), None) for index in range(_ROWS)]


def _in_process(candidates: Sequence[CandidateAssertion], rows: Sequence[Example]) -> None:
    for one in candidates:
        space: dict[str, Callable[..., object]] = {"print": _no_print}
        exec(one.source, space)  # noqa: S102 - our own corpus; this is the unsafe floor
        for row in rows:
            _drive(space[one.name], row)


def _no_print(*values: object) -> None:
    """Print nothing."""


def _drive(function: Callable[..., object], row: Example) -> Outcome:
    coroutine = function(dict(row.fields), row.prompt, row.response)
    try:
        coroutine.send(None)  # type: ignore[attr-defined]
    except StopIteration as end:
        return Outcome.PASSED if end.value else Outcome.FAILED
    except Exception:  # noqa: BLE001 - whatever the function raises
        return Outcome.ERRORED
    return Outcome.ERRORED


def _best(work: Callable[[], object], *, rounds: int = _ROUNDS) -> float:
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()

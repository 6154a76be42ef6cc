"""Times the sandbox against unsafe in-process execution of the same functions, measured in the same run.

Run with ``python -m tests.benchmarks.bench_sandbox``. The bars: at most 30 us per pair in a batch on two cores;
6 ms and 100 us per row in the second engine; a re-evaluation at 1/20 of the full one; 500 questions in 2 s.
"""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example
from spade_core.results import Evaluation, Outcome
from spade_core.sandbox import FileCache, Judge, MemoryCache, ResultCache, Sandbox, route
from tests.sandbox.corpus import EVERY_BODY
from tests.sandbox.functions import candidate

_ROWS = 50
_WORDS = "The quick brown fox jumps over the lazy dog, twice: 3 times a day.\n- item\n"
_ROUNDS = 5


def main() -> None:
    """Print the table."""
    rows = _rows()
    every = [candidate(body, f"f{index}") for index, body in enumerate(EVERY_BODY)]
    quiet = [one for one in every if route(one.source).unsupported is None and _never_raises(one, rows)]
    pairs = len(rows) * len(quiet)
    floor = _best(lambda: _in_process(quiet, rows))
    with Sandbox() as sandbox:
        sandbox.run(quiet, rows)
        warm = _best(lambda: sandbox.run(quiet, rows))
    cold = _best(lambda: Sandbox().run(quiet, rows), rounds=2)
    _say(f"{len(quiet)} functions x {len(rows)} rows of {len(rows[0].response)} characters and more")
    _say(f"{'':34}{'seconds':>9}{'us/pair':>9}{'ratio':>8}")
    for name, seconds in (
        ("exec in process (unsafe)", floor),
        ("sandbox, warm (bar 30 us)", warm),
        ("sandbox, cold", cold),
    ):
        _say(f"{name:34}{seconds:9.3f}{seconds / pairs * 1e6:9.1f}{seconds / floor:8.1f}")
    _second_engine(rows)
    _again(quiet[:50], rows)
    asking = [candidate(f'return await ask_llm(prompt, response, "{index}?")', f"j{index}") for index in range(10)]
    judged = _best(lambda: Sandbox().run(asking, rows, judge=_Judge()), rounds=1)
    _say(f"{'500 questions of 50 ms':34}{judged:9.3f}   bar 2.0")


def _second_engine(rows: Sequence[Example]) -> None:
    """Print what functions cost that only the second engine runs: alone, and what each more of them adds."""
    functions = [
        candidate(f"import re\nreturn re.search('[{chr(97 + i)}]$', response) is None", f"r{i}") for i in range(20)
    ]
    with Sandbox() as sandbox:
        sandbox.run(functions, rows)
        alone = _best(lambda: sandbox.run(functions[:1], rows), rounds=4 * _ROUNDS)
        one_row = _best(lambda: sandbox.run(functions[:1], rows[:1]), rounds=4 * _ROUNDS)
        together = _best(lambda: sandbox.run(functions, rows)) / len(functions)
    bar = 0.006 + 0.0001 * len(rows)
    _say(f"{'second engine, one function alone':34}{alone:9.4f}   bar {bar:.4f} for {len(rows)} rows")
    each = (alone - one_row) / (len(rows) - 1)
    _say(f"{'':34}{one_row * 1e3:9.1f} ms + {each * 1e6:.0f} us/row, bar 6 ms + 100 us/row")
    _say(f"{'second engine, 20 functions, each':34}{together:9.4f}   bar {bar:.4f}")


def _again(functions: Sequence[CandidateAssertion], rows: Sequence[Example]) -> None:
    """Print what a second evaluation costs when one of 50 functions changed, by where the results are kept."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "results.jsonl"
        _compare("50 functions, then 1 changed", MemoryCache(), functions, rows)
        _compare("the same, kept in a file", FileCache(path), functions, rows)
        _compare("the same, file read anew", _ReadAnew(path), functions, rows)


def _compare(name: str, cache: ResultCache, functions: Sequence[CandidateAssertion], rows: Sequence[Example]) -> None:
    full: list[float] = []
    changed: list[float] = []
    with Sandbox(cache=cache) as sandbox:
        sandbox.run(functions, rows)
        for round_ in range(2 * _ROUNDS):
            edited = [replace(one, source=f"{one.source}\n    # {name} {round_}") for one in functions]
            one_changed = [replace(edited[0], source=f"{edited[0].source} changed"), *edited[1:]]
            for candidates, times in ((edited, full), (one_changed, changed)):
                times.append(_best(partial(_run_as_another, sandbox, cache, candidates, rows), rounds=1))
    share = f"1/{min(full) / min(changed):.0f}, bar 1/20"
    _say(f"{name:34}{min(full):9.4f}{min(changed):9.4f}   {share}")


def _run_as_another(
    sandbox: Sandbox, cache: ResultCache, candidates: Sequence[CandidateAssertion], rows: Sequence[Example]
) -> None:
    if isinstance(cache, _ReadAnew):
        cache.read()
    sandbox.run(candidates, rows)


class _ReadAnew:
    """A file that is read again for every run, as a new process does."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.read()

    def read(self) -> None:
        self._file = FileCache(self._path)

    def of(self, source_hash: str, version: str) -> Mapping[str, Evaluation]:
        return self._file.of(source_hash, version)

    def keep(self, source_hash: str, version: str, found: Mapping[str, Evaluation]) -> None:
        self._file.keep(source_hash, version, found)


def _never_raises(one: CandidateAssertion, rows: Sequence[Example]) -> bool:
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

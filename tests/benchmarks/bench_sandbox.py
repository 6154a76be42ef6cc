"""Times the sandbox against unsafe in-process execution of the same functions, measured in the same run.

Run with ``python -m tests.benchmarks.bench_sandbox``. The bar: at most 30 us per pair in a batch on two cores.
"""

import sys
import time
from collections.abc import Callable, Sequence

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example
from spade_core.results import Outcome
from spade_core.sandbox import Judge, MontySandbox, route
from tests.sandbox.corpus import EVERY_BODY
from tests.sandbox.functions import candidate

_ROWS = 50
_WORDS = "The quick brown fox jumps over the lazy dog, twice: 3 times a day.\n- item\n"
_ROUNDS = 5


def main() -> None:
    """Print the table."""
    rows = _rows()
    candidates = [
        one
        for index, body in enumerate(EVERY_BODY)
        if route((one := candidate(body, f"f{index}")).source).unsupported is None
    ]
    pairs = len(rows) * len(candidates)
    floor = _best(lambda: _in_process(candidates, rows))
    with MontySandbox() as sandbox:
        sandbox.run(candidates, rows)
        warm = _best(lambda: sandbox.run(candidates, rows))
    cold = _best(lambda: MontySandbox().run(candidates, rows), rounds=2)
    asking = [candidate(f'return await ask_llm(prompt, response, "{index}?")', f"j{index}") for index in range(10)]
    judged = _best(lambda: MontySandbox().run(asking, rows, judge=_Judge()), rounds=1)
    _say(f"{len(candidates)} functions x {len(rows)} rows of {len(rows[0].response)} characters")
    _say(f"{'':34}{'seconds':>9}{'us/pair':>9}{'ratio':>8}")
    for name, seconds in (("exec in process (unsafe)", floor), ("sandbox, warm", warm), ("sandbox, cold", cold)):
        _say(f"{name:34}{seconds:9.3f}{seconds / pairs * 1e6:9.1f}{seconds / floor:8.1f}")
    _say(f"{'500 questions of 50 ms':34}{judged:9.3f}")


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

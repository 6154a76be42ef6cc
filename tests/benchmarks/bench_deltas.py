"""Speed of segmentation and of deltas on made-up prompts of 2,000 lines: ``python -m tests.benchmarks.bench_deltas``.

The floors, measured in the same run: splitting the text into words for segmentation, `difflib` over lines for deltas.
"""

import random
import sys
import time
from collections.abc import Callable
from difflib import SequenceMatcher
from functools import partial

from spade_core.deltas import deltas_between, segment, sentences_of
from spade_core.deltas.difference import changes_between
from tests.deltas.strategies import history, template

_LINES = 2_000
_VOCABULARY = [f"word{i}" for i in range(400)]


def _prompt(seed: int) -> str:
    chance = random.Random(seed)  # noqa: S311  # made-up text, no secret
    lines = []
    for number in range(_LINES):
        words = " ".join(chance.choices(_VOCABULARY, k=8))
        lines.append(("## " if number % 50 == 0 else "- " if number % 3 else "") + f"{words}. And {words}.")
    return "\n".join(lines)


def _milliseconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(5):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def _difflib(before: str, after: str) -> object:
    return SequenceMatcher(None, before.split("\n"), after.split("\n"), autojunk=False).get_opcodes()


def _row(name: str, took: float, floor: float) -> None:
    sys.stdout.write(f"{name:44} {took:9.1f} ms {took / floor:8.1f} x floor\n")


def main() -> None:
    """Print the table."""
    prompt, other = _prompt(1), _prompt(2)
    words = _milliseconds(prompt.split)
    _row(f"str.split of {len(prompt):,} characters (floor)", words, words)
    _row(f"segment, {len(segment(prompt)):,} sentences", _milliseconds(partial(segment, prompt)), words)
    for size in (1_000_000, 5_000_000):
        line = "word " * (size // 5)
        _row(f"segment one line of {size:,} without a stop", _milliseconds(partial(segment, line)), words)
    cases = {
        "one word edited": prompt.replace("word7", "other", 1),
        "every line edited": prompt.replace("And", "Or"),
        "rewritten whole": other,
    }
    for name, after in cases.items():
        floor = _milliseconds(partial(_difflib, prompt, after))
        _row(f"{name}: difflib over lines (floor)", floor, floor)
        versions = history(template((None, prompt)), template((None, after)))[1:]
        before, now = (sentences_of(version.template) for version in versions)
        _row(f"{name}: changes_between", _milliseconds(partial(changes_between, before, now)), floor)
        _row(f"{name}: deltas_between", _milliseconds(partial(deltas_between, versions)), floor)


if __name__ == "__main__":
    main()

"""How well and how fast deltas are classified: ``python -m tests.benchmarks.bench_categories``."""

import statistics
import sys
import time
from collections.abc import Callable

from spade_core.categories import classify
from tests.categories.labelled_deltas import DELTAS, WILD_DELTAS, delta_of, labelled_deltas
from tests.categories.scores import report

_REPEATS = 7
_OWN_TEXT = "Write a friendly note about {movie}. Mention any awards.\nDo not exceed 100 words.\n"


def fastest(work: Callable[[], object]) -> float:
    """Return the milliseconds of the fastest of some runs."""
    times = []
    for _ in range(_REPEATS):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return min(times)


def main() -> None:
    """Print the scores and the times."""
    out = sys.stdout
    start = time.perf_counter()
    classify(delta_of("", _OWN_TEXT))
    first = (time.perf_counter() - start) * 1000
    if DELTAS.is_file():
        files = [file for file in (DELTAS, WILD_DELTAS) if file.is_file()]
        for file in files:
            out.write(f"{file.parent.name}: " + "\n".join(report(labelled_deltas(file))) + "\n\n")
        deltas = [row.delta for row in labelled_deltas()]
    else:
        out.write(f"no {DELTAS}: times on a text of our own only\n")
        deltas = [delta_of("", _OWN_TEXT * size) for size in (1, 4, 16)]
    spent = sorted(fastest(lambda d=delta: classify(d)) for delta in deltas)  # type: ignore[misc]
    floors = sorted(
        fastest(lambda t=d.before.template.text + " " + d.after.template.text: t.split())  # type: ignore[misc]
        for d in deltas
    )
    out.write(f"very first delta, patterns compiled {first:.2f} ms\n")
    out.write(f"{'ms a delta':20} {'median':>8} {'p95':>8} {'max':>8}\n")
    for name, times in (("classify", spent), ("str.split, both texts", floors)):
        p95 = times[min(len(times) - 1, round(0.95 * len(times)))]
        out.write(f"{name:20} {statistics.median(times):8.4f} {p95:8.4f} {times[-1]:8.4f}\n")
    out.write(f"ratio of the medians {statistics.median(spent) / statistics.median(floors):.0f}\n")


if __name__ == "__main__":
    main()

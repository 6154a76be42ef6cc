"""What offline candidates alone catch on the research pipelines.

Run as ``python -m tests.pipelines.offline_table [--all] [name ...]``.
"""

import argparse
import sys
import time
from collections.abc import Sequence

from spade_core.candidates import candidates_for
from spade_core.criteria import Criterion, criteria_of
from spade_core.deltas import deltas_between
from spade_core.examples.example import Label
from spade_core.results.matrix import Outcome, ResultsMatrix
from spade_core.sandbox import Sandbox
from spade_core.selection import Method, Selection, Thresholds, select
from spade_core.subsumption import Subsumption
from spade_core.versions.version import History
from tests.pipelines.research_data import examples_of, versions_of
from tests.research import PIPELINES


def criteria_of_pipeline(name: str) -> list[Criterion]:
    """Return the criteria of a pipeline's newest version."""
    versions = versions_of(name)
    return list(criteria_of(History(name, tuple(versions)), deltas_between(versions)))


def matrix_of(name: str) -> ResultsMatrix:
    """Return the results of a pipeline's candidates that need no judge."""
    candidates = [c for c in candidates_for(criteria_of_pipeline(name)) if not c.asks_judge]
    with Sandbox() as sandbox:
        return sandbox.run(candidates, examples_of(name))


def selection_of(matrix: ResultsMatrix) -> Selection:
    """Return the smallest set at alpha = 0.6, tau = 0.25, or what is nearest."""
    return select(matrix, Subsumption(), Thresholds(), method=Method.COVERAGE)


def _print_pipeline(name: str, *, every: bool) -> None:
    started = time.perf_counter()
    criteria = criteria_of_pipeline(name)
    candidates = candidates_for(criteria)
    generated = time.perf_counter()
    matrix = matrix_of(name)
    ran = time.perf_counter()
    selection = selection_of(matrix)
    nearest = selection.infeasibility
    names = nearest.at_nearest_alpha if nearest else tuple(c.name for c in selection.chosen)
    chosen = [c for c in matrix.candidates if c.name in names]
    odd = [e for e in matrix.evaluations.values() if e.outcome not in (Outcome.PASSED, Outcome.FAILED)]
    judged = sum(c.asks_judge for c in candidates)
    _say(
        f"{name}: {len(criteria)} criteria, {len(candidates)} candidates ({judged} judged), "
        f"coverage {matrix.coverage(chosen) or 0:.3f} at FFR {matrix.ffr(chosen) or 0:.3f} with "
        f"{len(chosen)}{', INFEASIBLE' if nearest else ''}, "
        f"odd outcomes {len(odd)}, {generated - started:.2f} s + {ran - generated:.2f} s"
    )
    for evaluation in odd[:5]:
        _say(f"    ! {evaluation.outcome} {evaluation.message} line {evaluation.line}")
    for candidate in matrix.candidates if every else chosen:
        coverage, ffr = matrix.coverage([candidate]) or 0, matrix.ffr([candidate]) or 0
        if coverage > 0 or ffr > 0:
            phrase = candidate.criteria[0].source_phrase[:60].replace("\n", " ")
            mark = "*" if candidate in chosen else " "
            _say(f"  {mark} {coverage:.2f} {ffr:.2f} {candidate.name}  <- {phrase!r}")
    missed = [e.id for e in matrix.examples if e.label is Label.BAD and not any(matrix.fails(e, c) for c in chosen)]
    _say(f"    missed: {' '.join(missed)}")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(PIPELINES))
    parser.add_argument("--all", action="store_true", help="every candidate that fails anything")
    options = parser.parse_args(arguments)
    for name in options.names:
        _print_pipeline(name, every=options.all)


if __name__ == "__main__":
    main()

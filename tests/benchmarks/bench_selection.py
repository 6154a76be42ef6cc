"""Speed of selection beside the paper's formulation in PuLP and CBC: `python -m tests.benchmarks.bench_selection`."""

import resource
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from spade_core.selection.failures import FailureTable
from spade_core.selection.frontier import frontier
from spade_core.selection.problem import CoverProblem, Objective, Solution, problem_of, problem_within
from spade_core.selection.request import Thresholds
from spade_core.selection.solvers.relaxation import least_flagged, most_caught
from spade_core.selection.solvers.solving import solve
from tests.selection.brute_force import best_set
from tests.selection.large_tables import KINDS
from tests.selection.reference import reference_selection
from tests.selection.shipped import PIPELINES, RawMatrix, raw_matrix, table_of
from tests.selection.tables import random_share, random_table

Value = TypeVar("Value")
ROUNDS = 20
COLUMNS = 1000
SEEDS = 3
MOST_GAP = 0.01


def say(text: str = "") -> None:
    """Print a line of the report at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def timed(work: Callable[[], Value], rounds: int = 1) -> tuple[Value, float]:
    """Return what the work gives and the milliseconds of its fastest round."""
    runs = []
    for _ in range(rounds):
        start = time.perf_counter()
        value = work()
        runs.append((value, (time.perf_counter() - start) * 1000))
    return runs[0][0], min(took for _, took in runs)


def main() -> None:
    """Print every figure."""
    everyday()
    trade_off()
    brute_force()
    scale(1000, 1.0)
    scale(100_000, 5.0)
    say(f"greatest memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def everyday() -> None:
    """Time the four pipelines, raw matrix to full lexicographic answer, imports excluded."""
    say("pipeline          method        ours ms  reference ms   ratio   size (reference)")
    ours_total = reference_total = 0.0
    for pipeline in PIPELINES:
        raw = raw_matrix(pipeline)
        for objective in (Objective.FEWEST, Objective.SUBSUMPTION):
            solution, ours = timed(partial(_answer, raw, objective), ROUNDS)
            subsumption = objective is Objective.SUBSUMPTION
            reference, slow = timed(partial(reference_selection, raw, 0.6, 0.25, subsumption=subsumption), 3)
            ours_total, reference_total = ours_total + ours, reference_total + slow
            name = "subsumption" if subsumption else "coverage"
            sizes = f"{solution.chosen.bit_count() if solution else None} ({len(reference or ())})"
            say(f"{pipeline:17} {name:12} {ours:8.2f} {slow:13.0f} {slow / ours:7.0f}   {sizes}")
    say(f"{'all':30} {ours_total:8.2f} {reference_total:13.0f} {reference_total / ours_total:7.0f}")
    say()


def trade_off() -> None:
    """Time the frontier and the relaxation of an infeasible request."""
    for pipeline in PIPELINES:
        table = table_of(raw_matrix(pipeline))
        points, took = timed(partial(frontier, table), 3)
        problem = problem_within(table, table.n_bad, 0, [0] * table.size)
        nearest, relaxed = timed(partial(_relaxed, problem), 3)
        say(f"{pipeline:17} frontier {len(points):3} points {took:7.1f} ms   relaxation {relaxed:6.2f} ms {nearest}")
    say()


def brute_force() -> None:
    """Count the differences from brute force on 1,000 random small instances."""
    differences = 0
    for seed in range(1000):
        table = random_table(seed, constraints=seed % 2 == 1)
        problem = problem_of(table, Thresholds(random_share(seed + 10**6), random_share(seed + 2 * 10**6)))
        for objective in (Objective.FEWEST, Objective.SUBSUMPTION):
            answer = solve(problem, objective)
            wanted = best_set(
                table,
                problem.least_caught,
                problem.most_flagged,
                subsumption=objective is Objective.SUBSUMPTION,
            )
            found = None if answer is None else tuple(j for j in range(table.size) if answer.chosen >> j & 1)
            differences += found != wanted
    say(f"1,000 random small instances, both methods: {differences} differences from brute force")
    say()


def scale(rows: int, bar: float) -> None:
    """Time large synthetic tables of every kind; say of each miss how far it is from the bar."""
    misses = []
    for kind, table_of_kind in KINDS.items():
        for seed in range(SEEDS):
            table = table_of_kind(seed, COLUMNS, rows)
            for objective in (Objective.FEWEST, Objective.SUBSUMPTION):
                cpu = time.process_time()
                (problem, solution), took = timed(partial(_solved, table, objective))
                cpu = time.process_time() - cpu
                label = f"m {COLUMNS} n {rows:6} {kind:6} {seed} {objective.name:11}"
                say(f"{label} {took / 1000:5.2f} s, processor {cpu:5.2f} s  {_told(problem, solution)}")
                gap = solution.gap if solution else 0.0
                if (cpu > bar or gap > 0.0) and not (rows > COLUMNS and gap < MOST_GAP):
                    misses.append(f"  {label} processor {cpu:.2f} s, gap {gap:.2%}")
    allowed = f"proof within {bar} s" + (f" or a gap under {MOST_GAP:.0%}" if rows > COLUMNS else "")
    say(f"n {rows}: {len(misses)} of {len(KINDS) * SEEDS * 2} miss the bar ({allowed})")
    for miss in misses:
        say(miss)
    say()


def _answer(raw: RawMatrix, objective: Objective) -> Solution | None:
    return solve(problem_of(table_of(raw), Thresholds()), objective)


def _relaxed(problem: CoverProblem) -> tuple[int | None, int | None]:
    return most_caught(problem), least_flagged(problem)


def _solved(table: FailureTable, objective: Objective) -> tuple[CoverProblem, Solution | None]:
    problem = problem_of(table, Thresholds())
    return problem, solve(problem, objective, seconds=5.0)


def _told(problem: CoverProblem, solution: Solution | None) -> str:
    if solution is None:
        return "infeasible"
    size, subsumed = solution.chosen.bit_count(), problem.subsumed(solution.chosen).bit_count()
    proof = "optimal" if solution.gap == 0.0 else f"gap {solution.gap:.2%}"
    return f"|F'| {size} T {subsumed} {proof}{', ties too' if solution.ties_broken else ''} by {solution.solver}"


if __name__ == "__main__":
    main()

"""Tables 4 and 6 of Shankar et al. 2024 for one pipeline: what was published, what its code minimises, what is ours."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from spade_core.errors import SettingsError
from spade_core.selection.bits import bits_of
from spade_core.selection.failures import FailureTable, contradicted_pairs, failure_table
from spade_core.selection.problem import Objective, Problem, problem_of
from spade_core.selection.solving import solve
from spade_core.selection.thresholds import Method, Thresholds

_PUBLISHED_KEYS = {
    Method.BASELINE: "spade_base",
    Method.COVERAGE: "spade_cov",
    Method.SUBSUMPTION: "spade_sub",
}
_PUBLISHED_SECONDS = {
    "codereviews": (0.267, 0.362),
    "emails": (0.196, 0.225),
    "fashion": (0.628, 1.197),
    "finance": (0.352, 0.441),
    "lecturesummaries": (0.265, 0.538),
    "negotiation": (0.220, 0.332),
    "sportroutine": (0.120, 0.158),
    "statsbot": (0.104, 0.122),
    "threads": (0.272, 0.332),
}
"""Seconds of the integer program for coverage and subsumption: Table 6, measured by its authors on their machine."""


@dataclass(frozen=True, slots=True)
class ReplicatedSet:
    """One set on one pipeline."""

    method: Method
    source: str
    """``published``, ``paper code``, ``ours, relation as published`` or ``ours``."""
    size: int
    coverage: float
    ffr: float
    lost: int
    """|G| as the paper counts it: all assertions neither chosen nor subsumed, whatever their own FFR."""
    objective: int
    """What the method minimises: |F'|, for subsumption |F'| + |G|."""
    seconds: float | None
    """None for the baseline and where the paper gives none."""


@dataclass(frozen=True, slots=True)
class Replication:
    """Every set of one pipeline, with the differences explained."""

    pipeline: str
    candidates: int
    sets: tuple[ReplicatedSet, ...]
    remarks: tuple[str, ...]


def replicated(
    pipeline: str,
    matrix: Mapping[str, object],
    published: Mapping[str, object],
    *,
    clock: Callable[[], float] = time.perf_counter,
) -> Replication:
    """Return the sets of one pipeline from its `matrix.json` and `published_selection.json`, as parsed.

    Raises:
        SettingsError: a key is missing or of the wrong kind.
    """
    try:
        table = _table(matrix)
        thresholds = Thresholds(alpha=_number(published["alpha"]), tau=_number(published["tau"]))
        names = {method: _names(published[key]) for method, key in _PUBLISHED_KEYS.items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SettingsError(f"{pipeline}: the matrix or the published selection cannot be read: {error!r}") from error
    shipped = problem_of(table, thresholds, keep_refuted=True, count_ineligible=True)
    ours = problem_of(table, thresholds, count_ineligible=True)
    solvable = problem_of(table, thresholds)
    seconds = dict(zip((Method.COVERAGE, Method.SUBSUMPTION), _PUBLISHED_SECONDS.get(pipeline, ()), strict=False))
    column = {name: j for j, name in enumerate(table.names)}
    sets = [
        _row(method, "published", shipped, bits_of(column[name] for name in chosen), seconds.get(method))
        for method, chosen in names.items()
    ]
    sets.append(_row(Method.BASELINE, "ours", ours, solvable.eligible, None))
    runs = (
        (Method.COVERAGE, "ours", ours, solvable, Objective.FEWEST),
        (Method.SUBSUMPTION, "paper code", shipped, shipped, Objective.LEAST_LOST),
        (Method.SUBSUMPTION, "ours, relation as published", shipped, shipped, Objective.SUBSUMPTION),
        (Method.SUBSUMPTION, "ours", ours, solvable, Objective.SUBSUMPTION),
    )
    for method, source, counted, problem, objective in runs:
        start = clock()
        solution = solve(problem, objective)
        took = clock() - start
        if solution is not None:
            sets.append(_row(method, source, counted, solution.chosen, took))
    order = list(_PUBLISHED_KEYS)
    sets.sort(key=lambda found: order.index(found.method))
    return Replication(pipeline, table.size, tuple(sets), tuple(_remarks(table, shipped, sets, names)))


def table_lines(replications: Sequence[Replication]) -> list[str]:
    """Return Tables 4 and 6 as lines of text, with remarks."""
    lines = [
        f"{'pipeline':17} {'method':12} {'source':28} {'FFR':>6} {'coverage':>8} {'size':>5} {'|G|':>4} "
        f"{'objective':>9} {'seconds':>9} {'ratio':>7}"
    ]
    for replication in replications:
        slow = {found.method: found.seconds for found in replication.sets if found.source == "published"}
        for found in replication.sets:
            ratio = _ratio(slow.get(found.method), found.seconds) if found.source != "published" else ""
            seconds = f"{found.seconds:.4f}" if found.seconds is not None else ""
            lines.append(
                f"{replication.pipeline:17} {found.method.value:12} {found.source:28} {found.ffr:6.3f} "
                f"{found.coverage:8.3f} {found.size:5} {found.lost:4} {found.objective:9} {seconds:>9} {ratio:>7}"
            )
        lines += [f"  {remark}" for remark in replication.remarks]
    return lines


def _ratio(slow: float | None, fast: float | None) -> str:
    return f"{slow / fast:.0f}" if slow and fast else ""


def _table(matrix: Mapping[str, object]) -> FailureTable:
    def listed(key: str) -> list[object]:
        value = matrix[key]
        if not isinstance(value, list):
            raise TypeError(f"{key} is no list")
        return value

    return failure_table(
        [str(name) for name in listed("assertions")],
        [[int(cell) for cell in row] for row in listed("results") if isinstance(row, list)],
        [int(str(label)) for label in listed("labels")],
        implies=[(pair[0], pair[1]) for pair in listed("subsumes") if isinstance(pair, list)],
        costs=[_number(cost) for cost in listed("llm_cost_per_call_usd_cents")],
    )


def _number(value: object) -> float:
    if not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    return float(value)


def _names(published: object) -> list[str]:
    names = published["selected_function_names"] if isinstance(published, Mapping) else None
    if not isinstance(names, list):
        raise TypeError("selected_function_names is no list")
    return [str(name) for name in names]


def _row(method: Method, source: str, problem: Problem, chosen: int, seconds: float | None) -> ReplicatedSet:
    size, lost = chosen.bit_count(), problem.lost(chosen).bit_count()
    return ReplicatedSet(
        method=method,
        source=source,
        size=size,
        coverage=problem.caught(chosen) / problem.table.n_bad if problem.table.n_bad else 1.0,
        ffr=problem.flagged(chosen) / problem.table.n_good if problem.table.n_good else 0.0,
        lost=lost,
        objective=size + lost if method is Method.SUBSUMPTION else size,
        seconds=seconds,
    )


def _remarks(
    table: FailureTable, shipped: Problem, sets: Sequence[ReplicatedSet], names: Mapping[Method, list[str]]
) -> list[str]:
    by_source = {(found.method, found.source): found for found in sets}
    remarks = []
    published = by_source[Method.SUBSUMPTION, "published"]
    least = by_source.get((Method.SUBSUMPTION, "paper code"))
    best = by_source.get((Method.SUBSUMPTION, "ours, relation as published"))
    if least is not None and best is not None and published.lost == least.lost:
        told = f"the least |F'| + |G| is {best.objective}, not {published.objective}"
        if published.objective == best.objective:
            told = f"its |F'| + |G| of {best.objective} happens to be the least as well"
        remarks.append(
            f"the published set has the least |G| ({least.lost}): its code drops the first of two objectives; {told}"
        )
    refuted = len(contradicted_pairs(table))
    if refuted:
        remarks.append(
            f"{refuted} of {len(table.implies)} subsumption pairs are contradicted by the rows; ours drops them"
        )
    column = {name: j for j, name in enumerate(table.names)}
    silent = [n for n in names[Method.SUBSUMPTION] if not (table.good[column[n]] or table.bad[column[n]])]
    if silent:
        remarks.append(f"{len(silent)} of the {published.size} published assertions never fail on any example")
    twins = [
        (one, other)
        for one in names[Method.SUBSUMPTION]
        for other in names[Method.SUBSUMPTION]
        if one < other
        and shipped.parents[column[one]] >> column[other] & 1
        and shipped.parents[column[other]] >> column[one] & 1
    ]
    if twins:
        remarks.append(f"{len(twins)} pairs of assertions said to be equivalent are both in the published set")
    return remarks

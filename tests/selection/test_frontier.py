import pytest

from spade_core.selection.failures import FailureTable
from spade_core.selection.frontier import FrontierPoint, at_least, frontier
from tests.selection.brute_force import best_set
from tests.selection.shipped import shipped_table
from tests.selection.tables import random_table


def best_at(table: FailureTable, caught: int, flagged: int) -> tuple[str, ...] | None:
    columns = best_set(table, caught, flagged, subsumption=False)
    return None if columns is None else tuple(table.names[j] for j in columns)


def _figures(points: tuple[FrontierPoint, ...]) -> list[tuple[int, int, int]]:
    """(Caught, flagged, size) of each point."""
    return [(point.coverage.count, point.ffr.count, point.size) for point in points]


def test_the_frontier_answers_every_pair_of_thresholds_as_brute_force_does() -> None:
    for seed in range(60):
        table = random_table(seed, constraints=seed % 3 == 0, most_columns=7)
        points = frontier(table)
        for caught in range(table.n_bad + 1):
            for flagged in range(table.n_good + 1):
                point = at_least(points, caught, flagged)
                assert (point and point.names) == best_at(table, caught, flagged)


def test_no_point_of_the_frontier_is_beaten_by_another() -> None:
    for seed in range(60):
        points = _figures(frontier(random_table(seed)))
        for caught, flagged, size in points:
            beaten = [(c, f, s) for c, f, s in points if c >= caught and f <= flagged and s <= size]
            assert beaten == [(caught, flagged, size)]


@pytest.mark.data
def test_the_frontier_of_lecturesummaries_has_18_points() -> None:
    points = frontier(shipped_table("lecturesummaries"))
    assert len(points) == 18
    assert _figures(points)[0] == (0, 0, 0)
    assert _figures(points)[-1] == (14, 32, 1)

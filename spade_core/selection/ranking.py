"""The last two tie-breaks: cost, then names."""

from spade_core.selection.bits import members_of
from spade_core.selection.failures import FailureTable


class Ranking:
    """Compares sets of columns by total cost, then by their sorted names; lower is better.

    Sets of one size only: then a constant added to every cost changes nothing, so costs are shifted to start at 0.
    """

    def __init__(self, table: FailureTable) -> None:
        least = min(table.costs, default=0)
        self.costs = [cost - least for cost in table.costs]
        by_name = sorted(range(table.size), key=lambda j: (table.names[j], j))
        self.place = [0] * table.size
        for place, j in enumerate(by_name):
            self.place[j] = place

    def cost(self, chosen: int) -> int:
        """Return the total cost of a bitset of columns."""
        return sum(self.costs[j] for j in members_of(chosen))

    def names_key(self, chosen: int) -> list[int]:
        """Return the places of the columns in name order, to compare as a list."""
        return sorted(self.place[j] for j in members_of(chosen))

    def key(self, column: int) -> tuple[int, int]:
        """Return what decides between two interchangeable columns."""
        return self.costs[column], self.place[column]

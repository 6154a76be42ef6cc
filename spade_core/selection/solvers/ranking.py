"""The last two tie-breaks: cost, then the order of the table, which is that of the assertions file.

Names decide nothing: who renames an assertion must not find another one selected.
"""

from spade_core.selection.failures import FailureTable
from spade_core.selection.solvers.bits import members_of


class Ranking:
    """Compares sets of columns by total cost, then by their order in the table; lower is better.

    Sets of one size only: then a constant added to every cost changes nothing, so costs are shifted to start at 0.
    """

    def __init__(self, table: FailureTable) -> None:
        least = min(table.costs, default=0)
        self.costs = [cost - least for cost in table.costs]

    def cost(self, chosen: int) -> int:
        """Return the total cost of a bitset of columns."""
        return sum(self.costs[j] for j in members_of(chosen))

    def order_key(self, chosen: int) -> list[int]:
        """Return the columns in the order of the table, to compare as a list."""
        return list(members_of(chosen))

    def key(self, column: int) -> tuple[int, int]:
        """Return what decides between two interchangeable columns."""
        return self.costs[column], column

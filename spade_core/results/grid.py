"""Cells of a matrix, a column a candidate: eight bytes a cell where equal evaluations are one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from spade_core.results.evaluation import Evaluation


class Grid(Mapping[tuple[str, str], Evaluation]):
    """Evaluations by example id and candidate name, in the order of the examples; cells may be missing yet."""

    def __init__(self, rows: Sequence[str], columns: Mapping[str, list[Evaluation | None]]) -> None:
        self._rows = {row: index for index, row in enumerate(rows)}
        self._columns = columns
        self._number = sum(len(column) if all(column) else sum(map(bool, column)) for column in columns.values())

    def __getitem__(self, key: tuple[str, str]) -> Evaluation:
        row, name = key
        found = self._columns[name][self._rows[row]]
        if found is None:
            raise KeyError(key)
        return found

    def __setitem__(self, key: tuple[str, str], evaluation: Evaluation) -> None:
        row, name = key
        column, index = self._columns[name], self._rows[row]
        self._number += column[index] is None
        column[index] = evaluation

    def fill(self, name: str, places: Iterable[int], found: Iterable[Evaluation | None]) -> None:
        """Set cells of one candidate by the places of their examples; None leaves a cell as it is."""
        column = self._columns[name]
        for place, evaluation in zip(places, found, strict=True):
            if evaluation is not None:
                self._number += column[place] is None
                column[place] = evaluation

    def __iter__(self) -> Iterator[tuple[str, str]]:
        for row, index in self._rows.items():
            for name, column in self._columns.items():
                if column[index] is not None:
                    yield row, name

    def __len__(self) -> int:
        return self._number

    def has(self, name: str, rows: int) -> bool:
        """Whether it has a column of this name and length."""
        return name in self._columns and len(self._columns[name]) == rows

    def column(self, name: str) -> Sequence[Evaluation | None]:
        """Return the cells of one candidate, None where one is missing."""
        return self._columns[name]

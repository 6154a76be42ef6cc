"""The results matrix M: what every candidate said of every example, and the measures taken on it."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, cast

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example, Label


class Outcome(StrEnum):
    """A closed set; only PASSED and FAILED enter the metrics."""

    PASSED = "passed"
    FAILED = "failed"
    ERRORED = "errored"
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    CRASHED = "crashed"
    """The engine itself died."""
    UNSUPPORTED = "unsupported"
    """No engine here can run it faithfully, or pre-flight rejected it."""
    JUDGE_FAILED = "judge failed"
    """It asks a judge, and there is none or it failed."""

    @property
    def decides(self) -> bool:
        """Whether it is a verdict."""
        return self in _DECIDED


_DECIDED: Final = frozenset({Outcome.PASSED, Outcome.FAILED})


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One cell of the matrix."""

    outcome: Outcome
    engine: str = ""
    """``cpython 3.14.0, wasmtime 50.0.1``; empty when nothing ran."""
    seconds: float = 0.0
    message: str = ""
    """What went wrong; empty for PASSED and FAILED."""
    line: int | None = None
    """1-based line in the function's source, where there is one."""


class Grid(Mapping[tuple[str, str], Evaluation]):
    """Evaluations by example id and candidate name, in the order of the examples; cells may be missing yet."""

    def __init__(self, rows: Sequence[str], columns: Mapping[str, list[Evaluation | None]]) -> None:
        self._rows = {row: index for index, row in enumerate(rows)}
        self._columns = columns

    def __getitem__(self, key: tuple[str, str]) -> Evaluation:
        row, name = key
        found = self._columns[name][self._rows[row]]
        if found is None:
            raise KeyError(key)
        return found

    def fill(self, name: str, places: Iterable[int], found: Iterable[Evaluation | None]) -> None:
        """Set cells of one candidate by the places of their examples; None leaves a cell as it is."""
        column = self._columns[name]
        for place, evaluation in zip(places, found, strict=True):
            if evaluation is not None:
                column[place] = evaluation

    def __iter__(self) -> Iterator[tuple[str, str]]:
        for row, index in self._rows.items():
            for name, column in self._columns.items():
                if column[index] is not None:
                    yield row, name

    def __len__(self) -> int:
        return sum(len(column) if all(column) else sum(map(bool, column)) for column in self._columns.values())

    def has(self, name: str, rows: int) -> bool:
        """Whether it has a column of this name and length."""
        return name in self._columns and len(self._columns[name]) == rows

    def column(self, name: str) -> Sequence[Evaluation | None]:
        """Return the cells of one candidate, None where one is missing."""
        return self._columns[name]


@dataclass(frozen=True, slots=True)
class ResultsMatrix:
    """M: `evaluations[example.id, candidate.name]` for every pair."""

    examples: tuple[Example, ...]
    candidates: tuple[CandidateAssertion, ...]
    evaluations: Mapping[tuple[str, str], Evaluation]

    def column(self, candidate: CandidateAssertion) -> Sequence[Evaluation]:
        """Return the cells of one candidate, in the order of the examples."""
        cells = self.cells(candidate.name)
        if not all(cells):
            raise KeyError(candidate.name)
        return cast(Sequence[Evaluation], cells)

    def cells(self, name: str) -> Sequence[Evaluation | None]:
        """Return the cells of a name, in the order of the examples; None where there is none."""
        if isinstance(self.evaluations, Grid) and self.evaluations.has(name, len(self.examples)):
            return self.evaluations.column(name)
        return [self.evaluations.get((example.id, name)) for example in self.examples]

    def fails(self, example: Example, candidate: CandidateAssertion) -> bool:
        """Whether the candidate fails the example; an error is not a failure."""
        return self.evaluations[example.id, candidate.name].outcome is Outcome.FAILED

    def coverage(self, chosen: Collection[CandidateAssertion]) -> float | None:
        """Share of the bad examples that at least one of `chosen` fails; None where none of them has a verdict."""
        return self._share_failed(Label.BAD, chosen)

    def ffr(self, chosen: Collection[CandidateAssertion]) -> float | None:
        """False failure rate: share of the good examples that at least one fails; None as for the coverage."""
        return self._share_failed(Label.GOOD, chosen)

    def _share_failed(self, label: Label, chosen: Collection[CandidateAssertion]) -> float | None:
        rows = [row for row, example in enumerate(self.examples) if example.label is label]
        columns = [self.column(candidate) for candidate in chosen]
        if not any(column[row].outcome.decides for column in columns for row in rows):
            return None
        failed = sum(any(column[row].outcome is Outcome.FAILED for column in columns) for row in rows)
        return failed / len(rows)


NO_JUDGE: Final = "no judge is configured"
NOT_ASKED: Final = "the judge was not asked"
_WHY: Final = {NO_JUDGE: "needs a model", NOT_ASKED: NOT_ASKED}


def lack_of(cells: Iterable[Evaluation]) -> str:
    """Return why nothing was measured, e.g. ``not checked: needs a model``; empty where one cell passed or failed.

    Empty, too, where there is no cell.
    """
    found = list(cells)
    if not found or any(cell.outcome.decides for cell in found):
        return ""
    return f"not checked: {why_undecided(found)}"


def why_undecided(cells: Sequence[Evaluation]) -> str:
    """Return why cells that neither passed nor failed did not, by what is commonest; there is one at least."""
    undecided = [cell for cell in cells if not cell.outcome.decides]
    outcome = Counter(cell.outcome for cell in undecided).most_common(1)[0][0]
    message = next(cell.message for cell in undecided if cell.outcome is outcome)
    if outcome is Outcome.JUDGE_FAILED:
        for known, words in _WHY.items():
            if message.endswith(known):
                return words
    return f"{outcome.value}: {message}" if message else outcome.value


class Runner(Protocol):
    """Runs candidates on examples where generated code may run."""

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        """Return the outcome of every candidate on every example."""
        ...

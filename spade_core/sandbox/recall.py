"""What a run need not do again: the cells that a cache knows, and those worth keeping afterwards."""

from collections.abc import Sequence

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.sandbox.cache import KEPT, ResultCache, row_hash
from spade_core.sandbox.planning import Cells
from spade_core.sandbox.preflight import preflight
from spade_core.sandbox.rows import Row


class Recall:
    """One run's dealings with the cache. Functions that ask a judge are never cached."""

    def __init__(self, cache: ResultCache, version: str, rows: Sequence[Row]) -> None:
        self._cache = cache
        self._version = version
        self._rows = rows
        self._hashes = {id(row): row_hash(row.example) for row in rows}
        self._keyed = [(row, row.example.id, self._hashes[id(row)]) for row in rows]

    def split(self, candidate: CandidateAssertion) -> tuple[Cells, Sequence[Row]]:
        """Return the cells known of a candidate, and the rows that are left to run."""
        if preflight(candidate.source).asks_judge:
            return {}, self._rows
        known = self._cache.of(candidate.hash, self._version)
        if not known:
            return {}, self._rows
        cells: Cells = {}
        left = []
        name, look = candidate.name, known.get
        for row, example_id, key in self._keyed:
            evaluation = look(key)
            if evaluation is None:
                left.append(row)
            else:
                cells[example_id, name] = evaluation
        return cells, left

    def keep(self, pending: Sequence[tuple[CandidateAssertion, Sequence[Row]]], cells: Cells) -> None:
        """Keep the cells just found that a second run could not change."""
        for candidate, rows in pending:
            if preflight(candidate.source).asks_judge:
                continue
            found = {
                self._hashes[id(row)]: evaluation
                for row in rows
                if self._hashes[id(row)] and (evaluation := cells[row.example.id, candidate.name]).outcome in KEPT
            }
            if found:
                self._cache.keep(candidate.hash, self._version, found)

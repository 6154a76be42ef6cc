"""What a run need not do again: the cells that a cache knows, and those worth keeping afterwards."""

from collections.abc import Sequence

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example
from spade_core.results import Evaluation, Grid
from spade_core.sandbox.cache import KEPT, ResultCache, row_hash
from spade_core.sandbox.static_checks import preflight


class CachedCells:
    """The cells of one run: known from the cache, if there is one, or still to be found.

    Functions that ask a judge are never cached. Most of what a second evaluation costs is spent here, a column at a
    time: rows are looked into only where something has to run.
    """

    def __init__(
        self,
        cache: ResultCache | None,
        version: str,
        candidates: Sequence[CandidateAssertion],
        examples: Sequence[Example],
    ) -> None:
        self._cache = cache
        self._version = version
        self._examples = examples
        self._keys = [row_hash(example) for example in examples] if cache is not None else []
        columns = {candidate.name: self._known(candidate) for candidate in candidates}
        self.missing = [(each, rows) for each in candidates if (rows := _missing(columns[each.name]))]
        """The places of the rows that each candidate has yet to be run on; candidates without any are left out."""
        self.cells = Grid([example.id for example in examples], columns)
        """Every cell: those that are known, and in the end the others."""

    def keep(self) -> None:
        """Keep the cells just found that a second run could not change."""
        for candidate, missing in self.missing:
            if self._cache is not None and not preflight(candidate.source).asks_judge:
                column = self.cells.column(candidate.name)
                self._keep(self._cache, candidate, {index: column[index] for index in missing})

    def _known(self, candidate: CandidateAssertion) -> list[Evaluation | None]:
        if self._cache is None or preflight(candidate.source).asks_judge:
            return [None] * len(self._examples)
        known = self._cache.of(candidate.hash, self._version)
        return list(map(known.get, self._keys))

    def _keep(self, cache: ResultCache, candidate: CandidateAssertion, fresh: dict[int, Evaluation | None]) -> None:
        found = {
            self._keys[index]: evaluation
            for index, evaluation in fresh.items()
            if self._keys[index] and evaluation is not None and evaluation.outcome in KEPT
        }
        if found:
            cache.keep(candidate.hash, self._version, found)


def _missing(column: Sequence[Evaluation | None]) -> list[int]:
    return [] if all(column) else [index for index, evaluation in enumerate(column) if evaluation is None]

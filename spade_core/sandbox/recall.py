"""What a run need not do again: the cells that a cache knows, and those worth keeping afterwards."""

from collections.abc import Sequence
from itertools import chain, product

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example
from spade_core.results.evaluation import Evaluation
from spade_core.sandbox.cache import KEPT, ResultCache, row_hash
from spade_core.sandbox.planning import Cells
from spade_core.sandbox.preflight import preflight
from spade_core.sandbox.rows import Row, row_of


class Recall:
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
        self._candidates = candidates
        self._examples = examples
        self._keys = [row_hash(example) for example in examples] if cache is not None else []
        self._columns = [self._known(candidate) for candidate in candidates]

    def pending(self) -> list[tuple[CandidateAssertion, Sequence[Row]]]:
        """Return the rows that each candidate has yet to be run on; candidates without any are left out."""
        rows: dict[int, Row] = {}
        every: list[Row] | None = None
        found: list[tuple[CandidateAssertion, Sequence[Row]]] = []
        for candidate, column in zip(self._candidates, self._columns, strict=True):
            missing = [index for index, evaluation in enumerate(column) if evaluation is None]
            if missing:
                rows |= {index: row_of(self._examples[index]) for index in missing if index not in rows}
                wanted = [rows[index] for index in missing]
                if len(missing) == len(self._examples):
                    wanted = every = every or wanted  # one list for all: what is found out of it is found out once
                found.append((candidate, wanted))
        return found

    def take(self, fresh: Cells) -> None:
        """Fill in the cells just found, and keep those that a second run could not change."""
        for candidate, column in zip(self._candidates, self._columns, strict=True):
            missing = [index for index, evaluation in enumerate(column) if evaluation is None]
            for index in missing:
                column[index] = fresh[self._examples[index].id, candidate.name]
            if missing and self._cache is not None and not preflight(candidate.source).asks_judge:
                self._keep(self._cache, candidate, {index: column[index] for index in missing})

    def cells(self) -> Cells:
        """Return every cell, example by example, each in the order of the candidates."""
        keys = product([example.id for example in self._examples], [one.name for one in self._candidates])
        said = chain.from_iterable(zip(*self._columns, strict=True))
        return {key: evaluation for key, evaluation in zip(keys, said, strict=True) if evaluation is not None}

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

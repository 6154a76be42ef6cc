"""What a run need not do again: the cells that a cache knows, and those worth keeping afterwards."""

from collections.abc import Mapping, Sequence

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example
from spade_core.results import NO_JUDGE, NOT_ASKED, Evaluation, Grid, Outcome
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
        self._keys = [row_hash(example) for example in examples] if cache is not None else []
        kept = [] if cache is None else [each for each in candidates if not preflight(each.source).asks_judge]
        known = cache.of((each.hash for each in kept), version) if cache is not None else ()
        columns: dict[str, list[Evaluation | None]] = {each.name: [None] * len(examples) for each in candidates}
        columns |= {each.name: list(map(told.get, self._keys)) for each, told in zip(kept, known, strict=True)}
        self.missing = [(each, rows) for each in candidates if (rows := _missing(columns[each.name]))]
        """The places of the rows that each candidate has yet to be run on; candidates without any are left out."""
        self.cells = Grid([example.id for example in examples], columns)
        """Every cell: those that are known, and in the end the others."""

    def fail(self, needed: Mapping[str, Sequence[str]], lacking: Sequence[Mapping[str, str]]) -> None:
        """Settle the rows that lack a score which a candidate needs, by its name; `lacking` says why, row by row."""
        still: list[tuple[CandidateAssertion, list[int]]] = []
        for candidate, places in self.missing:
            scores = needed[candidate.name]
            if not scores:
                still.append((candidate, places))
                continue
            runs = []
            for place in places:
                why = next(((name, lacking[place][name]) for name in scores if name in lacking[place]), None)
                if why is None:
                    runs.append(place)
                else:
                    message = f"no score {why[0]}: {why[1]}" if why[1] not in ("", NOT_ASKED) else why[1] or NO_JUDGE
                    self.cells.fill(candidate.name, [place], [Evaluation(Outcome.JUDGE_FAILED, message=message)])
            if runs:
                still.append((candidate, runs))
        self.missing = still

    def keep(self) -> None:
        """Keep the cells just found that a second run could not change."""
        if self._cache is None:
            return
        for candidate, missing in self.missing:
            column = self.cells.column(candidate.name)
            found = {
                self._keys[index]: evaluation
                for index in missing
                if self._keys[index] and (evaluation := column[index]) is not None and evaluation.outcome in KEPT
            }
            if found and not preflight(candidate.source).asks_judge:
                self._cache.keep(candidate.hash, self._version, found)


def _missing(column: Sequence[Evaluation | None]) -> list[int]:
    return [] if all(column) else [index for index, evaluation in enumerate(column) if evaluation is None]

"""What each function is given of the examples: sets of valid values and scores beside their fields, if it reads them.

So no outcome depends on what other functions of the run read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from spade_core.candidates import CandidateAssertion
from spade_core.context import FIELD as SCORES, Scores, with_scores
from spade_core.examples import Example
from spade_core.results import NO_JUDGE, NOT_ASKED, Evaluation, Outcome
from spade_core.sandbox.rows import Rows
from spade_core.static_analysis import scores_needed, sets_needed
from spade_core.values import FIELD as SET, ValueSet, with_values


class Inputs:
    """The examples of one run, as each function sees them; those that read the same see the same rows."""

    def __init__(
        self,
        candidates: Sequence[CandidateAssertion],
        examples: Sequence[Example],
        values: Mapping[str, ValueSet],
        scorer: Scores | None,
    ) -> None:
        """Compute what any function reads, once.

        Raises:
            ValuesError: a set cannot be read.
        """
        self._reads = {each.name: (sets_needed(each.source), scores_needed(each.source)) for each in candidates}
        every_set = {name for names, _ in self._reads.values() for name in names}
        every_score = sorted({name for _, names in self._reads.values() for name in names})
        complete, self._lacking = with_scores(with_values(examples, every_set, values), every_score, scorer)
        self._rows = {
            (sets, scores): Rows(
                [_reduced(one, full, sets, scores) for one, full in zip(examples, complete, strict=True)]
                if sets or scores
                else examples
            )
            for sets, scores in dict.fromkeys(self._reads.values())
        }

    def rows(self, name: str) -> Rows:
        """Return the examples as a function sees them."""
        return self._rows[self._reads[name]]

    def faults(self, name: str) -> Mapping[int, Evaluation]:
        """Return the places of the rows that a function cannot be given, and what becomes of these."""
        faults = {at: Evaluation(Outcome.UNSUPPORTED, message=why) for at, why in self.rows(name).defects.items()}
        if scores := self._reads[name][1]:
            for at, lacking in enumerate(self._lacking):
                if why := next((_why(score, lacking[score]) for score in scores if score in lacking), None):
                    faults[at] = Evaluation(Outcome.JUDGE_FAILED, message=why)
        return faults


def _why(score: str, told: str) -> str:
    """Return why an example lacks a score, in words."""
    return f"no score {score}: {told}" if told not in ("", NOT_ASKED) else told or NO_JUDGE


def _reduced(example: Example, full: Example, sets: Sequence[str], scores: Sequence[str]) -> Example:
    """Return an example with some of what another has beside its fields."""
    fields = dict(example.fields)
    for name in sets:
        if SET + name in full.fields:
            fields[SET + name] = full.fields[SET + name]
    found, own = full.fields.get(SCORES), fields.get(SCORES)
    if scores and isinstance(found, Mapping):
        brought = own if isinstance(own, Mapping) else {}
        fields[SCORES] = {name: score for name, score in found.items() if name in scores or name in brought}
    return replace(example, fields=fields)

"""What a matrix says of one candidate: counts, troubles, and its failures as bits."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from spade_core.candidates import CandidateAssertion
from spade_core.results.evaluation import Outcome
from spade_core.results.matrix import ResultsMatrix

_VERDICTS = frozenset({Outcome.PASSED, Outcome.FAILED})


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a candidate gave no verdict, on how many examples."""

    outcome: Outcome
    message: str
    line: int | None
    """1-based line in the function's source, where there is one."""
    count: int
    example_id: str
    """The first example it happened on."""


def outcome_counts(matrix: ResultsMatrix, candidate: CandidateAssertion) -> Mapping[Outcome, int]:
    """Return how often each outcome occurred for a candidate; every outcome is a key, in the enum's order."""
    found = Counter(evaluation.outcome for evaluation in matrix.column(candidate))
    return {outcome: found[outcome] for outcome in Outcome}


def troubles(matrix: ResultsMatrix, candidate: CandidateAssertion) -> tuple[Trouble, ...]:
    """Return what kept a candidate from a verdict, the commonest first, equal ones counted together."""
    groups: dict[tuple[Outcome, str, int | None], list[str]] = {}
    for example, found in zip(matrix.examples, matrix.column(candidate), strict=True):
        if found.outcome not in _VERDICTS:
            groups.setdefault((found.outcome, found.message, found.line), []).append(example.id)
    every = [Trouble(*group, count=len(ids), example_id=ids[0]) for group, ids in groups.items()]
    return tuple(sorted(every, key=lambda trouble: (-trouble.count, trouble.outcome, trouble.message)))


def failure_bits(matrix: ResultsMatrix, candidate: CandidateAssertion) -> int:
    """Return the examples a candidate fails as a bit set: bit i stands for ``matrix.examples[i]``."""
    flags = ("1" if found.outcome is Outcome.FAILED else "0" for found in reversed(matrix.column(candidate)))
    return int("".join(flags) or "0", 2)

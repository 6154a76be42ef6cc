"""Pipelines made up from nothing, in the manner of real ones: faults, and assertions that see them well or badly."""

import math
from dataclasses import dataclass
from random import Random

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example, Label
from spade_core.results.matrix import Evaluation, Outcome, ResultsMatrix
from spade_core.subsumption import SaidBy, Subsumption, claimed, subsumption_of

_KINDS = ("tells", "variant", "idle", "broken", "besides")
_HOW_OFTEN = (45, 15, 15, 15, 10)


@dataclass(frozen=True, slots=True)
class MadeUp:
    """A pipeline with every example labelled."""

    results: ResultsMatrix
    subsumption: Subsumption


def made_up_pipeline(seed: int) -> MadeUp:
    """Return a pipeline of 40 to 120 responses and 15 to 90 assertions; the same for the same seed.

    From 15 to 65 % of the responses have one or more of 2 to 8 faults, and up to 5 % of the labels are wrong.
    Assertions miss faults and see some that are none, are variants of each other, never fail, or fail nearly always.
    """
    choice = Random(seed)  # noqa: S311 - reproducible test data
    rows, size = choice.choice([40, 50, 60, 76, 100, 120]), choice.randint(15, 90)
    faults = _faults(choice, rows, choice.randint(2, 8), share=choice.uniform(0.15, 0.65))
    wrong = choice.choice([0.0, 0.0, 0.02, 0.05])
    bad = [any(row) != (choice.random() < wrong) for row in faults]
    columns: list[list[bool]] = []
    pairs: list[tuple[int, int]] = []
    while len(columns) < size:
        (kind,) = choice.choices(_KINDS, _HOW_OFTEN)
        if kind == "variant" and columns:
            original, kept = choice.randrange(len(columns)), choice.choice([1.0, 0.9, 0.6])
            pairs.append((original, len(columns)))
            columns.append([fails and choice.random() < kept for fails in columns[original]])
        else:
            columns.append(_column(choice, kind, faults))
    return _as_results(bad, columns, pairs)


def _faults(choice: Random, rows: int, kinds: int, *, share: float) -> list[list[bool]]:
    """Return for each response which faults it has; some responses are worse than others in everything."""
    weights = [choice.gammavariate(1, 1) for _ in range(kinds)]
    scale = -math.log(1 - share) / sum(weights)
    rates = [1 - math.exp(-scale * weight) for weight in weights]
    worse = [math.exp(choice.gauss(0, 0.5)) for _ in range(rows)]
    return [[choice.random() < min(0.95, rate * factor) for rate in rates] for factor in worse]


def _column(choice: Random, kind: str, faults: list[list[bool]]) -> list[bool]:
    if kind == "tells":
        fault, seen = choice.randrange(len(faults[0])), choice.uniform(0.4, 1.0)
        false = choice.choice([0.0, 0.0, 0.02, 0.05, 0.15, 0.3])
        return [(row[fault] and choice.random() < seen) or choice.random() < false for row in faults]
    low, high = {"idle": (0.0, 0.02), "broken": (0.8, 1.0)}.get(kind, (0.1, 0.5))
    rate = choice.uniform(low, high)
    return [choice.random() < rate for _ in faults]


def _as_results(bad: list[bool], columns: list[list[bool]], pairs: list[tuple[int, int]]) -> MadeUp:
    examples = tuple(
        Example(str(row), {}, "", "", Label.BAD if is_bad else Label.GOOD) for row, is_bad in enumerate(bad)
    )
    candidates = tuple(CandidateAssertion(f"assert_{number:03}", "", ()) for number in range(len(columns)))
    cells = {
        (example.id, candidate.name): Evaluation(Outcome.FAILED if fails else Outcome.PASSED)
        for candidate, column in zip(candidates, columns, strict=True)
        for example, fails in zip(examples, column, strict=True)
    }
    results = ResultsMatrix(examples, candidates, cells)
    claims = [claimed(candidates[i].name, candidates[j].name, SaidBy.MODEL) for i, j in pairs]
    return MadeUp(results, subsumption_of(candidates, results, claims=claims))

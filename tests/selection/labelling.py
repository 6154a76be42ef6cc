"""Simulated labelling, one response after another: how many labels until the selection is the final one."""

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example, Label
from spade_core.results.matrix import Evaluation, Outcome, ResultsMatrix
from spade_core.selection import Method, Thresholds
from spade_core.selection.labelled_matrix import labelled_results
from spade_core.selection.next_label.choosing import next_to_label
from spade_core.selection.next_label.outlook import difference
from spade_core.selection.problem import Objective, problem_of
from spade_core.selection.solvers.bits import bits_of
from spade_core.selection.solvers.solving import solve
from spade_core.subsumption import SaidBy, Subsumption, claimed, subsumption_of
from tests.selection.shipped import raw_matrix

Order = Callable[[ResultsMatrix], Example]

OBJECTIVES = {Method.COVERAGE: Objective.FEWEST, Method.SUBSUMPTION: Objective.SUBSUMPTION}


@dataclass(frozen=True, slots=True)
class Labelling:
    """How labelling went in one order."""

    reached: int
    """Labels after which the selection was the final one for the first time; that may be by accident."""
    kept: int
    """Labels from which on it stayed the final one."""
    difference: float
    """How far it was from the final one, on average over all labels: 0.0 is at once, 1.0 never."""


def shipped_results(pipeline: str) -> ResultsMatrix:
    """The published candidates' results, every example labelled."""
    raw = raw_matrix(pipeline)
    examples = tuple(
        Example(str(row), {}, "", "", Label.GOOD if label else Label.BAD) for row, label in enumerate(raw["labels"])
    )
    candidates = tuple(CandidateAssertion(name, "", ()) for name in raw["assertions"])
    cells = {
        (example.id, candidate.name): Evaluation(Outcome.PASSED if passed else Outcome.FAILED)
        for example, row in zip(examples, raw["results"], strict=True)
        for candidate, passed in zip(candidates, row, strict=True)
    }
    return ResultsMatrix(examples, candidates, cells)


def shipped_subsumption(pipeline: str) -> Subsumption:
    raw, results = raw_matrix(pipeline), shipped_results(pipeline)
    names = raw["assertions"]
    claims = [claimed(names[i], names[j], SaidBy.MODEL) for i, j in raw["subsumes"]]
    return subsumption_of(results.candidates, results, claims=claims)


def labelling(
    results: ResultsMatrix, order: Order, *, method: Method, subsumption: Subsumption | None = None
) -> Labelling:
    """Label all examples of `results`, whose labels are the true ones, in this order."""
    true = {example.id: example for example in results.examples}
    selector = Selector(results, subsumption or Subsumption(), method)
    final = selector.chosen(true)
    waiting = {id_: replace(example, label=None) for id_, example in true.items()}
    known: dict[str, Example] = {}
    away: list[float] = []
    while len(known) < len(true):
        asked = order(replace(results, examples=tuple(known.get(id_, waiting[id_]) for id_ in true)))
        known[asked.id] = true[asked.id]
        away.append(difference(selector.chosen(known), final))
    last = max((number for number, each in enumerate(away, start=1) if each), default=0)
    return Labelling(away.index(0.0) + 1, last + 1, sum(away) / len(away))


class Selector:
    """What `select` would choose from some of the labels; the cells are read only once."""

    def __init__(self, results: ResultsMatrix, subsumption: Subsumption, method: Method) -> None:
        self._method = method
        self._table = labelled_results(results, subsumption).table
        good = [example.id for example in results.examples if example.label is Label.GOOD]
        bad = [example.id for example in results.examples if example.label is Label.BAD]
        self._good, self._bad = ({id_: place for place, id_ in enumerate(ids)} for ids in (good, bad))

    def chosen(self, known: Collection[str]) -> int | None:
        """Return the selection as a bitset when only these examples have their label; None when there is none."""
        table = self._table
        good, bad = (bits_of(places[id_] for id_ in known if id_ in places) for places in (self._good, self._bad))
        part = replace(
            table,
            good=tuple(rows & good for rows in table.good),
            bad=tuple(rows & bad for rows in table.bad),
            n_good=good.bit_count(),
            n_bad=bad.bit_count(),
        )
        solution = solve(problem_of(part, Thresholds()), OBJECTIVES[self._method])
        return None if solution is None else solution.chosen


def telling_order(method: Method, subsumption: Subsumption | None = None) -> Order:
    """As the product proposes them."""
    return lambda so_far: next_to_label(so_far, subsumption=subsumption, thresholds=Thresholds(), method=method)[0]


def random_order(seed: int) -> Order:
    choice = random.Random(seed)  # noqa: S311 - reproducible test data
    return lambda so_far: choice.choice([example for example in so_far.examples if example.label is None])


def alternating_order() -> Order:
    """As ChainForge does: the response with the most failed assertions and that with the fewest, in turn."""
    asked: list[str] = []
    failed: dict[str, int] = {}

    def order(so_far: ResultsMatrix) -> Example:
        if not failed:
            failed.update((example.id, 0) for example in so_far.examples)
            for (id_, _), evaluation in so_far.evaluations.items():
                failed[id_] += evaluation.outcome is Outcome.FAILED
        pick = max if len(asked) % 2 == 0 else min
        found = pick(
            (example for example in so_far.examples if example.label is None), key=lambda example: failed[example.id]
        )
        asked.append(found.id)
        return found

    return order

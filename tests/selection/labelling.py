"""Simulated labelling of the public pipelines: how many labels until the selection is the final one."""

import random
from collections.abc import Callable
from dataclasses import replace

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example, Label
from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.results.matrix import ResultsMatrix
from spade_core.selection import Method, Thresholds, select
from spade_core.selection.next_label import next_to_label
from spade_core.subsumption import SaidBy, Subsumption, claimed, subsumption_of
from tests.selection.shipped import raw_matrix

Order = Callable[[ResultsMatrix], Example]


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


def labels_until_final(
    results: ResultsMatrix, order: Order, *, method: Method, subsumption: Subsumption | None = None
) -> int:
    """Label one example after another in this order; return how many it took to select the final set."""
    relation = subsumption or Subsumption()
    final = select(results, relation, Thresholds(), method=method).names
    true = {example.id: example for example in results.examples}
    known: dict[str, Example] = {}
    while len(known) < len(true):
        so_far = replace(
            results, examples=tuple(known.get(id_, replace(example, label=None)) for id_, example in true.items())
        )
        asked = order(so_far)
        known[asked.id] = true[asked.id]
        labelled = replace(results, examples=tuple(known.values()))
        selection = select(labelled, relation, Thresholds(), method=method)
        if selection.feasible and selection.names == final:
            break
    return len(known)


def telling_order(so_far: ResultsMatrix) -> Example:
    return next_to_label(so_far)[0].example


def changing_order(method: Method, subsumption: Subsumption | None = None) -> Order:
    """By what the label tells and by how far it is expected to change the selection."""
    return lambda so_far: next_to_label(so_far, subsumption=subsumption, method=method)[0].example


def random_order(seed: int) -> Order:
    choice = random.Random(seed)  # noqa: S311 - reproducible test data
    return lambda so_far: choice.choice([example for example in so_far.examples if example.label is None])


def alternating_order() -> Order:
    """As ChainForge does: the response with the most failed assertions and that with the fewest, in turn."""
    asked: list[str] = []

    def order(so_far: ResultsMatrix) -> Example:
        waiting = [example for example in so_far.examples if example.label is None]
        failed = {
            example.id: sum(so_far.evaluations[example.id, c.name].outcome is Outcome.FAILED for c in so_far.candidates)
            for example in waiting
        }
        pick = max if len(asked) % 2 == 0 else min
        found = pick(waiting, key=lambda example: failed[example.id])
        asked.append(found.id)
        return found

    return order

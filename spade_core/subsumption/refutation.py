"""Refuting claims of subsumption by the results matrix."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from spade_core.results import Outcome, ResultsMatrix
from spade_core.subsumption.relation import EdgeStatus, SubsumptionEdge


def refuted_by_examples(edges: Iterable[SubsumptionEdge], matrix: ResultsMatrix) -> list[SubsumptionEdge]:
    """Return the edges, those that some example contradicts marked refuted, a proof included.

    An example contradicts f subsumes g when f passes it and g fails it; its label does not matter. An error says
    nothing of either. Names that the matrix does not hold are left as they are.
    """
    rows = {
        candidate.name: [found.outcome if found is not None else None for found in matrix.cells(candidate.name)]
        for candidate in matrix.candidates
    }
    ids = [example.id for example in matrix.examples]
    return [_checked(edge, rows.get(edge.general, ()), rows.get(edge.specific, ()), ids) for edge in edges]


def _checked(
    edge: SubsumptionEdge, general: Sequence[Outcome | None], specific: Sequence[Outcome | None], ids: Sequence[str]
) -> SubsumptionEdge:
    for one, other, example in zip(general, specific, ids, strict=False):
        if one is Outcome.PASSED and other is Outcome.FAILED:
            return replace(edge, status=EdgeStatus.REFUTED, refuted_by=example)
    return edge

"""From candidates to the subsumption relation: claimed or proved, then refuted by rows, then closed."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from spade_core.candidates import CandidateAssertion
from spade_core.results import Outcome, ResultsMatrix
from spade_core.subsumption.proofs import proved_edges
from spade_core.subsumption.relation import EdgeStatus, SaidBy, Subsumption, SubsumptionEdge


def subsumption_of(
    candidates: Sequence[CandidateAssertion],
    matrix: ResultsMatrix | None = None,
    *,
    claims: Iterable[SubsumptionEdge] = (),
) -> Subsumption:
    """Return what is known of which candidate subsumes which (Shankar et al. 2024, section 3.3).

    `claims` are edges named by a model or a person; those about names that are not among the candidates are ignored.
    Nothing is believed, not even a proof, that an example of `matrix` refutes. No code is run.
    """
    names = {candidate.name for candidate in candidates}
    said = [edge for edge in claims if edge.general in names and edge.specific in names]
    edges = [*proved_edges(candidates), *said]
    return Subsumption.of(edges if matrix is None else refuted_by_examples(edges, matrix))


def claimed(general: str, specific: str, said_by: SaidBy) -> SubsumptionEdge:
    """Return a claim that nobody has checked yet."""
    return SubsumptionEdge(general, specific, EdgeStatus.BELIEVED, said_by)


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

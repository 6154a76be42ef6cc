"""Refuting claims by running both functions on responses made for the purpose."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example
from spade_core.results.matrix import ResultsMatrix
from spade_core.subsumption.probes import probes
from spade_core.subsumption.refutation import refuted_by_examples
from spade_core.subsumption.relation import EdgeStatus, Subsumption, SubsumptionEdge


class Runner(Protocol):
    """Runs candidates on examples where generated code may run; the sandbox is one."""

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        """Return the outcome of every candidate on every example."""
        ...


def searched(
    subsumption: Subsumption,
    candidates: Sequence[CandidateAssertion],
    runner: Runner,
    *,
    examples: Sequence[Example] = (),
    most: int = 400,
) -> Subsumption:
    """Return the relation with each standing claim refuted for which a response was found that tells the two apart.

    At most `most` responses are made, from the literals of the functions and from `examples`. Functions that ask a
    judge are not run. A claim that survives keeps its status: not refuted is not proved.
    """
    pure = {candidate.name: candidate for candidate in candidates if not candidate.asks_judge}
    standing = [edge for edge in subsumption.edges if edge.holds and edge.general in pure and edge.specific in pure]
    if not standing:
        return subsumption
    named = {name for edge in standing for name in (edge.general, edge.specific)}
    involved = [candidate for name, candidate in pure.items() if name in named]
    made = probes(involved, examples, most=most)
    matrix = runner.run(involved, made)
    response_of = {example.id: example.response for example in made}
    checked = [_with_response(edge, response_of) for edge in refuted_by_examples(standing, matrix)]
    return Subsumption.of([*subsumption.edges, *checked])


def _with_response(edge: SubsumptionEdge, response_of: dict[str, str]) -> SubsumptionEdge:
    if edge.status is not EdgeStatus.REFUTED:
        return edge
    return replace(edge, refuted_by="", response=response_of[edge.refuted_by])

"""Refuting claims by running both functions on responses made for the purpose."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example
from spade_core.results import Runner
from spade_core.subsumption.claims import refuted_by_examples
from spade_core.subsumption.probes import probes
from spade_core.subsumption.relation import EdgeStatus, Subsumption, SubsumptionEdge

_AT_ONCE = 80
"""Responses that are run together; behind each lot the clock is read, and claims refuted by then are left out."""


def searched(
    subsumption: Subsumption,
    candidates: Sequence[CandidateAssertion],
    runner: Runner,
    *,
    examples: Sequence[Example] = (),
    relevant: Collection[str] | None = None,
    seconds: float | None = None,
) -> Subsumption:
    """Return the relation with each believed claim refuted for which a response was found that tells the two apart.

    Responses are made from the literals of the functions and from `examples`, and after `seconds` no more are tried.
    Functions that ask a judge are not run, nor claims whose general side is not `relevant` (all are by default).
    A claim that survives stays believed: not refuted is not proved.
    """
    runnable = {candidate.name: candidate for candidate in candidates if not candidate.asks_judge}
    waiting = [
        edge
        for edge in subsumption.edges
        if edge.status is EdgeStatus.BELIEVED
        and edge.general in runnable
        and edge.specific in runnable
        and (relevant is None or edge.general in relevant)
    ]
    if not waiting:
        return subsumption
    made = probes(_involved(waiting, runnable), examples)
    deadline = None if seconds is None else time.monotonic() + seconds
    refuted: list[SubsumptionEdge] = []
    for start in range(0, len(made), _AT_ONCE):
        if not waiting or (deadline is not None and time.monotonic() > deadline):
            break
        batch = made[start : start + _AT_ONCE]
        checked = refuted_by_examples(waiting, runner.run(_involved(waiting, runnable), batch))
        response_of = {example.id: example.response for example in batch}
        refuted += [_with_response(edge, response_of) for edge in checked if not edge.holds]
        waiting = [edge for edge in checked if edge.holds]
    return Subsumption.of([*subsumption.edges, *refuted])


def _involved(
    edges: Sequence[SubsumptionEdge], candidates: Mapping[str, CandidateAssertion]
) -> list[CandidateAssertion]:
    named = {name for edge in edges for name in (edge.general, edge.specific)}
    return [candidate for name, candidate in candidates.items() if name in named]


def _with_response(edge: SubsumptionEdge, response_of: dict[str, str]) -> SubsumptionEdge:
    return replace(edge, refuted_by="", response=response_of[edge.refuted_by])

"""What a person reviews of a proposal: where it is asked for, what speaks for it, and none that says the same twice."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from lsprotocol import types

from spade_core.candidates import CandidateAssertion, constraint_of
from spade_core.constraints import fails
from spade_core.criteria import Criterion, ask_the_same, content_of
from spade_core.deltas import identity_of
from spade_core.examples import Example, Label, with_prompts
from spade_core.prompt_files import templates_around
from spade_core.storage import parse_assertions
from spade_core.subsumption import subsumption_of
from spade_server.documents.ranges import range_of
from spade_server.protocol.messages import ErrorCode, Proposal
from spade_server.requests.serving import RequestError
from spade_server.requests.target import RequestTarget

_MOST_LABELLED: Final = 200
"""Responses of one label that are looked at for the evidence of a proposal."""


def proposals_of(
    target: RequestTarget, candidates: Sequence[CandidateAssertion], by_model: Collection[str]
) -> Iterator[Proposal]:
    """Yield the proposals in the order of the prompt; what it no longer says comes last."""
    places, labelled = _places(target), _labelled(target)
    ranked = ((_rank(each, places), each) for each in candidates)
    for (place, criterion), candidate in sorted(ranked, key=lambda each: each[0][0]):
        there = place < len(places)
        evidence, flagged, good = _evidence(candidate, labelled)
        instruction, where = list(places.values())[place] if there else ("", None)
        yield Proposal(
            name=candidate.name,
            source=candidate.source,
            description=criterion.description,
            category=criterion.category.label,
            phrase=criterion.source_phrase,
            commit=criterion.version.commit.sha if criterion.version.commit else None,
            asks_judge=candidate.asks_judge,
            withdrawn=not there,
            instruction=instruction,
            range=where,
            sure=there
            and not candidate.asks_judge
            and candidate.name not in by_model
            and flagged <= good * target.beside.settings.tau,
            evidence=evidence,
        )


def without_repeats(
    candidates: Sequence[CandidateAssertion], by_model: Collection[str]
) -> tuple[CandidateAssertion, ...]:
    """Return the candidates without those of a model that a person need not read.

    They are proved to decide what another decides, ask a judge what another asks it, or ask it about a sentence that
    the words decide by code from end to end.
    """
    known = subsumption_of(candidates)
    kept: list[CandidateAssertion] = [each for each in candidates if each.name not in by_model]
    decided = _decided(kept)
    for candidate in candidates:
        if candidate.name not in by_model:
            continue
        same = any(
            known.subsumes(candidate.name, other.name) and known.subsumes(other.name, candidate.name)
            if not candidate.asks_judge
            else other.asks_judge and _asks(candidate, other)
            for other in kept
        )
        sentences = {identity_of(each.sentence.text) for each in candidate.criteria}
        if not same and not (candidate.asks_judge and sentences and sentences <= decided):
            kept.append(candidate)
    names = {each.name for each in kept}
    return tuple(each for each in candidates if each.name in names)


def edited_functions(edited: Mapping[str, str]) -> Mapping[str, str]:
    """Return functions as a person edited them."""
    for name, text in edited.items():
        file = parse_assertions(text, name)
        fault = file.syntax_error or next(iter(file.problems), None)
        if fault is not None:
            raise RequestError(ErrorCode.UNREADABLE, f"{name}, line {fault.line}: {fault.message}")
        if [each.name for each in file.functions] != [name]:
            raise RequestError(ErrorCode.UNREADABLE, f"{name}: the edited text is to be this one function")
    return edited


def _places(target: RequestTarget) -> dict[str, tuple[str, types.Range]]:
    """Return the sentences of the prompt of now by identity, in their order, each as it stands and where."""
    lines, template = target.model
    found: dict[str, tuple[str, types.Range]] = {}
    for each in template.instructions if template is not None else ():
        found.setdefault(identity_of(each.sentence.text), (each.sentence.text, range_of(lines, each.span)))
    return found


def _rank(candidate: CandidateAssertion, places: Mapping[str, object]) -> tuple[int, Criterion]:
    """Return the number of the first sentence of now that asks for it, with the criterion; else a greater number."""
    order = {name: number for number, name in enumerate(places)}
    found = ((order.get(identity_of(each.sentence.text), len(order)), each) for each in candidate.criteria)
    return min(found, key=lambda each: each[0])


def _labelled(target: RequestTarget) -> Mapping[Label, Sequence[Example]]:
    """Return the first responses of each label, with the prompts that were sent."""
    examples = target.beside.examples.examples
    first = {label: [each for each in examples if each.label is label][:_MOST_LABELLED] for label in Label}
    lookup = templates_around(target.path)
    return {label: with_prompts(each, target.prompt, lookup=lookup).examples for label, each in first.items()}


def _evidence(candidate: CandidateAssertion, labelled: Mapping[Label, Sequence[Example]]) -> tuple[str, int, int]:
    """Return what a check by code says of labelled responses: in words, how many good it flags, and of how many."""
    constraint = constraint_of(candidate)
    if constraint is None or candidate.asks_judge:
        return "", 0, 0
    expression = constraint.source()
    failed = {
        label: sum(fails(expression, each.response, fields=each.fields, prompt=each.prompt) for each in rows)
        for label, rows in labelled.items()
    }
    good, bad = labelled[Label.GOOD], labelled[Label.BAD]
    said = [
        *([f"flags {failed[Label.GOOD]} of {len(good)} good"] if good else []),
        *([f"catches {failed[Label.BAD]} of {len(bad)} bad"] if bad else []),
    ]
    return ", ".join(said), failed[Label.GOOD], len(good)


def _decided(candidates: Sequence[CandidateAssertion]) -> frozenset[str]:
    """Return the sentences of which the phrases that give code leave no word that carries a wish."""
    phrases: dict[str, list[str]] = {}
    for each in candidates:
        for criterion in () if each.asks_judge else each.criteria:
            phrases.setdefault(criterion.sentence.text, []).append(criterion.source_phrase)
    return frozenset(
        identity_of(text) for text, said in phrases.items() if set(content_of(text)) <= set(content_of(" ".join(said)))
    )


def _asks(one: CandidateAssertion, other: CandidateAssertion) -> bool:
    return any(ask_the_same(a.description, b.description) for a in one.criteria for b in other.criteria)

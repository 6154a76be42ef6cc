"""Pairs of criteria that no response can satisfy both. Only what is certain is said: counts and named phrases."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spade_core.criteria import Criterion
from spade_core.criteria.readings import (
    Content,
    Language,
    Layout,
    Manner,
    PhraseRule,
    Phrases,
    Quantity,
    Reading,
    Shows,
    Speaks,
)

_INCLUDES = frozenset({PhraseRule.INCLUDE_ALL, PhraseRule.STARTS_WITH, PhraseRule.ENDS_WITH})


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two criteria that exclude each other."""

    first: Criterion
    second: Criterion
    why: str


def contradictions_in(criteria: Sequence[Criterion]) -> Iterator[Contradiction]:
    """Yield the contradictions between criteria of one template, in reading order; each pair of sentences once."""
    by_kind: dict[type, list[Criterion]] = {}
    for criterion in criteria:
        if criterion.reading is not None:
            by_kind.setdefault(type(criterion.reading), []).append(criterion)
    seen: set[tuple[int, int]] = set()
    for group in by_kind.values():
        for index, second in enumerate(group):
            for first in group[:index]:
                pair = (id(first.sentence), id(second.sentence))
                why = _clash(first.reading, second.reading) if pair not in seen else ""
                if why and first.sentence != second.sentence:
                    seen.add(pair)
                    yield Contradiction(first, second, why)


def _clash(one: Reading | None, other: Reading | None) -> str:
    match one, other:
        case Quantity(), Quantity():
            return _counts(one, other)
        case Phrases(), Phrases():
            return _phrases(one, other)
        case Layout(), Layout():
            same = (one.format, one.scope, one.detail) == (other.format, other.scope, other.detail)
            return f"one wants {one.format.value}, the other forbids it" if same and one.wanted != other.wanted else ""
        case Speaks(), Speaks():
            return _wanted(one.manner, other.manner, differ=one.wanted != other.wanted)
        case Shows(), Shows():
            return _wanted(one.content, other.content, differ=one.wanted != other.wanted)
        case Language(), Language():
            return f"one wants {one.name}, the other {other.name}" if one.name != other.name else ""
        case _:
            return ""


def _wanted(one: Manner | Content, other: Manner | Content, *, differ: bool) -> str:
    return f"one wants {one.value}, the other forbids it" if one is other and differ else ""


def _counts(one: Quantity, other: Quantity) -> str:
    if one.unit is not other.unit or one.scope != other.scope or one.approximate or other.approximate:
        return ""
    for low, high in ((one, other), (other, one)):
        if low.lower is not None and high.upper is not None and low.lower > high.upper:
            return f"one asks for at least {low.lower} {low.unit.value}, the other for at most {high.upper}"
    return ""


def _phrases(one: Phrases, other: Phrases) -> str:
    for wants, forbids in ((one, other), (other, one)):
        if wants.rule not in _INCLUDES or forbids.rule is not PhraseRule.EXCLUDE:
            continue
        if wants.scope != forbids.scope:
            continue
        both = {phrase.lower() for phrase in wants.phrases} & {phrase.lower() for phrase in forbids.phrases}
        if both:
            return f'one includes "{min(both)}", the other excludes it'
    edges = one.rule is other.rule and one.rule in {PhraseRule.STARTS_WITH, PhraseRule.ENDS_WITH}
    single = len(one.phrases) == len(other.phrases) == 1
    if edges and single and not _nested(one.phrases[0], other.phrases[0], one.rule):
        return f'one {one.rule.value} "{one.phrases[0]}", the other "{other.phrases[0]}"'
    return ""


def _nested(one: str, other: str, rule: PhraseRule) -> bool:
    """Whether a response can satisfy both: one phrase begins (or ends) with the other."""
    low, high = sorted((one.lower(), other.lower()), key=len)
    return high.startswith(low) if rule is PhraseRule.STARTS_WITH else high.endswith(low)

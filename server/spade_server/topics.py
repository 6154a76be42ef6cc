"""What criteria speak of, so that only those are held against one another that may contradict.

Two criteria can contradict only where they take different stances on one topic: the bounds of one count, a phrase
wanted and forbidden. A block's topics are worked out once; those of a prompt's blocks are put together at every
keystroke.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from spade_core.criteria import Criterion
from spade_core.criteria.readings import (
    Casing,
    Echo,
    Language,
    Layout,
    PhraseRule,
    Phrases,
    Quantity,
    Shows,
    Speaks,
)
from spade_server.contradictions import counted_noun, whole_format

Topic: TypeAlias = tuple[object, ...]
_EDGE = {
    PhraseRule.STARTS_WITH: "start",
    PhraseRule.NOT_STARTS_WITH: "start",
    PhraseRule.ENDS_WITH: "end",
    PhraseRule.NOT_ENDS_WITH: "end",
    PhraseRule.ONE_OF: "choice",
}


@dataclass(frozen=True, slots=True)
class Stance:
    """What one criterion says on a topic: a bound (the other is None), or else `says`."""

    says: object = None
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of some criteria."""

    of_criteria: tuple[frozenset[Topic], ...]
    """Of each criterion."""
    stances: tuple[tuple[Topic, Stance], ...]
    """Each of them once; of the bounds of one count the strictest."""


def topics_of(criteria: Iterable[Criterion]) -> Topics:
    """Return what criteria speak of."""
    of_criteria: list[frozenset[Topic]] = []
    bounds: dict[Topic, tuple[int | None, int | None]] = {}
    others: dict[tuple[Topic, Stance], None] = {}
    for criterion in criteria:
        stances = tuple(_stances(criterion))
        of_criteria.append(frozenset(topic for topic, _ in stances))
        for topic, stance in stances:
            if topic[0] == "count":
                bounds[topic] = _tighter(bounds.get(topic, (None, None)), stance)
            else:
                others[topic, stance] = None
    counts = ((topic, Stance(least=least, most=most)) for topic, (least, most) in bounds.items())
    return Topics(tuple(of_criteria), (*counts, *others))


def disputed(every: Iterable[Topics]) -> set[Topic]:
    """Return the topics on which something in them all differs."""
    bounds: dict[Topic, tuple[int | None, int | None]] = {}
    first: dict[Topic, Stance] = {}
    found: set[Topic] = set()
    for topics in every:
        for topic, stance in topics.stances:
            if topic[0] == "count":
                least, most = bounds[topic] = _tighter(bounds.get(topic, (None, None)), stance)
                if least is not None and most is not None and least > most:
                    found.add(topic)
            elif first.setdefault(topic, stance) is not stance and first[topic] != stance:
                found.add(topic)
    return found


def _tighter(known: tuple[int | None, int | None], stance: Stance) -> tuple[int | None, int | None]:
    least, most = known
    if stance.least is not None and (least is None or stance.least > least):
        least = stance.least
    if stance.most is not None and (most is None or stance.most < most):
        most = stance.most
    return least, most


def _stances(criterion: Criterion) -> Iterator[tuple[Topic, Stance]]:
    match criterion.reading:
        case Quantity() as quantity:
            topic = ("count", quantity.unit, quantity.scope, counted_noun(criterion))
            yield topic, Stance(least=quantity.lower, most=quantity.upper)
        case Phrases() as phrases:
            wanted = Stance(phrases.rule is not PhraseRule.EXCLUDE)
            yield from ((("phrase", phrase.lower(), phrases.scope), wanted) for phrase in phrases.phrases)
            if phrases.rule in _EDGE:
                yield (_EDGE[phrases.rule], phrases.scope), Stance((phrases.rule, phrases.phrases))
        case Layout() as layout:
            yield ("layout", layout.format, layout.scope, layout.detail), Stance(layout.wanted)
            if name := whole_format(criterion):
                yield ("format",), Stance(name)
        case Echo() as echo:
            yield ("echo", echo.field), Stance(echo.wanted)
        case Casing() as casing:
            yield ("casing",), Stance(casing)
        case Speaks() as speaks:
            yield ("speaks", speaks.manner), Stance(speaks.wanted)
        case Shows() as shows:
            yield ("shows", shows.content), Stance(shows.wanted)
        case Language() as language:
            yield ("language",), Stance(language.name)
        case _:
            return

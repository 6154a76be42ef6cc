"""From a history to its criteria: what the newest version asks of a response, each with the delta that brought it.

Law: the newest version decides. An older sentence explains since when an instruction is there; it asks for nothing by
itself once it is gone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from spade_core.constraints import Found, read_structure
from spade_core.criteria.criterion import Criterion, statement_of
from spade_core.deltas import Key, PromptDelta, Sentence, Sign, key, sentences_of
from spade_core.structure import structure_of
from spade_core.text import Span
from spade_core.versions import History, PromptVersion

MOST_SENTENCES: Final = 3000
"""From the beginning of a version, that are read: what is longer is data for the most part, and nobody's to review."""


class Arrival(NamedTuple):
    """When a sentence of the newest version came, and how it was written then."""

    version: PromptVersion
    sentence: Sentence


def criteria_of(history: History, deltas: Sequence[PromptDelta]) -> tuple[Criterion, ...]:
    """Return what the newest version of a history asks of a response, in its reading order, up to `MOST_SENTENCES`.

    `deltas` are those of the history, oldest first.
    """
    newest = history.versions[-1]
    came = arrivals(deltas)
    structure = structure_of(newest.template, sentences_of(newest.template)[:MOST_SENTENCES])
    return tuple(_criterion(found, newest, came) for found in read_structure(structure))


def arrivals(deltas: Iterable[PromptDelta]) -> Mapping[Key, Arrival]:
    """Return when each sentence came that stands after the last delta: the last time that none of it stood before."""
    standing: Counter[Key] = Counter()
    came: dict[Key, Arrival] = {}
    for delta in deltas:
        for change in delta.changes:
            standing[key(change.sentence)] -= change.sign is Sign.REMOVED
        for change in delta.changes:
            if change.sign is Sign.ADDED:
                name = key(change.sentence)
                if standing[name] <= 0:
                    came[name] = Arrival(delta.after, change.sentence)
                standing[name] += 1
    return came


def _criterion(found: Found, newest: PromptVersion, came: Mapping[Key, Arrival]) -> Criterion:
    arrival = came.get(key(found.sentence), Arrival(newest, found.sentence))
    return Criterion(
        description=statement_of(found.constraint),
        category=found.constraint.kind_of,
        sentence=arrival.sentence,
        phrase=_moved(found.phrase, found.sentence.text, arrival.sentence.text),
        version=arrival.version,
        delta=arrival.version.index,
        constraint=found.constraint,
    )


def _moved(phrase: Span, text: str, earlier: str) -> Span:
    """Return where a phrase stood when its sentence was wrapped or numbered otherwise."""
    if text == earlier:
        return phrase
    before = len("".join(text[: phrase.start].split())) - len("".join(text.split()))
    places = [at for at, char in enumerate(earlier) if not char.isspace()]
    wanted = len("".join(phrase.of(text).split()))
    first = len(places) + before
    if not wanted or first < 0 or first + wanted > len(places):
        return Span(0, len(earlier))
    return Span(places[first], places[first + wanted - 1] + 1)

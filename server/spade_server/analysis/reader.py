"""What each sentence of a prompt says, remembered from one edit to the next.

A keystroke changes one sentence; the cues and the criteria of all others are those of before. What a sentence is read
by beyond its words (sections, keys, the form of the response) is part of the key, so a remembered answer is the answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from spade_core.categories import Cue, cues_in
from spade_core.constraints import Around, Facts, Found, facts_of, keys_asked, read, said_before
from spade_core.criteria import Criterion, statement_of
from spade_core.deltas import Sentence, Sign
from spade_core.prompt_files import EMPTY_TEMPLATE
from spade_core.structure import Placed
from spade_core.taxonomy import Category
from spade_core.versions import PromptVersion, VersionState
from spade_server.analysis.names import Names

_Value = TypeVar("_Value")
_UNSAVED: Final = PromptVersion(1, EMPTY_TEMPLATE, VersionState.UNSAVED, "")
"""The version of all that is read here: it must not keep the text of a keystroke long past."""


@dataclass(frozen=True, slots=True)
class SentenceCategories:
    """The categories of one sentence with the cues behind them, in the order of the taxonomy."""

    categories: tuple[Category, ...]
    cues: tuple[Cue, ...]


class SentenceReader:
    """Reads sentences and remembers what they said. Threads may share it: two that read the same remember the same."""

    def __init__(self) -> None:
        self._readings = _Memory[SentenceCategories]()
        self._criteria = _Memory[tuple[Criterion, ...]]()
        self._facts = _Memory[Facts]()
        self._keys = _Memory[tuple[str, ...]]()

    def make_room(self, sentences: int) -> None:
        """Remember at least as many sentences, so that none is forgotten before the next keystroke."""
        for memory in (self._readings, self._criteria, self._facts, self._keys):
            memory.make_room(sentences)

    def reading_of(self, sentence: Sentence, *, in_sample: bool) -> SentenceCategories:
        """Return the categories and cues of a sentence."""
        key = (sentence.text, sentence.kind, sentence.role, sentence.context, in_sample)
        if (known := self._readings.get(key)) is not None:
            return known
        cues = cues_in(sentence, counterpart=None, sign=Sign.ADDED, in_sample=in_sample)
        reading = SentenceCategories(_categories_of(cues, in_sample=in_sample), cues)
        self._readings.put(key, reading)
        return reading

    def facts_of(self, placed: Placed) -> Facts:
        """Return what a sentence says of the whole response."""
        key = _wording(placed)
        found = self._facts.get(key)
        if found is None:
            found = facts_of(placed)
            self._facts.put(key, found)
        return found

    def keys_asked(self, placed: Placed, around: Around, names: Names) -> tuple[str, ...]:
        """Return the JSON keys that a sentence asks for."""
        key = (*_wording(placed), *names.inside(placed.sentence))
        found = self._keys.get(key)
        if found is None:
            found = keys_asked(placed, around)
            self._keys.put(key, found)
        return found

    def criteria_of(self, placed: Placed, around: Around, names: Names) -> tuple[Criterion, ...]:
        """Return what a sentence by itself asks of a response; `names` are those of what it is read by.

        The criteria of equal sentences are the same values: `Criterion.sentence` is one of them.
        """
        key = (*_wording(placed), said_before(placed), *names.inside(placed.sentence))
        found = self._criteria.get(key)
        if found is None:
            found = tuple(map(criterion_of, read(placed, around)))
            self._criteria.put(key, found)
        return found


def _wording(placed: Placed) -> tuple[object, ...]:
    sentence = placed.sentence
    around = placed.opener, placed.lists, placed.opens, placed.fills, placed.shown
    return sentence.text, placed.normal.text, sentence.kind, sentence.context, sentence.role, *around


def criterion_of(found: Found) -> Criterion:
    """Return a constraint that was found in the unsaved text as a criterion."""
    return Criterion(
        description=statement_of(found.constraint),
        category=found.constraint.kind_of,
        sentence=found.sentence,
        phrase=found.phrase,
        version=_UNSAVED,
        delta=_UNSAVED.index,
        constraint=found.constraint,
    )


def _categories_of(cues: Sequence[Cue], *, in_sample: bool) -> tuple[Category, ...]:
    if in_sample:
        return (Category.EXAMPLE_DEMONSTRATION,)
    found = {cue.category for cue in cues}
    return tuple(category for category in Category if category in found)


class _Memory(Generic[_Value]):
    """Remembers what was asked for lately: at least the last `_most` things, at most twice as many."""

    def __init__(self) -> None:
        self._most = 3000
        self._new: dict[object, _Value] = {}
        self._old: dict[object, _Value] = {}

    def make_room(self, things: int) -> None:
        self._most = max(self._most, things)

    def get(self, key: object) -> _Value | None:
        found = self._new.get(key)
        if found is None and (found := self._old.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: object, value: _Value) -> None:
        if len(self._new) >= self._most:
            self._old, self._new = self._new, {}
        self._new[key] = value

"""What each sentence of a prompt says, remembered from one edit to the next.

A keystroke changes one sentence; the cues and the criteria of all others are those of before. What a criterion is read
from beyond its sentence (placeholders, named sections, keys) is part of the key, so a remembered answer is the answer.
"""

from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from spade_core.categories import Category, Cue, cues_in
from spade_core.criteria.criterion import Criterion
from spade_core.criteria.descriptions import statement_of
from spade_core.criteria.extraction import readings_in
from spade_core.criteria.keys import json_keys, wants_json
from spade_core.criteria.passage import Found, Passage, Surroundings
from spade_core.criteria.sections import prose_sections
from spade_core.deltas import Sentence, Sign
from spade_core.prompt_files.template import EMPTY_TEMPLATE
from spade_core.versions.version import PromptVersion, VersionState
from spade_server.names import Names

_Value = TypeVar("_Value")
_ENOUGH: Final = 1.0
"""Evidence from which a sentence has a category."""
_UNSAVED: Final = PromptVersion(1, EMPTY_TEMPLATE, VersionState.UNSAVED, "")
"""The version of all that is read here: it must not keep the text of a keystroke long past."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The categories of one sentence with the cues behind them, the strongest category first."""

    categories: tuple[Category, ...]
    cues: tuple[Cue, ...]


class Facts(NamedTuple):
    """What sentences give the whole template to read its other sentences by."""

    sections: tuple[str, ...]
    wants_json: bool
    keys: tuple[str, ...]


class SentenceReader:
    """Reads sentences and remembers what they said. Threads may share it: two that read the same remember the same."""

    def __init__(self) -> None:
        self._readings = _Memory[Reading]()
        self._criteria = _Memory[tuple[Criterion, ...]]()
        self._facts = _Memory[Facts]()

    def make_room(self, sentences: int) -> None:
        """Remember at least as many sentences, so that none is forgotten before the next keystroke."""
        for memory in (self._readings, self._criteria, self._facts):
            memory.make_room(sentences)

    def reading_of(self, sentence: Sentence, *, in_sample: bool) -> Reading:
        """Return the categories and cues of a sentence."""
        key = (sentence.text, sentence.kind, in_sample)
        if (known := self._readings.get(key)) is not None:
            return known
        cues = cues_in(sentence, counterpart=None, sign=Sign.ADDED, in_sample=in_sample)
        reading = Reading(_categories_of(cues, in_sample=in_sample), cues)
        self._readings.put(key, reading)
        return reading

    def facts_of(self, sentence: Sentence) -> Facts:
        """Return the sections and the JSON that a sentence of instructions asks for."""
        key = (sentence.text, sentence.kind, sentence.context[-1:])
        found = self._facts.get(key)
        if found is None:
            passage = Passage.of(sentence, Surroundings())
            sections = dict.fromkeys(name for name, _ in prose_sections(passage))
            found = Facts(tuple(sections), wants_json(passage), json_keys(passage))
            self._facts.put(key, found)
        return found

    def criteria_of(
        self, sentence: Sentence, around: Surroundings, names: Names, *, shows_sample: bool
    ) -> tuple[Criterion, ...]:
        """Return what a sentence of instructions asks of a response.

        `around` is what it is read in the light of, and `names` are those of it.

        The criteria of equal sentences are the same values: `Criterion.sentence` is one of them.
        """
        section = Passage.of(sentence, around).section if around.listed else ""
        inside = (each.name for each in around.listed if _begins_inside(each.part, each.span.start, sentence))
        key = (
            *(sentence.text, sentence.kind, sentence.context[-1:], sentence.role),
            *(names.inside(sentence), section, *inside),
            shows_sample,
        )
        found = self._criteria.get(key)
        if found is None:
            read = readings_in(Passage.of(sentence, around), shows_sample=shows_sample)
            found = tuple(_criterion(item, sentence) for item in read)
            self._criteria.put(key, found)
        return found


def _begins_inside(part: int, start: int, sentence: Sentence) -> bool:
    return part == sentence.part and sentence.span.start <= start < sentence.span.end


def _categories_of(cues: tuple[Cue, ...], *, in_sample: bool) -> tuple[Category, ...]:
    if in_sample:
        return (Category.EXAMPLE_DEMONSTRATION,)
    evidence: dict[Category, float] = {}
    for cue in cues:
        evidence[cue.category] = evidence.get(cue.category, 0.0) + cue.weight
    ranked = sorted(evidence, key=lambda category: (-evidence[category], list(Category).index(category)))
    sure = [category for category in ranked if evidence[category] >= _ENOUGH]
    return tuple(sure or ranked[:1])


def _criterion(found: Found, sentence: Sentence) -> Criterion:
    return Criterion(
        description=statement_of(found.reading),
        category=found.category,
        sentence=sentence,
        phrase=found.span,
        version=_UNSAVED,
        delta=_UNSAVED.index,
        vague=found.vague,
        reading=found.reading,
    )


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

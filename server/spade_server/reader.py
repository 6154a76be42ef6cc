"""What each sentence of a prompt says, remembered from one edit to the next.

A keystroke changes one sentence; the cues and the criteria of all others are those of before. What a criterion is
read from beyond its sentence (placeholders, named sections) is part of the key, so a remembered answer is the answer.
"""

from dataclasses import dataclass
from typing import Final, TypeVar

from spade_core.categories import Category, Cue, cues_in
from spade_core.criteria.criterion import Criterion
from spade_core.criteria.descriptions import statement_of
from spade_core.criteria.extraction import readings_in
from spade_core.criteria.outline import Outline
from spade_core.criteria.passage import Found, Passage
from spade_core.deltas import Sentence, SentenceKind, Sign
from spade_core.prompt_files.template import Role
from spade_core.versions.version import PromptVersion

_Value = TypeVar("_Value")
_MOST_REMEMBERED: Final = 50_000
_ENOUGH: Final = 1.0
"""Evidence from which a sentence has a category."""
_NOT_SAID: Final = frozenset({SentenceKind.CODE, SentenceKind.TABLE, SentenceKind.DELIMITER})


@dataclass(frozen=True, slots=True)
class Reading:
    """The categories of one sentence with the cues behind them, the strongest category first."""

    categories: tuple[Category, ...]
    cues: tuple[Cue, ...]


class SentenceReader:
    """Reads sentences and remembers what they said. Threads may share it: two that read the same remember the same."""

    def __init__(self) -> None:
        self._readings: dict[object, Reading] = {}
        self._criteria: dict[object, tuple[Criterion, ...]] = {}

    def reading_of(self, sentence: Sentence, *, in_sample: bool) -> Reading:
        """Return the categories and cues of a sentence."""
        key = (sentence.text, sentence.kind, in_sample)
        if (known := self._readings.get(key)) is not None:
            return known
        cues = cues_in(sentence, counterpart=None, sign=Sign.ADDED, in_sample=in_sample)
        reading = Reading(_categories_of(cues, in_sample=in_sample), cues)
        _remember(self._readings, key, reading)
        return reading

    def criteria_of(self, sentence: Sentence, outline: Outline) -> tuple[Criterion, ...]:
        """Return what a sentence asks of a response; nothing for code, tables, delimiters and demonstrations.

        The criteria of equal sentences are the same values: `Criterion.sentence` is one of them.
        """
        if sentence.kind in _NOT_SAID or sentence.role is Role.ASSISTANT:
            return ()
        if outline.sample_of(sentence) is not None or outline.is_demonstration(sentence):
            return ()
        around = outline.surroundings
        key = (
            *(sentence.text, sentence.kind, sentence.context, sentence.role),
            *(around.placeholders, around.sections, Passage.of(sentence, around).section if around.listed else ""),
            outline.inline_sample_of(sentence) is not None,
        )
        found = self._criteria.get(key)
        if found is None:
            found = tuple(_criterion(item, sentence, outline.version) for item in readings_in(sentence, outline))
            _remember(self._criteria, key, found)
        return found


def _categories_of(cues: tuple[Cue, ...], *, in_sample: bool) -> tuple[Category, ...]:
    if in_sample:
        return (Category.EXAMPLE_DEMONSTRATION,)
    evidence: dict[Category, float] = {}
    for cue in cues:
        evidence[cue.category] = evidence.get(cue.category, 0.0) + cue.weight
    ranked = sorted(evidence, key=lambda category: (-evidence[category], list(Category).index(category)))
    sure = [category for category in ranked if evidence[category] >= _ENOUGH]
    return tuple(sure or ranked[:1])


def _criterion(found: Found, sentence: Sentence, version: PromptVersion) -> Criterion:
    return Criterion(
        description=statement_of(found.reading),
        category=found.category,
        sentence=sentence,
        phrase=found.span,
        version=version,
        delta=version.index,
        vague=found.vague,
        reading=found.reading,
    )


def _remember(memory: dict[object, _Value], key: object, value: _Value) -> None:
    if len(memory) >= _MOST_REMEMBERED:
        memory.clear()
    memory[key] = value

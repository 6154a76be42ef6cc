"""What the shape of a sentence says, whatever its words: ordinals, section labels, slots to fill in."""

from collections.abc import Iterator

from spade_core.categories.family import Family
from spade_core.categories.matcher import Hit
from spade_core.categories.taxonomy import Category
from spade_core.categories.tokens import TokenKind, Tokens
from spade_core.categories.vocabulary import CLASSES, words_of

_STEP = Family(Category.WORKFLOW_DESCRIPTION, "numbered step", 0.5, "")
_LABEL = Family(Category.RESPONSE_FORMAT, "label of a section, with what to write under it", 0.35, "")
_SLOT = Family(Category.RESPONSE_FORMAT, "slot to fill in", 0.5, "")
_WORKING = words_of(CLASSES["analyse"]) | words_of(CLASSES["produce"])
_WRITING = words_of(CLASSES["produce"]) | words_of(CLASSES["tell"]) | words_of(CLASSES["content"]) | _WORKING
_NO_SECTION = words_of("note important step rule warning tip hint task instruction instructions role goal objective")
_LONGEST_LABEL = 4
_LONGEST_SLOT = 24
_LEAST_WORDS_OF_SLOT = 2


def layout_hits(tokens: Tokens) -> Iterator[Hit]:
    """Return what ordinals, labels and slots say, in no particular order."""
    yield from _steps(tokens)
    yield from _labels(tokens)
    yield from _slots(tokens)


def _steps(tokens: Tokens) -> Iterator[Hit]:
    """``2. Compare the two``: an ordinal before a verb of work."""
    if (
        len(tokens) > 2
        and tokens.kinds[0] is TokenKind.NUMBER
        and tokens.words[1] in ".)"
        and tokens.words[2] in _WORKING
    ):
        yield Hit(_STEP, 0, 2, tokens.span(0, 2), _STEP.weight)


def _labels(tokens: Tokens) -> Iterator[Hit]:
    """``Closing: thank the reader``: a short label before an instruction to write."""
    words = tokens.words
    start = 0
    while start < len(words) and tokens.kinds[start] in {TokenKind.MARK, TokenKind.TAG}:
        start += 1
    colon = next((i for i in range(start, min(len(words), start + _LONGEST_LABEL + 1)) if words[i] == ":"), 0)
    following = colon + 1
    if not start < colon < len(words) - 1 or words[following] not in _WRITING or words[start] in _NO_SECTION:
        return
    if all(kind is TokenKind.WORD for kind in tokens.kinds[start:colon]):
        yield Hit(_LABEL, start, colon, tokens.span(start, colon), _LABEL.weight)


def _slots(tokens: Tokens) -> Iterator[Hit]:
    """``<two or more words>``: what the model is to put there."""
    if "<" not in tokens.words:
        return
    opened: int | None = None
    for index, word in enumerate(tokens.words):
        if word == "<":
            opened = index
        elif opened is not None and (word in "|/=" or index - opened > _LONGEST_SLOT):
            opened = None
        elif word == ">" and opened is not None:
            if index - opened > _LEAST_WORDS_OF_SLOT:
                yield Hit(_SLOT, opened, index, tokens.span(opened, index), _SLOT.weight)
            opened = None

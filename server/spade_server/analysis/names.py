"""Which names of a prompt stand in a sentence: those whose change could change what the sentence says."""

import re
from dataclasses import fields
from functools import lru_cache
from typing import Final

from spade_core.constraints import Around, singular
from spade_core.deltas import Sentence, TextBlock

_WORD: Final = re.compile(r"[^\W_]+")
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LEFT_OUT: Final = frozenset({"the", "a", "an", "your", "section", "field", "value", "part", "list", "of"})
"""Words that a name may be said without."""


class Names:
    """The names of what the sentences of one prompt are read by."""

    def __init__(self, around: Around) -> None:
        self.around = around
        values = {each.name: getattr(around, each.name) for each in fields(around) if each.compare}
        named = {name: value for name, value in values.items() if isinstance(value, tuple) and name != "choices"}
        self._always = _kept(
            (
                *(value for name, value in values.items() if name not in named),
                *(min(len(value), 2) for name, value in named.items() if name != "fields"),
                *(around.written[:1], set(around.written) <= {"title", "headline"}),
            )
        )
        self._blocks: dict[int, tuple[TextBlock, tuple[object, ...]]] = {}
        by_word: dict[str, list[tuple[str, str]]] = {}
        for kind, names in named.items():
            for name in names:
                # Of a name that has nothing but words that may be left out, anything may speak.
                for word in _words_of(name) if _words_needed(name) else ("",):
                    by_word.setdefault(word, []).append((kind, name))
        self._by_word = {word: _Kept((word, *found)) for word, found in by_word.items()}

    def inside_block(self, block: TextBlock) -> tuple[object, ...]:
        """Return what of the surroundings can matter to a block, which is asked about at every keystroke."""
        found = self._blocks.get(id(block))
        if found is None:
            found = self._blocks[id(block)] = block, self.inside(*block.sentences)
        return found[1]

    def inside(self, *sentences: Sentence) -> tuple[object, ...]:
        """Return what of the surroundings can matter to sentences: equal answers, equal criteria."""
        if not self._by_word:
            return (self._always,)
        said = {""}
        for sentence in sentences:
            said |= _words_of(sentence.text)
            for line in sentence.context:
                said |= _words_of(line)
        return (self._always, *(self._by_word[word] for word in sorted(said & self._by_word.keys())))


class _Kept:
    """A value whose hash is reckoned once: it is looked up with every sentence, and a prompt may show many keys."""

    __slots__ = ("_hash", "_value")

    def __init__(self, value: tuple[object, ...]) -> None:
        self._value = value
        self._hash = hash(value)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, _Kept) and self._value == other._value)


@lru_cache(maxsize=16)
def _kept(value: tuple[object, ...]) -> _Kept:
    """Return the same for equal values, so that those of one keystroke and the next are compared once."""
    return _Kept(value)


@lru_cache(maxsize=16_384)  # the sentences of a long prompt, each asked about whenever the names in it change
def _words_of(text: str) -> frozenset[str]:
    """Return the words of a text in any case and number, those of ``keyFacts`` together and apart."""
    return frozenset(singular(word.casefold()) for form in {text, _HUMP.sub(" ", text)} for word in _WORD.findall(form))


def _words_needed(name: str) -> frozenset[str]:
    """Return the words without which nothing speaks of what has this name."""
    return frozenset(singular(word.casefold()) for word in _WORD.findall(_HUMP.sub(" ", name))) - _LEFT_OUT

"""What a changed sentence says that the sentence it replaces did not say."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from spade_core.language import Normal, lexicon


class Novelty(NamedTuple):
    """The comparison of one sentence with the one before it."""

    new: tuple[tuple[int, int], ...]
    """Places, in the normal form, of the words that it newly says; respellings and synonyms are old."""
    reworded: bool
    """Whether some word differs, if only by its spelling, its place or its removal."""
    share: float
    """Which part of the words is new."""

    def within(self, start: int, end: int) -> int:
        """Return how many new words stand in a stretch."""
        return sum(start <= at < end for at, _ in self.new)

    def covers(self, start: int, end: int) -> bool:
        """Whether a stretch begins and ends with new words."""
        return any(at == start for at, _ in self.new) and any(to == end for _, to in self.new)


_LONG_ENOUGH: Final = 4
_SHARED_LETTERS: Final = 0.7
_MOST_COMPARED: Final = 60
"""With more lost words than these the sentence is no longer compared spelling by spelling: the time stays linear."""
_NEGATING: Final = ("in", "im", "un", "non", "dis", "ir", "il")


def novelty_of(normal: Normal, before: Normal) -> Novelty:
    """Compare a sentence with the one it replaces: what both begin and end with is old, then words are counted."""
    words, places = _said(normal)
    old, _ = _said(before)
    start, end = _common_ends(words, old)
    gone = Counter(old[start : len(old) - end])
    new: list[int] = []
    for index in range(start, len(words) - end):
        if gone[words[index]] > 0:
            gone[words[index]] -= 1
        else:
            new.append(index)
    lost = frozenset(word for word, count in gone.items() if count > 0)
    novel = tuple(places[index] for index in new if not _stands_for(words[index], lost))
    return Novelty(novel, bool(new or lost), len(novel) / len(words) if words else 0.0)


def _said(normal: Normal) -> tuple[list[str], list[tuple[int, int]]]:
    """Return the words without marks, each quotation and placeholder by what it holds, and their places."""
    words: list[str] = []
    places: list[tuple[int, int]] = []
    at = 0
    for word in normal.text.split(" "):
        if word[:1] == "⟦":
            words.append(f'"{normal.quote(word)}"')
            places.append((at, at + len(word)))
        elif word[:1] == "⟪":
            words.append(f"{{{normal.field(word)}}}")
            places.append((at, at + len(word)))
        elif word[:1].isalnum():
            words.append(word)
            places.append((at, at + len(word)))
        at += len(word) + 1
    return words, places


def _common_ends(new: Sequence[str], old: Sequence[str]) -> tuple[int, int]:
    shorter = min(len(new), len(old))
    start = 0
    while start < shorter and new[start] == old[start]:
        start += 1
    end = 0
    while end < shorter - start and new[-1 - end] == old[-1 - end]:
        end += 1
    return start, end


def _stands_for(word: str, lost: frozenset[str]) -> bool:
    """Whether a word only respells a lost one or says the same."""
    if not lost.isdisjoint(_synonyms().get(word, frozenset())):
        return True
    if len(lost) > _MOST_COMPARED or len(word) < _LONG_ENOUGH or not (word.isalpha() or word[0] == '"'):
        return False
    return any(_alike(word, other) for other in lost)


@cache
def _synonyms() -> dict[str, frozenset[str]]:
    same: dict[str, frozenset[str]] = {}
    for line in lexicon().data["synonyms"]["groups"]:
        group = frozenset(line.split())
        for word in group:
            same[word] = same.get(word, frozenset()) | group
    return same


def _alike(one: str, other: str) -> bool:
    """Whether two words share most of their beginning and end: a typo, a plural, another ending."""
    if any(one == prefix + other or other == prefix + one for prefix in _NEGATING):
        return False
    start, end = _common_ends(one, other)
    return start + end >= _SHARED_LETTERS * max(len(one), len(other))

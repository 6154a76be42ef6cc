"""What a changed sentence says that the sentence it replaces did not say."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from spade_core.categories.tokens import TokenKind, Tokens, tokens_of
from spade_core.categories.vocabulary import SYNONYMS


class Novelty(NamedTuple):
    """The comparison of one sentence with its counterpart."""

    tokens: frozenset[int]
    """Indices of the words, numbers and placeholders that the counterpart lacks; respellings and synonyms are old."""
    respelled: bool
    """Whether some word differs, if only by its spelling, its place or its removal."""
    old: Tokens
    """The counterpart."""
    share: float
    """Which part of the words is new."""
    lost: frozenset[str]
    """The words of the counterpart that are gone."""


_LONG_ENOUGH = 4
_SHARED_LETTERS = 0.7
_MOST_COMPARED = 60
"""With more lost words than these the sentence is no longer compared spelling by spelling: the time stays linear."""
_NEGATING = ("in", "im", "un", "non", "non-", "dis", "ir", "il")


def novelty_of(tokens: Tokens, counterpart: str) -> Novelty:
    """Compare a sentence with the text it replaces: what both begin and end with is old, then words are counted."""
    old = tokens_of(counterpart)
    start, end = _common_ends(tokens.words, old.words)
    gone = Counter(old.words[start : len(old) - end])
    new: list[int] = []
    for index in range(start, len(tokens) - end):
        word = tokens.words[index]
        if gone[word] > 0:
            gone[word] -= 1
        elif _is_said(tokens.kinds[index]):
            new.append(index)
    lost = frozenset(word for word, count in gone.items() if count > 0 and word[0].isalnum())
    novel = frozenset(index for index in new if not _stands_for(tokens.words[index], lost))
    words = sum(1 for kind in tokens.kinds if _is_said(kind))
    return Novelty(novel, bool(new or lost), old, len(novel) / words if words else 0.0, lost)


def _is_said(kind: TokenKind) -> bool:
    return kind is not TokenKind.MARK and kind is not TokenKind.TAG


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
    if len(lost) > _MOST_COMPARED or len(word) < _LONG_ENOUGH or not word.isalpha():
        return False
    return any(_alike(word, other) for other in lost)


@cache
def _synonyms() -> dict[str, frozenset[str]]:
    groups = [frozenset(line.split()) for line in SYNONYMS.strip().splitlines()]
    same: dict[str, frozenset[str]] = {}
    for group in groups:
        for word in group:
            same[word] = same.get(word, frozenset()) | group
    return same


def _alike(one: str, other: str) -> bool:
    """Whether two words share most of their beginning and end: a typo, a plural, another ending."""
    if any(one == prefix + other or other == prefix + one for prefix in _NEGATING):
        return False
    start, end = _common_ends(one, other)
    return start + end >= _SHARED_LETTERS * max(len(one), len(other))

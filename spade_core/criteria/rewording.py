"""Whether two wordings ask the same: only words that carry no wish tell them apart.

Law: "friendly, informal" and "friendly but professional" are two wishes, however much of the sentence they share.
"""

import difflib
from typing import Final

from spade_core.text import word_set

_ALIKE: Final = 0.9
"""Share of their words in which two wordings agree at the least."""
_MARKS: Final = ".,;:!?()'\"`*_\\-"
_EMPTY: Final = word_set("""
    a an the this that these those it its you your our their his her of for to in on at with by and so then also always
    please really be is are should must shall will would make sure ensure very
""")
"""No negation is among them, nor "only"."""


def ask_the_same(one: str, other: str, *, alike: float = _ALIKE) -> bool:
    """Return whether two wordings differ in empty words, a plural and marks only."""
    words, others = _words_of(one), _words_of(other)
    matcher = difflib.SequenceMatcher(None, words, others, autojunk=False)
    if matcher.real_quick_ratio() < alike or matcher.quick_ratio() < alike or matcher.ratio() < alike:
        return False
    changes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    return all(_EMPTY.issuperset((*words[a:b], *others[c:d])) for _, a, b, c, d in changes)


def content_of(text: str) -> tuple[str, ...]:
    """Return the words that carry a wish: two wordings that ask the same have the same ones."""
    return tuple(word for word in _words_of(text) if word not in _EMPTY)


def _words_of(text: str) -> list[str]:
    words = (word.strip(_MARKS) for word in text.lower().split())
    return [_singular(word) for word in words if word]


def _singular(word: str) -> str:
    return word if word in _EMPTY or len(word) < 4 else word.removesuffix("s")

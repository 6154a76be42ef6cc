"""Whether two wordings ask the same: only words that carry no wish tell them apart.

Law: "friendly, informal" and "friendly but professional" are two wishes, however much of the sentence they share.
"""

import difflib
import re
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


_ASKING: Final = _EMPTY | word_set("""
    ensure make sure please now then finally remember important note task job goal using use used provide provided give
    given return respond response answer output reply following below above based well need needed require required
    instruction user's can do does i we s
""")
_RULES_OUT: Final = word_set(
    "no not never without avoid don't cannot can't neither nor none exclude refrain stop unless except"
)
_FEWEST: Final = 3
"""Words that carry a wish, from which one wording may say again what another says."""
_ENDINGS: Final = re.compile(r"(?<=\w{3})(?:'s|ing|es|ed|s|e)$")


def stems_of(text: str) -> frozenset[str]:
    """Return the stems of the words that carry a wish; an ordinal goes with the word behind it."""
    text = re.sub(r"\b(first|second|third|last|next|other) (?=\w)", r"\1-", text.lower())
    words = (word.strip(_MARKS) for word in re.split(r"[\s/—–]+", text))
    return frozenset(_ENDINGS.sub("", word) for word in words if word and word not in _ASKING)


def is_said_by(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether one wish is part of another, by their stems, and neither rules out what the other does not."""
    fewest = _FEWEST if len(other) <= 2 * len(one) else _FEWEST + 1
    return fewest <= len(one) and one <= other and one & _RULES_OUT == other & _RULES_OUT


def content_of(text: str) -> tuple[str, ...]:
    """Return the words that carry a wish: two wordings that ask the same have the same ones."""
    return tuple(word for word in _words_of(text) if word not in _EMPTY)


def _words_of(text: str) -> list[str]:
    words = (word.strip(_MARKS) for word in text.lower().split())
    return [_singular(word) for word in words if word]


def _singular(word: str) -> str:
    return word if word in _EMPTY or len(word) < 4 else word.removesuffix("s")

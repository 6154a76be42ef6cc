"""The words of a text in plain ASCII, so that accents, case, script and punctuation tell no two values apart."""

import re
from typing import Final

from spade_core.checks.membership import normal
from spade_core.values.extra import ascii_of

__all__ = ["LONGEST", "TOKEN", "folded", "normal", "tokens_of"]

LONGEST: Final = 1000
"""Characters of the longest value; a field that is longer holds something else."""
TOKEN: Final = re.compile(r"[^\W_]+|[^\s]")
"""A word, or a mark by itself: where a value may begin and end in a text."""
_NOT_WORD: Final = re.compile(r"[^a-z0-9+#]+")
_DROPPED: Final = str.maketrans("", "", "'`")


def folded(text: str) -> str:
    """Return the words of a text in lower-case ASCII, one blank between them; empty where it has none."""
    if not text.isascii():
        text = ascii_of(normal(text))
    text = text.lower().translate(_DROPPED)
    if "&" in text:
        text = text.replace("&", " and ")
    return _NOT_WORD.sub(" ", text)[:LONGEST].strip()


def tokens_of(text: str) -> int:
    """Return how many words and marks a text has."""
    return sum(1 for _ in TOKEN.finditer(text))

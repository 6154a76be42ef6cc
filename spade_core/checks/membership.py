"""Whether texts are among the values of a very large set, which the host gives with the example."""

import re
from collections.abc import Iterable
from typing import Final

__all__ = ["in_values"]

_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Soft hyphens, zero-width characters, and what turns the direction of writing."""

_MARKED: Final = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]{1,1000}")
"""What is composed at once: it takes as long as the square of how many accents stand in a row."""


def in_values(text: str | Iterable[str], valid: Iterable[str]) -> bool:
    """Tell whether a text, or each of several, is a valid value letter by letter; of none it is false.

    White space, invisible characters and the way accents are encoded do not count.

    >>> in_values(["Alien", " Blade  Runner"], ["Alien", "Blade Runner"]), in_values("alien", ["Alien"])
    (True, False)
    """
    texts = [text] if isinstance(text, str) else list(text)
    known = set(map(normal, valid))
    return bool(texts) and all(normal(each) in known for each in texts)


def normal(text: str) -> str:
    """Return the form in which values are compared: composed, without invisible characters, each space one blank."""
    if text.isascii():
        return " ".join(text.split())
    import unicodedata

    composed = _MARKED.sub(lambda match: unicodedata.normalize("NFC", match[0]), text)
    return " ".join(_INVISIBLE.sub("", composed).split())

"""A sentence of a template, where it stands, and its identity: what it says, however its lines are broken.

Law: inserting, renumbering, re-wrapping and reordering leave the identity of every sentence whose words still stand.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from typing import Final

from spade_core.prompt_files import Role
from spade_core.text import Span


class SentenceKind(StrEnum):
    """What the sentence is in the template's layout."""

    PROSE = "prose"
    HEADING = "heading"
    LIST_ITEM = "list item"
    CODE = "code"
    """A whole fenced block, or one line of it."""
    TABLE = "table"
    DELIMITER = "delimiter"
    """A line that only separates or holds a placeholder: ``---``, ``<text>``, ``{docs}``."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, heading, list item or code line of one part of a template."""

    text: str
    """Exactly the characters of the part's text that `span` covers: no white space at either end."""
    part: int
    """Index of the template part."""
    role: Role | None
    span: Span
    """In the part's text."""
    kind: SentenceKind
    context: tuple[str, ...] = ()
    """The headings and the lead-in line ("Please ensure to:") it stands under, outermost first."""


_MARKER: Final = re.compile(
    r"(?:>\s*)*"
    r"(?:(?:[-*+•‣◦▪●○–]\s+|[（(]?(?:\d{1,3}|[a-zA-Z])[)）]\s*|\d{1,3}(?:\.\d{1,3})*\.\s+|\d{1,3}、\s*|[①-⑳][.、]?\s*)"
    r"(?:\[[ xX]\]\s+)?)?"
)
"""Quote marks and the mark or number of a list item."""


_LONGEST: Final = 2000
_LONGEST_BEGINNING: Final = 1900


@lru_cache(maxsize=32_768)
def identity_of(text: str) -> str:
    """Return what sentences are compared by: white space folded, the mark or number of a list item left out.

    A sentence that is nothing but a mark is that mark. Of a very long one it is the beginning and a digest.
    """
    marker, words = _divided(text)
    return words or marker


def kept_words(text: str) -> str:
    """Return a sentence with which records can keep its place: another one of the same identity, if it is very long."""
    return text if len(text) <= _LONGEST else "".join(_divided(text))


def _divided(text: str) -> tuple[str, str]:
    """Return the mark of a list item, and the words behind it as they are compared."""
    folded = " ".join(text.split())
    marker = _MARKER.match(folded)
    words = folded[marker.end() :] if marker else folded
    if len(words) > _LONGEST:
        words = f"{words[:_LONGEST_BEGINNING].rstrip()} … {sha256(words.encode('utf-8', 'replace')).hexdigest()[:32]}"
    return folded[: marker.end()] if marker else "", words

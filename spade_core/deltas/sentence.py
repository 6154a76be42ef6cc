"""A sentence of a template and where it stands."""

from dataclasses import dataclass
from enum import StrEnum

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

"""Where an assertion comes from, as far as a file can remember it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from spade_core.candidates import CandidateAssertion
from spade_core.criteria import Criterion, Origin
from spade_core.deltas import kept_words
from spade_core.taxonomy import Category
from spade_core.text import Span


@dataclass(frozen=True, slots=True)
class Provenance:
    """One criterion that an assertion checks: what it says and which words of which version it was read from."""

    description: str
    category: Category
    phrase: str
    """The source phrase, in the prompt's words."""
    sentence: str
    """The sentence around it."""
    version: int
    """Index i of the version P_i whose text holds the phrase."""
    delta: int
    """Index i of the delta P_{i-1} -> P_i that it was read from."""
    path: str = ""
    """The prompt file at that version, relative to the repository root."""
    span: Span | None = None
    """The phrase in the file at that version, in code points; None when unknown."""
    lines: tuple[int, int] | None = None
    """First and last line of the phrase there, 1-based; None when unknown."""
    commit: str = ""
    """Commit that brought the version; empty when it was not committed."""
    author: str = ""
    date: datetime | None = None
    """Author date, timezone-aware."""
    origin: Origin = Origin.CUES
    extra: Mapping[str, object] = field(default_factory=dict)
    """Keys of the record that this version of spade does not know: kept."""


def provenance_of(criterion: Criterion, *, file_text: str | None = None) -> Provenance:
    """Return what a record keeps of a criterion.

    `file_text` is the prompt file at the criterion's version (byte order mark removed); the lines need it.
    """
    commit = criterion.version.commit
    span = _span_in_file(criterion)
    return Provenance(
        description=criterion.description,
        category=criterion.category,
        phrase=shown_phrase(criterion.source_phrase),
        sentence=kept_words(criterion.sentence.text),
        version=criterion.version.index,
        delta=criterion.delta,
        path=criterion.version.path,
        span=span,
        lines=_lines(file_text, span) if file_text is not None and span is not None else None,
        commit=commit.sha if commit else "",
        author=commit.author if commit else "",
        date=commit.date if commit else None,
        origin=criterion.origin,
    )


def shown_phrase(phrase: str) -> str:
    """Return a source phrase as a record keeps it: of a sample of a hundred keys in one line each would repeat all."""
    return phrase if len(phrase) <= _LONGEST_PHRASE else f"{phrase[: _LONGEST_PHRASE - 1].rstrip()}…"


_LONGEST_PHRASE: Final = 400


def provenances_of(candidate: CandidateAssertion, *, texts: Mapping[int, str] | None = None) -> tuple[Provenance, ...]:
    """Return the provenance of each criterion of a candidate; `texts` are the prompt files by version index."""
    texts = texts or {}
    return tuple(provenance_of(c, file_text=texts.get(c.version.index)) for c in candidate.criteria)


def _span_in_file(criterion: Criterion) -> Span | None:
    parts = criterion.version.template.parts
    if not 0 <= criterion.sentence.part < len(parts):
        return None
    part = parts[criterion.sentence.part]
    phrase = criterion.phrase.shifted(criterion.sentence.span.start)
    return part.source.locate(phrase) if phrase.end <= part.source.length else None


def _lines(text: str, span: Span) -> tuple[int, int]:
    first = text.count("\n", 0, span.start) + 1
    return first, first + text.count("\n", span.start, max(span.start, span.end - 1))

"""A finding: one fact at one place, and the words it is told in. Messages are plain text, not Markdown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from lsprotocol import types

from spade_core.storage import StoredAssertion
from spade_core.text import LineIndex, Span
from spade_server.analysis.markdown import visible
from spade_server.codes import Code
from spade_server.documents.ranges import range_of

_LONGEST: Final = 80


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding speaks of."""

    path: Path
    range: types.Range
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact at one place."""

    code: Code
    path: Path
    range: types.Range
    message: str
    related: tuple[Related, ...] = ()
    unnecessary: bool = False
    """Whether the place may be greyed out."""
    data: Mapping[str, str] = field(default_factory=dict)
    """What a quick fix needs."""

    def moved(self, lines: int) -> "Finding":
        """Return the same finding so many lines further down; what it is related to stays where it is."""
        start, end = self.range.start, self.range.end
        place = types.Range(
            types.Position(start.line + lines, start.character), types.Position(end.line + lines, end.character)
        )
        return Finding(self.code, self.path, place, self.message, self.related, self.unnecessary, self.data)


def sentence(fact: str) -> str:
    """Return a fact as a sentence, with nothing invisible in it."""
    text = visible(fact)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def cut(text: str) -> str:
    """Return the text on one line, cut to a bearable length."""
    line = " ".join(visible(text).split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip() + "…"


def quoted(text: str) -> str:
    """Return the text between quotation marks."""
    return f"“{cut(text)}”"


def by_path(findings: Iterable[Finding]) -> dict[Path, list[Finding]]:
    """Return the findings by the file that they are in."""
    found: dict[Path, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.path, []).append(finding)
    return found


def name_range(assertion: StoredAssertion, lines: LineIndex, text: str) -> types.Range:
    """Return where an assertion's name stands in its ``async def`` line."""
    at = text.find(assertion.name, assertion.span.start, assertion.span.end)
    start = at if at >= 0 else assertion.span.start
    return range_of(lines, Span(start, start + len(assertion.name) if at >= 0 else start))

"""Text documents as the protocol counts them: UTF-16 code units, and lines that end at LF, CRLF or CR alone.

Laws:

* The text here equals the client's after every edit, whatever the edit cuts through. pygls splits lines with
  `str.splitlines`, which also breaks at form feeds, U+0085 and U+2028, and never cuts between the two halves of a
  character beyond the BMP; an edit behind either would corrupt the mirrored text.
* Two halves of such a character that come together are that character; a half that stands alone is a lone surrogate.
"""

import re
from collections.abc import Sequence

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_LINE_END = re.compile(r"\r\n|\r|\n")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_ENDS_IN_HIGH, _LOW = re.compile("[\ud800-\udbff]\\Z"), re.compile("[\udc00-\udfff]")
"""A high surrogate, the first half of a pair, at the end of a text; and a low one, the second half."""


class LspTextDocument(TextDocument):
    """A text document whose lines are those of the protocol."""

    @property
    def lines(self) -> Sequence[str]:
        """The lines, their ends included."""
        return tuple(_LINE.findall(self.source))

    def _apply_incremental_change(self, change: types.TextDocumentContentChangePartial) -> None:
        source = self.source
        before = _split(source, change.range.start)[0]
        after = _split(source, change.range.end)[1]
        self._source = joined(joined(before, change.text), after)


def joined(left: str, right: str) -> str:
    """Return the two texts as one; surrogate halves that meet become the character that they are halves of."""
    if _ENDS_IN_HIGH.search(left) and _LOW.match(right):
        pair = (left[-1] + right[0]).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        return left[:-1] + pair + right[1:]
    return left + right


def _split(source: str, position: types.Position) -> tuple[str, str]:
    """Return the text before and after a position; a character that the position cuts in two gives each its half."""
    start = _start_of(source, position.line)
    if start is None:
        return source, ""
    at, units = start, 0
    end = next((match.start() for match in _LINE_END.finditer(source, start)), len(source))
    row = source[start:end]
    if row.isascii() or not _ASTRAL.search(row):
        at = min(start + position.character, end)
        return source[:at], source[at:]
    for char in row:
        width = 2 if char > "\uffff" else 1
        if units + width > position.character:
            break
        units, at = units + width, at + 1
    if units == position.character or at == end:
        return source[:at], source[at:]
    first, second = _halves(source[at])
    return source[:at] + first, second + source[at + 1 :]


def _start_of(source: str, line: int) -> int | None:
    """Return the offset at which a 0-based line begins; None when the text has no such line."""
    start = 0
    if "\r" not in source:
        for _ in range(line):
            start = source.find("\n", start) + 1
            if not start:
                return None
        return start
    ends = _LINE_END.finditer(source)
    for _ in range(line):
        end = next(ends, None)
        if end is None:
            return None
        start = end.end()
    return start


def _halves(character: str) -> tuple[str, str]:
    units = character.encode("utf-16-le", "surrogatepass")
    return units[:2].decode("utf-16-le", "surrogatepass"), units[2:].decode("utf-16-le", "surrogatepass")


class LspWorkspace(Workspace):
    """A workspace that mirrors its documents as `LspTextDocument`."""

    def _create_text_document(
        self, doc_uri: str, source: str | None = None, version: int | None = None, language_id: str | None = None
    ) -> TextDocument:
        return LspTextDocument(
            doc_uri,
            source=source,
            version=version,
            language_id=language_id,
            sync_kind=self._sync_kind,
            position_codec=self._position_codec,
        )

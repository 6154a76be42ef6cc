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

from spade_core.text import LineIndex

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_LOW, _HIGH = re.compile("[\ud800-\udbff]\\Z"), re.compile("[\udc00-\udfff]")


class LspTextDocument(TextDocument):
    """A text document whose lines are those of the protocol."""

    @property
    def lines(self) -> Sequence[str]:
        """The lines, their ends included."""
        return tuple(_LINE.findall(self.source))

    def _apply_incremental_change(self, change: types.TextDocumentContentChangePartial) -> None:
        source = self.source
        index = LineIndex(source)
        start, end = change.range.start, change.range.end
        before = _until(source, index, start)
        after = _from(source, index, end)
        self._source = joined(joined(before, change.text), after)


def joined(left: str, right: str) -> str:
    """Return the two texts as one; surrogate halves that meet become the character that they are halves of."""
    if _LOW.search(left) and _HIGH.match(right):
        pair = (left[-1] + right[0]).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        return left[:-1] + pair + right[1:]
    return left + right


def _until(source: str, index: LineIndex, position: types.Position) -> str:
    """Return the text before a position; of a character that the position cuts in two, the first half."""
    offset = index.offset_utf16(position.line, position.character)
    if not _cuts(index, offset, position):
        return source[:offset]
    return source[:offset] + _halves(source[offset])[0]


def _from(source: str, index: LineIndex, position: types.Position) -> str:
    offset = index.offset_utf16(position.line, position.character)
    if not _cuts(index, offset, position):
        return source[offset:]
    return _halves(source[offset])[1] + source[offset + 1 :]


def _cuts(index: LineIndex, offset: int, position: types.Position) -> bool:
    """Whether a position lies within the character at `offset`, where `LineIndex` rounds it down to."""
    line, column = index.position_utf16(offset)
    if line != position.line or column >= position.character:
        return False
    # Past the end of the line the position is rounded down as well, but there is no character to cut.
    return index.position_utf16(offset + 1) == (line, column + 2)


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

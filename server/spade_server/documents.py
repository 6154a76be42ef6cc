"""Text documents as LSP counts them: lines end at LF, CRLF or CR and nowhere else.

pygls splits lines with `str.splitlines`, which also breaks at form feeds, U+0085 and U+2028; an edit behind one
of those would land on the wrong line and corrupt the mirrored text.
"""

import re
from collections.abc import Sequence

from pygls.workspace import TextDocument, Workspace

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class LspTextDocument(TextDocument):
    """A text document whose lines are those of the protocol."""

    @property
    def lines(self) -> Sequence[str]:
        """The lines, their ends included."""
        return tuple(_LINE.findall(self.source))


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

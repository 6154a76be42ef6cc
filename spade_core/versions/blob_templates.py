"""The template in each state of the file that a commit left."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field

from spade_core.errors import PromptFileError
from spade_core.prompt_files import MAX_BYTES, PromptTemplate
from spade_core.versions.changes import FileChange, TreeEntry
from spade_core.versions.git_readers import BlobReader
from spade_core.versions.reading import earlier_templates, followed
from spade_core.versions.snapshots import Snapshot
from spade_core.versions.version import VersionState

_Read = PromptTemplate | tuple[PromptTemplate, ...] | str
"""The template; or all of the file where none has its name; or why the blob cannot be read."""


@dataclass(slots=True)
class BlobTemplates:
    """Templates by blob and path. Law: a blob is read once, across a rename too, and parsed once for each path."""

    blobs: BlobReader
    name: str
    """What the template is called in the state that is read next; it may have had another name before."""
    only: bool
    """A template that is alone in its file is the one, whatever its name."""
    later: PromptTemplate | None = None
    """The template in the state after the one that is read next."""
    notes: list[str] = field(default_factory=list)
    """Why commits were skipped, in the order of the snapshots asked for."""
    _known: dict[tuple[str, str], "_Read"] = field(default_factory=dict)
    _last: tuple[str, bytes | None] = ("", None)
    """The blob read last: under an older name it may have another format, so it is parsed again."""

    def snapshots_of(self, changes: Sequence[FileChange]) -> list[Snapshot]:
        """Return the file as each of `changes`, the last one first, left it."""
        self._read(changes)
        return [self._snapshot(change) for change in changes]

    def _read(self, changes: Sequence[FileChange]) -> None:
        wanted: dict[str, dict[str, None]] = {}
        for change in changes:
            if change.entry is TreeEntry.FILE and (change.blob, change.path) not in self._known:
                wanted.setdefault(change.blob, {})[change.path] = None
        blob, data = self._last
        for path in wanted.pop(blob, ()):
            self._known[blob, path] = self._parsed(blob, data, path)
        for blob, data in self.blobs.contents(list(wanted), limit=MAX_BYTES):
            for path in wanted[blob]:
                self._known[blob, path] = self._parsed(blob, data, path)
            self._last = blob, data

    def _parsed(self, blob: str, data: bytes | None, path: str) -> _Read:
        if data is None:
            if size := self.blobs.too_long.get(blob):
                return f"its content has {size:,} bytes, and a prompt file at most {MAX_BYTES:,}"
            return "its content is not in this clone"
        if data.startswith(b"version https://git-lfs.github.com/spec/"):
            return "its content is in Git LFS"
        try:
            return earlier_templates(data, path=printable(path), name=self.name)
        except PromptFileError as error:
            return str(error)

    def _snapshot(self, change: FileChange) -> Snapshot:
        found: PromptTemplate | str | None = None
        if change.entry is TreeEntry.FILE:
            found = self._chosen(self._known[change.blob, change.path])
        elif change.entry is not TreeEntry.GONE:
            found = f"{printable(change.path)} is a {change.entry.name.lower()} there"
        if isinstance(found, str):
            self.notes.append(f"commit {change.commit.sha[:7]} skipped: {found}")
            found = None
        return Snapshot(found, VersionState.COMMITTED, printable(change.path), change.commit, change.made_from)

    def _chosen(self, read: _Read) -> PromptTemplate | str | None:
        """Return the template among those of a state; before it, it is looked for under the name that it has there."""
        if isinstance(read, str):
            return read
        templates = read if isinstance(read, tuple) else (read,)
        found = followed(templates, self.name, self.later, only=self.only)
        if found is not None and found.parts:
            self.name, self.later = found.name, found
        return found


def printable(path: str) -> str:
    """Return a path that can be printed, whatever bytes it holds."""
    return os.fsencode(path).decode("utf-8", "replace")

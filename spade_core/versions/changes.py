"""What each commit did to one file: the answer of ``git diff-tree`` as values, and their reading order.

No IO here: bytes in, values out.
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from enum import Enum, auto
from os import fsdecode
from typing import Final, TypeVar

from spade_core.versions.version import Commit

HEADER_FORMAT: Final = "%H%x00%P%x00%an%x00%ad%x00%s"
"""The ``--format`` that ChangeParser reads; wants ``-z``, ``-c``, ``--date=raw`` and ``--encoding=UTF-8`` beside it."""

_HEADER_FIELDS: Final = 5
_LONGEST: Final = 1000
"""Characters of an author or a subject."""
_LAST_SECOND: Final = 253_402_300_799  # the end of the year 9999

NodeT = TypeVar("NodeT", bound=Hashable)


class TreeEntry(Enum):
    """What a commit's tree holds at the path."""

    FILE = auto()
    SYMLINK = auto()
    SUBMODULE = auto()
    GONE = auto()


_ENTRIES: Final = {b"120000": TreeEntry.SYMLINK, b"160000": TreeEntry.SUBMODULE, b"000000": TreeEntry.GONE}


@dataclass(frozen=True, slots=True)
class FileChange:
    """A commit in which the file differs from what each of the commit's parents has."""

    commit: Commit
    parents: tuple[str, ...]
    path: str
    """Relative to the repository's root; bytes that are not UTF-8 are kept as lone surrogates."""
    entry: TreeEntry
    blob: str
    """Name of the content; all zeros when the entry is GONE."""
    parents_without: tuple[str, ...]
    """Those of `parents` that had nothing at the path."""
    made_from: tuple[str, ...] = ()
    """The last commits before it, one a line, that changed the file; empty where they are not known."""

    @property
    def is_merge(self) -> bool:
        """True when the commit has several parents."""
        return len(self.parents) > 1

    @property
    def is_new(self) -> bool:
        """True when no parent had anything at the path."""
        return self.entry is not TreeEntry.GONE and len(self.parents_without) == len(self.parents)


class ChangeParser:
    """Turns the bytes of one ``git diff-tree --stdin`` run into changes of one path.

    Changes of other paths (of files below the path, when it once was a folder) are passed over.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._rest = b""
        self._header: list[bytes] = []
        self._raw: bytes | None = None

    def feed(self, data: bytes) -> list[FileChange]:
        """Return the changes that `data` completes, in the order in which git gave them."""
        *tokens, self._rest = (self._rest + data).split(b"\0")
        changes = []
        for token in tokens:
            change = self._take(token)
            if change is not None:
                changes.append(change)
        return changes

    def _take(self, token: bytes) -> FileChange | None:
        if self._raw is not None:
            raw, self._raw = self._raw, None
            return self._change(raw) if fsdecode(token) == self._path else None
        if len(self._header) < _HEADER_FIELDS:
            self._header.append(token)
        elif token.startswith((b"\n:", b":")):
            self._raw = token.lstrip(b"\n:")
        elif token:  # before the changes of a merge there is an empty one
            self._header = [token]
        return None

    def _change(self, raw: bytes) -> FileChange:
        """Read ``<mode of each parent> <mode> <blob of each parent> <blob> <letters>``."""
        sha, parents, author, date, subject = self._header
        fields = raw.split(b" ")
        count = len(fields) // 2 - 1
        shas = tuple(parents.decode("ascii").split())
        gone_before = [mode == b"000000" for mode in fields[:count]]
        return FileChange(
            commit=Commit(sha.decode("ascii"), _text(author), date_of(_text(date)), _text(subject)),
            parents=shas,
            path=self._path,
            entry=entry_of(fields[count]),
            blob=fields[-2].decode("ascii"),
            parents_without=tuple(p for p, gone in zip(shas, gone_before, strict=False) if gone),
        )


def entry_of(mode: bytes) -> TreeEntry:
    """Return what a mode stands for in a tree."""
    return _ENTRIES.get(mode, TreeEntry.FILE)


def date_of(raw: str) -> datetime:
    """Return the moment that git writes as ``<seconds> <offset>``; the epoch when it is no date.

    Commits made by other tools hold impossible dates; they must not cost the version.
    """
    seconds, _, offset = raw.partition(" ")
    try:
        moment = min(max(int(seconds), 0), _LAST_SECOND)
        return datetime.fromtimestamp(moment, _zone(offset))
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)


def _zone(offset: str) -> timezone:
    minutes = int(offset[1:3]) * 60 + int(offset[3:5])
    return timezone(timedelta(minutes=-minutes if offset.startswith("-") else minutes))


def _text(data: bytes) -> str:
    text = data.decode("utf-8", "replace")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def reading_order(tip: NodeT, parents: Mapping[NodeT, Iterable[NodeT]]) -> list[NodeT]:
    """Return `tip` and its ancestors so that parents come first and the lines of a merge are not interleaved.

    Of two lines the first parent's is read first, to its end; dates play no part, so clocks that were
    wrong change nothing. Nodes that `tip` does not reach are left out.
    """
    order: list[NodeT] = []
    seen = {tip}
    stack = [(tip, iter(parents.get(tip, ())))]
    while stack:
        node, rest = stack[-1]
        parent = next((p for p in rest if p not in seen), None)
        if parent is None:
            order.append(node)
            stack.pop()
        else:
            seen.add(parent)
            stack.append((parent, iter(parents.get(parent, ()))))
    return order

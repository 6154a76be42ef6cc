"""The changes of a file where objects of the repository are missing or damaged: whatever can be read still counts.

Git ends a walk at the first commit or folder that it cannot read. Here each is read by itself: a commit that is gone
ends its own line, a folder that is gone costs its own commit. Slower than git's walk, and used where that failed alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import fsdecode, fsencode
from typing import Final

from spade_core.versions.changes import FileChange, date_of, entry_of, reading_order
from spade_core.versions.git_process import GitFailedError, GitProgram
from spade_core.versions.git_readers import BlobReader
from spade_core.versions.origins import CommitPath, origins_of
from spade_core.versions.version import Commit

_MOST_BYTES: Final = 1 << 26
"""Of a commit or a folder."""
_GONE: Final = (b"000000", "")
_FOLDER: Final = b"40000"

_Held = tuple[bytes, str]
"""The mode of a file and the name of its content."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A commit that can be read, and what it holds at the path: None where a folder on the way cannot be read."""

    commit: Commit
    parents: tuple[str, ...]
    held: _Held | None


def changes_still_there(
    git: GitProgram, objects: BlobReader, start: CommitPath, lost: list[str]
) -> Iterator[list[FileChange]]:
    """Yield the changes that made the file at `start`, the last one first, a portion a name that the file had.

    What cannot be read, and so may have changed it, is added to `lost`, in words.
    """
    place: CommitPath | None = start
    while place is not None:
        changes = _under_one_name(objects, place, lost)
        yield changes
        place = _origin(git, changes[-1]) if changes else None


def _origin(git: GitProgram, first: FileChange) -> CommitPath | None:
    try:
        return next(iter(origins_of(git, first)), None) if not first.is_merge else None
    except GitFailedError:
        return None


def _under_one_name(objects: BlobReader, start: CommitPath, lost: list[str]) -> list[FileChange]:
    commits: dict[str, _Read] = {}
    met = {start.sha}
    level = [start.sha]
    while level:
        found = _read(objects, level, start.path)
        lost += [f"commit {sha[:7]} cannot be read, nor what led to it" for sha in level if sha not in found]
        lost += [f"commit {sha[:7]} skipped: a folder cannot be read" for sha, one in found.items() if one.held is None]
        commits |= found
        level = [parent for one in found.values() for parent in one.parents if parent not in met]
        level = list(dict.fromkeys(level))
        met.update(level)
    lines = {sha: _followed(one, commits) for sha, one in commits.items()}
    order = reading_order(start.sha, lines)[::-1]
    return [change for sha in order if sha in commits and (change := _change(commits[sha], commits, start.path))]


def _followed(one: _Read, commits: dict[str, _Read]) -> tuple[str, ...]:
    """Return the parents whose lines count: of a merge that left the file as one of them had it, that one alone."""
    same = [sha for sha in one.parents if one.held is not None and sha in commits and commits[sha].held == one.held]
    return (same[0],) if same else one.parents


def _change(one: _Read, commits: dict[str, _Read], path: str) -> FileChange | None:
    before = [commits[sha].held if sha in commits else None for sha in one.parents]
    if one.held is None or one.held in (before or [_GONE]):
        return None
    mode, blob = one.held
    without = tuple(sha for sha, held in zip(one.parents, before, strict=True) if held == _GONE)
    if mode == _GONE[0] and all(held is None for held in before):
        return None
    return FileChange(one.commit, one.parents, path, entry_of(mode), blob, without)


def _read(objects: BlobReader, shas: Sequence[str], path: str) -> dict[str, _Read]:
    """Return those of the commits that can be read."""
    heads = {sha: _head(sha, data) for sha, data in objects.contents(shas, limit=_MOST_BYTES) if data and b"\n" in data}
    held: dict[str, _Held | None] = {tree: (_FOLDER, tree) for tree, _, _ in heads.values()}
    for part in fsencode(path).split(b"/"):
        folders = _folders(objects, {where[1] for where in held.values() if where and where[0] == _FOLDER})
        held = {tree: _inside(where, part, folders) for tree, where in held.items()}
    return {sha: _Read(commit, parents, _as_file(held[tree])) for sha, (tree, parents, commit) in heads.items()}


def _as_file(held: _Held | None) -> _Held | None:
    return _GONE if held is not None and held[0] == _FOLDER else held


def _inside(where: _Held | None, name: bytes, folders: dict[str, dict[bytes, _Held]]) -> _Held | None:
    if where is None or (where[0] == _FOLDER and where[1] not in folders):
        return None
    return folders[where[1]].get(name, _GONE) if where[0] == _FOLDER else _GONE


def _folders(objects: BlobReader, trees: Iterable[str]) -> dict[str, dict[bytes, _Held]]:
    found = objects.contents(sorted(trees), limit=_MOST_BYTES)
    return {tree: dict(_entries(data, len(tree) // 2)) for tree, data in found if data is not None}


def _entries(data: bytes, size: int) -> Iterator[tuple[bytes, _Held]]:
    """Yield the entries of a folder: ``<mode> <name>`` up to NUL, then the name of the content in `size` bytes."""
    at = 0
    while (space := data.find(b" ", at)) >= 0 and (end := data.find(b"\0", space)) >= 0:
        mode, at = data[at:space], end + 1 + size
        yield data[space + 1 : end], (mode, data[end + 1 : at].hex())


def _head(sha: str, data: bytes) -> tuple[str, tuple[str, ...], Commit]:
    """Return the tree, the parents and the rest of a commit."""
    head, _, message = data.partition(b"\n\n")
    fields: dict[bytes, list[bytes]] = {}
    for line in head.split(b"\n"):
        key, _, value = line.partition(b" ")
        fields.setdefault(key, []).append(value)
    encoding = fields.get(b"encoding", [b"utf-8"])[0].decode("ascii", "replace")
    author, _, moment = fields.get(b"author", [b""])[0].rpartition(b"> ")
    subject = b" ".join(message.lstrip(b"\n").partition(b"\n\n")[0].split(b"\n")).strip()
    parents = tuple(fsdecode(parent) for parent in fields.get(b"parent", []))
    commit = Commit(
        sha,
        _text(author.rpartition(b" <")[0], encoding),
        date_of(moment.decode("ascii", "replace")),
        _text(subject, encoding),
    )
    return fields.get(b"tree", [b""])[0].decode("ascii", "replace"), parents, commit


def _text(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding, "replace")
    except LookupError:
        return data.decode("utf-8", "replace")

"""Where a text was before the commit that brought it into its file: in a file that lost it there."""

from collections.abc import Iterator
from os import fsdecode
from pathlib import Path

from spade_core.errors import PromptFileError
from spade_core.prompt_files import PromptTemplate, pattern_for, texts_of
from spade_core.regular_file import read_file
from spade_core.text import decode
from spade_core.versions.changes import FileChange
from spade_core.versions.git_process import GitProgram
from spade_core.versions.git_readers import BlobReader
from spade_core.versions.origins import CommitPath
from spade_core.versions.reading import alikeness, is_alike

_MOST_FILES = 500
"""A commit that changed more moved no single prompt."""

_MOST_BYTES = 500_000
_TELLING = 12
"""Characters from which a line of a text tells it from others."""


def moved_from(
    git: GitProgram, blobs: BlobReader, change: FileChange, text: PromptTemplate
) -> tuple[CommitPath, PromptTemplate] | None:
    """Return the place, and the template there, that became `text` in `change`; None when the text is new there."""
    if len(change.parents) != 1:
        return None
    changed = list(_changed(git, change))
    best = _likest(blobs, {before: path for path, before, _ in changed}, text)
    if best is None:
        return None
    path, template = best
    after = next(blob for name, _, blob in changed if name == path)
    if after.strip("0") and any(_holds(data, path, template) for _, data in blobs.contents([after], limit=_MOST_BYTES)):
        return None
    return CommitPath(change.parents[0], path), template


def moved_since_head(
    git: GitProgram, blobs: BlobReader, own: str, text: PromptTemplate
) -> tuple[CommitPath, PromptTemplate] | None:
    """Return the place in the newest commit of a text that has come into the file `own` since; None when it is new.

    What has become of the other files is told by their sizes: git would run the filters that a repository names.
    """
    told = git.output("ls-tree", "-r", "-l", "-z", "HEAD").split(b"\0")
    changed: dict[str, str] = {}
    for line in filter(None, told):
        head, _, name = line.partition(b"\t")
        mode, _, blob, size = head.decode("ascii").split()
        path = fsdecode(name)
        if mode.startswith("100") and path != own and pattern_for(path) and _size(git.folder / path) != int(size):
            changed[blob] = path
    best = _likest(blobs, changed, text)
    if best is None:
        return None
    path, template = best
    try:
        data = read_file(git.folder / path)
    except OSError:
        data = b""
    return None if _holds(data, path, template) else (CommitPath("HEAD", path), template)


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:
        return -1


def _likest(blobs: BlobReader, paths: dict[str, str], text: PromptTemplate) -> tuple[str, PromptTemplate] | None:
    """Return which template in some contents, each with its path, became `text`; None when none did."""
    lines = [line.strip().encode() for line in text.text.splitlines() if len(line.strip()) >= _TELLING]
    if not lines or len(paths) > _MOST_FILES:
        return None
    best: tuple[float, str, PromptTemplate] | None = None
    for blob, data in blobs.contents(list(paths), limit=_MOST_BYTES):
        if data is None or not any(line in data for line in lines):
            continue
        for template in _templates(data, paths[blob]):
            share = alikeness(template, text)
            if is_alike(share) and (best is None or share > best[0]):
                best = share, paths[blob], template
    return best[1:] if best is not None else None


def _changed(git: GitProgram, change: FileChange) -> Iterator[tuple[str, str, str]]:
    """Yield the path of each other file that the commit changed or deleted, its content before and after."""
    told = git.output("diff-tree", "-r", "-z", "--no-renames", "--diff-filter=DM", change.parents[0], change.commit.sha)
    tokens = told.split(b"\0")
    for raw, name in zip(tokens[::2], tokens[1::2], strict=False):
        mode, _, before, after, _ = raw.decode("ascii").split(" ")
        path = fsdecode(name)
        if mode.startswith(":100") and path != change.path and pattern_for(path) is not None:
            yield path, before, after


def _holds(data: bytes | None, path: str, template: PromptTemplate) -> bool:
    """Whether a content still holds the template: then it was copied, not moved."""
    return data is not None and any(is_alike(alikeness(other, template)) for other in _templates(data, path))


def _templates(data: bytes, path: str) -> tuple[PromptTemplate, ...]:
    try:
        return tuple(texts_of(path, decode(data, path=path)))
    except PromptFileError:
        return ()

"""Where a text was before the commit that brought it into its file: in a file that lost it there."""

from collections.abc import Iterator
from os import fsdecode

from spade_core.errors import PromptFileError
from spade_core.prompt_files import PromptTemplate, pattern_for, read_prompt
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
    lines = [line.strip().encode() for line in text.text.splitlines() if len(line.strip()) >= _TELLING]
    if not lines:
        return None
    changed = list(_changed(git, change))
    if len(changed) > _MOST_FILES:
        return None
    after = {before: blob for _, before, blob in changed}
    paths = {before: path for path, before, _ in changed}
    best: tuple[float, CommitPath, PromptTemplate, str] | None = None
    for blob, data in blobs.contents(list(paths), limit=_MOST_BYTES):
        if data is None or not any(line in data for line in lines):
            continue
        for template in _templates(data, paths[blob]):
            share = alikeness(template, text)
            if is_alike(share) and (best is None or share > best[0]):
                best = share, CommitPath(change.parents[0], paths[blob]), template, after[blob]
    if best is None or _holds(blobs, best[3], best[1].path, best[2]):
        return None
    return best[1], best[2]


def _changed(git: GitProgram, change: FileChange) -> Iterator[tuple[str, str, str]]:
    """Yield the path of each other file that the commit changed or deleted, its content before and after."""
    told = git.output("diff-tree", "-r", "-z", "--no-renames", "--diff-filter=DM", change.parents[0], change.commit.sha)
    tokens = told.split(b"\0")
    for raw, name in zip(tokens[::2], tokens[1::2], strict=False):
        mode, _, before, after, _ = raw.decode("ascii").split(" ")
        path = fsdecode(name)
        if mode.startswith(":100") and path != change.path and pattern_for(path) is not None:
            yield path, before, after


def _holds(blobs: BlobReader, blob: str, path: str, template: PromptTemplate) -> bool:
    """Whether a content still holds the template: then it was copied, not moved."""
    if not blob.strip("0"):
        return False
    return any(
        is_alike(alikeness(other, template))
        for _, data in blobs.contents([blob], limit=_MOST_BYTES)
        if data is not None
        for other in _templates(data, path)
    )


def _templates(data: bytes, path: str) -> tuple[PromptTemplate, ...]:
    try:
        return read_prompt(path, decode(data, path=path)).templates
    except PromptFileError:
        return ()

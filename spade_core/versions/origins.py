"""What a file that appears in a commit was made from."""

from dataclasses import dataclass
from os import fsdecode

from spade_core.versions.changes import FileChange
from spade_core.versions.git_process import GitProgram, pathspec


@dataclass(frozen=True, slots=True)
class CommitPath:
    """A file's path in one commit."""

    sha: str
    path: str


def origins_of(git: GitProgram, change: FileChange) -> tuple[CommitPath, ...]:
    """Return where the history of a file goes on before `change`, other than under its own path.

    For an ordinary commit that is one place at most: what git says the new file was renamed or copied from.
    For a merge it is one place for each parent that had the file under another name.
    """
    if not change.is_merge:
        parents, letters = (change.parents if change.is_new else ()), "RC"
    else:
        parents, letters = change.parents_without, "R"
    found = (_origin(git, change, parent, letters) for parent in parents)
    return tuple(place for place in found if place)


def _origin(git: GitProgram, change: FileChange, parent: str, letters: str) -> CommitPath | None:
    told = git.output("diff-tree", "-r", "-z", "--follow", parent, change.commit.sha, "--", pathspec(change.path))
    raw, *paths = told.split(b"\0")
    letter = raw.rpartition(b" ")[2][:1].decode("ascii")
    return CommitPath(parent, fsdecode(paths[0])) if letter and letter in letters else None

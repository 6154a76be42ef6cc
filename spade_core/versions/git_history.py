"""The history of one template, read from the git repository that holds its file.

The only module that knows GitPython, which finds the repository; it is imported when a history is first read.
"""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from os import fsdecode
from pathlib import Path

from spade_core.errors import HistoryError
from spade_core.regular_file import read_file
from spade_core.versions.blob_templates import BlobTemplates, printable
from spade_core.versions.changes import FileChange
from spade_core.versions.file_walk import changes_before
from spade_core.versions.git_files import odd_file_of_git
from spade_core.versions.git_process import GitFailedError, GitProgram, environment_of, pathspec
from spade_core.versions.git_readers import BlobReader
from spade_core.versions.newest import newest_states
from spade_core.versions.origins import Place
from spade_core.versions.snapshots import Snapshot, versions_of
from spade_core.versions.version import History


@dataclass(frozen=True, slots=True)
class _Repository:
    git: GitProgram
    path: str
    """The prompt file's, relative to the root."""


def read_history(path: Path, *, template: str = "", unsaved: str | None = None) -> History:
    """Return every version that the template in the file at `path` has had, P_0 first.

    `template` names the constant or entry of a file that holds several; empty means the only one. `unsaved`
    is the text of an editor's buffer: the newest version. A symbolic link has the history of the file that it
    points to. Without git, without a repository or a commit the history is the file as it is, and a note
    says why. A commit whose state of the file cannot be read is skipped with a note; one in which the
    template did not exist is no version.

    Raises HistoryError when there is no such file, on disk or in git, and PromptFileError when not one
    version of it can be read. See ``file_walk`` for which commits of merged branches count.
    """
    file = _resolved(path)
    notes: list[str] = []
    repository = _repository_of(file, notes)
    shown = printable(repository.path if repository else file.name)
    newest = newest_states(file, shown=shown, name=template, unsaved=unsaved)
    # The only template may have had neighbours once: its name of today tells it from them.
    name = newest.template.name if newest.template else template
    committed = _committed(repository, notes, name=name, only=not template) if repository else []
    if not newest.snapshots and not committed:
        raise HistoryError(f"{path}: no such file, neither on disk nor in git")
    versions = versions_of([*committed, *newest.snapshots])
    if len(versions) == 1 and newest.failure:
        raise newest.failure
    if len(versions) == 1:
        notes.append(f"no state of the file holds a template{f' named {name!r}' if name else ' with any text'}")
    return History(template or versions[-1].template.name, versions, (*notes, *newest.notes))


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise HistoryError(f"{path}: the path leads nowhere: {error}") from error


def _repository_of(file: Path, notes: list[str]) -> _Repository | None:
    """Return the repository around the file; None, with a note, when there is none that git can read."""
    executable = shutil.which(os.environ.get("GIT_PYTHON_GIT_EXECUTABLE", "git"))
    if executable is None or not Path(executable).is_absolute():
        notes.append("git is not installed: the history is the file as it is")
        return None
    try:
        # With the program in place the import never complains, so GIT_PYTHON_REFRESH need not be set.
        import git
    except ImportError as error:
        notes.append(f"git cannot be used, the history is the file as it is: {str(error).splitlines()[0]}")
        return None
    folder = next(parent for parent in file.parents if parent.is_dir())
    if odd := odd_file_of_git(folder):
        notes.append(f"{printable(str(odd))} is not a regular file: the history is the file as it is")
        return None
    try:
        with closing(git.Repo(folder, search_parent_directories=True, expand_vars=False)) as found:
            folder_of_git, root = Path(found.git_dir), found.working_tree_dir
    except (git.InvalidGitRepositoryError, git.NoSuchPathError):
        notes.append("not in a git repository: the history is the file as it is")
        return None
    top = Path(root or folder_of_git).resolve()
    if not file.is_relative_to(top):
        notes.append(f"outside the working tree of its repository ({top}): the history is the file as it is")
        return None
    environment = environment_of(os.environ, index=str(folder_of_git / "no-index"))
    return _Repository(GitProgram(executable, top, environment), file.relative_to(top).as_posix())


def _committed(repository: _Repository, notes: list[str], *, name: str, only: bool) -> list[Snapshot]:
    """Return the file as each commit that changed it left it, oldest first."""
    git = repository.git
    snapshots: list[Snapshot] = []
    roots: list[str] = []
    own: FileChange | None = None
    other: FileChange | None = None
    stop: str | None = None
    with BlobReader(git) as blobs, closing(changes_before(git, Place("HEAD", repository.path))) as portions:
        templates = BlobTemplates(blobs, name, only)
        try:
            for portion in portions:
                snapshots.extend(templates.snapshots_of(portion))
                roots.extend(change.commit.sha for change in portion if not change.parents)
                for change in portion:  # children first
                    if other is None and change.path == repository.path:
                        own = change
                    elif other is None:
                        other = change
        except GitFailedError as error:
            stop = str(error)
    if stop and not snapshots:
        notes.append(_nothing_read(stop))
    elif stop:
        notes.append(f"git stopped before the oldest version: {stop}")
    elif not snapshots:
        notes.append(f"{printable(repository.path)} is in no commit yet: the history is the file as it is")
    if own is not None and other is not None:
        notes.extend(_copied(git, own, other.path))
    notes.extend([*_cut_off(git, roots), *reversed(templates.notes)])
    return snapshots[::-1]


def _nothing_read(complaint: str) -> str:
    if "dubious ownership" in complaint:
        return (
            "the repository belongs to another user, so git does not read it: the history is the file as it is "
            "(git config --global --add safe.directory <folder> trusts it)"
        )
    if "bad revision 'HEAD'" in complaint:
        return "the repository has no commit yet: the history is the file as it is"
    return f"git cannot read the repository, the history is the file as it is: {complaint}"


def _copied(git: GitProgram, start: FileChange, origin: str) -> Iterator[str]:
    """Say so when the file began as a copy of one that stayed, not as its new name."""
    try:
        kept = git.output("ls-tree", "-z", "--name-only", start.commit.sha, "--", pathspec(origin))
    except GitFailedError:
        return
    if kept:
        yield (
            f"git follows this file from {printable(origin)}, of which it was a copy in commit {start.commit.sha[:7]}: "
            f"the versions before that commit are {printable(origin)}'s"
        )


def _cut_off(git: GitProgram, roots: Sequence[str]) -> Iterator[str]:
    """Say so when commits without parents are where a shallow clone was cut."""
    if not roots:
        return
    try:
        shallow = fsdecode(git.output("rev-parse", "--git-path", "shallow")).rstrip("\n")
        cuts = set(read_file(git.folder / shallow).decode("ascii").split())
    except (GitFailedError, OSError, UnicodeDecodeError):
        return
    if cut := [sha[:7] for sha in reversed(roots) if sha in cuts]:
        yield f"shallow clone: versions before {' and '.join(cut)} are not here"

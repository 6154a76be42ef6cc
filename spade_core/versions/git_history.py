"""The history of one template, read from the git repository that holds its file.

The only module that knows GitPython, which finds the repository; it is imported when a history is first read.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from os import fsdecode
from pathlib import Path
from typing import TYPE_CHECKING

from spade_core.errors import HistoryError
from spade_core.links import followed, repository_around
from spade_core.programs import git_program
from spade_core.prompt_files import PromptTemplate
from spade_core.regular_file import MOST_BYTES, read_file_of_git
from spade_core.versions.blob_templates import BlobTemplates, printable
from spade_core.versions.changes import FileChange
from spade_core.versions.damaged import changes_still_there
from spade_core.versions.file_walk import changes_before
from spade_core.versions.git_files import odd_file_of_git
from spade_core.versions.git_process import GitFailedError, GitProgram, GitSilentError, environment_of, pathspec
from spade_core.versions.git_readers import BlobReader
from spade_core.versions.moves import moved_from, moved_since_head
from spade_core.versions.newest import newest_states, without_conflict
from spade_core.versions.origins import CommitPath
from spade_core.versions.snapshots import Snapshot, versions_of
from spade_core.versions.version import History

if TYPE_CHECKING:
    from types import ModuleType

    import git

_UNFINISHED = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD", "rebase-merge", "rebase-apply")


@dataclass(frozen=True, slots=True)
class Repository:
    """The repository around a file."""

    git: GitProgram
    path: str
    """The prompt file's, relative to the root."""
    is_unmerged: bool
    """Whether git has a merge, a rebase or the like to finish there, and both sides of the file to be merged in it."""


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
    repository = repository_of(file, notes)
    shown = printable(repository.path if repository else file.name)
    newest = newest_states(file, shown=shown, name=template, unsaved=unsaved)
    if repository is not None and repository.is_unmerged:
        newest = without_conflict(newest, file, shown=shown, unsaved=unsaved)
    # The only template may have had neighbours once: its name of today tells it from them.
    name = newest.template.name if newest.template else template
    later = newest.template
    committed, is_whole = (
        _committed(repository, notes, name=name, only=not template, later=later) if repository else ([], True)
    )
    if not newest.snapshots and not committed:
        raise HistoryError(f"{path}: no such file, neither on disk nor in git")
    versions = versions_of([*committed, *newest.snapshots])
    if len(versions) == 1 and newest.failure:
        raise newest.failure
    if len(versions) == 1:
        notes.append(f"no state of the file holds a template{f' named {name!r}' if name else ' with any text'}")
    return History(template or versions[-1].template.name, versions, (*notes, *newest.notes), is_whole)


def earlier_files(path: Path, history: History) -> tuple[Path, ...]:
    """Return the files in which a template with this history was before it stood in `path`, the last one first."""
    file = _resolved(path)
    repository = repository_of(file, [])
    if repository is None:
        return ()
    found = [version.path for version in reversed(history.versions) if version.path]
    return tuple(dict.fromkeys(repository.git.folder / one for one in found if one != repository.path))


def file_at(path: Path, revision: str) -> bytes | None:
    """Return a file as it was where HEAD left a revision, a branch say; None where it was not there.

    Raises:
        HistoryError: there is no repository, no such revision, or the file is too large.
    """
    notes: list[str] = []
    repository = repository_of(_resolved(path), notes)
    if repository is None:
        raise HistoryError(notes[-1])
    git = repository.git
    if revision.startswith("-"):
        raise HistoryError(f"{printable(revision)} is no revision")
    try:
        commit = git.output("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").decode().strip()
    except GitSilentError:
        raise
    except GitFailedError as error:
        raise HistoryError(f"git knows no commit {printable(revision)}; a shallow clone may lack it") from error
    try:
        both = git.output("rev-parse", f"{commit}...HEAD").decode().split()
        commit = next((one.removeprefix("^") for one in both if one.startswith("^")), commit)
        blob = f"{commit}:{repository.path}"
        if (size := int(git.output("cat-file", "-s", blob))) > MOST_BYTES:
            raise HistoryError(f"{path}: {size:,} bytes in {printable(revision)}; at most {MOST_BYTES:,} are read")
        return git.output("cat-file", "blob", blob)
    except GitFailedError:
        return None


def _resolved(path: Path) -> Path:
    try:
        return followed(path)
    except OSError as error:
        raise HistoryError(f"{path}: cannot be read: {error.strerror}") from error


def repository_of(file: Path, notes: list[str]) -> Repository | None:
    """Return the repository around the file; None, with a note, when there is none that git can read."""
    executable = git_program(file.parent)
    if executable is None:
        notes.append("git is not installed: the history is the file as it is")
        return None
    try:
        git = _git_python(executable)
    except ImportError as error:
        notes.append(f"git cannot be used, the history is the file as it is: {str(error).splitlines()[0]}")
        return None
    folder = repository_around(file) or next(parent for parent in file.parents if parent.is_dir())
    if odd := odd_file_of_git(folder):
        notes.append(f"{printable(str(odd))} is not a regular file: the history is the file as it is")
        return None
    try:
        with closing(_opened(folder)) as found:
            folder_of_git, root = Path(found.git_dir), found.working_tree_dir
    except (git.InvalidGitRepositoryError, git.NoSuchPathError):
        marker = folder / ".git"
        is_there = os.path.lexists(marker)
        what = f"{printable(str(marker))} cannot be read as git's" if is_there else "not in a git repository"
        notes.append(f"{what}: the history is the file as it is")
        return None
    top = Path(root or folder_of_git).resolve()
    if not file.is_relative_to(top):
        notes.append(f"outside the working tree of its repository ({top}): the history is the file as it is")
        return None
    environment = environment_of(os.environ, index=str(folder_of_git / "no-index"))
    program, path = GitProgram(executable, top, environment), file.relative_to(top).as_posix()
    is_merging = any(os.path.lexists(folder_of_git / name) for name in _UNFINISHED)
    with_index = environment | {"GIT_INDEX_FILE": str(folder_of_git / "index")}
    return Repository(program, path, is_merging and _is_unmerged(GitProgram(executable, top, with_index), path))


def _git_python(executable: str) -> "ModuleType":
    """Return GitPython, which runs a git when it is imported: this one."""
    if (loaded := sys.modules.get("git")) is not None:
        return loaded
    name = "GIT_PYTHON_GIT_EXECUTABLE"
    before = os.environ.get(name)
    os.environ[name] = executable
    try:
        # With the program in place the import never complains, so GIT_PYTHON_REFRESH need not be set.
        return import_module("git")
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _is_unmerged(git: GitProgram, path: str) -> bool:
    """Whether git has not merged a file; so it is said where git cannot tell."""
    try:
        return bool(git.output("ls-files", "--unmerged", "-z", "--", pathspec(path)))
    except GitFailedError:
        return True


def _opened(folder: Path) -> "git.Repo":
    """Return the repository that `.git` in a folder names; its configuration without what it includes: maybe a pipe.

    What looks like a bare repository is one outside of others only: a clone brings it along like any other folder.
    """
    import git
    from git.repo.fun import is_git_dir

    class Plain(git.Repo):
        def _config_reader(self, config_level: object = None, git_dir: object = None) -> git.GitConfigParser:
            path = Path(str(git_dir or self._common_dir or self.git_dir), "config")
            return git.GitConfigParser(path, read_only=True, merge_includes=False)

    marker = folder / ".git"
    if marker.is_dir() and not is_git_dir(marker):  # the folder itself would be tried next
        raise git.InvalidGitRepositoryError(marker)
    return Plain(folder, search_parent_directories=not os.path.lexists(marker), expand_vars=False)


def _committed(
    repository: Repository, notes: list[str], *, name: str, only: bool, later: PromptTemplate | None
) -> tuple[list[Snapshot], bool]:
    """Return the file as each commit that changed it left it, oldest first, and whether none of them is missing."""
    git = repository.git
    snapshots: list[Snapshot] = []
    changes: list[FileChange] = []
    skipped: list[str] = []
    lost: list[str] = []
    stop: str | None = None
    own = 0
    """How many changes were made before a text of another file was moved here, newest first."""
    with BlobReader(git) as blobs:
        place: CommitPath | None = CommitPath("HEAD", repository.path)
        templates = BlobTemplates(blobs, name, only, later)
        try:
            while place is not None:
                with closing(changes_before(git, place)) as portions:
                    for portion in portions:
                        changes.extend(portion)
                        snapshots.extend(templates.snapshots_of(portion))
                skipped.extend(templates.notes)
                own = own or len(changes)
                came = (repository.path, later) if place.path == repository.path and later else None
                place, templates = _moved(git, blobs, changes, snapshots, templates, came)
        except GitFailedError as error:
            stop = str(error)
            skipped.extend(templates.notes)
            if not isinstance(error, GitSilentError) and (tip := _tip(git)):
                templates = BlobTemplates(blobs, name, only, later)
                portions_left = list(changes_still_there(git, blobs, CommitPath(tip, repository.path), lost))
                changes = [change for portion in portions_left for change in portion]
                own = len(portions_left[0])
                snapshots = [one for portion in portions_left for one in templates.snapshots_of(portion)]
                skipped = [*lost, *templates.notes] if snapshots else skipped
    if stop and not snapshots:
        notes.append(_nothing_read(stop))
    elif stop:
        notes.append(f"the repository is not whole: {stop}" if lost else stop)
    elif not snapshots:
        notes.append(f"{printable(repository.path)} is in no commit yet: the history is the file as it is")
    other = next(
        (change for change in changes[: own or None] if change.path != repository.path), None
    )  # children first
    if other is not None and changes.index(other):
        notes.extend(_copied(git, changes[changes.index(other) - 1], other.path))
    roots = [change.commit.sha for change in changes if not change.parents]
    cut_off = list(_cut_off(git, roots))
    notes.extend([*cut_off, *_together(reversed(skipped))])
    return snapshots[::-1], not (cut_off or lost or stop)


def _together(notes: Iterable[str]) -> list[str]:
    """Return notes on commits, those that say the same of several as one."""
    commits: dict[str, list[str]] = {}
    for note in notes:
        commit, _, why = note.partition(" skipped: ")
        commits.setdefault(why or note, []).append(commit)
    told: list[str] = []
    for why, (first, *others) in commits.items():
        also = f" and {len(others)} more" if others else ""
        told.append(why if why == first else f"{first}{also} skipped: {why}")
    return told


def _tip(git: GitProgram) -> str:
    """Return the commit that is checked out, whether it can be read or not; empty where there is none."""
    try:
        return git.output("rev-parse", "--verify", "--quiet", "HEAD").decode("ascii").strip()
    except GitFailedError:
        return ""


def _moved(
    git: GitProgram,
    blobs: BlobReader,
    changes: list[FileChange],
    snapshots: list[Snapshot],
    templates: BlobTemplates,
    came: tuple[str, PromptTemplate] | None,
) -> tuple[CommitPath | None, BlobTemplates]:
    """Return where the history goes on in another file, and drop the states of this one that lacked the template.

    `came` is the file and the text as it is now there, which may have come into it after its last commit.
    """
    first = max((at for at, snapshot in enumerate(snapshots) if snapshot.template), default=-1)
    text = snapshots[first].template if first >= 0 else None
    found = None
    if text is not None:
        found = moved_from(git, blobs, changes[first], text)
    elif came is not None:
        found = moved_since_head(git, blobs, *came)
    if found is None:
        return None, templates
    del changes[first + 1 :], snapshots[first + 1 :]
    place, before = found
    return place, BlobTemplates(blobs, before.name, only=False, later=before)


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
        cuts = set(read_file_of_git(git.folder / shallow).decode("ascii").split())
    except (GitFailedError, OSError, UnicodeDecodeError):
        return
    if cut := [sha[:7] for sha in reversed(roots) if sha in cuts]:
        yield f"shallow clone: versions before {' and '.join(cut)} are not here"

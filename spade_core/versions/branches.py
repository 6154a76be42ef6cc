"""A commit on a new branch that leaves alone what is checked out: the index, the files and the branch of HEAD.

Beside the commands of `git_process`, those that write objects and one reference are run here. No hook runs and no
filter, and the index is one of our own. What git writes stays in this repository: its folder is the one in `.git`, or
names this worktree back as git has it, and no link is in the way.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from spade_core.errors import HistoryError
from spade_core.links import followed, repository_around
from spade_core.regular_file import read_file_of_git
from spade_core.versions.blob_templates import printable
from spade_core.versions.git_history import repository_of
from spade_core.versions.git_process import GitFailedError, GitProgram

_IDENTITY: Final = ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL")
_WRITTEN: Final = ("HEAD", "packed-refs", "logs", "refs", "reftable", "objects")


def commit_on_branch(branch: str, files: Mapping[Path, bytes], message: str, *, if_tracked: frozenset[Path]) -> str:
    """Commit files on a new branch from HEAD, and return the commit's name; empty where HEAD has them all so.

    Those of `if_tracked` only where HEAD has them already.

    Raises:
        HistoryError: there is no repository or no commit, what git writes would leave it, the branch is there already,
            or git does not know the author.
    """
    notes: list[str] = []
    paths = {path: followed(path) for path in files}
    file = next(iter(paths.values()))
    repository = repository_of(file, notes)
    if repository is None:
        raise HistoryError(notes[-1])
    _require_own(repository.git, (repository_around(file) or repository.git.folder) / ".git")
    if branch.startswith("-"):
        raise HistoryError(f"{printable(branch)} is no name of a branch")
    name = f"refs/heads/{branch}"
    with TemporaryDirectory() as scratch:
        hooks, index = Path(scratch, "hooks"), Path(scratch, "index")
        who = {name: os.environ[name] for name in _IDENTITY if name in os.environ}
        git = replace(repository.git, environment={**repository.git.environment, **who, "GIT_INDEX_FILE": str(index)})

        def said(*arguments: str) -> str:
            return git.output("-c", f"core.hooksPath={hooks}", *arguments).decode().strip()

        try:
            said("check-ref-format", name)
        except GitFailedError as error:
            raise HistoryError(f"{printable(branch)} is no name of a branch") from error
        if _is_there(git, name):
            raise HistoryError(f"there is a branch {branch} already")
        if not _is_there(git, "HEAD^{commit}"):
            raise HistoryError("the repository has no commit that a branch could begin at")
        head = said("rev-parse", "--verify", "HEAD^{commit}")
        said("read-tree", head)
        before = said("write-tree")
        for path, data in files.items():
            place = paths[path].relative_to(git.folder).as_posix()
            mode = next(iter(said("ls-files", "--stage", "--", f":(top,literal){place}").split()), "")
            if not mode and path in if_tracked:
                continue
            content = Path(scratch, "content")
            content.write_bytes(data)
            blob = said("hash-object", "-w", "--no-filters", str(content))
            said("update-index", "--add", "--cacheinfo", f"{mode or '100644'},{blob},{place}")
        tree = said("write-tree")
        if tree == before:
            return ""
        commit = said("commit-tree", tree, "-p", head, "-m", message)
        said("update-ref", name, commit, "")
        return commit


def _is_there(git: GitProgram, name: str) -> bool:
    try:
        git.output("rev-parse", "--verify", "--quiet", name)
    except GitFailedError:
        return False
    return True


def _require_own(git: GitProgram, marker: Path) -> None:
    """Raise HistoryError where git would write into another repository than that of `marker`, or through a link."""
    own, common = (_folder(git, option) for option in ("--git-dir", "--git-common-dir"))
    if marker.is_symlink():
        raise HistoryError(f"{printable(str(marker))} is a link: no branch is made through it")
    is_own = own == common == marker if marker.is_dir() else _names_back(git, own, common, marker)
    if marker.parent != git.folder or not is_own:
        raise HistoryError(f"{printable(str(marker))} leads to another repository: no branch is made there")
    if link := next(_links((own, common)), None):
        raise HistoryError(f"{printable(str(link))} is a link: no branch is made through it")


def _folder(git: GitProgram, option: str) -> Path:
    return (git.folder / os.fsdecode(git.output("rev-parse", option)).removesuffix("\n")).resolve()


def _names_back(git: GitProgram, own: Path, common: Path, marker: Path) -> bool:
    """Whether a folder of git says that it is this worktree's, or this submodule's."""
    try:
        if own == common:
            said = git.output("config", "--file", str(own / "config"), "--get", "core.worktree")
            return (own / os.fsdecode(said).removesuffix("\n")).resolve() == marker.parent
        said = read_file_of_git(own / "gitdir")
    except (OSError, GitFailedError):
        return False
    return own.parent == common / "worktrees" and (own / os.fsdecode(said).removesuffix("\n")).resolve() == marker


def _links(folders: tuple[Path, Path]) -> Iterator[Path]:
    """Yield the links among what git writes for a branch."""
    for path in (folder / name for folder in folders for name in _WRITTEN):
        if path.is_symlink():
            yield path
        for above, *inner in os.walk(path):
            yield from (each for names in inner for name in names if (each := Path(above, name)).is_symlink())

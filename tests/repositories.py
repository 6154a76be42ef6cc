"""Real git repositories for tests: a prompt's versions as commits."""

import atexit
import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

_IDENTITY = {
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder and return what it printed."""
    environment = {**os.environ, **_IDENTITY}
    done = subprocess.run(  # noqa: S603  (fixed program, arguments of the tests)
        ["git", *arguments],  # noqa: S607
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    return done.stdout


def commit_versions(folder: Path, name: str, versions: Sequence[str]) -> Path:
    """Make a repository in which each version of the file is a commit; return the file's path.

    The folder may be a repository already; then the versions are committed on top.
    """
    if (folder / ".git").exists():
        _commit(folder, name, versions)
    else:
        shutil.copytree(_made(name, tuple(versions)), folder, dirs_exist_ok=True)
    return folder / name


@cache
def _made(name: str, versions: tuple[str, ...]) -> Path:
    """Return a repository to copy: many tests want the same one, and git takes ten times as long as a copy."""
    folder = Path(mkdtemp(prefix="spade-repository-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    git(folder, "init", "--quiet", "--initial-branch=main")
    _commit(folder, name, versions)
    return folder


def _commit(folder: Path, name: str, versions: Sequence[str]) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(versions, start=1):
        path.write_text(text, encoding="utf-8", newline="")
        git(folder, "add", "--", name)
        git(folder, "commit", "--quiet", "--allow-empty", "-m", f"version {number}")

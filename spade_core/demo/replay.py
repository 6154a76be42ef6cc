"""Replays the demo's versions as real commits in a new repository."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from spade_core.demo.movie_note import movie_note
from spade_core.demo.version import Demo, DemoVersion
from spade_core.errors import HistoryError, StorageError
from spade_core.programs import git_program

_BRANCH: Final = "refs/heads/main"


@dataclass(frozen=True, slots=True)
class DemoWorkspace:
    """A folder to play with: a git repository, the prompt at its last version, and its labelled responses."""

    folder: Path
    prompt: Path
    examples: Path


def replay_demo(folder: Path, *, unlabelled: int = 0, demo: Demo | None = None) -> DemoWorkspace:
    """Return the demo, by default the movie note, written to `folder`, which is made when it is not there.

    `unlabelled` is how many responses of the movie note have no label, spread over the file. The commits have fixed
    people and dates: their hashes are the same everywhere, whatever the user's git is set to.

    Raises:
        StorageError: the folder is not empty, or cannot be written.
        HistoryError: git is missing or fails.
    """
    demo = demo or movie_note(unlabelled=unlabelled)
    workspace = DemoWorkspace(folder, folder / demo.prompt_name, folder / demo.examples_name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise StorageError(str(folder), None, "is not empty; the demo wants a folder of its own")
        try:
            _fill(folder, demo)
        except BaseException:  # half of a demo would be no empty folder for the next try
            for entry in folder.iterdir():
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
            raise
    except OSError as error:
        raise StorageError(str(folder), None, f"cannot be written: {error.strerror or error}") from error
    return workspace


def _fill(folder: Path, demo: Demo) -> None:
    _run(folder, "init", "--quiet", "--template=")
    _run(folder, "symbolic-ref", "HEAD", _BRANCH)
    _run(folder, "fast-import", "--quiet", stdin=fast_import_stream(demo))
    _run(folder, "reset", "--quiet", "--hard", _BRANCH)
    for name, text in {demo.examples_name: demo.examples, **demo.others}.items():
        (folder / name).write_bytes(text.encode())


def fast_import_stream(demo: Demo) -> bytes:
    """Return what ``git fast-import`` makes one commit of each version from; it asks for no identity and no key."""
    return b"".join(part for version in demo.versions for part in _commit(version, demo.prompt_name))


def _commit(version: DemoVersion, prompt_name: str) -> tuple[bytes, ...]:
    person = f"{version.author} <{version.email}> {int(version.date.timestamp())} {version.date:%z}"
    return (
        f"commit {_BRANCH}\nauthor {person}\ncommitter {person}\n".encode(),
        _data(version.message + "\n"),
        f"M 100644 inline {prompt_name}\n".encode(),
        _data(version.text),
    )


def _data(text: str) -> bytes:
    data = text.encode()
    return b"data %d\n%b\n" % (len(data), data)


def _run(folder: Path, *arguments: str, stdin: bytes = b"") -> None:
    git = git_program(folder)
    if git is None:
        raise HistoryError("git is not installed: the demo replays the prompt's history with it")
    done = subprocess.run(  # noqa: S603 - the executable is looked up and the arguments are ours
        [git, "-c", "core.autocrlf=false", "-c", f"core.hooksPath={os.devnull}", *arguments],
        cwd=folder,
        env=_environment(),
        input=stdin,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise HistoryError(f"git {arguments[0]} failed in {folder}: {done.stderr.decode('utf-8', 'replace').strip()}")


def _environment() -> dict[str, str]:
    """Return the environment without the user's git settings: no hooks, filters, keys or object format of theirs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_DEFAULT_HASH": "sha1",
        "LC_ALL": "C",
    }

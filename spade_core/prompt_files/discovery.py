"""The prompt files below a folder."""

import os
from collections.abc import Iterator
from pathlib import Path

from spade_core.prompt_files.patterns import holds_prompt, pattern_for
from spade_core.regular_file import read_start

_SKIPPED = frozenset(
    {".git", ".hg", ".svn", "node_modules", "__pycache__", "site-packages", ".tox", ".nox", ".eggs", ".cache"}
    | {".venv", ".idea", "__pypackages__", ".ipynb_checkpoints"}
)
_LOOK_AT = 1_000_000
"""Bytes of a Python, JSON or YAML file that are looked at to tell whether it holds prompts."""


def find_prompt_files(root: Path) -> list[Path]:
    """Return the files below `root` that hold prompts, sorted.

    Left out: version control, dependencies, virtual environments, caches, links to folders, and Python,
    JSON and YAML files in which a cheap look finds no prompt. What cannot be opened is passed over.
    """
    name = root.resolve().name
    return sorted(path for path in _files(root) if _holds_prompt(path, f"{name}/{path.relative_to(root).as_posix()}"))


def _files(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        folders[:] = [name for name in folders if not _is_skipped(here / name)]
        yield from (here / name for name in names)


def _is_skipped(folder: Path) -> bool:
    name = folder.name
    if name in _SKIPPED or (name.startswith(".") and name.endswith("cache")) or name.endswith(".egg-info"):
        return True
    return os.path.lexists(folder / "pyvenv.cfg")


def _holds_prompt(path: Path, within: str) -> bool:
    """Whether the file holds a prompt, judged by its path `within` the root.

    The root's own name counts; a folder called "prompts" somewhere above it is no reason.
    """
    pattern = pattern_for(within)
    if pattern is None:
        return False
    try:
        if not path.is_file():
            return False
        return not pattern.needs_look or holds_prompt(within, _head(path))
    except OSError:
        return False


def _head(path: Path) -> str:
    return read_start(path, _LOOK_AT).decode("utf-8", "replace")

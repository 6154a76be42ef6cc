"""The prompt files below a folder."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spade_core.errors import PromptFileError
from spade_core.prompt_files.files import load_prompt_file, place_of
from spade_core.prompt_files.formats import PromptFormat
from spade_core.prompt_files.patterns import is_worth_opening, may_be_in, pattern_for
from spade_core.prompt_files.reading import holds_prompt, read_prompt
from spade_core.prompt_files.template import PromptFile
from spade_core.regular_file import read_start

_SKIPPED = frozenset(
    {".git", ".hg", ".svn", "node_modules", "__pycache__", "site-packages", ".tox", ".nox", ".eggs", ".cache"}
    | {".venv", ".idea", "__pypackages__", ".ipynb_checkpoints", "bower_components", ".next", ".nuxt"}
)
_LOCKS = frozenset({"package-lock.json", "pnpm-lock.yaml", "composer.lock", "package.json", "tsconfig.json"})
_LOOK_AT = 500_000
"""Bytes of a file whose path does not tell; a larger one is no source that people write."""


def find_prompt_files(root: Path) -> list[Path]:
    """Return the files below `root` that hold prompts, in the order of their paths.

    Left out: version control, dependencies, virtual environments, caches, links to folders, and files that need not
    be prompts and in which no text is judged to be one. What cannot be opened is passed over.
    """
    return [seen.path for seen in _seen(root) if seen.is_prompt or holds_prompt(seen.place, seen.text)]


def prompt_files_below(root: Path) -> Iterator[PromptFile | PromptFileError]:
    """Yield the files below `root` that hold prompts, read, in the order of their paths; each is read once.

    A file that must be a prompt and cannot be read is yielded as the reason why.
    """
    for seen in _seen(root):
        try:
            if not seen.is_text:
                yield read_prompt(str(seen.path), seen.text, place=seen.place)
            elif seen.is_prompt or holds_prompt(seen.place, seen.text):
                yield load_prompt_file(seen.path)
        except PromptFileError as error:
            if seen.is_prompt:
                yield error


@dataclass(frozen=True, slots=True)
class _Seen:
    """A file that is a prompt, or that is worth reading for prompts."""

    path: Path
    place: str
    """Where it is in its project."""
    is_prompt: bool
    """Whether its path alone says so."""
    is_text: bool
    """Whether it is one prompt as a whole, if it is any."""
    text: str
    """Empty where the path says enough."""


def _seen(root: Path) -> Iterator[_Seen]:
    beside = place_of(root.absolute() / "x", root).removesuffix("x")
    above = f"{root}{os.sep}"
    is_real = os.path.realpath(root) == str(root.absolute())
    for below in _files(root):
        place = beside + below.replace(os.sep, "/")
        pattern = pattern_for(place)
        if pattern is None or place.rpartition("/")[2] in _LOCKS:
            continue
        if pattern.needs_look and not is_worth_opening(place, pattern):
            continue
        path = above + below
        try:
            text = _text(path, is_real=is_real) if pattern.needs_look else ""
        except OSError:
            continue
        is_text = not pattern.needs_look or pattern.format is PromptFormat.PLAIN
        if not pattern.needs_look and Path(path).is_file():
            yield _Seen(Path(path), place, is_prompt=True, is_text=True, text="")
        elif pattern.needs_look and may_be_in(place, pattern, text):
            yield _Seen(Path(path), place, is_prompt=False, is_text=is_text, text=text)


def _files(root: Path) -> Iterator[str]:
    """Yield the files below a folder by their paths from there, in order; a folder is opened when it is its turn."""
    waiting = [""]
    while waiting:
        below = waiting.pop()
        if below and not below.endswith(os.sep):
            yield below
        else:
            found = _entries(f"{root}{os.sep}{below}", below)
            waiting += sorted(found, key=lambda path: path.replace(os.sep, "\0"), reverse=True)


def _entries(folder: str, below: str) -> Iterator[str]:
    """Yield what is in a folder, folders with a separator behind them; nothing of one that cannot be opened."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.is_dir():
                    yield f"{below}{entry.name}"
                elif not entry.is_symlink() and not _is_skipped(folder, entry.name):
                    yield f"{below}{entry.name}{os.sep}"
    except OSError:
        return


def _is_skipped(folder: str, name: str) -> bool:
    if name in _SKIPPED or (name.startswith(".") and name.endswith("cache")) or name.endswith(".egg-info"):
        return True
    return os.path.lexists(os.path.join(folder, name, "pyvenv.cfg"))  # noqa: PTH118 - a Path for each costs more


def _text(path: str, *, is_real: bool) -> str:
    data = read_start(path, _LOOK_AT + 1, in_real_folder=is_real)
    return data.decode("utf-8", "replace") if len(data) <= _LOOK_AT else ""

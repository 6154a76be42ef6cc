"""The prompt files below a folder."""

import os
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import takewhile
from pathlib import Path, PurePosixPath

from spade_core.errors import PromptFileError
from spade_core.links import followed
from spade_core.prompt_files.files import load_prompt_file, place_of
from spade_core.prompt_files.formats import PromptFormat
from spade_core.prompt_files.patterns import is_exported, is_prompt_path, is_worth_opening, may_be_in, pattern_for
from spade_core.prompt_files.reading import holds_prompt, read_prompt
from spade_core.prompt_files.template import PromptFile
from spade_core.regular_file import read_start

_SKIPPED = frozenset(
    {".git", ".hg", ".svn", "node_modules", "__pycache__", "site-packages", ".tox", ".nox", ".eggs", ".cache"}
    | {".venv", ".idea", "__pypackages__", ".ipynb_checkpoints", "bower_components", ".next", ".nuxt"}
)
_LOCKS = frozenset({"package-lock.json", "pnpm-lock.yaml", "composer.lock", "package.json", "tsconfig.json"})
_HEAD = 500
_MAGIC = frozenset("*?[")
_ANY_FOLDERS = "**"
_LOOK_AT = 500_000
"""Bytes of a file whose path does not tell; a larger one is no source that people write."""


def find_prompt_files(root: Path) -> list[Path]:
    """Return the files below `root` that hold prompts, in the order of their paths.

    Left out: version control, dependencies, virtual environments, caches, links to folders and to prompts that are
    there themselves, and files that need not be prompts and in which no text is judged to be one, and what spade
    exported. What cannot be opened is passed over.
    """
    return [
        seen.path
        for seen in _seen(root)
        if (not _was_exported(seen.path) if seen.is_prompt else holds_prompt(seen.place, seen.text))
    ]


def prompt_files_below(root: Path) -> Iterator[PromptFile | PromptFileError]:
    """Yield the files below `root` that hold prompts, read, in the order of their paths; each is read once.

    What spade exported is none: its prompt is elsewhere.

    A file that must be a prompt and cannot be read is yielded as the reason why.
    """
    for seen in _seen(root):
        try:
            if not seen.is_text:
                yield read_prompt(str(seen.path), seen.text, place=seen.place)
            elif seen.is_prompt or holds_prompt(seen.place, seen.text):
                file = load_prompt_file(seen.path)
                if not is_exported(file.text):
                    yield file
        except PromptFileError as error:
            if seen.is_prompt:
                yield error


def _was_exported(path: Path) -> bool:
    try:
        return is_exported(read_start(path, _HEAD).decode("utf-8", "replace"))
    except OSError:
        return False


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
    """Yield the files below a folder, and where a configuration of promptfoo names a text file, that file too.

    One that stands before the configuration, and is no prompt by itself, comes right behind it.
    """
    named: set[str] = set()
    for file in _judged_by_path(root, named):
        yield file
        if file.path.name.endswith(_CONFIGS) and file.text:
            for path in _named_by_promptfoo(root, file):
                below = path.relative_to(root).as_posix()
                if _order(below) > _order(file.path.relative_to(root).as_posix()):
                    named.add(below)
                elif not _is_prompt_by_itself(path, place := place_of(path, root)):
                    yield _Seen(path, place, is_prompt=True, is_text=True, text="")


_MOST_NAMED = 200
"""Paths and patterns of one configuration that are followed: for each pattern a folder is walked through."""
_CONFIGS = tuple(f"promptfooconfig.{suffix}" for suffix in ("yaml", "yml", "json"))


def _is_prompt_by_itself(path: Path, place: str) -> bool:
    try:
        return holds_prompt(place, _text(str(path), is_real=False))
    except OSError:
        return False


def _order(below: str) -> list[str]:
    return below.split("/")


def _named_by_promptfoo(root: Path, config: _Seen) -> Iterator[Path]:
    """Yield the text files below `root` that a configuration names, in order."""
    from spade_core.prompt_files.promptfoo import named_in

    top = Path(os.path.normpath(root.absolute()))
    for said in named_in(str(config.path), config.text)[:_MOST_NAMED]:
        place = os.path.normpath(config.path.absolute().parent / said)
        if Path(place).is_relative_to(top):
            for path in files_named(top, Path(place).relative_to(top).as_posix()):
                yield root / path.relative_to(top)


def _judged_by_path(root: Path, named: Set[str]) -> Iterator[_Seen]:
    beside = place_of(root.absolute() / "x", root).removesuffix("x")
    above = f"{root}{os.sep}"
    is_real = os.path.realpath(root) == str(root.absolute())
    for below in files_below(root):
        place = beside + below.replace(os.sep, "/")
        if below.replace(os.sep, "/") in named:
            yield _Seen(Path(above + below), place, is_prompt=True, is_text=True, text="")
            continue
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
        if not pattern.needs_look and Path(path).is_file() and not _is_listed_elsewhere(path, root, beside):
            yield _Seen(Path(path), place, is_prompt=True, is_text=True, text="")
        elif pattern.needs_look and may_be_in(place, pattern, text):
            yield _Seen(Path(path), place, is_prompt=False, is_text=is_text, text=text)


def _is_listed_elsewhere(path: str, root: Path, beside: str) -> bool:
    """Whether a file is a link to one below `root` whose path says that it is a prompt: AGENTS.md to CLAUDE.md."""
    if not os.path.islink(path):  # noqa: PTH114 - a Path for each costs more
        return False
    target, top = Path(path).resolve(), root.resolve()
    if not target.is_relative_to(top):
        return False
    below = target.relative_to(top)
    return is_prompt_path(beside + below.as_posix()) and _SKIPPED.isdisjoint(below.parts)


def files_below(root: Path) -> Iterator[str]:
    """Yield the files below a folder by their paths from there, in order; a folder is opened when it is its turn.

    Left out: version control, dependencies, virtual environments, caches and links to folders.
    """
    waiting = [""]
    while waiting:
        below = waiting.pop()
        if below and not below.endswith(os.sep):
            yield below
        else:
            found = _entries(f"{root}{os.sep}{below}", below)
            waiting += sorted(found, key=lambda path: path.replace(os.sep, "\0"), reverse=True)


def files_named(folder: Path, pattern: str) -> Iterator[Path]:
    """Yield the files below a folder that a path or a glob pattern names, in order; no link to a folder is entered.

    A pattern's first parts may name what is left out elsewhere, and a link within the repository. Where they lead out
    of it, what they name is yielded itself: whoever opens it hears why.
    """
    parts = PurePosixPath(pattern).parts
    named = list(takewhile(lambda part: _MAGIC.isdisjoint(part), parts))
    top = folder.joinpath(*named)
    try:
        followed(top)
    except OSError:
        if os.path.lexists(top):
            yield top
        return
    if len(named) == len(parts):
        if top.is_file():
            yield top
        return
    for below in files_below(top):
        if _matches(Path(below).parts, parts[len(named) :]) and (path := top / below).is_file():
            yield path


def _matches(path: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether the parts of a glob pattern name a path: `**` any number of folders, at its end files, too."""
    at = {0}
    for part in path:
        at = _past(at, pattern)
        held = {each for each in at if each < len(pattern)}
        stayed = {each for each in held if pattern[each] == _ANY_FOLDERS}
        at = stayed | {each + 1 for each in held - stayed if fnmatch(part, pattern[each])}
    return len(pattern) in _past(at, pattern)


def _past(at: set[int], pattern: Sequence[str]) -> set[int]:
    """Return the places in a pattern, and those behind each `**` that stands there."""
    while more := {each + 1 for each in at if each < len(pattern) and pattern[each] == _ANY_FOLDERS} - at:
        at = at | more
    return at


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

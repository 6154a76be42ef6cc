"""Files beside a prompt that was deleted, renamed or moved: finding them, and moving them along with it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from spade_core.errors import HistoryError, PromptFileError, StorageError
from spade_core.prompt_files import BESIDE, PromptTemplate, files_below, pattern_for
from spade_core.storage.lock import locked
from spade_core.storage.paths import PromptFiles, files_beside, owner_of, stem_of
from spade_core.storage.record_json import parse_record, render_record
from spade_core.storage.store import load_record, rename_in_record
from spade_core.versions import History, alikeness, earlier_files, is_alike, read_history

Moves: TypeAlias = tuple[tuple[Path, Path], ...]
"""Files, each with what it is to be called; a path may stay as it is."""


@dataclass(frozen=True, slots=True)
class Orphan:
    """The files of a prompt that is not there."""

    folder: Path
    base: str
    """What their names begin with: ``note`` of ``note.examples.jsonl``."""
    files: tuple[Path, ...]


def orphans_in(folder: Path) -> list[Orphan]:
    """Return the files in a folder that stand beside no prompt, those of one prompt together, by name."""
    found: dict[str, list[Path]] = {}
    try:
        paths = sorted(path for path in folder.iterdir() if path.name.endswith(BESIDE))
    except OSError:
        return []
    for path in paths:
        base = next(path.name.removesuffix(end) for end in BESIDE if path.name.endswith(end))
        if path.is_file() and owner_of(path) is None:
            found.setdefault(base, []).append(path)
    return [Orphan(folder, base, tuple(paths)) for base, paths in found.items()]


def orphans_below(root: Path) -> list[Orphan]:
    """Return the files below a folder that stand beside no prompt, folder by folder."""
    folders = {(root / below).parent: None for below in files_below(root) if below.endswith(BESIDE)}
    return [orphan for folder in folders for orphan in orphans_in(folder)]


def left_behind(prompt: Path, template: PromptTemplate, history: History | None = None) -> list[Orphan]:
    """Return the orphans of a prompt that has no file beside it yet: none is to be made anew beside those."""
    if any(path.exists() for path in files_beside(prompt, template.name).all):
        return []
    return orphans_of(prompt, template, history)


def orphans_of(prompt: Path, template: PromptTemplate, history: History | None = None) -> list[Orphan]:
    """Return the files of what the prompt was before it was renamed or moved.

    A name that a file or a constant had is one that git knows, under which it said most of what it says now. The
    `history` of the prompt is read where it is not given.
    """
    try:
        before = earlier_files(prompt, history or read_history(prompt, template=template.name))
    except (HistoryError, PromptFileError):
        before = ()
    folders = {folder.resolve(): folder for folder in [*(path.parent for path in before), prompt.parent]}
    orphans = [orphan for folder in folders.values() for orphan in orphans_in(folder)]
    return [orphan for orphan in orphans if _was(orphan, before, template)]


def _was(orphan: Orphan, before: tuple[Path, ...], now: PromptTemplate) -> bool:
    for path, name in dict.fromkeys(_prompts_of(orphan, before)):
        said = _last_said(path, name)
        if said is None and name == now.name and path.resolve() in before:
            return True  # a name that is younger than the last commit, in the file that the prompt was in there
        if said is not None and is_alike(alikeness(said, now)):
            return True
    return False


def _last_said(path: Path, name: str) -> PromptTemplate | None:
    """Return what a prompt said last; None where git knows no file or no prompt of this name."""
    try:
        versions = read_history(path, template=name).versions
    except (HistoryError, PromptFileError):
        return None
    return next((version.template for version in reversed(versions) if version.template.parts), None)


def _prompts_of(orphan: Orphan, before: tuple[Path, ...]) -> Iterator[tuple[Path, str]]:
    """Yield the files, and the names in them, that the orphan may have stood beside."""
    record = orphan.folder / f"{orphan.base}.spade.json"
    try:
        known = load_record(PromptFiles(record, "", record, record, record)) if record in orphan.files else None
    except StorageError:
        known = None
    if known is not None and known.prompt and Path(known.prompt).name == known.prompt:
        yield orphan.folder / known.prompt, known.template
    there = [path for path in orphan.folder.iterdir() if path.is_file() and pattern_for(path.name) is not None]
    gone = [path for path in before if path.parent.resolve() == orphan.folder.resolve()]
    for path in [*gone, *there]:
        for start in (stem_of(path.name), path.name):
            if orphan.base == start:
                yield path, ""
            elif orphan.base.startswith(f"{start}."):
                yield path, orphan.base[len(start) + 1 :]


def adopt(orphan: Orphan, prompt: Path, template_name: str) -> tuple[tuple[Path, Path], ...]:
    """Rename an orphan's files to those of a prompt; return each old path with its new one.

    Raises:
        StorageError: the prompt has such a file already, or one cannot be renamed.
    """
    files = files_beside(prompt, template_name)
    moves = moves_to(orphan.files, files)
    with locked(*(path for move in moves for path in move)):
        for _, new in moves:
            if new.exists():
                raise StorageError(str(new), None, "is there already: nothing was renamed")
        for old, new in moves:
            try:
                old.rename(new)
            except OSError as error:
                raise StorageError(str(old), None, f"cannot be renamed to {new}: {error.strerror}") from error
    if files.record.exists():
        rename_in_record(files)
    return moves


def moves_to(paths: Iterable[Path], files: PromptFiles) -> Moves:
    """Return some files of a prompt, each with what it is called beside another."""
    ends = tuple(zip(BESIDE, files.all, strict=True))
    return tuple((old, next(new for end, new in ends if old.name.endswith(end))) for old in paths)


def moves_along(prompt: Path, names: Iterable[str], to: Path) -> Iterator[tuple[PromptFiles, Moves]]:
    """Yield what the prompts called `names` in a file have beside them once the file is called `to`, and the moves.

    Nothing of a prompt that has such a file there already.
    """
    is_same_stem = prompt.parent == to.parent and stem_of(prompt.name) == stem_of(to.name)
    for name in names:
        before = files_beside(prompt, name)
        is_short = not before.record.name.startswith(f"{prompt.name}.")
        after = replace(before, prompt=to) if is_same_stem and is_short else files_beside(to, name)
        there = [path for path in before.all if path.is_file() and owner_of(path) == prompt]
        moves = moves_to(there, after)
        if moves and not any(new != old and new.exists() for old, new in moves):
            yield after, moves


def record_of(text: str, files: PromptFiles) -> str:
    """Return a record's text that names the prompt that it is beside; the text itself where it cannot be read."""
    try:
        record = parse_record(text, str(files.record))
    except StorageError:
        return text
    named = render_record(replace(record, prompt=files.prompt.name, template=files.template_name))
    return named.replace("\n", "\r\n") if "\r\n" in text else named

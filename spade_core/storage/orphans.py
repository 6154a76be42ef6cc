"""Files beside a prompt that is no longer there, or is called otherwise now; and taking them along."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spade_core.errors import HistoryError, PromptFileError, StorageError
from spade_core.prompt_files import BESIDE, PromptTemplate, pattern_for
from spade_core.storage.lock import locked
from spade_core.storage.paths import PromptFiles, files_beside, owner_of, stem_of
from spade_core.storage.store import load_record, rename_in_record
from spade_core.versions import alikeness, earlier_files, is_alike, read_history


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


def orphans_of(prompt: Path, template: PromptTemplate) -> list[Orphan]:
    """Return the files of what the prompt was before it was renamed or moved.

    A name that a file or a constant had is one that git knows, under which it said most of what it says now.
    """
    try:
        before = earlier_files(prompt, template.name)
    except (HistoryError, PromptFileError):
        before = ()
    folders = {folder.resolve(): folder for folder in [*(path.parent for path in before), prompt.parent]}
    orphans = [orphan for folder in folders.values() for orphan in orphans_in(folder)]
    return [orphan for orphan in orphans if _was(orphan, before, template)]


def _was(orphan: Orphan, before: tuple[Path, ...], now: PromptTemplate) -> bool:
    for path, name in dict.fromkeys(_prompts_of(orphan, before)):
        try:
            versions = read_history(path, template=name).versions
        except (HistoryError, PromptFileError):
            continue
        said = next((version.template for version in reversed(versions) if version.template.parts), None)
        if said is not None and is_alike(alikeness(said, now)):
            return True
    return False


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
    moves = tuple((old, _new_path(old, files)) for old in orphan.files)
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


def _new_path(old: Path, files: PromptFiles) -> Path:
    return next(path for path, end in zip(files.all, BESIDE, strict=True) if old.name.endswith(end))

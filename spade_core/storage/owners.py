"""Which prompt a file beside it belongs to."""

from pathlib import Path

from spade_core.errors import PromptFileError
from spade_core.prompt_files import BESIDE, is_prompt_path, load_prompt_file, pattern_for
from spade_core.storage.paths import files_beside, prompt_named_in, stem_of


def owner_of(path: Path) -> Path | None:
    """Return the prompt file that an examples, assertions or record file stands beside; None when there is none."""
    base = next((path.name.removesuffix(suffix) for suffix in BESIDE if path.name.endswith(suffix)), None)
    if base is None:
        return None
    candidates = [*_named_in(path.with_name(base + ".spade.json")), *_with_stem(path.parent, base)]
    return next((candidate for candidate in candidates if _has_beside(candidate, path)), None)


def _named_in(record: Path) -> list[Path]:
    name = prompt_named_in(record)
    named = record.with_name(name) if name and "/" not in name else None
    return [named] if named is not None and named.is_file() else []


def _with_stem(folder: Path, base: str) -> list[Path]:
    try:
        names = sorted(entry for entry in folder.iterdir() if entry.is_file())
    except OSError:
        return []
    return [entry for entry in names if base.startswith(stem_of(entry.name)) and pattern_for(str(entry)) is not None]


def _has_beside(prompt: Path, path: Path) -> bool:
    if path in files_beside(prompt).all and is_prompt_path(str(prompt)):
        return True
    try:
        names = [template.name for template in load_prompt_file(prompt).templates]
    except PromptFileError:
        return False
    return any(path in files_beside(prompt, name).all for name in names)

"""The names of the files beside a prompt, and which prompt such a file belongs to."""

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from spade_core.errors import PromptFileError
from spade_core.prompt_files import BESIDE, PATTERNS, PromptFormat, is_prompt_path, load_prompt_file, pattern_for
from spade_core.regular_file import read_file


def _suffixes(*formats: PromptFormat, by_name: bool = False) -> tuple[str, ...]:
    """Return how files of these formats end, those that their name alone tells or the others."""
    globs = (each.glob for each in PATTERNS if each.needs_look is not by_name and (by_name or each.format in formats))
    names = (glob.removeprefix("prompts/**/") for glob in globs)
    return tuple(dict.fromkeys(name[1:].lower() for name in names if name.startswith("*.")))


_CODE = _suffixes(PromptFormat.PYTHON, PromptFormat.TYPESCRIPT, PromptFormat.SOURCE)
_TEXTS_OF_JINJA = tuple(f".{kind}.{jinja}" for kind in ("txt", "md") for jinja in ("jinja2", "jinja", "j2"))
PROMPT_SUFFIXES = (
    *_suffixes(by_name=True),
    ".prompt.txt",
    *_TEXTS_OF_JINJA,
    *_suffixes(PromptFormat.PLAIN),
    *_suffixes(PromptFormat.LANGCHAIN),
    *_CODE,
)
"""What is taken off a prompt's name; of two prompts with one stem, the suffix that stands first wins.

A suffix stands before those that it ends in.
"""

_SEVERAL_TEMPLATES = (".prompt.yml", ".prompt.yaml", ".json", ".yaml", ".yml", ".toml", *_CODE)
_RECORD = ".spade.json"
_LONGEST_NAME = 80
_LONGEST_FILE_NAME = 255
_LONGEST_BASE = 200
"""Bytes: file systems have 255 for a name, and the files beside a prompt end in up to 30 more."""


@dataclass(frozen=True, slots=True)
class PromptFiles:
    """The three files beside a prompt; none needs to exist."""

    prompt: Path
    template_name: str
    examples: Path
    """``*.examples.jsonl``"""
    assertions: Path
    """``*.assertions.py``"""
    record: Path
    """``*.spade.json``"""

    @property
    def report(self) -> Path:
        """``*.report.html``: where a report goes that is made for looking at, not kept."""
        return self.assertions.with_name(self.assertions.name.removesuffix(".assertions.py") + ".report.html")

    @property
    def all(self) -> tuple[Path, Path, Path]:
        """The three paths."""
        return self.examples, self.assertions, self.record


def files_beside(prompt_path: Path, template_name: str = "") -> PromptFiles:
    """Return where the files of a prompt (or of one named template in it) are, or would be.

    ``note.prompt.md`` has ``note.examples.jsonl``; ``SUMMARY_PROMPT`` in ``prompts.py`` has
    ``prompts.SUMMARY_PROMPT.examples.jsonl``. Two prompts never share files: where two in one folder have one
    stem, the one named by the existing record, else the one whose suffix stands first in PROMPT_SUFFIXES, has the
    short names; the other keeps its whole file name (``note.prompty.examples.jsonl``). Whole-name files that
    exist always count.
    """
    stem = stem_of(prompt_path.name)
    if stem == prompt_path.name:
        rivals = (prompt_path.with_name(stem + suffix) for suffix in PROMPT_SUFFIXES)
        return _beside(prompt_path, f"{stem}.file" if any(map(os.path.isfile, rivals)) else stem, template_name)
    whole = _beside(prompt_path, prompt_path.name, template_name)
    if any(path.exists() for path in whole.all):
        return whole
    short = _beside(prompt_path, stem, template_name)
    return short if _owner(prompt_path, stem, short) == prompt_path.name else whole


def stem_of(name: str) -> str:
    """Return a prompt's file name without its suffix; the whole name when the suffix is not a prompt's."""
    for suffix in PROMPT_SUFFIXES:
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name


def _beside(prompt: Path, base: str, template_name: str) -> PromptFiles:
    return _beside_as(prompt, _shortened(f"{base}.{_safe(template_name)}" if template_name else base), template_name)


def _beside_as(prompt: Path, name: str, template_name: str) -> PromptFiles:
    return PromptFiles(
        prompt=prompt,
        template_name=template_name,
        examples=prompt.with_name(f"{name}.examples.jsonl"),
        assertions=prompt.with_name(f"{name}.assertions.py"),
        record=prompt.with_name(name + _RECORD),
    )


def _owner(prompt: Path, stem: str, short: PromptFiles) -> str:
    """Return the name of the prompt file that the short names belong to."""
    suffixes = _SEVERAL_TEMPLATES if short.template_name else PROMPT_SUFFIXES
    if not prompt.name.lower().endswith(suffixes):
        return ""
    begin = os.path.join(prompt.parent, stem)  # noqa: PTH118 - a path for each suffix takes as long as all the rest
    rivals = [stem + suffix for suffix in suffixes if os.path.isfile(begin + suffix)]  # noqa: PTH113
    if not short.template_name and "." in stem and _is_named_template_of_another(prompt, stem):
        return ""
    if prompt.name not in rivals:
        rivals.append(prompt.name)
        rivals.sort(key=lambda name: PROMPT_SUFFIXES.index(name[len(stem) :].lower()))
    if len(rivals) > 1 and short.record.exists():
        named = prompt_named_in(short.record)
        if named in rivals:
            return named
    return rivals[0]


def _is_named_template_of_another(prompt: Path, stem: str) -> bool:
    """Whether ``a.B.prompt.md`` would take the names of template ``B`` in ``a.py``."""
    base = stem.rpartition(".")[0]
    return any(os.path.isfile(prompt.with_name(base + suffix)) for suffix in _SEVERAL_TEMPLATES)  # noqa: PTH113


def prompt_named_in(record: Path) -> str:
    """Return the prompt that a record says it is of, or nothing; the record may be corrupt, so by its one line."""
    return _said_in(record, "prompt")


def _said_in(record: Path, key: str) -> str:
    try:
        text = read_file(record).decode("utf-8", "replace")
    except OSError:
        return ""
    match = re.search(rf'^  "{key}": "([^"\\]*)"', text, re.MULTILINE)
    return match[1] if match else ""


def _safe(template_name: str) -> str:
    """Return a template's name as part of a file name; what had to change is told apart by a hash."""
    safe = re.sub(r"[^\w-]+", "-", template_name).strip("-")[:_LONGEST_NAME]
    if safe == template_name:
        return safe
    return f"{safe}-{_digest(template_name)}" if safe else _digest(template_name)


def _shortened(base: str) -> str:
    """Return what file names begin with, cut where a file system has no room for it, with a hash of what it was."""
    if len(os.fsencode(base)) <= _LONGEST_BASE:
        return base
    kept = base
    while len(os.fsencode(kept)) > _LONGEST_BASE:
        kept = kept[:-1]
    return f"{kept}-{_digest(base)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]


def owner_of(path: Path) -> Path | None:
    """Return the prompt file that an examples, assertions or record file stands beside; None when there is none."""
    owner = _owner_and_template(path)
    return owner and owner[0]


def files_of(record: Path) -> PromptFiles:
    """Return the files that a record is one of: the prompt is the one that it names, else the one it stands beside.

    A prompt that is not there is one that the record names all the same.
    """
    base = record.name.removesuffix(_RECORD)
    template = _said_in(record, "template")
    said = next(iter(_named_in(record)), None)
    if said is not None and files_beside(said, template).record == record:
        return _beside_as(said, base, template)
    if (owner := _owner_and_template(record)) is not None:
        return _beside_as(owner[0], base, owner[1])
    name = Path(prompt_named_in(record)).name
    gone = record.with_name(name if said is None and _is_file_name(name) else base)
    return _beside_as(gone, base, template)


def _owner_and_template(path: Path) -> tuple[Path, str] | None:
    base = next((path.name.removesuffix(suffix) for suffix in BESIDE if path.name.endswith(suffix)), None)
    if base is None:
        return None
    candidates = [*_named_in(path.with_name(base + _RECORD)), *_with_stem(path.parent, base)]
    found = ((each, _template_beside(each, path)) for each in candidates)
    return next(((prompt, name) for prompt, name in found if name is not None), None)


def _named_in(record: Path) -> list[Path]:
    name = prompt_named_in(record)
    named = record.with_name(name) if _is_file_name(name) else None
    return [named] if named is not None and named.is_file() else []


def _is_file_name(name: str) -> bool:
    return name not in ("", ".", "..") and not {"/", "\0"} & set(name) and len(os.fsencode(name)) <= _LONGEST_FILE_NAME


def _with_stem(folder: Path, base: str) -> list[Path]:
    try:
        names = sorted(entry for entry in folder.iterdir() if entry.is_file())
    except OSError:
        return []
    return [entry for entry in names if base.startswith(stem_of(entry.name)) and pattern_for(str(entry)) is not None]


def _template_beside(prompt: Path, path: Path) -> str | None:
    """Return the name of the template in a prompt file that has `path` beside it; None where none has."""
    if path in files_beside(prompt).all and is_prompt_path(str(prompt)):
        return ""
    try:
        names = [template.name for template in load_prompt_file(prompt).templates]
    except PromptFileError:
        return None
    return next((name for name in names if path in files_beside(prompt, name).all), None)

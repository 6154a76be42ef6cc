"""A prompt file's text read as its format. Pure: nothing here touches a disk."""

import re
from collections.abc import Callable
from importlib import import_module

from spade_core.errors import PromptFileError
from spade_core.prompt_files.formats import JUDGED, READERS, PromptFormat
from spade_core.prompt_files.likelihood import judged_file
from spade_core.prompt_files.patterns import may_hold_prompt, pattern_for
from spade_core.prompt_files.template import PromptFile

_CONFLICT = re.compile(
    r"^<{7} (?!SEARCH\b|ORIGINAL\b).*\n(?:(?!={7}\r?\n|<{7} ).*\n)*={7}\r?\n(?:(?!>{7} |<{7} ).*\n)*>{7} ", re.MULTILINE
)
"""Both sides of a conflict as git leaves them in a file; edits that a model is to write look alike."""
_FENCE = re.compile(r"^ {0,3}(?:`{3}|~{3})", re.MULTILINE)


def read_prompt(path: str, text: str, *, named: str = "", place: str = "") -> PromptFile:
    """Return what the file at `path` with this `text` says, as the format that its path means.

    In a file that holds more than prompts, what is one is judged, from the file's `place` in its project too (the
    whole path counts where there is none); the text called `named` is read whatever it is.

    A path that means no format is read as plain text, or as Markdown when it ends in ``.md``. A byte order
    mark at the head is left out. Raises PromptFileError, with the line where one is to blame, when the
    text cannot be read as its format; what is wrong with single entries is among the file's problems.
    """
    kind = _format_of(path)
    text = text.removeprefix("\ufeff")
    try:
        return _read(kind, path, text, named, place or path)
    except PromptFileError as error:
        line = conflict_in(text)
        if line is None:
            raise
        raise PromptFileError(path, line, "an unresolved merge conflict begins here; resolve it first") from error


def holds_prompt(path: str, text: str) -> bool:
    """Return whether a file with this path in its project and this text holds prompts."""
    pattern = pattern_for(path)
    if pattern is None or not pattern.needs_look:
        return pattern is not None
    if not may_hold_prompt(path, text):
        return False
    if pattern.format is PromptFormat.PLAIN:
        return judged_file(path, text).is_prompt
    try:
        return bool(read_prompt(path, text).templates)
    except PromptFileError:
        return False


def conflict_in(text: str, *, fenced: bool = True) -> int | None:
    """Return the line on which a text looks like an unresolved merge; None when none does.

    Without `fenced` what stands in a fence, which may be an example, does not count.
    """
    for match in _CONFLICT.finditer(text) if "<<<<<<< " in text else ():
        if fenced or len(_FENCE.findall(text, 0, match.start())) % 2 == 0:
            return text.count("\n", 0, match.start()) + 1
    return None


def _format_of(path: str) -> PromptFormat:
    is_markdown = path.lower().endswith((".md", ".markdown", ".mdc"))
    pattern = pattern_for(path)
    if pattern is not None and not (is_markdown and pattern.format is PromptFormat.PLAIN):
        return pattern.format
    return PromptFormat.MARKDOWN if is_markdown else PromptFormat.PLAIN


def reader_of(kind: PromptFormat) -> Callable[..., PromptFile]:
    """Return the function that reads a format, imported now."""
    module, _, name = READERS[kind].partition(":")
    reader: Callable[..., PromptFile] = getattr(import_module(f"spade_core.prompt_files.{module}"), name)
    return reader


def _read(kind: PromptFormat, path: str, text: str, named: str, place: str) -> PromptFile:
    reader = reader_of(kind)
    return reader(path, text, named=named, place=place) if kind in JUDGED else reader(path, text)

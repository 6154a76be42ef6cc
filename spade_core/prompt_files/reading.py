"""A prompt file's text read as its format. Pure: nothing here touches a disk."""

import re
from collections.abc import Callable

from spade_core.errors import PromptFileError
from spade_core.prompt_files.patterns import pattern_for
from spade_core.prompt_files.template import PromptFile, PromptFormat

_CONFLICT = re.compile(r"^<{7} .*\n(?:(?!={7}\r?\n|<{7} ).*\n)*={7}\r?\n(?:(?!>{7} |<{7} ).*\n)*>{7} ", re.MULTILINE)
"""Both sides of a conflict as git leaves them in a file."""


def read_prompt(path: str, text: str) -> PromptFile:
    """Return what the file at `path` with this `text` says, as the format that its path means.

    A path that means none is read as plain text, or as Markdown when it ends in ``.md``. A byte order
    mark at the head is left out. Raises PromptFileError, with the line where one is to blame, when the
    text cannot be read as its format; what is wrong with single entries is among the file's problems.
    """
    conflict = _CONFLICT.search(text) if "<<<<<<< " in text else None
    if conflict is not None:
        line = text.count("\n", 0, conflict.start()) + 1
        raise PromptFileError(path, line, "an unresolved merge conflict begins here; resolve it first")
    return _reader_for(_format_of(path))(path, text.removeprefix("\ufeff"))


def _format_of(path: str) -> PromptFormat:
    pattern = pattern_for(path)
    if pattern is not None:
        return pattern.format
    return PromptFormat.MARKDOWN if path.lower().endswith((".md", ".markdown")) else PromptFormat.PLAIN


def _reader_for(kind: PromptFormat) -> Callable[[str, str], PromptFile]:
    """Return the reader of a format, imported only now: most callers read files of one format."""
    if kind is PromptFormat.PYTHON:
        from spade_core.prompt_files import python_format

        return python_format.read_python
    if kind in (PromptFormat.GITHUB_YAML, PromptFormat.LANGCHAIN):
        from spade_core.prompt_files import tree_formats

        return tree_formats.read_github_yaml if kind is PromptFormat.GITHUB_YAML else tree_formats.read_langchain
    from spade_core.prompt_files import text_formats

    readers = {
        PromptFormat.MARKDOWN: text_formats.read_markdown,
        PromptFormat.PROMPTY: text_formats.read_prompty,
        PromptFormat.DOTPROMPT: text_formats.read_dotprompt,
    }
    return readers.get(kind, text_formats.read_plain)

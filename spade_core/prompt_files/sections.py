"""A text cut into the parts that roles speak, at marker lines or marker tags."""

import re
from collections.abc import Iterator

from spade_core.prompt_files.chat import part_of, role_named
from spade_core.prompt_files.template import Role, TemplatePart
from spade_core.text import MappedText

ROLE_LINE = re.compile(
    r"(?:^|(?<=\n)|(?<=\r))[ \t]*(?:#[ \t]*)?(?P<role>system|user|assistant|developer|tool|function)"
    r"(?:\[[^\]\r\n]*\])?[ \t]*:[ \t]*(?:\r\n|\n|\r|\Z)",
    re.IGNORECASE,
)
"""``system:`` on a line of its own, as in prompty."""

ROLE_TAG = re.compile(r"\{\{~?\s*role\s+[\"'](?P<role>\w+)[\"']\s*~?\}\}")
"""``{{role "system"}}``, as in dotprompt."""


def sections(text: str, start: int, marker: re.Pattern[str], *, before_first: Role | None) -> Iterator[TemplatePart]:
    """Yield the parts of ``text[start:]``, blank lines at their ends left out.

    What stands before the first marker is spoken by `before_first`; with no marker at all, by nobody.
    """
    at = start
    role: Role | None = None
    for count, match in enumerate(marker.finditer(text, start)):
        yield trimmed(text, at, match.start(), before_first if count == 0 else role)
        role, at = role_named(match["role"]), match.end()
    yield trimmed(text, at, len(text), role)


def trimmed(text: str, start: int, end: int, role: Role | None) -> TemplatePart:
    """Return the part that is ``text[start:end]`` without blank lines at its ends or space after its last word."""
    leading = _BLANK_LINES.match(text, start, end)
    begin = leading.end() if leading else start
    stop = begin + len(text[begin:end].rstrip())
    return part_of(role, MappedText.lines_of(text, begin, stop))


_BLANK_LINES = re.compile(r"(?:[ \t]*(?:\r\n|\n|\r))*")

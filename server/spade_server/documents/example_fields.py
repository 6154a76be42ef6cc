"""Where the lines of an examples file name their fields, found by reading the JSON and not by searching it."""

import json
import re
from collections.abc import Iterator
from typing import Final

from spade_core.text import Span

_SPACE: Final = re.compile(r"[ \t\r]*")
_DECODER: Final = json.JSONDecoder()


def field_names_in(text: str) -> Iterator[tuple[str, Span]]:
    """Yield each field name of each line's ``example`` with its place, quotes left out; unreadable lines give none."""
    start = 0
    for line in text.split("\n"):
        try:
            for name, span in _fields(line):
                yield name, span.shifted(start)
        except (ValueError, IndexError, RecursionError):
            pass
        start += len(line) + 1


def _fields(line: str) -> list[tuple[str, Span]]:
    at = line.find("{")
    if at < 0:
        return []
    for key, _, value_at in _members(line, at):
        if key == "example" and line[value_at] == "{":
            return [(name, span) for name, span, _ in _members(line, value_at)]
    return []


def _members(line: str, at: int) -> Iterator[tuple[str, Span, int]]:
    """Yield key, place of the key and begin of the value of the object that begins at `at`."""
    at = _after_space(line, at + 1)
    while line[at] == '"':
        key, end = _DECODER.raw_decode(line, at)
        value_at = _after_space(line, _after_space(line, end) + 1)
        yield key, Span(at + 1, end - 1), value_at
        _, value_end = _DECODER.raw_decode(line, value_at)
        at = _after_space(line, value_end)
        if line[at] != ",":
            return
        at = _after_space(line, at + 1)


def _after_space(line: str, at: int) -> int:
    match = _SPACE.match(line, at)
    return match.end() if match else at

"""JSON as commands write it on standard output."""

import codecs
import json
import re
import sys
from collections.abc import Iterable, Iterator
from tempfile import TemporaryFile
from textwrap import indent
from typing import Self

from spade_core.report import visible

_PORTION = 1 << 16
_NOT_ASCII = re.compile(r"[^\n\x20-\x7e]")


class LongList:
    """A list in JSON that may be too long for memory, kept in a file meanwhile."""

    def __init__(self, name: str) -> None:
        self.name = name
        """Its key, which no other comes after."""
        self._file = TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115  (closed by `close`)
        self._holds = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, items: Iterable[object]) -> None:
        """Add to its end."""
        for item in items:
            self._file.write(",\n" if self._holds else "\n")
            self._file.write(indent(json_of(item), "    "))
            self._holds = True

    def portions(self) -> Iterator[str]:
        """Yield what stands between its brackets."""
        self._file.seek(0)
        while portion := self._file.read(_PORTION):
            yield portion
        if self._holds:
            yield "\n  "


def json_of(value: object) -> str:
    """Return a value as JSON, its keys sorted; with escapes where standard output cannot say a character."""
    is_unicode = sys.stdout is not None and codecs.lookup(sys.stdout.encoding).name.startswith("utf")
    return _escaped(json.dumps(value, ensure_ascii=not is_unicode, indent=2, sort_keys=True))


def _escaped(text: str) -> str:
    """Return JSON with an escape for each character that steers a terminal, turns text around or cannot be encoded."""
    return _NOT_ASCII.sub(lambda found: found[0] if visible(found[0]) == found[0] else json.dumps(found[0])[1:-1], text)

"""A program's text by lines, as Python counts them, and its syntax tree; nothing is ever run."""

import ast
import re
import warnings
from dataclasses import dataclass

UNREADABLE = re.compile("[\0\ud800-\udfff]")
"""What no Python source may hold; lone surrogates stand for bytes that were not UTF-8."""
_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class SourceLines:
    """A text and where its lines start. Lines count from 1 and end at CRLF, LF or CR only."""

    text: str
    starts: tuple[int, ...]
    """Offset of each line, then the length of the text."""

    @classmethod
    def of(cls, text: str) -> "SourceLines":
        """Return the lines of a text."""
        starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        return cls(text, tuple(starts if starts[-1] == len(text) and len(starts) > 1 else [*starts, len(text)]))

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self.starts) - 1

    def line(self, number: int) -> str:
        """Return a line without its end."""
        return self.text[self.starts[number - 1] : self.starts[number]].rstrip("\r\n")

    def start(self, number: int) -> int:
        """Return where a line starts; the end of the text for the line after the last."""
        return self.starts[number - 1]

    def end(self, number: int) -> int:
        """Return where a line ends, before its line end."""
        return self.start(number) + len(self.line(number))


def line_of_offset(text: str, offset: int) -> int:
    """Return the 1-based line, as Python counts them, of a place in a text."""
    return len(_LINE_END.findall(text, 0, offset)) + 1


def parse_python(text: str) -> ast.Module:
    """Return the syntax tree; whatever keeps it from being parsed is a SyntaxError.

    Raises:
        SyntaxError: it is not Python, holds NUL or a lone surrogate, or is nested too deeply.
    """
    if odd := UNREADABLE.search(text):
        fact = "a NUL or a byte that is not UTF-8"
        raise SyntaxError(fact, (None, line_of_offset(text, odd.start()), None, None))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape in a string is the person's business
            return ast.parse(text)
    except (ValueError, RecursionError, MemoryError) as error:
        raise SyntaxError(str(error) or "nested too deeply", (None, 1, None, None)) from error

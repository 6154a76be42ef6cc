"""A program's text by lines, as Python counts them, and its syntax tree; nothing is ever run.

One that cannot be read as a whole is cut before every line at the left margin. A chunk that does not parse takes in
those that follow (the cut may have gone through a string or a signature); when that does not help it is left out. Law:
a function is read whole or not at all (but for a decorator that the fault tears off).
"""

import ast
import re
import warnings
from dataclasses import dataclass
from itertools import islice

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


_AT_MARGIN = re.compile(r"[^\s#]")
_OPENS_A_BODY = re.compile(r"(?:async[ \t]+def|def|class)\b|@")
_MOST_CHUNKS = 16


def readable_chunks(lines: SourceLines) -> list[tuple[int, ast.Module]]:
    """Return the first line (1-based) and the syntax tree of each part that parses.

    What no Python source may hold is read as U+FFFD: it spoils no more than the function that it stands in.
    """
    lines = SourceLines.of(UNREADABLE.sub("\ufffd", lines.text))
    cuts = [*_cuts(lines), lines.count + 1]
    tearing = {cut for cut in cuts if _tears_a_body(lines, cut)}
    found: list[tuple[int, ast.Module]] = []
    at = 0
    while at < len(cuts) - 1:
        for after in range(at + 1, min(at + _MOST_CHUNKS, len(cuts))):
            tree = None if cuts[after] in tearing else _parsed(lines, cuts[at], cuts[after])
            if tree is not None:
                found.append((cuts[at], tree))
                at = after
                break
        else:
            at += 1
    return found


def _parsed(lines: SourceLines, first: int, after: int) -> ast.Module | None:
    try:
        return parse_python(lines.text[lines.start(first) : lines.start(after)])
    except SyntaxError:
        return None


def _cuts(lines: SourceLines) -> list[int]:
    """Return the lines at the left margin, each with the comments and decorators right above it."""
    cuts = []
    for number in range(1, lines.count + 1):
        if not _AT_MARGIN.match(lines.line(number)):
            continue
        first = number
        while first > 1 and lines.line(first - 1).startswith(("@", "#")):
            first -= 1
        cuts.append(first)
    return list(dict.fromkeys(cuts))


def _tears_a_body(lines: SourceLines, cut: int) -> bool:
    """Whether what stands at the margin (a conflict marker, half a statement) tears a body in two."""
    all_below = (lines.line(number) for number in range(cut, lines.count + 1))
    below = list(islice((line for line in all_below if line.strip() and not line.startswith("#")), 2))
    return len(below) > 1 and not _OPENS_A_BODY.match(below[0]) and below[1].startswith((" ", "\t"))

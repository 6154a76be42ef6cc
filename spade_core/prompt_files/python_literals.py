"""Python string literals read back from the source, every character with its place in the file.

`ast` tells what a literal says and where it stands as a whole, not where its characters are, and in
Python 3.11 not even where the fields of an f-string are.
"""

import re
import unicodedata
from dataclasses import dataclass, field

from spade_core.prompt_files.placeholders import Mark
from spade_core.prompt_files.python_text import PythonText
from spade_core.text import MapBuilder, Span

_LITERAL = re.compile(r"(?P<prefix>[A-Za-z]{0,2})(?P<quote>\"\"\"|'''|\"|')")
_BETWEEN = re.compile(r"(?:[\s()]|\\(?:\r\n|\n|\r)|#[^\r\n]*)*")
_ESCAPE = re.compile(
    r"\\(?:(?P<line>\r\n|\n|\r)|(?P<octal>[0-7]{1,3})|x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})"
    r"|U(?P<U>[0-9a-fA-F]{8})|N\{(?P<name>[^{}]+)\}|(?P<letter>[\\'\"abfnrtv]))"
)
_LETTERS = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_STOP = re.compile(r"\\|[{}]|\"\"\"|'''|\"|'")
_IN_FIELD = re.compile(r"[A-Za-z]{0,2}(?:\"\"\"|'''|\"|')|[\[({})\]]|!=|[!:=#]|==|<=|>=")


def read_literal(source: str, start: int, end: int) -> PythonText:
    """Return the text of the adjacent string literals in [start, end) of `source`, known to be valid Python.

    The fields of f-strings stay in the text as they are written and are its holes; so do doubled braces.
    """
    reader = _Reader(source)
    at = start
    while (at := _skip_between(source, at)) < end:
        match = _LITERAL.match(source, at, end)
        if match is None:
            break
        at = reader.literal(match)
    return reader.text(start)


def _skip_between(source: str, at: int) -> int:
    match = _BETWEEN.match(source, at)
    return match.end() if match else at


@dataclass(slots=True)
class _Reader:
    source: str
    builder: MapBuilder = field(default_factory=MapBuilder)
    holes: list[Mark] = field(default_factory=list)
    has_fields: bool = False

    def text(self, empty_at: int) -> PythonText:
        return PythonText(self.builder.build(empty_at=empty_at), tuple(self.holes), is_fstring=self.has_fields)

    def literal(self, match: re.Match[str]) -> int:
        """Take one literal; return where it ends."""
        prefix = match["prefix"].lower()
        self.has_fields |= "f" in prefix
        at = kept = match.end()
        while True:
            stop = _STOP.search(self.source, at)
            if stop is None:
                return len(self.source)
            at = stop.end()
            if stop[0] == "\\":
                at = kept = self._backslash(kept, stop.start(), raw="r" in prefix, fields="f" in prefix)
            elif stop[0] in "{}":
                at = kept = self._brace(kept, stop.start()) if "f" in prefix else kept
                at = max(at, stop.end())
            elif self.source.startswith(match["quote"], stop.start()):
                self.builder.verbatim(self.source, kept, stop.start())
                return stop.start() + len(match["quote"])
            else:
                at = stop.start() + 1

    def _backslash(self, kept: int, at: int, *, raw: bool, fields: bool) -> int:
        """Take what precedes the backslash at `at`, and the escape; return where the rest begins."""
        escape = None if raw else _ESCAPE.match(self.source, at)
        if escape is None:
            # Not an escape: the backslash stands for itself, and so does the character after it.
            alone = fields and self.source[at + 1] in "{}"
            end = at + 1 if alone else at + 2
            self.builder.verbatim(self.source, kept, end)
            return end
        self.builder.verbatim(self.source, kept, at)
        self.builder.replaced(_escaped(escape), Span(*escape.span()))
        return escape.end()

    def _brace(self, kept: int, at: int) -> int:
        """Take what precedes the brace at `at`, and the doubled brace or the field; return where the rest begins."""
        if self.source[at] == "}" or self.source.startswith("{{", at):
            self.builder.verbatim(self.source, kept, at + 2)
            return at + 2
        self.builder.verbatim(self.source, kept, at)
        expression_end, end = _field_end(self.source, at + 1)
        begin = self.builder.length
        self.builder.verbatim(self.source, at, end)
        self.holes.append((hole_name(self.source[at + 1 : expression_end]), begin, self.builder.length))
        return end


def _escaped(match: re.Match[str]) -> str:
    if match["line"]:
        return ""
    if match["octal"]:
        return chr(int(match["octal"], 8))
    if match["name"]:
        return unicodedata.lookup(match["name"])
    if match["letter"]:
        return _LETTERS.get(match["letter"], match["letter"])
    return chr(int(match["x"] or match["u"] or match["U"], 16))


def _field_end(source: str, at: int) -> tuple[int, int]:
    """Return where the expression of the field that begins at `at` ends, and where the field does, ``}`` included."""
    depth = 0
    while match := _IN_FIELD.search(source, at):
        mark, at = match[0], match.end()
        if mark[-1] in "\"'":
            at = _string_end(source, match.start())
        elif mark == "#":
            line_end = re.compile(r"[\r\n]|\Z").search(source, at)
            at = line_end.end() if line_end else at
        elif mark in "[({":
            depth += 1
        elif mark in ")]" or (mark == "}" and depth):
            depth -= 1
        elif mark == "}":
            return match.start(), at
        elif mark in ("!", ":") and depth == 0:
            return match.start(), _spec_end(source, at)
    return len(source), len(source)


def _spec_end(source: str, at: int) -> int:
    """Return where the field ends whose conversion or format begins at `at`; it may hold fields itself."""
    while at < len(source) and source[at] != "}":
        at = _field_end(source, at + 1)[1] if source[at] == "{" else at + 1
    return at + 1


def _string_end(source: str, at: int) -> int:
    """Return where the literal within a field that begins at `at` ends."""
    match = _LITERAL.match(source, at)
    return _Reader(source).literal(match) if match else at + 1


_SUBSCRIPT = re.compile(r"[\w.]+\[\s*[\"'](?P<key>[^\"'\\]+)[\"']\s*\]")


def hole_name(expression: str) -> str:
    """Return the name of a field's expression: ``x`` for ``row["x"]``, else the expression on one line."""
    expression = re.sub(r"\s+", " ", expression.strip())
    if expression.endswith("=") and not expression.endswith("=="):
        expression = expression[:-1].rstrip()
    match = _SUBSCRIPT.fullmatch(expression)
    return match["key"] if match else expression.removeprefix("self.")

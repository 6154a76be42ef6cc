"""A JSON text as a tree with positions. The standard parser tells no positions, hence a reader of our own."""

import re
from json import JSONDecodeError, JSONDecoder

from spade_core.errors import Problem, PromptFileError
from spade_core.prompt_files.tree import (
    Document,
    EntryNode,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    Style,
    last_of_each_key,
)
from spade_core.text import LineIndex, MapBuilder, MappedText, Span

_MAX_DEPTH = 100
_SPACE = re.compile(r"(?:[ \t\r\n]++|//[^\n]*+|/\*(?s:.*?)\*/)*+")
"""Comments too: settings of .NET and of editors have them."""
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?")
_DECODER = JSONDecoder()
_WORDS: dict[str, object] = {"true": True, "false": False, "null": None}
_WORD = re.compile("|".join(_WORDS))
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.",
    re.DOTALL,
)


def parse_json(text: str, path: str) -> Document:
    """Return the tree of a JSON text. Raises PromptFileError with the line at which it stops being JSON."""
    return _Parser(text, path).document()


def json_string(text: str, span: Span) -> MappedText:
    """Return what the JSON string at `span`, quotes included, says; every escape maps to itself."""
    builder = MapBuilder()
    at, end = span.start + 1, span.end - 1
    for match in _ESCAPE.finditer(text, at, end):
        builder.verbatim(text, at, match.start())
        builder.replaced(_unquoted(f'"{match[0]}"', 0)[0], Span(*match.span()))
        at = match.end()
    return builder.verbatim(text, at, end).build(empty_at=at)


def _unquoted(text: str, at: int) -> tuple[str, int]:
    """Return the JSON string that begins at `at`, and where it ends."""
    value, end = _DECODER.raw_decode(text, at)
    return str(value), end


class _Parser:
    def __init__(self, text: str, path: str) -> None:
        self._text = text
        self._path = path
        self._lines = LineIndex(text)
        self._problems: list[Problem] = []

    def document(self) -> Document:
        root, at = self._value(self._skip(0), 0)
        at = self._skip(at)
        if at < len(self._text):
            raise self._error(at, "text after the end of the JSON value")
        return Document(root, tuple(self._problems))

    def _value(self, at: int, depth: int) -> tuple[Node, int]:
        if depth > _MAX_DEPTH:
            raise self._error(at, f"JSON nested more than {_MAX_DEPTH} deep")
        match self._text[at : at + 1]:
            case "{":
                return self._mapping(at, depth)
            case "[":
                return self._sequence(at, depth)
            case '"':
                value, end = self._string(at)
                return ScalarNode(value, Span(at, end), Style.JSON_STRING), end
            case _:
                return self._word(at)

    def _mapping(self, start: int, depth: int) -> tuple[Node, int]:
        entries: list[EntryNode] = []
        at = self._skip(start + 1)
        while self._text[at : at + 1] != "}":
            if self._text[at : at + 1] != '"':
                raise self._error(at, "expected a key in double quotes")
            key, end = self._string(at)
            colon = self._skip(end)
            if self._text[colon : colon + 1] != ":":
                raise self._error(colon, f"expected a colon after the key {key!r}")
            value, after = self._value(self._skip(colon + 1), depth + 1)
            entries.append(EntryNode(key, value, Span(at, end)))
            at = self._next(after, "}")
        kept, problems = last_of_each_key(entries, self._path, self._lines)
        self._problems += problems
        return MappingNode(kept, Span(start, at + 1)), at + 1

    def _sequence(self, start: int, depth: int) -> tuple[Node, int]:
        items: list[Node] = []
        at = self._skip(start + 1)
        while self._text[at : at + 1] != "]":
            item, after = self._value(at, depth + 1)
            items.append(item)
            at = self._next(after, "]")
        return SequenceNode(tuple(items), Span(start, at + 1)), at + 1

    def _next(self, at: int, close: str) -> int:
        """Return where the next item, or `close`, begins. A comma before `close` is an error, as in JSON."""
        at = self._skip(at)
        if self._text[at : at + 1] == close:
            return at
        if self._text[at : at + 1] != ",":
            raise self._error(at, f"expected a comma or {close!r}")
        after = self._skip(at + 1)
        if self._text[after : after + 1] == close:
            raise self._error(at, f"a comma before {close!r}")
        return after

    def _string(self, at: int) -> tuple[str, int]:
        try:
            return _unquoted(self._text, at)
        except JSONDecodeError as error:
            raise self._error(error.pos, f"not a JSON string: {error.msg}") from error

    def _word(self, at: int) -> tuple[Node, int]:
        if match := _WORD.match(self._text, at):
            return ScalarNode(_WORDS[match[0]], Span(*match.span()), Style.NO_TEXT), match.end()
        if match := _NUMBER.match(self._text, at):
            return ScalarNode(self._number(match), Span(*match.span()), Style.NO_TEXT), match.end()
        raise self._error(at, "expected a JSON value")

    def _number(self, match: re.Match[str]) -> int | float:
        is_whole = match[1] is None and match[2] is None
        # Python refuses to read whole numbers of thousands of digits.
        return int(match[0]) if is_whole and len(match[0]) < 400 else float(match[0])

    def _skip(self, at: int) -> int:
        match = _SPACE.match(self._text, at)
        return match.end() if match else at

    def _error(self, at: int, fact: str) -> PromptFileError:
        found = "the end of the file" if at >= len(self._text) else repr(self._text[at : at + 10])
        return PromptFileError(self._path, self._lines.line_of(at), f"{fact}, found {found}")

"""A TOML text as a tree with positions: tomllib says whether it is one, tree-sitter where everything stands."""

import re
import tomllib
from dataclasses import dataclass, field
from typing import Union

from spade_core.errors import PromptFileError
from spade_core.prompt_files.code.tree import Language, Node as SyntaxNode, SyntaxTree, without_comments
from spade_core.prompt_files.tree import Document, EntryNode, MappingNode, Node, ScalarNode, SequenceNode, Style
from spade_core.text import LineIndex, MapBuilder, MappedText, Span

_MAX_DEPTH = 100
_TOO_DEEP = f"TOML nested more than {_MAX_DEPTH} deep"
_AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_ESCAPE = re.compile(
    r"\\(?:(?P<gap>[ \t]*(?:\r\n|\n)[ \t\r\n]*)|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})|(?P<letter>.))"
)
_LETTERS = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}


def parse_toml(text: str, path: str) -> Document:
    """Return the tree of a TOML text. Raises PromptFileError with the line at which it stops being TOML."""
    root = _Reader(text, path).root()
    try:
        tomllib.loads(text)  # what is left is not deep
    except ValueError as error:
        found = _AT_LINE.search(str(error))
        fact = str(error)[: found.start()] if found else str(error)
        raise PromptFileError(
            path, int(found[1]) if found and found[1] else LineIndex(text).count, f"not TOML: {fact}"
        ) from error
    return Document(root)


def toml_string(file: str, span: Span) -> MappedText:
    """Return what the TOML string at `span`, quotes included, says; every escape maps to itself."""
    quotes = 3 if file[span.start : span.start + 3] in ('"""', "'''") else 1
    at, end = span.start + quotes, max(span.start + quotes, span.end - quotes)
    if quotes == 3 and (first := re.compile(r"\r?\n").match(file, at, end)):
        at = first.end()
    builder = MapBuilder()
    begin = at
    if file[span.start] == '"':
        for match in _ESCAPE.finditer(file, at, end):
            builder.verbatim(file, at, match.start())
            builder.replaced(_meant(match), Span(*match.span()))
            at = match.end()
    return builder.verbatim(file, at, end).build(empty_at=begin)


def _meant(match: re.Match[str]) -> str:
    if match["gap"]:
        return ""
    if match["letter"]:
        return _LETTERS.get(match["letter"], match["letter"])
    return chr(int(match["u"] or match["U"], 16))


@dataclass(slots=True)
class _Table:
    """A table that later lines may still add to."""

    start: int
    key: Span
    entries: dict[str, Union[tuple[Span, Node], "_Table", "list[_Table]"]] = field(default_factory=dict)


class _Reader:
    def __init__(self, text: str, path: str) -> None:
        self._tree = SyntaxTree(text, Language.TOML)
        self._path = path

    def root(self) -> Node:
        if (error := self._tree.first_error()) is not None:
            raise PromptFileError(self._path, self._line(error), "not TOML: it cannot be read from here")
        root = at = _Table(0, Span(0, 0))
        for node in self._tree.root.named_children:
            if node.type == "pair":
                self._pair(root, node)
            elif node.type in ("table", "table_array_element"):
                header, *pairs = without_comments(node)
                names = self._names(header)
                at = self._below(root, names[:-1])
                at = self._opened(at, *names[-1], repeats=node.type != "table")
                for pair in pairs:
                    self._pair(at, pair)
        return self._frozen(root, len(self._tree.text), 0)

    def _pair(self, table: _Table, pair: SyntaxNode, depth: int = 0) -> None:
        key, value = without_comments(pair)
        *above, (name, span) = self._names(key)
        self._below(table, above).entries[name] = span, self._value(value, depth)

    def _below(self, table: _Table, names: list[tuple[str, Span]]) -> _Table:
        for name, span in names:
            table = self._opened(table, name, span, repeats=False)
        return table

    def _opened(self, table: _Table, name: str, span: Span, *, repeats: bool) -> _Table:
        there = table.entries.get(name)
        made = _Table(span.start, span)
        if isinstance(there, list):
            if repeats:
                there.append(made)
            return there[-1]
        if isinstance(there, _Table):
            return there
        table.entries[name] = [made] if repeats else made
        return made

    def _names(self, key: SyntaxNode) -> list[tuple[str, Span]]:
        names: list[tuple[str, Span]] = []
        waiting = [key]
        while waiting:
            one = waiting.pop()
            if one.type == "dotted_key":
                waiting += reversed(one.named_children)
            else:
                span = self._tree.span(one)
                is_quoted = one.type == "quoted_key"
                name = toml_string(self._tree.text, span).text if is_quoted else span.of(self._tree.text)
                names.append((name, span))
            if len(names) > _MAX_DEPTH:
                raise self._too_deep(key)
        return names

    def _value(self, node: SyntaxNode, depth: int) -> Node:
        if depth > _MAX_DEPTH:
            raise self._too_deep(node)
        span = self._tree.span(node)
        if node.type == "string":
            return ScalarNode(toml_string(self._tree.text, span).text, span, Style.TOML_STRING)
        children = without_comments(node)
        if node.type == "array":
            return SequenceNode(tuple(self._value(child, depth + 1) for child in children), span)
        if node.type == "inline_table":
            table = _Table(span.start, span)
            for pair in children:
                self._pair(table, pair, depth + 1)
            return self._frozen(table, span.end, depth)
        try:
            return ScalarNode(tomllib.loads(f"x = {span.of(self._tree.text)}")["x"], span, Style.NO_TEXT)
        except ValueError as error:
            fact = f"not TOML: {_AT_LINE.sub('', str(error))}"
            raise PromptFileError(self._path, self._line(span.start), fact) from error

    def _frozen(self, table: _Table, end: int, depth: int) -> MappingNode:
        if depth > _MAX_DEPTH:
            raise PromptFileError(self._path, self._line(table.start), _TOO_DEEP)
        entries: list[EntryNode] = []
        for name, held in table.entries.items():
            if isinstance(held, tuple):
                entries.append(EntryNode(name, held[1], held[0]))
            elif isinstance(held, _Table):
                entries.append(EntryNode(name, self._frozen(held, held.key.end, depth + 1), held.key))
            else:
                items = tuple(self._frozen(item, item.key.end, depth + 1) for item in held)
                entries.append(EntryNode(name, SequenceNode(items, held[0].key), held[0].key))
        return MappingNode(tuple(entries), Span(table.start, max(table.start, end)))

    def _too_deep(self, node: SyntaxNode) -> PromptFileError:
        return PromptFileError(self._path, self._line(self._tree.span(node).start), _TOO_DEEP)

    def _line(self, offset: int) -> int:
        return LineIndex(self._tree.text).line_of(offset)

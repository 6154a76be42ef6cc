"""A YAML text as a tree with positions, read safely.

Built from the parser's events, not with a constructor: no tag makes an object, an alias is the node
it names (so a bomb of aliases costs nothing until it is written out, and one that would be large is refused),
and nothing here recurses. The only module that imports yaml, and only when a text is read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

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
from spade_core.prompt_files.yaml_scalars import as_parsed
from spade_core.text import LineIndex, Span

if TYPE_CHECKING:
    import yaml

_MAX_DEPTH = 100
_MAX_WRITTEN_OUT = 100_000
"""Nodes that a text with aliases may have once each alias is replaced by what it names."""

_MAX_CHARACTERS = 10_000_000
"""Characters that the scalars of such a text may have together, counted likewise."""

_NOT_YAML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffe\uffff]")
_STYLES = {"'": Style.SINGLE_QUOTED, '"': Style.DOUBLE_QUOTED, "|": Style.LITERAL, ">": Style.FOLDED}
_PROPERTIES = re.compile(r"(?:(?:[&!][^\s,\[\]{}]*|#[^\r\n]*)\s+)*")
_MERGE = "<<"


def parse_yaml(text: str, path: str, *, start: int = 0, end: int | None = None) -> Document:
    """Return the tree of the one YAML document in [start, end) of the file `text`; an empty one is a null.

    Spans index into `text`. Raises PromptFileError with the line at which it stops being YAML, or at
    which aliases or nesting get out of hand. A key given twice is a problem of the document.
    """
    end = len(text) if end is None else end
    return _Reader(text, path, start, end).document()


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been read."""

    is_mapping: bool
    start: int
    anchor: str | None
    items: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Extent:
    """How much a node is once its aliases are written out."""

    nodes: int
    depth: int
    characters: int


class _Reader:
    def __init__(self, text: str, path: str, start: int, end: int) -> None:
        self._text = text
        self._path = path
        self._start = start
        self._end = end
        self._lines = LineIndex(text)
        self._anchors: dict[str, Node] = {}
        self._extents: dict[int, _Extent] = {}
        self._alive: list[Node] = []  # keeps the ids above from being used again
        self._has_alias = False
        self._problems: list[Problem] = []

    def document(self) -> Document:
        if bad := _not_yaml(self._text, self._start, self._end):
            self._fail(bad.start(), f"the character U+{ord(bad[0]):04X} must not stand in YAML")
        root: Node | None = None
        stack: list[_Open] = []
        for event in self._events():
            node = self._step(event, stack)
            if node is not None and not stack:
                if root is not None:
                    self._fail(node.span.start, "a second YAML document begins here; one is expected")
                root = node
            elif node is not None:
                stack[-1].items.append(node)
        empty = ScalarNode(None, Span(self._start, self._start), Style.NO_TEXT)
        return Document(empty if root is None else root, tuple(self._problems))

    def _events(self) -> Iterator["yaml.Event"]:
        import yaml

        loader: type[yaml.CSafeLoader] | type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            yield from yaml.parse(as_parsed(self._text[self._start : self._end]), Loader=loader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            at = self._start + mark.index if mark is not None else self._start
            facts = " ".join(filter(None, (error.context, error.problem)))
            raise PromptFileError(self._path, self._line(at), f"not YAML: {facts}") from error
        except yaml.YAMLError as error:
            raise PromptFileError(self._path, None, f"not YAML: {error}") from error

    def _step(self, event: "yaml.Event", stack: list[_Open]) -> Node | None:
        """Take one event; return the node that it completes."""
        import yaml

        match event:
            case yaml.ScalarEvent():
                node: Node = self._scalar(event)
                return self._completed(node, event.anchor, _Extent(1, 1, len(event.value)))
            case yaml.AliasEvent():
                return self._aliased(event)
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                at = self._start + _index(event.start_mark)
                if len(stack) >= _MAX_DEPTH:
                    self._fail(at, f"YAML nested more than {_MAX_DEPTH} deep")
                stack.append(_Open(isinstance(event, yaml.MappingStartEvent), at, event.anchor))
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                return self._closed(stack.pop(), self._start + _index(event.end_mark))
            case _:
                pass
        return None

    def _scalar(self, event: "yaml.ScalarEvent") -> ScalarNode:
        span = self._without_properties(_index(event.start_mark), _index(event.end_mark))
        style = _STYLES.get(event.style or "")
        if style is not None:
            return ScalarNode(event.value, span, style)
        value = _plain_value(event)
        return ScalarNode(value, span, Style.PLAIN if isinstance(value, str) else Style.NO_TEXT)

    def _without_properties(self, start: int, end: int) -> Span:
        """Return where the scalar itself stands: the parser counts its anchor and tag in."""
        match = _PROPERTIES.match(self._text, self._start + start, self._start + end)
        return Span(match.end() if match else self._start + start, self._start + end)

    def _aliased(self, event: "yaml.AliasEvent") -> Node:
        self._has_alias = True
        node = self._anchors.get(event.anchor or "")
        if node is None:
            at = self._start + _index(event.start_mark)
            self._fail(at, f"the alias *{event.anchor} names no anchor that is complete before it")
        return node

    def _closed(self, opened: _Open, end: int) -> Node:
        span = Span(opened.start, max(opened.start, end))
        inner = [self._extents[id(item)] for item in opened.items]
        extent = _Extent(
            nodes=1 + sum(e.nodes for e in inner),
            depth=1 + max((e.depth for e in inner), default=0),
            characters=sum(e.characters for e in inner),
        )
        if self._has_alias:
            self._refuse_a_bomb(opened.start, extent)
        node = self._mapping(opened.items, span) if opened.is_mapping else SequenceNode(tuple(opened.items), span)
        return self._completed(node, opened.anchor, extent)

    def _refuse_a_bomb(self, at: int, extent: _Extent) -> None:
        if extent.nodes > _MAX_WRITTEN_OUT or extent.depth > _MAX_DEPTH:
            self._fail(at, f"with its aliases written out this has more than {_MAX_WRITTEN_OUT} values")
        if extent.characters > _MAX_CHARACTERS:
            self._fail(at, f"with its aliases written out this has more than {_MAX_CHARACTERS} characters")

    def _completed(self, node: Node, anchor: str | None, extent: _Extent) -> Node:
        self._extents[id(node)] = extent
        self._alive.append(node)
        if anchor is not None:
            self._anchors[anchor] = node
        return node

    def _mapping(self, items: list[Node], span: Span) -> MappingNode:
        entries: list[EntryNode] = []
        merged: list[EntryNode] = []
        for key, value in zip(items[::2], items[1::2], strict=True):
            name = self._key(key)
            if name == _MERGE and isinstance(key, ScalarNode) and key.style is Style.PLAIN:
                merged.extend(self._merged(value))
            else:
                entries.append(EntryNode(name, value, key.span))
        kept, problems = last_of_each_key(entries, self._path, self._lines)
        self._problems += problems
        own = {entry.key for entry in kept}
        first = {entry.key: entry for entry in reversed(merged) if entry.key not in own}
        return MappingNode((*reversed(first.values()), *kept), span)

    def _merged(self, value: Node) -> Iterator[EntryNode]:
        for node in value.items if isinstance(value, SequenceNode) else (value,):
            if not isinstance(node, MappingNode):
                self._fail(node.span.start, "<< takes a mapping or a list of mappings")
            yield from node.entries

    def _key(self, node: Node) -> str:
        if not isinstance(node, ScalarNode):
            self._fail(node.span.start, "a key that is itself a list or a mapping")
        return node.value if isinstance(node.value, str) else node.span.of(self._text)

    def _line(self, offset: int) -> int:
        return self._lines.line_of(offset)

    def _fail(self, at: int, fact: str) -> NoReturn:
        raise PromptFileError(self._path, self._line(at), fact)


def _not_yaml(text: str, start: int, end: int) -> re.Match[str] | None:
    if text.replace("\n", "").replace("\t", "").isprintable():  # many times as quick
        return None
    return _NOT_YAML.search(text, start, end)


def _index(mark: "yaml.error.Mark | yaml._yaml.Mark | None") -> int:
    return mark.index if mark is not None else 0


_NULL = re.compile(r"~|null|Null|NULL|")
_BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9_]*)")
_FLOAT = re.compile(r"[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")


def _plain_value(event: "yaml.ScalarEvent") -> object:
    """Return what an unquoted scalar means: null, boolean, number or, like dates and the rest, its text."""
    text = event.value
    if event.tag is not None and not event.implicit[0]:
        return text
    if _NULL.fullmatch(text):
        return None
    if text.lower() in _BOOLEANS and text in (text.lower(), text.title(), text.upper()):
        return _BOOLEANS[text.lower()]
    if _INTEGER.fullmatch(text) and len(text) < 400:
        return int(text.replace("_", ""))
    if _FLOAT.fullmatch(text):
        return float(text.replace("_", ""))
    return text

"""What a YAML or JSON file says, as a tree whose scalars know where they stand in the file."""

from dataclasses import dataclass, field
from enum import StrEnum

from spade_core.errors import Problem
from spade_core.text import LineIndex, Span


class Style(StrEnum):
    """How a scalar is written, which decides how its text is read back from the file."""

    JSON_STRING = "json string"
    PLAIN = "plain"
    SINGLE_QUOTED = "single quoted"
    DOUBLE_QUOTED = "double quoted"
    LITERAL = "literal"
    FOLDED = "folded"
    TOML_STRING = "TOML string"
    NO_TEXT = "no text"
    """A number, true, false or null."""


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """A string, number, boolean or null."""

    value: object
    span: Span
    """In the file, with its quotes or its block header."""
    style: Style


@dataclass(frozen=True, slots=True)
class SequenceNode:
    """A list."""

    items: tuple["Node", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class EntryNode:
    """One key of a mapping and its value."""

    key: str
    value: "Node"
    span: Span
    """Of the key."""


@dataclass(frozen=True, slots=True)
class MappingNode:
    """Keys and values in file order; of a key given twice, only the last, as every parser has it."""

    entries: tuple[EntryNode, ...]
    span: Span

    def get(self, *keys: str) -> "Node | None":
        """Return the value of the first of `keys` that is there; None when none is."""
        for key in keys:
            for entry in self.entries:
                if entry.key == key:
                    return entry.value
        return None

    def string(self, *keys: str) -> str | None:
        """Return the string value of the first of `keys` that is there; None when it is no string."""
        node = self.get(*keys)
        return node.value if isinstance(node, ScalarNode) and isinstance(node.value, str) else None


Node = ScalarNode | SequenceNode | MappingNode


@dataclass(frozen=True, slots=True)
class Document:
    """The tree of one file, or of its front matter, and what was odd in it."""

    root: Node
    problems: tuple[Problem, ...] = field(default=())


def plain(node: Node) -> object:
    """Return the node as str, int, float, bool, None, list and dict only."""
    match node:
        case ScalarNode():
            return node.value
        case SequenceNode():
            return [plain(item) for item in node.items]
        case MappingNode():
            return {entry.key: plain(entry.value) for entry in node.entries}


def plain_entries(node: Node, *, leave_out: frozenset[str] = frozenset()) -> dict[str, object]:
    """Return a mapping's entries as plain values but for those left out; empty for any other node."""
    if not isinstance(node, MappingNode):
        return {}
    return {entry.key: plain(entry.value) for entry in node.entries if entry.key not in leave_out}


def last_of_each_key(
    entries: list[EntryNode], path: str, lines: LineIndex
) -> tuple[tuple[EntryNode, ...], list[Problem]]:
    """Return the entries with earlier ones of the same key dropped, and a problem for each of those."""
    last = {entry.key: entry for entry in entries}
    problems = []
    for entry in entries:
        if (kept := last[entry.key]) is not entry:
            fact = f"the key {entry.key!r} is given again on line {lines.line_of(kept.span.start)}; that one is used"
            problems.append(Problem(path, lines.line_of(entry.span.start), fact))
    return tuple(entry for entry in entries if last[entry.key] is entry), problems

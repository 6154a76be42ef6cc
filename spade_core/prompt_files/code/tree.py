"""Source code parsed by tree-sitter, with every node's place in code points. The only module that knows tree-sitter."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from spade_core.text import Span, common_prefix, common_suffix

if TYPE_CHECKING:
    from tree_sitter import Language as Grammar, Node, Parser, Tree
else:
    Node = object

__all__ = ["Language", "Node", "SyntaxTree", "added_up", "language_of", "without_comments"]


class Language(StrEnum):
    """The languages whose strings are read, and TOML."""

    PYTHON = "Python"
    JAVASCRIPT = "JavaScript"
    TYPESCRIPT = "TypeScript"
    TSX = "TSX"
    TOML = "TOML"


_SUFFIXES = {
    ".py": Language.PYTHON,
    ".pyi": Language.PYTHON,
    ".js": Language.JAVASCRIPT,
    ".jsx": Language.JAVASCRIPT,
    ".mjs": Language.JAVASCRIPT,
    ".cjs": Language.JAVASCRIPT,
    ".ts": Language.TYPESCRIPT,
    ".mts": Language.TYPESCRIPT,
    ".cts": Language.TYPESCRIPT,
    ".tsx": Language.TSX,
}
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_WORDS = re.compile(rb"prompt|template|instruct|system|messages|signature|persona", re.IGNORECASE)
_NAME = re.compile(rb"[\w$\x80-\xff]+")
_ADDED_TO = re.compile(rb"(?<![\w$.\x80-\xff])([\w$\x80-\xff]+)[ \t]*\+=")
_LONG = 24
"""Bytes of a string that is looked at wherever it stands."""
_LONE_CR = re.compile(r"\r(?!\n)")
_SURROGATE = re.compile("[\ud800-\udfff]")


def language_of(path: str) -> Language | None:
    """Return the language that a path's suffix means; None for any other."""
    return _SUFFIXES.get(path[path.rfind(".") :].lower()) if "." in path else None


def without_comments(node: Node) -> tuple[Node, ...]:
    """Return the named children of a node that say something."""
    return tuple(child for child in node.named_children if child.type not in ("comment", "line_continuation"))


def added_up(node: Node) -> tuple[Node, ...]:
    """Return the operands of ``a + b + c``, from the left; a tree of any depth costs no recursion."""
    operands: list[Node] = []
    at: Node | None = node
    while at is not None and at.type == node.type and (of := at.child_by_field_name("operator")) is not None:
        right = at.child_by_field_name("right")
        if of.type != "+" or right is None:
            break
        operands.append(right)
        at = at.child_by_field_name("left")
    return (*([at] if at is not None else []), *reversed(operands))


class SyntaxTree:
    """The syntax of one file. A file with errors has a tree too: what surrounds them is read."""

    def __init__(self, text: str, language: Language, named: str = "") -> None:
        self.text = text
        self.language = language
        # The grammars end no line at a lone CR.
        self._bytes = _LONE_CR.sub("\n", _SURROGATE.sub("\ufffd", text)).encode()
        self._runs = [] if len(self._bytes) == len(text) else [match.span() for match in _NOT_ASCII.finditer(text)]
        self._run_lengths = [len(_SURROGATE.sub("\ufffd", text[start:end]).encode()) for start, end in self._runs]
        self._run_bytes = self._bytes_of_runs()
        self.root: Node = _parsed(language, self._bytes).root_node
        self._worth = self._worth_bytes(named)
        self._additions = [(m.start(), m[1].decode(errors="replace")) for m in _ADDED_TO.finditer(self._bytes)]

    def span(self, node: Node) -> Span:
        """Return where a node stands, in code points of the text."""
        return Span(self.offset(node.start_byte), self.offset(node.end_byte))

    def written(self, node: Node) -> str:
        """Return a node's characters."""
        return self.span(node).of(self.text)

    def field(self, node: Node, name: str) -> str:
        """Return the characters of a field of a node; none where it has no such field."""
        child = node.child_by_field_name(name)
        return self.written(child) if child is not None else ""

    def offset(self, byte: int) -> int:
        """Return the code point at which a byte of the text in UTF-8 begins."""
        at = bisect_right(self._run_bytes, byte) - 1
        if at < 0:
            return byte
        start, end = self._runs[at]
        begin, length = self._run_bytes[at], self._run_lengths[at]
        if byte - begin < length:
            return start + len(self._bytes[begin:byte].decode(errors="ignore"))
        return end + byte - begin - length

    def may_hold_prompt(self, node: Node) -> bool:
        """Return whether a longer string is in a node, or a word that prompts are named by, or the name asked for."""
        at = bisect_left(self._worth, node.start_byte)
        return at < len(self._worth) and self._worth[at] < node.end_byte

    def mentions(self, node: Node, word: str) -> bool:
        """Return whether a word is written in a node."""
        return self._bytes.find(word.encode(errors="replace"), node.start_byte, node.end_byte) >= 0

    def mentions_any(self, node: Node, names: set[bytes]) -> bool:
        """Return whether one of some names is written in a node, in time that its length alone decides."""
        return any(match[0] in names for match in _NAME.finditer(self._bytes, node.start_byte, node.end_byte))

    def added_to(self, node: Node) -> list[str]:
        """Return the names to which a node adds something by ``+=``."""
        begins = (bisect_left(self._additions, at, key=itemgetter(0)) for at in (node.start_byte, node.end_byte))
        return [name for _, name in self._additions[slice(*begins)]]

    def _worth_bytes(self, named: str) -> list[int]:
        long = (node.start_byte for node in _long_strings(self.root))
        asked = re.compile("|".join(re.findall(r"\w+", named)).encode()) if named else _WORDS
        words = (match.start() for pattern in {_WORDS, asked} for match in pattern.finditer(self._bytes))
        return sorted({*long, *words})

    def first_error(self) -> int | None:
        """Return where the first thing stands that is not of the language; None when all of it is."""
        if not self.root.has_error:
            return None
        errors = (node for node in _broken(self.root) if node.is_error or node.is_missing)
        return self.offset(min((node.start_byte for node in errors), default=0))

    def _bytes_of_runs(self) -> list[int]:
        begins: list[int] = []
        at = kept = 0
        for (start, end), length in zip(self._runs, self._run_lengths, strict=True):
            at += start - kept
            begins.append(at)
            at += length
            kept = end
        return begins


_LAST: dict[Language, tuple[bytes, "Tree"]] = {}
"""By language the file parsed last: the next one is often an earlier state of it, of which little is new."""


def _parsed(language: Language, data: bytes) -> "Tree":
    before = _LAST.get(language)
    tree = _edited(*before, data) if before is not None else None
    made = _parser(language).parse(data, tree) if tree is not None else _parser(language).parse(data)
    _LAST[language] = data, made
    return made


def _edited(before: bytes, tree: "Tree", data: bytes) -> "Tree | None":
    """Return the tree of an earlier text, told what has changed; None when too much has."""
    start = common_prefix(before, data)
    end = common_suffix(before, data, start)
    if start + end < len(data) // 2:
        return None
    copy = tree.copy()
    old_end, new_end = len(before) - end, len(data) - end
    copy.edit(start, old_end, new_end, _point(before, start), _point(before, old_end), _point(data, new_end))
    return copy


def _point(data: bytes, offset: int) -> tuple[int, int]:
    return data.count(b"\n", 0, offset), offset - (data.rfind(b"\n", 0, offset) + 1)


def _broken(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(child for child in one.children if child.has_error or child.is_missing)


def _long_strings(root: Node) -> Iterator[Node]:
    """Yield the longer string literals. A query for them takes time with the square of the length of a broken file."""
    cursor = root.walk()
    while True:
        node = cursor.node
        if node is not None and node.end_byte - node.start_byte >= _LONG:
            if node.type in ("string", "template_string"):
                yield node
            if cursor.goto_first_child():
                continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


@lru_cache(maxsize=len(Language))
def _parser(language: Language) -> "Parser":
    from tree_sitter import Parser

    return Parser(_grammar(language))


@lru_cache(maxsize=len(Language))
def _grammar(language: Language) -> "Grammar":
    """Return the grammar of a language; the libraries are loaded only now."""
    import tree_sitter

    if language is Language.PYTHON:
        import tree_sitter_python

        grammar = tree_sitter_python.language()
    elif language is Language.TOML:
        import tree_sitter_toml

        grammar = tree_sitter_toml.language()
    elif language is Language.JAVASCRIPT:
        import tree_sitter_javascript

        grammar = tree_sitter_javascript.language()
    else:
        import tree_sitter_typescript

        is_tsx = language is Language.TSX
        grammar = tree_sitter_typescript.language_tsx() if is_tsx else tree_sitter_typescript.language_typescript()
    return tree_sitter.Language(grammar)

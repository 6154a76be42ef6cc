"""Python text as a formatter would lay it out: an expression in lines that fit, a docstring, strings, names."""

import ast
import hashlib
import re
import unicodedata
from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from spade_core.constraints import escaped, literal

WIDTH: Final = 100
"""Characters of a line; only a string that cannot be broken is longer."""
_LONGEST_NAME: Final = 60
_STEP: Final = "    "


def identifier(words: str) -> str:
    """Return ``assert_`` and the words in ASCII snake case, at most 60 characters, never cut inside a word.

    Words that leave nothing in ASCII are named by a digest of themselves.
    """
    plain = (
        unicodedata.normalize("NFKD", words.replace("'", "").replace("\u2019", "")).encode("ascii", "ignore").decode()
    )
    pieces = re.findall(r"[a-z0-9]+", plain.lower())
    lost = sum(c.isalnum() and not c.isascii() for c in unicodedata.normalize("NFKD", words))
    if lost > 2 or not pieces:
        pieces.append(hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:6])
    name = "assert"
    for piece in pieces:
        if len(name) + 1 + len(piece) > _LONGEST_NAME:
            break
        name = f"{name}_{piece}"
    return name if name != "assert" else f"assert_{pieces[0][:60]}"


def docstring(says: str) -> str:
    """Return the docstring in lines that fit, its quotes and backslashes harmless."""
    text = " ".join(says.split()).replace("\\", "\\\\").replace('"""', "'''")
    text = "".join(c if c.isprintable() else escaped(c) for c in text)
    if len(text) + len(_STEP) + 7 <= WIDTH:
        return f'{_STEP}"""{text}{" " if text.endswith(chr(34)) else ""}"""'
    lines = wrap(text, WIDTH - len(_STEP) - 3, break_long_words=False, break_on_hyphens=False)
    return f'{_STEP}"""' + f"\n{_STEP}".join(lines) + f'\n{_STEP}"""'


def wrapped_literal(text: str, *, width: int) -> list[str]:
    """Return `text` as adjacent Python strings that make it up, one a line."""
    pieces: list[str] = []
    for word in text.split(" "):
        if pieces and len(literal(f"{pieces[-1]}{word} ")) <= width:
            pieces[-1] += f" {word}"
        else:
            if pieces:
                pieces[-1] += " "
            pieces.append(word)
    return [literal(piece) for piece in pieces]


def series(items: Sequence[str], *, before: str, after: str, indent: str) -> str:
    """Return items in brackets, on one line or one a line: what an import or a call has."""
    flat = f"{indent}{before}{', '.join(items)}{after}"
    if len(flat) <= WIDTH:
        return flat
    return _bracketed(f"{indent}{before}", items, after, indent)


def _bracketed(head: str, items: Sequence[str], tail: str, indent: str) -> str:
    inner = indent + _STEP
    together = ", ".join(items)
    if len(inner) + len(together) <= WIDTH and "\n" not in together:
        return f"{head}\n{inner}{together}\n{indent}{tail}"
    return f"{head}\n" + "".join(f"{inner}{item},\n" for item in items) + f"{indent}{tail}"


def returning(expression: str) -> str:
    """Return ``return <expression>`` in lines that fit."""
    flat = f"{_STEP}return {expression}"
    if len(flat) <= WIDTH:
        return flat
    tree = ast.parse(expression, mode="eval").body
    laid = _Layout(expression)
    if isinstance(tree, ast.BoolOp):
        return f"{_STEP}return (\n{_STEP}{_STEP}{laid.operands(tree, 2 * _STEP)}\n{_STEP})"
    return f"{_STEP}return {laid.text(tree, _STEP, len(_STEP) + 7)}"


class _Layout:
    """Lays one expression out in lines; `source` is the text that its nodes have their positions in."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._line = source.encode() if len(source.splitlines()) == 1 else b""

    def _flat(self, node: ast.expr | ast.keyword) -> str:
        if self._line:  # `get_source_segment` looks for lines in all of it, for each node
            return self._line[node.col_offset : node.end_col_offset].decode()
        return ast.get_source_segment(self._source, node) or ast.unparse(node)

    def text(self, node: ast.expr, indent: str, used: int, behind: int = 0) -> str:
        """Return a node in lines; `used` characters stand before it and `behind` after it."""
        flat = self._flat(node)
        if used + len(flat) + behind <= WIDTH:
            return flat
        inner = indent + _STEP
        match node:
            case ast.Call(args=[ast.GeneratorExp() as only], keywords=[]):
                return f"{self._flat(node.func)}(\n{inner}{self._generator(only, inner)}\n{indent})"
            case ast.Call():
                items: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
                return _bracketed(f"{self._flat(node.func)}(", [self._item(i, inner) for i in items], ")", indent)
            case ast.List():
                return _bracketed("[", [self._item(item, inner) for item in node.elts], "]", indent)
            case ast.ListComp():
                return f"[\n{inner}{self._generator(node, inner)}\n{indent}]"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"not {self.text(operand, indent, used + 4, behind)}"
            case ast.Compare():
                return self._around_call(node, flat, indent, used, behind)
            case ast.BoolOp():
                return f"(\n{inner}{self.operands(node, inner)}\n{indent})"
            case _:
                return flat

    def _around_call(self, node: ast.Compare, flat: str, indent: str, used: int, behind: int) -> str:
        """Return a comparison with its longest call in lines."""
        calls = [each for each in (node.left, *node.comparators) if isinstance(each, ast.Call)]
        longest = max(calls, key=lambda call: len(self._flat(call)), default=None)
        if longest is None:
            return flat
        before, _, after = flat.partition(self._flat(longest))
        return before + self.text(longest, indent, used + len(before), behind + len(after)) + after

    def operands(self, node: ast.BoolOp, indent: str) -> str:
        """Return the operands one a line, each after the first behind its operator."""
        word = "and" if isinstance(node.op, ast.And) else "or"
        return f"\n{indent}{word} ".join(self._operand(each, indent, len(word) + 1) for each in node.values)

    def _operand(self, node: ast.expr, indent: str, used: int) -> str:
        text = self.text(node, indent, len(indent) + used)
        return f"({text})" if isinstance(node, ast.BoolOp | ast.IfExp) and not text.startswith("(") else text

    def _item(self, node: ast.expr | ast.keyword, indent: str) -> str:
        if isinstance(node, ast.keyword):
            return f"{node.arg}={self.text(node.value, indent, len(indent) + len(node.arg or '') + 1, 1)}"
        return self.text(node, indent, len(indent), 1)

    def _generator(self, node: ast.GeneratorExp | ast.ListComp, indent: str) -> str:
        loops = []
        for loop in node.generators:
            loops.append(f"for {self._flat(loop.target)} in {self.text(loop.iter, indent, len(indent) + 12)}")
            loops += [f"if {self.text(test, indent, len(indent) + 3)}" for test in loop.ifs]
        flat = " ".join([self._flat(node.elt), *loops])
        if len(indent) + len(flat) <= WIDTH and "\n" not in flat:
            return flat
        return f"\n{indent}".join([self.text(node.elt, indent, len(indent)), *loops])

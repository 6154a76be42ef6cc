"""Rules on values that the source itself spells: NaN and infinities, escapes and nesting of JSON, values printed."""

import ast
import re
from collections.abc import Iterator

from spade_core.sandbox.syntax import Fault, Syntax

LARGEST_PLAIN_NUMBER = 1e100
"""Beyond it one multiplication may reach infinity, and infinities make NaN."""
_SPELT_NON_FINITE = re.compile(
    r"nan|(?<![a-z])inf(?![a-z])|infinity|e\+?_?[0-9][0-9_]{2}|[0-9][0-9_]{99}", re.IGNORECASE
)
_MOST_BRACKETS = 100
_NON_FINITE = "Monty differs on NaN, which an infinity or this value can become"


def literal_faults(syntax: Syntax) -> Iterator[Fault]:
    """Yield the literals, and what is made of them, that the engines could read differently."""
    reads_json = any(module == "json" for module, _ in syntax.imported.values())
    reads_text = reads_json or syntax.uses({"float"})
    for node in syntax.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if reads_text and may_spell_non_finite(node.value) and not _is_docstring(node, syntax):
                yield Fault.at(node, _NON_FINITE)
            if reads_json:
                yield from _json_faults(node, node.value, syntax)
        elif _is_non_finite(node, syntax):
            yield Fault.at(node, _NON_FINITE)
        elif isinstance(node, ast.Call) and _prints_more_than_literals(node):
            yield Fault.at(node, "Monty is given prints of plain literals only", "leave the print out")


def may_spell_non_finite(text: str) -> bool:
    """Whether a part of the text, read as a number, could be NaN or infinite."""
    return _SPELT_NON_FINITE.search(text) is not None


def _is_docstring(node: ast.Constant, syntax: Syntax) -> bool:
    return isinstance(syntax.parent(node), ast.Expr)


def _json_faults(node: ast.Constant, text: str, syntax: Syntax) -> Iterator[Fault]:
    if "\\u" in text and not _is_docstring(node, syntax):
        yield Fault.at(node, "Monty differs on the escapes of lone surrogates in JSON")
    brackets = text.count("[") + text.count("{")
    if brackets > _MOST_BRACKETS or (brackets and _is_repeated(node, syntax)):
        yield Fault.at(node, "Monty differs on JSON that is deeply nested")


def _is_repeated(node: ast.Constant, syntax: Syntax) -> bool:
    """Whether the text is multiplied, or put together with others in a loop."""
    parent = syntax.parent(node)
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mult):
        return True
    return isinstance(parent, ast.BinOp | ast.JoinedStr) and syntax.within(node, ast.For, ast.While)


def _is_non_finite(node: ast.AST, syntax: Syntax) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float) and not abs(node.value) < LARGEST_PLAIN_NUMBER
    if isinstance(node, ast.Attribute):
        return (
            isinstance(node.value, ast.Name) and syntax.imported.get(node.value.id) == ("math", "") and _odd(node.attr)
        )
    if isinstance(node, ast.Name):
        module, member = syntax.imported.get(node.id, ("", ""))
        return module == "math" and _odd(member)
    return False


def _odd(member: str) -> bool:
    return member in {"inf", "nan"}


def _prints_more_than_literals(call: ast.Call) -> bool:
    if not (isinstance(call.func, ast.Name) and call.func.id == "print"):
        return False
    return bool(call.keywords) or not all(isinstance(argument, ast.Constant) for argument in call.args)

"""Rules on values: operators and sums that depend on the types at hand, judged by what the syntax says of them."""

import ast
import sys
from collections.abc import Iterator

from spade_core.sandbox.syntax import Fault, Syntax

_CORRECTED_SUM = (3, 12)
_NUMBER_OR_LIST_FUNCTIONS = frozenset({"len", "int", "float", "sum", "abs", "round", "ord", "bool", "list", "sorted"})
_NUMBER_OR_LIST_METHODS = frozenset({"count", "find", "rfind", "index", "rindex", "split", "rsplit", "splitlines"})
_INTEGER_FUNCTIONS = frozenset({"len", "int", "ord", "bool", "isinstance", "any", "all"})


def augmented_faults(node: ast.AugAssign, syntax: Syntax) -> Iterator[Fault]:
    """Yield ``a_list += text``: it extends the list in CPython and is refused by Monty."""
    if isinstance(node.op, ast.Add) and not (_is_number_or_list(node.value) or _is_never_a_list(node.target, syntax)):
        yield Fault.at(node, "Monty adds only lists to a list in place", "use extend()")


def _is_number_or_list(node: ast.expr) -> bool:
    """Whether the value is surely a number or a list."""
    match node:
        case ast.Constant(value=value):
            return isinstance(value, int | float)
        case ast.List() | ast.ListComp() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in _NUMBER_OR_LIST_FUNCTIONS
        case ast.Call(func=ast.Attribute(attr=method)):
            return method in _NUMBER_OR_LIST_METHODS
        case ast.IfExp(body=body, orelse=orelse):
            return _is_number_or_list(body) and _is_number_or_list(orelse)
        case _:
            return False


def _is_never_a_list(target: ast.expr, syntax: Syntax) -> bool:
    if not isinstance(target, ast.Name):
        return False
    bound = [
        node.value
        for node in syntax.nodes
        if isinstance(node, ast.Assign)
        for name in node.targets
        if isinstance(name, ast.Name) and name.id == target.id
    ]
    stores = [node for node in syntax.nodes if isinstance(node, ast.Name) and node.id == target.id]
    plain = sum(isinstance(node.ctx, ast.Store) and not _is_augmented(node, syntax) for node in stores)
    return bool(bound) and plain == len(bound) and all(isinstance(value, ast.Constant) for value in bound)


def _is_augmented(node: ast.Name, syntax: Syntax) -> bool:
    return isinstance(syntax.parent(node), ast.AugAssign)


def operator_faults(node: ast.BinOp) -> Iterator[Fault]:
    """Yield set operators on the items of a dict: CPython hashes every item, Monty does not."""
    if isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor | ast.Sub) and any(
        isinstance(side, ast.Call) and isinstance(side.func, ast.Attribute) and side.func.attr == "items"
        for side in (node.left, node.right)
    ):
        yield Fault.at(node, "Monty differs on the items of a dict as a set", "compare the dicts")


def sum_faults(node: ast.Call) -> Iterator[Fault]:
    """Yield sums that may be of floats: CPython adds those with a correction since 3.12, Monty does not."""
    if sys.version_info >= _CORRECTED_SUM and not _sums_integers(node.args[0]):
        yield Fault.at(node, "Monty sums floats differently", "use a loop")


def _sums_integers(argument: ast.expr) -> bool:
    match argument:
        case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element):
            return _is_integer(element)
        case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id=function), *_]):
            return function in _INTEGER_FUNCTIONS
        case _:
            return False


def _is_integer(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=value):
            return isinstance(value, int)
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in _INTEGER_FUNCTIONS
        case ast.Call(func=ast.Attribute(attr=method)):
            return method in {"count", "startswith", "endswith"} or method.startswith("is")
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult(), right=right):
            return _is_integer(left) and _is_integer(right)
        case _:
            return False

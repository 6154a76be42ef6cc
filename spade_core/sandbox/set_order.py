"""Rules on sets: their order differs between engines, so they may be used only where order cannot show."""

import ast
from collections.abc import Iterator

from spade_core.sandbox.syntax import Fault, Syntax

_MAKERS = frozenset({"set", "frozenset"})
_MAKING_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference"})
_VIEWS = frozenset({"keys", "items"})
_SAFE_METHODS = _MAKING_METHODS | {
    "add",
    "discard",
    "remove",
    "update",
    "issubset",
    "issuperset",
    "isdisjoint",
    "clear",
}
_SAFE_CONSUMERS = frozenset({"len", "bool", "set", "frozenset", "any", "all", "isinstance"})
_BINDINGS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)
_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)


def set_order_faults(syntax: Syntax) -> Iterator[Fault]:
    """Yield the places where the order of a set could show."""
    names = _set_names(syntax)
    for node in syntax.nodes:
        if isinstance(node, ast.expr) and _is_set(node, names) and not _is_orderless(node, names, syntax):
            yield Fault.at(node, "the order of a set could show here", "use sorted()")


def _set_names(syntax: Syntax) -> set[str]:
    """Return the names that may hold a set, wherever they are bound."""
    names: set[str] = set()
    bindings = [node for node in syntax.nodes if isinstance(node, _BINDINGS)]
    readers: dict[str, list[ast.AST]] = {}
    for binding in bindings:
        for inner in ast.walk(binding):
            if isinstance(inner, ast.Name):
                readers.setdefault(inner.id, []).append(binding)
    waiting: list[ast.AST] = list(bindings)
    while waiting:
        for name in _bound_to_set(waiting.pop(), names):
            if name not in names:
                names.add(name)
                waiting += readers.get(name, [])
    return names


def _bound_to_set(node: ast.AST, names: set[str]) -> Iterator[str]:
    if isinstance(node, ast.Assign) and _is_set(node.value, names):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))
    elif (
        isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr)
        and node.value is not None
        and isinstance(node.target, ast.Name)
        and _is_set(node.value, names)
    ):
        yield node.target.id


def _is_set(node: ast.expr, names: set[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Name(id=name):
            return name in names and isinstance(node.ctx, ast.Load)
        case ast.Call(func=ast.Name(id=name)):
            return name in _MAKERS
        case ast.Call(func=ast.Attribute(attr=method)):
            return method in _MAKING_METHODS
        case ast.BinOp(left=left, op=operator, right=right) if isinstance(operator, _OPERATORS):
            return any(_is_set(side, names) or _is_view(side) for side in (left, right))
        case ast.BoolOp(values=values):
            return any(_is_set(value, names) for value in values)
        case ast.IfExp(body=body, orelse=orelse):
            return _is_set(body, names) or _is_set(orelse, names)
        case ast.NamedExpr(value=value):
            return _is_set(value, names)
        case _:
            return False


def _is_view(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS


def _is_orderless(node: ast.expr, names: set[str], syntax: Syntax) -> bool:
    parent = syntax.parent(node)
    match parent:
        case ast.Compare() | ast.If() | ast.While() | ast.Assert() | ast.Expr() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.IfExp(test=test):
            return test is node or _is_set(parent, names)
        case ast.BinOp() | ast.BoolOp() | ast.NamedExpr():
            return _is_set(parent, names)
        case ast.Assign(targets=targets):
            return all(isinstance(target, ast.Name) for target in targets)
        case ast.AnnAssign() | ast.AugAssign():
            return isinstance(parent.target, ast.Name)
        case ast.Return():
            return not syntax.within(node, ast.FunctionDef, ast.Lambda)
        case ast.Attribute(attr=method):
            return method in _SAFE_METHODS
        case ast.Call():
            return _is_orderless_argument(node, parent)
        case ast.comprehension():
            return _is_orderless_loop(syntax.parent(parent), syntax)
        case _:
            return False


def _is_orderless_argument(node: ast.expr, call: ast.Call) -> bool:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in _SAFE_METHODS
    if not isinstance(call.func, ast.Name):
        return False
    return call.func.id in _SAFE_CONSUMERS or (call.func.id == "sorted" and not call.keywords)


def _is_orderless_loop(comprehension: ast.AST | None, syntax: Syntax) -> bool:
    """Whether a comprehension over a set makes another set, or a truth value over all of it."""
    if isinstance(comprehension, ast.SetComp):
        return True
    consumer = syntax.parent(comprehension)
    return (
        isinstance(comprehension, ast.GeneratorExp)
        and isinstance(consumer, ast.Call)
        and isinstance(consumer.func, ast.Name)
        and consumer.func.id in {"any", "all", "set"}
    )

"""Rules on containers that could come to hold themselves: CPython prints those with dots, Monty does not."""

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from spade_core.sandbox.syntax import Fault, Syntax

_INSERTING = frozenset({"append", "extend", "insert", "add", "update", "setdefault"})
_DISPLAYS = (ast.List, ast.Tuple, ast.Dict, ast.Set)


class _Names:
    """Names that may be one and the same value, as a forest."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def root(self, name: str) -> str:
        while (above := self._above.get(name, name)) != name:
            self._above[name] = self._above.get(above, above)
            name = above
        return name

    def join(self, first: str, second: str) -> None:
        self._above[self.root(first)] = self.root(second)


def self_containment_faults(syntax: Syntax) -> Iterator[Fault]:
    """Yield one fault when some value may be put into itself, directly or by way of others."""
    if not any(_changes(node) for node in syntax.nodes):
        return
    functions = {node.name: node.args for node in syntax.nodes if isinstance(node, ast.FunctionDef)}
    same, holds = _Names(), list[tuple[str, str, ast.AST]]()
    for node in syntax.nodes:
        for target, value, inserts in (*_flows(node), *_passed(node, functions)):
            for name in _bare(value):
                if inserts:
                    holds.append((target, name, node))
                else:
                    same.join(target, name)
            holds += [(target, name, node) for name in _displayed(value)]
    graph: TopologicalSorter[str] = TopologicalSorter()
    for target, name, _ in holds:
        graph.add(same.root(target), same.root(name))
    try:
        graph.prepare()
    except CycleError as error:
        around = set(error.args[1])
        place = next(node for target, name, node in holds if {same.root(target), same.root(name)} <= around)
        yield syntax.fault(place, "Monty prints a container that holds itself differently")


def _changes(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in _INSERTING
    return isinstance(node, ast.AugAssign) or (isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store))


def _passed(node: ast.AST, functions: Mapping[str, ast.arguments]) -> Iterator[tuple[str, ast.expr, bool]]:
    """Yield what a call hands to the parameters of an inner function."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions):
        return
    arguments = functions[node.func.id]
    for parameter, value in zip((*arguments.posonlyargs, *arguments.args), node.args, strict=False):
        yield parameter.arg, value, False
    for keyword in node.keywords:
        if keyword.arg is not None:
            yield keyword.arg, keyword.value, False


def _flows(node: ast.AST) -> Iterator[tuple[str, ast.expr, bool]]:
    """Yield what may reach which name: its value anew (False) or as a part of the value it has (True)."""
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _into(target, value)
        case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
            yield from _into(target, value)
        case ast.AugAssign(target=target, value=value) if isinstance(value, _DISPLAYS):
            yield from _into(target, value)
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            yield from _into(target, value)
            if isinstance(value, _DISPLAYS):
                for inner in ast.iter_child_nodes(value):
                    if isinstance(inner, ast.expr):
                        yield from _into(target, inner)
        case ast.Call(func=ast.Attribute(attr=method) as function) if method in _INSERTING:
            root = _root(function)
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)) if root else ():
                yield root, argument, True
        case _:
            return


def _into(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr, bool]]:
    if isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _into(part, value)
    elif root := _root(target):
        yield root, value, not isinstance(target, ast.Name)


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _bare(node: ast.expr) -> Iterator[str]:
    """Yield the names whose very value, or a part of it, the expression may have."""
    match node:
        case ast.Name(id=name):
            yield name
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_bare(body), *_bare(orelse))
        case ast.BoolOp(values=values):
            for value in values:
                yield from _bare(value)
        case ast.NamedExpr(value=value) | ast.Starred(value=value) | ast.Subscript(value=value):
            yield from _bare(value)
        case _:
            return


def _displayed(node: ast.expr) -> Iterator[str]:
    """Yield the names whose values stand inside a list, tuple, dict or set that the expression spells."""
    for display in ast.walk(node) if isinstance(node, (*_DISPLAYS, ast.BinOp, ast.IfExp, ast.BoolOp)) else ():
        if isinstance(display, _DISPLAYS):
            for inner in ast.iter_child_nodes(display):
                if isinstance(inner, ast.expr):
                    yield from _bare(inner)

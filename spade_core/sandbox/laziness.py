"""Rules on lazy values: Monty evaluates generator expressions, ``map``, ``zip`` and their kin at once, as lists.

That is the same as in CPython only where the value is consumed on the spot and evaluating the rest early can neither be
noticed nor raise.
"""

import ast
from collections.abc import Iterator

from spade_core.sandbox import dialect
from spade_core.sandbox.syntax import Fault, Syntax

_WHOLE_CONSUMERS = frozenset({"list", "tuple", "set", "frozenset", "dict", "sorted", "sum", "min", "max"})
_EARLY_CONSUMERS = frozenset({"any", "all"})
_METHOD_CONSUMERS = frozenset({"join", "extend", "update"})
_QUIET_FUNCTIONS = frozenset(dialect.FUNCTIONS) - {"print"} | dialect.EXCEPTIONS
_KEPT = "Monty evaluates iterators at once, and this one is kept or passed on"
_NOTICED = "Monty evaluates this iterator to its end before it is used, which could be noticed"


def laziness_faults(syntax: Syntax) -> Iterator[Fault]:
    """Yield the lazy values that Monty's eagerness could change."""
    for node in syntax.nodes:
        if is_lazy(node, syntax):
            yield from _lazy_faults(node, syntax)


def stops_early(syntax: Syntax) -> bool:
    """Whether CPython might stop inside a lazy value that Monty evaluates to its end."""
    return any(
        is_lazy(node, syntax) and _may_stop(node, syntax) and not _is_harmless(node, syntax) for node in syntax.nodes
    )


def is_lazy(node: ast.AST, syntax: Syntax) -> bool:
    """Whether the node's value is an iterator in CPython."""
    if isinstance(node, ast.GeneratorExp):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in dialect.LAZY_FUNCTIONS


def _lazy_faults(node: ast.AST, syntax: Syntax) -> Iterator[Fault]:
    if not _is_consumed_here(node, syntax):
        yield Fault.at(node, _KEPT, "make it a list")
        return
    if not _may_stop(node, syntax) or _is_harmless(node, syntax):
        return
    if syntax.guarded(node) or not _is_quiet(node):
        yield Fault.at(node, _NOTICED, "use a for loop")
    elif not _evaluated_each_time(node):
        yield Fault.at(node, _NOTICED, "loop over a copy")


def _is_consumed_here(node: ast.AST, syntax: Syntax) -> bool:
    parent = syntax.parent(node)
    if isinstance(parent, ast.For | ast.comprehension):
        return parent.iter is node
    if isinstance(parent, ast.Starred):
        return isinstance(syntax.parent(parent), ast.List | ast.Tuple | ast.Set)
    if isinstance(parent, ast.Assign):
        return len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Tuple) and not syntax.has(ast.Try)
    if not isinstance(parent, ast.Call) or node not in parent.args:
        return False
    if isinstance(parent.func, ast.Attribute):
        return parent.func.attr in _METHOD_CONSUMERS
    if not isinstance(parent.func, ast.Name):
        return False
    name = parent.func.id
    if name in dialect.LAZY_FUNCTIONS - {"reversed"}:
        return True
    return (name in _WHOLE_CONSUMERS | _EARLY_CONSUMERS and len(parent.args) == 1) or name == "sum"


def _may_stop(node: ast.AST, syntax: Syntax) -> bool:
    """Whether the consumer may leave before the end: follow lazy values handed to lazy values outwards."""
    parent = syntax.parent(node)
    while isinstance(parent, ast.comprehension) or (is_lazy(parent or node, syntax) and parent is not None):
        outer = syntax.parent(parent) if isinstance(parent, ast.comprehension) else parent
        if not isinstance(outer, ast.GeneratorExp) and isinstance(parent, ast.comprehension):
            return False
        node, parent = outer or node, syntax.parent(outer)
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name):
        return parent.func.id in _EARLY_CONSUMERS
    return isinstance(parent, ast.For | ast.Assign)


def _evaluated_each_time(node: ast.AST) -> list[ast.expr]:
    """Return the expressions that are evaluated once per item."""
    if isinstance(node, ast.GeneratorExp):
        first, *rest = node.generators
        return [node.elt, *first.ifs, *(part for other in rest for part in (other.iter, *other.ifs))]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"map", "filter"}:
        return node.args[:1]
    return []


def _is_harmless(node: ast.AST, syntax: Syntax) -> bool:
    """Whether evaluating every item at once can neither raise nor be noticed."""
    parent = syntax.parent(node)
    if isinstance(parent, ast.For) and _is_changed_in_loop(node, parent):
        return False
    return not _evaluated_each_time(node) or _is_same_for_all(node)


def _is_same_for_all(node: ast.AST) -> bool:
    """Whether the items are ``word in text`` over literal words: if one raises, so does the first."""
    if not isinstance(node, ast.GeneratorExp) or len(node.generators) != 1 or node.generators[0].ifs:
        return False
    loop, test = node.generators[0], node.elt
    words = loop.iter.elts if isinstance(loop.iter, ast.List | ast.Tuple) else []
    if not words or not all(isinstance(word, ast.Constant) and isinstance(word.value, str) for word in words):
        return False
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.In | ast.NotIn)):
        return False
    same_name = isinstance(loop.target, ast.Name) and isinstance(test.left, ast.Name) and test.left.id == loop.target.id
    return same_name and _is_plain(test.comparators[0], loop.target)


def _is_plain(text: ast.expr, target: ast.expr) -> bool:
    """Whether `text` is a name other than `target`, or ``name.lower()`` of one."""
    if isinstance(text, ast.Call) and isinstance(text.func, ast.Attribute) and text.func.attr in {"lower", "upper"}:
        text = text.func.value
    return isinstance(text, ast.Name) and isinstance(target, ast.Name) and text.id != target.id


def _is_quiet(node: ast.AST) -> bool:
    """Whether producing the items leaves no trace but their values or an exception."""
    parts = _evaluated_each_time(node)
    if isinstance(node, ast.Call) and any(isinstance(part, ast.Name) for part in parts):
        return all(isinstance(part, ast.Name) and part.id in dialect.VALUE_FUNCTIONS for part in parts)
    return not any(_leaves_a_trace(inner) for part in parts for inner in ast.walk(part))


def _leaves_a_trace(node: ast.AST) -> bool:
    if isinstance(node, ast.NamedExpr | ast.Await):
        return True
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute):
        return node.func.attr in dialect.MUTATORS
    return not (isinstance(node.func, ast.Name) and node.func.id in _QUIET_FUNCTIONS)


def _is_changed_in_loop(iterator: ast.AST, loop: ast.For) -> bool:
    """Whether the loop's body may change what it runs over."""
    names = {node.id for node in ast.walk(iterator) if isinstance(node, ast.Name)}
    for statement in loop.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Attribute) and node.attr in dialect.MUTATORS and _root(node) in names:
                return True
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and _root(node) in names:
                return True
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id in names:
                return True
    return False


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None

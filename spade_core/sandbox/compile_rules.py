"""What CPython's compiler refuses although its parser accepts it, found from the syntax tree alone.

Compiling is left to the second engine's processes: a hostile source can make it cost any time and memory.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around a node."""

    in_loop: bool = False
    is_async: bool = True
    """Whether the nearest function is async."""
    bound: frozenset[str] = frozenset()
    """Names bound by the functions around the nearest one."""
    taken: frozenset[str] = frozenset()
    """Iteration variables of the comprehensions around."""
    in_iterable: bool = False


def compile_fault(function: ast.AsyncFunctionDef) -> tuple[str, int] | None:
    """Return the reason and the line of the first thing that CPython would refuse to compile; None when all is well."""
    faults = sorted((line, reason) for line, reason in _function(function, _Around()))
    return (faults[0][1], faults[0][0]) if faults else None


def _function(
    function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, around: _Around
) -> Iterator[tuple[int, str]]:
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    names = [argument.arg for argument in every if argument is not None]
    if len(set(names)) < len(names):
        yield function.lineno, "an argument is there twice"
    for default in (*arguments.defaults, *arguments.kw_defaults):
        if default is not None:
            yield from _check(default, around)
    body = [function.body] if isinstance(function, ast.Lambda) else function.body
    own = list(_own_nodes(body))
    yield from _declarations(own, set(names), around.bound)
    inner = _Around(
        is_async=isinstance(function, ast.AsyncFunctionDef),
        bound=around.bound | set(names) | _bound(own),
        in_iterable=around.in_iterable,
    )
    for node in body:
        yield from _check(node, inner)


def _own_nodes(body: "list[ast.stmt] | list[ast.expr]") -> Iterator[ast.AST]:
    """Yield the nodes of a function's body without those of inner functions, in the text's order."""
    waiting: list[ast.AST] = list(reversed(body))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (*_SCOPES, ast.ClassDef)):
            waiting += reversed(list(ast.iter_child_nodes(node)))


def _bound(own: list[ast.AST]) -> set[str]:
    names: set[str] = set()
    for node in own:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, _NAMED) and node.name:
            names.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            names.add(node.rest)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
    return names


def _declarations(own: list[ast.AST], parameters: set[str], bound: frozenset[str]) -> Iterator[tuple[int, str]]:
    declared: dict[str, tuple[int, int]] = {}
    for node in own:
        if isinstance(node, ast.Global | ast.Nonlocal):
            kind = "global" if isinstance(node, ast.Global) else "nonlocal"
            for name in node.names:
                declared.setdefault(name, (node.lineno, node.col_offset))
                if name in parameters:
                    yield node.lineno, f"{name} is a parameter and {kind}"
                elif kind == "nonlocal" and name not in bound:
                    yield node.lineno, f"no function around binds the nonlocal {name}"
    for node in own if declared else ():
        if isinstance(node, ast.Name) and node.id in declared and (node.lineno, node.col_offset) < declared[node.id]:
            yield node.lineno, f"{node.id} is used before it is declared nonlocal or global"


def _check(node: ast.AST, around: _Around) -> Iterator[tuple[int, str]]:
    if isinstance(node, _SCOPES):
        yield from _function(node, around)
        return
    yield from _own_faults(node, around)
    if isinstance(node, _COMPREHENSIONS):
        yield from _comprehension(node, around)
    elif isinstance(node, ast.For | ast.AsyncFor | ast.While):
        repeated, inside = set(map(id, node.body)), replace(around, in_loop=True)
        for part in ast.iter_child_nodes(node):
            yield from _check(part, inside if id(part) in repeated else around)
    else:
        for part in ast.iter_child_nodes(node):
            yield from _check(part, around)


def _comprehension(
    node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, around: _Around
) -> Iterator[tuple[int, str]]:
    targets = {name.id for loop in node.generators for name in ast.walk(loop.target) if isinstance(name, ast.Name)}
    within = replace(around, taken=around.taken | targets)
    for loop in node.generators:
        yield from _own_faults(loop, around)
        yield from _check(loop.target, within)
        yield from _check(loop.iter, replace(within, in_iterable=True))
        for test in loop.ifs:
            yield from _check(test, within)
    for part in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
        yield from _check(part, within)


def _own_faults(node: ast.AST, around: _Around) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Break() | ast.Continue() if not around.in_loop:
            yield node.lineno, f"`{type(node).__name__.lower()}` outside a loop"
        case ast.Await() | ast.AsyncFor() | ast.AsyncWith() if not around.is_async:
            yield node.lineno, "`await` or `async` outside an async function"
        case ast.NamedExpr(target=target) if around.in_iterable:
            yield target.lineno, "an assignment expression in what a comprehension runs over"
        case ast.NamedExpr(target=target) if target.id in around.taken:
            yield target.lineno, f"an assignment expression gives the comprehension's {target.id} another value"
        case ast.Tuple(ctx=ast.Store()) | ast.List(ctx=ast.Store()):
            if sum(isinstance(part, ast.Starred) for part in node.elts) > 1:
                yield node.lineno, "two starred targets in one assignment"
        case ast.Try(handlers=handlers):
            yield from (
                (one.lineno, "a bare `except:` that is not the last") for one in handlers[:-1] if one.type is None
            )
        case ast.Call(keywords=keywords):
            names = [keyword.arg for keyword in keywords if keyword.arg is not None]
            if len(set(names)) < len(names):
                yield node.lineno, "a keyword argument is given twice"
        case ast.ImportFrom(names=[ast.alias(name="*")]):
            yield node.lineno, "`import *` inside a function"
        case _:
            yield from _stray_stars(node)


def _stray_stars(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.arg | ast.ClassDef):
        return
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.Starred):
            yield part.lineno, "a starred expression outside a list, tuple, set or call"

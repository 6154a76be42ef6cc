"""The input fields that a function reads, found by parsing alone."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from spade_core.context import FIELD as SCORES
from spade_core.static_analysis.assertion import PARAMETERS, Rejection, nodes_in, parse_assertion
from spade_core.values import FIELD

_EXAMPLE, _PROMPT = PARAMETERS[:2]
_READERS: Final = {"get", "pop"}


@lru_cache(maxsize=1024)
def fields_needed(source: str) -> tuple[str, ...]:
    """Return the fields that an assertion reads by name, sorted; those that it asks for with ``in`` it can do without.

    A name may come from a loop over a literal list, as in functions that fill in a phrase. What is not an assertion
    needs none. Sets of valid values and scores are no input: see `sets_needed` and `scores_needed`.
    """
    function = parse_assertion(source)
    if isinstance(function, Rejection):
        return ()
    loops = _loop_values(function)
    read = {name for node in nodes_in(function) if (key := _key(node)) for name in _names(key, loops)}
    optional = {
        name
        for node in nodes_in(function)
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn)
        if _is_example(node.comparators[0])
        for name in _names(node.left, loops)
    }
    return tuple(sorted(name for name in read - optional - {SCORES} if not name.startswith(FIELD)))


@lru_cache(maxsize=1024)
def sets_needed(source: str) -> tuple[str, ...]:
    """Return the names of the sets of valid values that an assertion reads, sorted."""
    function = parse_assertion(source)
    if isinstance(function, Rejection):
        return ()
    read = {name for node in nodes_in(function) if (key := _key(node)) for name in _names(key, {})}
    return tuple(sorted(name.removeprefix(FIELD) for name in read if name.startswith(FIELD)))


@lru_cache(maxsize=1024)
def scores_needed(source: str) -> tuple[str, ...]:
    """Return the names of the scores that an assertion reads in ``example["scores"]``, sorted."""
    function = parse_assertion(source)
    if isinstance(function, Rejection):
        return ()
    return tuple(
        sorted(
            {
                node.slice.value
                for node in nodes_in(function)
                if isinstance(node, ast.Subscript)
                and isinstance(node.slice, ast.Constant)
                and isinstance(node.slice.value, str)
                and (key := _key(node.value)) is not None
                and _names(key, {}) == [SCORES]
            }
        )
    )


@lru_cache(maxsize=1024)
def reads_prompt(source: str) -> bool:
    """Return whether an assertion reads the filled prompt, or hands it to a judge."""
    function = parse_assertion(source)
    return not isinstance(function, Rejection) and any(
        isinstance(node, ast.Name) and node.id == _PROMPT for node in nodes_in(function)
    )


def _is_example(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == _EXAMPLE


def _key(node: ast.AST) -> ast.expr | None:
    """Return what stands for the field in ``example[...]`` or ``example.get(...)``."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and _is_example(node.value):
        return node.slice
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        return node.args[0] if node.func.attr in _READERS and _is_example(node.func.value) else None
    return None


def _names(key: ast.expr, loops: dict[str, list[str]]) -> list[str]:
    if isinstance(key, ast.Constant) and isinstance(key.value, str):
        return [key.value]
    return loops.get(key.id, []) if isinstance(key, ast.Name) else []


def _loop_values(function: ast.AsyncFunctionDef) -> dict[str, list[str]]:
    """Return the literal texts that each loop variable takes."""
    found: dict[str, list[str]] = {}
    for node in nodes_in(function):
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.List | ast.Tuple | ast.Set):
            for element in node.iter.elts:
                for name, value in _bound(node.target, element):
                    found.setdefault(name, []).append(value)
    return found


def _bound(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, str]]:
    if isinstance(target, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield target.id, value.value
    elif isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List):
        for inner, given in zip(target.elts, value.elts, strict=False):
            yield from _bound(inner, given)

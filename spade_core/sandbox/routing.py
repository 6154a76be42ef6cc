"""Routing: which functions Monty runs exactly as CPython does, decided once per function from its source.

Default-deny: a function is given to Monty only when every node, name, method and module member of it is listed in
`dialect` and none of the rules here and in `laziness` and `set_order` objects. Everything else is unsupported.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from spade_core.sandbox.laziness import laziness_faults, stops_early
from spade_core.sandbox.literal_rules import literal_faults
from spade_core.sandbox.monty_rules import node_faults
from spade_core.sandbox.preflight import Rejection, parse_assertion
from spade_core.sandbox.rows import beyond_ascii
from spade_core.sandbox.self_containment import self_containment_faults
from spade_core.sandbox.set_order import set_order_faults
from spade_core.sandbox.syntax import Fault, Syntax
from spade_core.sandbox.unsupported import Unsupported, first_fault, rejected

RULES = 6
"""Version of the rules that decide who runs what; a change here makes cached evaluations void."""


@dataclass(frozen=True, slots=True)
class Route:
    """Where one function runs, and on which rows its engine must not be trusted."""

    unsupported: Unsupported | None
    """None when Monty runs it."""
    parses_numbers: bool = False
    """It turns text into numbers: Monty knows ASCII digits only."""
    parses_json: bool = False
    """It reads JSON: Monty differs on lone surrogates and deep nesting."""
    shows_values: bool = False
    """It prints values into text, where unprintable characters show."""
    characters: frozenset[str] = frozenset()
    """Characters beyond ASCII in its string literals."""
    errors_are_sure: bool = True
    """Whether an exception in Monty proves one in CPython (not where Monty evaluates eagerly or recursion is deep)."""


RUN_MONTY = Route(unsupported=None)


@lru_cache(maxsize=4096)
def route(source: str) -> Route:
    """Return the route of a function; a rejected source is unsupported too. Pure, so it may be cached by hash."""
    parsed = parse_assertion(source)
    if isinstance(parsed, Rejection):
        return Route(rejected(parsed))
    syntax = Syntax(parsed)
    unsupported = first_fault(_faults(syntax), source)
    if unsupported is not None:
        return Route(unsupported)
    return Route(
        unsupported=None,
        parses_numbers=syntax.uses({"int", "float"}),
        parses_json=any(module == "json" for module, _ in syntax.imported.values()),
        shows_values=_shows_values(syntax),
        characters=frozenset(
            character
            for node in syntax.nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            for character in beyond_ascii(node.value)
        ),
        errors_are_sure=not stops_early(syntax) and not syntax.recursive,
    )


def _faults(syntax: Syntax) -> Iterator[Fault]:
    for node in syntax.nodes:
        yield from node_faults(node, syntax)
    if syntax.recursive and syntax.has(ast.Try):
        yield Fault.at(syntax.function, "Monty's recursion limit differs, and the function catches exceptions")
    yield from laziness_faults(syntax)
    yield from set_order_faults(syntax)
    yield from literal_faults(syntax)
    if _shows_values(syntax):
        yield from self_containment_faults(syntax)


def _shows_values(syntax: Syntax) -> bool:
    return syntax.uses({"str", "repr"}) or syntax.has(ast.JoinedStr, ast.Mod) or "isprintable" in syntax.methods

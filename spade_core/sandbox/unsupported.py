"""What is known of a function without running it: why it is not run here."""

import ast
from dataclasses import dataclass
from functools import lru_cache

from spade_core.sandbox.manifest import modules_here
from spade_core.sandbox.static_checks import Rejection, parse_assertion


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A refusal, at the first place that caused it."""

    reason: str
    line: int | None
    """1-based, in the function's source."""
    column: int | None = None
    """0-based, in characters; None when there is no single place."""

    def __str__(self) -> str:
        return self.reason


@lru_cache(maxsize=4096)
def unsupported_here(source: str) -> Unsupported | None:
    """Return why a function is not run; None when it is.

    It is no assertion, or it imports a module that is not there. An import in a ``try`` is left to the function.
    """
    function = parse_assertion(source)
    if isinstance(function, Rejection):
        return Unsupported(f"rejected: {function.reason}", function.line)
    guarded = {id(node) for one in ast.walk(function) if isinstance(one, ast.Try) for node in _within(one.body)}
    for node in sorted(_imports(function), key=lambda one: (one.lineno, one.col_offset)):
        missing = None if id(node) in guarded else _missing(node)
        if missing is not None:
            before = source.encode("utf-8").splitlines()[node.lineno - 1][: node.col_offset]
            return Unsupported(f"the module {missing} is not there", node.lineno, len(before.decode("utf-8")))
    return None


def _imports(function: ast.AST) -> list[ast.Import | ast.ImportFrom]:
    return [node for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)]


def _within(body: list[ast.stmt]) -> list[ast.AST]:
    return [node for statement in body for node in ast.walk(statement)]


def _missing(node: ast.Import | ast.ImportFrom) -> str | None:
    names = (
        [alias.name for alias in node.names]
        if isinstance(node, ast.Import)
        else ["." * node.level + (node.module or "")]
    )
    return next((name for name in names if name not in modules_here() and not _is_check(name)), None)


def _is_check(name: str) -> bool:
    return name.startswith("spade_core.checks.")

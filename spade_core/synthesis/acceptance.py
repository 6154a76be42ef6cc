"""What is asked of a model's function beyond pre-flight, which a person's own function is free of.

A model never sees the secrets of a text, but what it writes gets them back in place of their stand-ins. A question that
is put together at run time could carry them out in another shape; one that is written out cannot. What no one sees in
an editor has no place in a file that a person is to read.
"""

import ast
import re
from collections.abc import Iterator

from spade_core.static_analysis import JUDGE_NAME, Rejection, parse_assertion

_QUESTION = "question"
_QUESTION_POSITION = 2
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)
# U+0085, U+2028 and the separators of old do no harm in a literal, and texts hold them
_UNSEEN = re.compile("[\0-\x08\x0e-\x1b\x7f\x80-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]")


def fault_of(source: str) -> Rejection | None:
    """Return why a model's function is not taken; None when it is."""
    if unseen := _UNSEEN.search(source):
        line = len(re.findall(r"\r\n|\n|\r", source[: unseen.start()])) + 1
        return Rejection(
            f"it holds the character U+{ord(unseen[0]):04X}, which cannot be seen: write it as \\u{ord(unseen[0]):04x}",
            line,
        )
    function = parse_assertion(source)
    return function if isinstance(function, Rejection) else next(_computed_questions(function), None)


def _computed_questions(function: ast.AsyncFunctionDef) -> Iterator[Rejection]:
    literals = _literal_names(function)
    called: set[int] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == JUDGE_NAME:
            called.add(id(node.func))
            if not _is_literal(_question(node), literals):
                yield Rejection(
                    f"the question of {JUDGE_NAME} is not written out: give it as one plain string (the judge sees the "
                    "filled prompt and the response beside it)",
                    node.lineno,
                )
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id == JUDGE_NAME and id(node) not in called:
            yield Rejection(f"{JUDGE_NAME} is not called where it is named: call it by its name", node.lineno)


def _question(call: ast.Call) -> ast.expr | None:
    """Return the one expression that is the question; None where a star hides which it is."""
    if any(isinstance(each, ast.Starred) for each in call.args) or any(each.arg is None for each in call.keywords):
        return None
    given = [*call.args[_QUESTION_POSITION:], *(each.value for each in call.keywords if each.arg == _QUESTION)]
    return given[0] if len(given) == 1 else None


def _is_literal(value: ast.expr | None, literals: frozenset[str]) -> bool:
    if isinstance(value, ast.Name):
        return value.id in literals
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _literal_names(function: ast.AsyncFunctionDef) -> frozenset[str]:
    """Return the names that stand for one written-out string wherever they are used."""
    assigned: dict[str, int] = {}
    literal: set[str] = set()
    for node in ast.walk(function):
        for name in _bound(node):
            assigned[name] = assigned.get(name, 0) + 1
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            literal.update(each.id for each in node.targets if isinstance(each, ast.Name))
    return frozenset(name for name in literal if assigned[name] == 1)


def _bound(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node gives a value."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield node.asname or node.name
    elif isinstance(node, _NAMED) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest

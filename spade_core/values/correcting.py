"""What a response says instead of a valid value, what it probably means, and a corrected copy.

Laws: nothing is changed that is not told; nothing is changed where more than one value is meant, or where it is not
sure which place of the response says it; and the part of a corrected copy says the value.
"""

import ast
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache

from spade_core.constraints import MOST_FOLLOWED, EvaluationError, value_of
from spade_core.examples import Example
from spade_core.values.folding import TOKEN
from spade_core.values.nearest import Nearest
from spade_core.values.occurrences import FIELD
from spade_core.values.value_set import ValueSet

_CHECK = "in_values"
_SHOWN = 80
_MOST_REPLACED = 100


@dataclass(frozen=True, slots=True)
class Misnomer:
    """A text of a response that should be a value and is none."""

    expression: str
    """What gives the part that should be a value."""
    set_name: str
    text: str
    """Empty where the part is empty, or not there."""
    nearest: Nearest
    places: int
    """How often the part says it."""

    def __str__(self) -> str:
        if not self.text:
            return f"there is nothing that could be in {self.set_name}"
        shown = self.text if len(self.text) <= _SHOWN else self.text[: _SHOWN - 1] + "…"
        return f"{shown!r} is not in {self.set_name}: {self.nearest}"


@dataclass(frozen=True, slots=True)
class Corrected:
    """A response with what was put right, and what was left because it is not sure."""

    response: str
    done: tuple[Misnomer, ...]
    left: tuple[Misnomer, ...]


def misnomers(source: str, example: Example, known: Mapping[str, ValueSet]) -> tuple[Misnomer, ...]:
    """Return what an assertion that a response fails would have as a value of a set; empty where that cannot be told.

    It is told of a check over an expression that a constraint may have, not of a person's own loops.

    Raises:
        ValuesError: a set cannot be read.
    """
    found: dict[tuple[str, str], Misnomer] = {}
    for expression, name in _questions(source):
        if name not in known:
            continue
        texts = _texts(expression, example)
        for text in dict.fromkeys(texts):
            if text not in known[name]:
                found[name, text] = Misnomer(expression, name, text, known[name].nearest(text), texts.count(text))
    return tuple(found.values())


def corrected(example: Example, found: Iterable[Misnomer]) -> Corrected:
    """Return the response with each misnomer replaced whose value and whose place in the response are sure."""
    response = example.response
    done: list[Misnomer] = []
    left: list[Misnomer] = []
    for each in found:
        meant = each.nearest.correction
        changed = None if meant is None else _replaced(replace(example, response=response), each, meant)
        if changed is None:
            left.append(each)
        else:
            response = changed
            done.append(each)
    return Corrected(response, tuple(done), tuple(left))


def _replaced(example: Example, found: Misnomer, meant: str) -> str | None:
    """Return the response with the text replaced, as it stands or as JSON has it; None where the place is not sure."""
    for written in (_same, _in_json, _in_plain_json):
        response = example.response
        places = _places(response, written(found.text))
        for start, end in reversed(places):
            response = response[:start] + written(meant) + response[end:]
        now = _texts(found.expression, replace(example, response=response))
        if len(places) == found.places and found.text not in now and meant in now:
            return response
    return None


def _same(text: str) -> str:
    return text


def _in_json(text: str) -> str:
    return json.dumps(text)[1:-1]


def _in_plain_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _places(response: str, text: str) -> list[tuple[int, int]]:
    """Return where a text stands between the ends of words."""
    if not text:
        return []
    ends = {at for match in TOKEN.finditer(response) for at in match.span()}
    found = []
    at = response.find(text)
    while at >= 0:
        if at in ends and at + len(text) in ends:
            found.append((at, at + len(text)))
        at = response.find(text, at + len(text))
    return found


def _texts(expression: str, example: Example) -> Sequence[str]:
    try:
        found = value_of(expression, example.response, fields=example.fields, prompt=example.prompt)
    except EvaluationError:
        return ()
    texts = list(found) if isinstance(found, list | tuple | set) else [found]
    return [text if isinstance(text, str) and text.strip() else "" for text in texts] or [""]


@lru_cache(maxsize=1024)
def _questions(source: str) -> tuple[tuple[str, str], ...]:
    """Return for each ``in_values(expression, example["valid:name"])`` of a function the expression and the name."""
    if len(source) > MOST_FOLLOWED:
        return ()
    try:
        tree = ast.parse(source)
        return tuple(_calls(_WithoutLocals(tree).visit(tree)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()


class _WithoutLocals(ast.NodeTransformer):
    """Puts what a local variable is set to, once and for all, in the place of the variable."""

    def __init__(self, tree: ast.AST) -> None:
        stored = Counter(
            each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        )
        self._set_to: dict[str, ast.expr] = {}
        for node in ast.walk(tree):
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.NamedExpr(target=ast.Name(id=name), value=value)
                ) if stored[name] == 1:
                    self._set_to[name] = value
        self._left = _MOST_REPLACED

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        found: ast.AST = self.visit(node.value)
        return found

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if not isinstance(node.ctx, ast.Load) or node.id not in self._set_to or not self._left:
            return node
        self._left -= 1
        found: ast.AST = self.visit(deepcopy(self._set_to[node.id]))
        return found


def _calls(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Name(id=name),
                args=[part, ast.Subscript(value=ast.Name(id="example"), slice=ast.Constant(value=str(field)))],
            ) if name == _CHECK and field.startswith(FIELD):
                yield ast.unparse(part), field.removeprefix(FIELD)

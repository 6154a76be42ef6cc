"""Deciding a constraint's expression in this process.

The expressions are our own (`Constraint.source`), so they are few in kind: calls of `spade_core.checks`, constants,
comparisons, `and`, `or`, `not`, comprehensions, arithmetic, and the fields of an example; a person's may search with a
regular expression, see `patterns`. They are followed node by node; nothing is executed as Python, and whatever else
stands in one is an error.

An expression may be a stranger's: its length, its steps, what it hands to a check and what it makes are bounded, and
past the bounds it is an error, too.
"""

import ast
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from functools import lru_cache
from typing import Any, Final

import spade_core.checks as checks
from spade_core.constraints.patterns import SEARCHES, EvaluationError

_BUILTINS: Final[Mapping[str, Callable[..., Any]]] = {
    "all": all, "any": any, "bool": bool, "float": float, "int": int, "isinstance": isinstance, "len": len, "max": max,
    "min": min, "round": round, "set": set, "sorted": sorted, "str": str, "sum": sum, "zip": zip, "range": range,
    "list": list, "tuple": tuple, "enumerate": enumerate, "abs": abs,
}  # fmt: skip
_METHODS: Final = frozenset(
    {"casefold", "count", "endswith", "get", "group", "items", "isalpha", "isdigit", "islower", "isupper", "keys",
     "lower", "lstrip", "partition", "replace", "rstrip", "split", "splitlines", "startswith", "strip", "upper",
     "values"}
)  # fmt: skip
_COMPARISONS: Final[Mapping[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.In: lambda one, many: one in many, ast.NotIn: lambda one, many: one not in many,
}  # fmt: skip
MOST_FOLLOWED: Final = 50_000
"""Characters of an expression, or of a function that one is taken from."""
_MOST_WORK: Final = 300_000
"""Steps; one counts with the length of what it gives, which the next one may read."""
_LENGTH_OF_STEP: Final = 100
_STEPS_OF_CHECK: Final = 20
"""What a check counts beside the length of what it is given."""
_MOST_MADE: Final = 10_000_000
"""Characters or items."""
_MOST_NUMBER: Final = 1_000_000
_WORK: Final = ""
"""The name, which no expression has, of what is left of the work."""
_OPERATIONS: Final[Mapping[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}  # fmt: skip


def holds(expression: str, response: str, *, fields: Mapping[str, object], prompt: str = "") -> bool | None:
    """Return whether an expression holds of a response; None where it raises on it, as on a field that is missing.

    Raises:
        EvaluationError: it is no expression that a constraint may have.
    """
    found = value_of(expression, response, fields=fields, prompt=prompt)
    return None if found is None else bool(found)


def fails(expression: str, response: str, *, fields: Mapping[str, object], prompt: str = "") -> bool:
    """Return whether an expression surely does not hold of a response: one that cannot be followed may hold."""
    try:
        return holds(expression, response, fields=fields, prompt=prompt) is False
    except EvaluationError:
        return False


def value_of(expression: str, response: str, *, fields: Mapping[str, object], prompt: str = "") -> Any:
    """Return what an expression gives for a response; None where it raises on it, as on a field that is missing.

    Raises:
        EvaluationError: it is no expression that a constraint may have.
    """
    if len(expression) > MOST_FOLLOWED:
        raise EvaluationError(f"{len(expression):,} characters; at most {MOST_FOLLOWED:,} are followed")
    names = {"response": response, "example": fields, "prompt": prompt, _WORK: _Work()}
    try:
        return _value(_parsed(expression), names)
    except EvaluationError:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return None


class _Work:
    """How much an evaluation may still do."""

    def __init__(self) -> None:
        self._left = _MOST_WORK

    def take(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise EvaluationError("it takes too long")


def found_by(source: str, response: str, *, fields: Mapping[str, object], prompt: str = "") -> tuple[str, ...]:
    """Return what a function finds that returns ``not`` a check: the numbers of ``not new_numbers(response, ...)``.

    Of other functions, and where the check gives no texts, that is nothing.
    """
    check = _denied(source)
    try:
        found = value_of(check, response, fields=fields, prompt=prompt) if check else ()
    except EvaluationError:
        return ()
    return tuple(each for each in found if isinstance(each, str)) if isinstance(found, list) else ()


@lru_cache(maxsize=1024)
def _denied(source: str) -> str:
    """Return the check behind ``not`` of a function that does nothing else; "" of others."""
    if len(source) > MOST_FOLLOWED:
        return ""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    match tree.body:
        case [ast.AsyncFunctionDef(body=body) | ast.FunctionDef(body=body)]:
            returned = [each for each in body if not isinstance(each, ast.ImportFrom | ast.Expr)]
        case _:
            return ""
    match returned:
        case [ast.Return(value=ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id=name)) as check))]:
            return ast.unparse(check) if name in checks.__all__ else ""
        case _:
            return ""


@lru_cache(maxsize=1024)
def _parsed(expression: str) -> ast.expr:
    try:
        return ast.parse(expression, mode="eval").body
    except SyntaxError as error:
        raise EvaluationError(f"no expression: {expression}") from error


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    found = _followed(node, names)
    names[_WORK].take(1 + (len(found) // _LENGTH_OF_STEP if isinstance(found, Sized) else 0))
    return found


def _followed(node: ast.expr, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant():
            return node.value
        case ast.Name():
            return _named(node.id, names)
        case ast.BoolOp():
            return _boolean(node, names)
        case ast.UnaryOp(op=ast.Not()):
            return not _value(node.operand, names)
        case ast.UnaryOp(op=ast.USub()):
            return -_value(node.operand, names)
        case ast.Compare():
            return _compared(node, names)
        case ast.BinOp() if type(node.op) in _OPERATIONS:
            left, right = _value(node.left, names), _value(node.right, names)
            if not (_is_number(left) and _is_number(right)) and not isinstance(node.op, ast.Add | ast.Sub):
                raise EvaluationError(f"{ast.unparse(node):.80} is no arithmetic")  # it may make any length of text
            return _OPERATIONS[type(node.op)](left, right)
        case ast.IfExp():
            return _value(node.body if _value(node.test, names) else node.orelse, names)
        case ast.Call():
            return _called(node, names)
        case ast.Attribute(value=ast.Name(id="re"), attr=flag) if flag in re.RegexFlag.__members__:
            return re.RegexFlag[flag]
        case _:
            return _collected(node, names)


def _collected(node: ast.expr, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.List():
            return [_value(each, names) for each in node.elts]
        case ast.Tuple():
            return tuple(_value(each, names) for each in node.elts)
        case ast.Set():
            return {_value(each, names) for each in node.elts}
        case ast.Dict():
            pairs = zip(node.keys, node.values, strict=True)
            return {_value(key, names): _value(value, names) for key, value in pairs if key is not None}
        case ast.GeneratorExp() | ast.ListComp():
            return list(_each(node.elt, node.generators, names))
        case ast.SetComp():
            return set(_each(node.elt, node.generators, names))
        case ast.Subscript(slice=ast.Slice() as cut):
            bounds = [None if each is None else _value(each, names) for each in (cut.lower, cut.upper, cut.step)]
            return _value(node.value, names)[slice(*bounds)]
        case ast.Subscript():
            return _value(node.value, names)[_value(node.slice, names)]
        case _:
            raise EvaluationError(f"{type(node).__name__} in a constraint: {ast.unparse(node)}")


def _named(name: str, names: Mapping[str, Any]) -> Any:
    if name in names:
        return names[name]
    if name in checks.__all__:
        return getattr(checks, name)
    if name in _BUILTINS:
        return _BUILTINS[name]
    raise EvaluationError(f"unknown name {name}")


def _boolean(node: ast.BoolOp, names: Mapping[str, Any]) -> Any:
    wants = isinstance(node.op, ast.Or)
    value: Any = not wants
    for each in node.values:
        value = _value(each, names)
        if bool(value) is wants:
            break
    return value


def _compared(node: ast.Compare, names: Mapping[str, Any]) -> bool:
    left = _value(node.left, names)
    for op, comparator in zip(node.ops, node.comparators, strict=True):
        right = _value(comparator, names)
        if not _COMPARISONS[type(op)](left, right):
            return False
        left = right
    return True


def _called(node: ast.Call, names: Mapping[str, Any]) -> Any:
    match node.func:
        case ast.Name(id=name) if name in checks.__all__ or name in _BUILTINS:
            function = _named(name, {})
        case ast.Attribute(value=ast.Name(id="re"), attr=attr) if attr in SEARCHES:
            function = SEARCHES[attr]
        case ast.Attribute(value=value, attr=attr) if attr in _METHODS:
            function = getattr(_value(value, names), attr)
        case _:
            raise EvaluationError(f"call of {ast.unparse(node.func)} in a constraint")
    if isinstance(node.func, ast.Name) and node.func.id in ("all", "any"):
        return _tested(node, names)
    given = [_value(each, names) for each in node.args]
    named = {each.arg: _value(each.value, names) for each in node.keywords if each.arg}
    _refuse_long(node.func, function, [*given, *named.values()])
    if getattr(function, "__name__", "") in checks.__all__:
        lengths = [len(each) for each in (*given, *named.values()) if isinstance(each, Sized)]
        names[_WORK].take(_STEPS_OF_CHECK + sum(lengths) // _LENGTH_OF_STEP)
    return function(*given, **named)


def _tested(node: ast.Call, names: Mapping[str, Any]) -> bool:
    """Return what `all` or `any` gives, which look no further than Python's."""
    match node.func, node.args, node.keywords:
        case ast.Name(id=name), [ast.GeneratorExp() as given], []:
            values: Iterable[Any] = _each(given.elt, given.generators, names)
        case ast.Name(id=name), [given], []:
            values = _value(given, names)
        case _:
            raise EvaluationError(f"{ast.unparse(node):.80} tests nothing")
    return all(values) if name == "all" else any(values)


def _refuse_long(func: ast.expr, function: Callable[..., Any], given: Sequence[Any]) -> None:
    """Raise EvaluationError where what a call is given may make it long."""
    only_compares = function is checks.number_between
    if not only_compares and any(_is_number(each) and abs(each) > _MOST_NUMBER for each in given):
        raise EvaluationError(f"{ast.unparse(func)} is given a large number")
    match getattr(function, "__self__", None), func, given:
        case str(text), ast.Attribute(attr="replace"), [str(old), str(new), *_]:
            if len(text) + text.count(old) * len(new) > _MOST_MADE:
                raise EvaluationError("it makes too long a text")
        case _:
            pass


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float)


def _each(element: ast.expr, loops: Iterable[ast.comprehension], names: Mapping[str, Any]) -> Iterator[Any]:
    loop, *inner = loops
    for item in _value(loop.iter, names):
        bound = {**names, **_bound(loop.target, item)}
        if all(_value(test, bound) for test in loop.ifs):
            if inner:
                yield from _each(element, inner, bound)
            else:
                yield _value(element, bound)


def _bound(target: ast.expr, item: Any) -> dict[str, Any]:
    match target:
        case ast.Name():
            return {target.id: item}
        case ast.Tuple():
            return {
                name: part
                for each, own in zip(target.elts, item, strict=True)
                for name, part in _bound(each, own).items()
            }
        case _:
            raise EvaluationError(f"target {ast.unparse(target)} in a constraint")

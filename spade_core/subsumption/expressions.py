"""What Python expressions say of a response. Locals are already replaced by what they stand for."""

import ast
from dataclasses import dataclass
from itertools import combinations
from math import ceil, comb, floor, inf, nextafter

from spade_core.subsumption.formulas import (
    FALSE,
    TRUE,
    AtMost,
    Contains,
    EndsWith,
    Equals,
    Exists,
    Formula,
    HasKey,
    Holds,
    Literal,
    Measure,
    Number,
    StartsWith,
    Subject,
    both,
    either,
    negation,
)
from spade_core.subsumption.regex_reading import matching
from spade_core.subsumption.terms import is_text, number_of, subject_of

_RAISING_CALLS = frozenset({"json.loads", "int", "float", "max", "min", "next", "yaml.safe_load", "ast.literal_eval"})
_RAISING_METHODS = frozenset({"index", "group", "groups"})
CHOSEN = "chosen_of"
"""The name of a call that stands for the elements of a written-out list that pass: its arguments are the tests."""
_MOST_WAYS = 40
_MIRRORED = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq}


@dataclass(frozen=True, slots=True)
class TruthConditions:
    """When an expression is true and when it is false; neither when it raises."""

    true: Formula
    false: Formula


def reading(node: ast.expr) -> TruthConditions:
    """Return when the expression is true and when false."""
    match node:
        case ast.Constant():
            return TruthConditions(TRUE, FALSE) if node.value else TruthConditions(FALSE, TRUE)
        case ast.UnaryOp(op=ast.Not()):
            inner = reading(node.operand)
            return TruthConditions(inner.false, inner.true)
        case ast.BoolOp(op=ast.And()):
            parts = [reading(value) for value in node.values]
            return TruthConditions(both(*(part.true for part in parts)), _first_false(parts))
        case ast.BoolOp():
            parts = [TruthConditions(part.false, part.true) for part in map(reading, node.values)]
            return TruthConditions(_first_false(parts), both(*(part.true for part in parts)))
        case ast.IfExp():
            test, yes, no = reading(node.test), reading(node.body), reading(node.orelse)
            return TruthConditions(
                either(both(test.true, yes.true), both(test.false, no.true)),
                either(both(test.true, yes.false), both(test.false, no.false)),
            )
        case _:
            pass
    safe, formula = both(*runs(node)), _formula(node)
    return TruthConditions(both(safe, formula), both(safe, negation(formula)))


def _first_false(parts: list[TruthConditions]) -> Formula:
    """Return when one part is false and those before it are true; those that cannot raise need not be looked at."""
    cases: list[Formula] = []
    before: list[Formula] = []
    for part in parts:
        cases.append(both(*before, part.false))
        if negation(part.true) != part.false:
            before.append(part.true)
    return either(*cases)


def runs(node: ast.expr) -> list[Formula]:
    """Return what must be true for the expression not to raise, as far as that is usual."""
    found: list[Formula] = []
    waiting: list[ast.AST] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            waiting.append(part.generators[0].iter)
            continue
        if isinstance(part, ast.Lambda):
            continue
        if isinstance(part, ast.expr) and (needed := _need(part)) is not None:
            found.append(needed)
        waiting.extend(ast.iter_child_nodes(part))
    return found[::-1]


def _need(node: ast.expr) -> Formula | None:
    match node:
        case ast.Subscript(value=value, slice=ast.Constant(value=str(key))):
            return Literal(HasKey(ast.unparse(value), key))
        case ast.Subscript(slice=ast.Slice()):
            return None
        case ast.Subscript(value=value, slice=ast.Constant(value=int(place))):
            length = Number(Measure.LENGTH, Subject(ast.unparse(value)))
            return Literal(AtMost(length, place if place >= 0 else -place - 1), positive=False)
        case ast.Subscript():
            return Literal(Holds(f"runs: {ast.unparse(node)}"))
        case ast.Call(func=func) if ast.unparse(func) in _RAISING_CALLS:
            return Literal(Holds(f"runs: {ast.unparse(node)}"))
        case ast.Call(func=ast.Attribute(attr=attr)) if attr in _RAISING_METHODS:
            return Literal(Holds(f"runs: {ast.unparse(node)}"))
        case ast.BinOp(op=ast.Div() | ast.Mod() | ast.FloorDiv(), right=right) if not isinstance(right, ast.Constant):
            return Literal(Holds(f"runs: {ast.unparse(node)}"))
        case _:
            return None


def _formula(node: ast.expr) -> Formula:
    match node:
        case ast.Compare():
            lefts = [node.left, *node.comparators]
            return both(*(_compared(a, op, b) for a, op, b in zip(lefts, node.ops, node.comparators, strict=False)))
        case ast.Call(func=ast.Name(id="bool"), args=[inner]):
            return _formula_of(inner)
        case ast.Call(func=ast.Name(id="any"), args=[elements]):
            return _some(elements, wanted=True)
        case ast.Call(func=ast.Name(id="all"), args=[elements]):
            return negation(_some(elements, wanted=False))
        case ast.Call(func=ast.Attribute(value=value, attr="startswith" | "endswith" as attr), args=[texts]):
            return _at_end(value, attr, texts, node)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=how), args=[ast.Constant(), _, *_]):
            return _regex(how, node)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            return _existing(node, ast.Constant(True), wanted=True)
        case ast.Call(func=ast.Name(id=name), args=tests) if name == CHOSEN:
            return either(*(reading(test).true for test in tests))
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            return TRUE if elements else FALSE
        case _:
            pass
    if (subject := subject_of(node)) is not None and is_text(node):
        return Literal(AtMost(Number(Measure.LENGTH, subject), 0), positive=False)
    number = number_of(node)
    if number is not None and number[0] is not None and number[0].measure is not Measure.OTHER and number[1] == 0:
        return Literal(AtMost(number[0], 0), positive=False)
    return Literal(Holds(ast.unparse(node)))


def _formula_of(node: ast.expr) -> Formula:
    return reading(node).true


def _compared(left: ast.expr, op: ast.cmpop, right: ast.expr) -> Formula:
    match op:
        case ast.In():
            return _member(left, right)
        case ast.NotIn():
            return negation(_member(left, right))
        case ast.Is() | ast.IsNot() if isinstance(right, ast.Constant):
            positive = isinstance(op, ast.Is)
            found = _is_constant(left, right)
            return found if positive else negation(found)
        case ast.Eq() | ast.NotEq():
            found = _equal(left, right)
            return found if isinstance(op, ast.Eq) else negation(found)
        case ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE():
            ordered = _ordered(left, op, right)
            if ordered is not None:
                return ordered
        case _:
            pass
    return Literal(Holds(ast.unparse(ast.Compare(left, [op], [right]))))


def _is_constant(left: ast.expr, right: ast.Constant) -> Formula:
    if right.value is None and _never_true_when_none(left):
        return negation(_formula_of(left))
    if isinstance(right.value, bool) and isinstance(left, ast.Compare):
        return _formula_of(left) if right.value else negation(_formula_of(left))
    return Literal(Holds(f"{ast.unparse(left)} is {right.value!r}"))


def _never_true_when_none(node: ast.expr) -> bool:
    """Whether None is the expression's only false value: a match is always true."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) in {"re.search", "re.match", "re.fullmatch"}


def _member(left: ast.expr, right: ast.expr) -> Formula:
    if isinstance(right, ast.List | ast.Tuple | ast.Set):
        return either(*(_equal(left, element) for element in right.elts))
    if isinstance(right, ast.Call) and isinstance(right.func, ast.Name) and right.func.id == "range":
        return _in_range(left, right)
    subject = subject_of(right) if is_text(right) else None
    if isinstance(left, ast.Constant) and isinstance(left.value, str):
        if subject is not None:
            return _contains(subject, left.value)
        return Literal(HasKey(ast.unparse(right).removesuffix(".keys()"), left.value))
    needle = subject_of(left)
    if subject is not None and needle is not None:
        return Literal(Contains(subject, needle))
    return Literal(Holds(f"{ast.unparse(left)} in {ast.unparse(right)}"))


def _in_range(left: ast.expr, right: ast.Call) -> Formula:
    limits = [number_of(argument) for argument in right.args]
    values = [limit[1] for limit in limits if limit is not None and limit[0] is None]
    number = number_of(left)
    if number is None or number[0] is None or len(values) != len(limits) or len(values) not in (1, 2):
        return Literal(Holds(f"{ast.unparse(left)} in {ast.unparse(right)}"))
    low, high = (0.0, values[0]) if len(values) == 1 else (values[0], values[1])
    return both(_bounded(number, ast.GtE(), low), _bounded(number, ast.Lt(), high))


def _contains(subject: Subject, text: str) -> Formula:
    if not text:
        return TRUE
    if subject.lower and text.isascii() and text != text.lower():
        return FALSE
    return Literal(Contains(subject, text))


def _equal(left: ast.expr, right: ast.expr) -> Formula:
    if isinstance(left, ast.Constant) and not isinstance(right, ast.Constant):
        left, right = right, left
    if isinstance(right, ast.Constant):
        if isinstance(right.value, str) and (subject := subject_of(left)) is not None:
            empty = AtMost(Number(Measure.LENGTH, subject), 0)
            return Literal(Equals(subject, right.value)) if right.value else Literal(empty)
        if isinstance(right.value, bool):
            test = _formula_of(left)
            return test if right.value else negation(test)
        if isinstance(right.value, int) and (options := _options(left)) is not None:
            return _from_count(options, least=right.value, most=right.value, shown=ast.unparse(left))
    number, limit = number_of(left), number_of(right)
    if number is not None and limit is not None and limit[0] is None:
        if number[0] is None:
            return TRUE if number[1] == limit[1] else FALSE
        return both(_bounded(number, ast.LtE(), limit[1]), _bounded(number, ast.GtE(), limit[1]))
    return Literal(Holds(" == ".join(sorted([ast.unparse(left), ast.unparse(right)]))))


def _ordered(left: ast.expr, op: ast.cmpop, right: ast.expr) -> Formula | None:
    one, other = number_of(left), number_of(right)
    if one is None or other is None:
        return None
    if one[0] is None and other[0] is None:
        return TRUE if _compares(one[1], op, other[1]) else FALSE
    if one[0] is None:
        one, other, op = other, one, _MIRRORED[type(op)]()
        left, right = right, left
    if one[0] is None:
        return None
    if other[0] is None:
        if (options := _options(left)) is not None:
            return _from_count(options, **_counts_within(op, other[1], len(options)), shown=ast.unparse(left))
        return _bounded(one, op, other[1])
    shown = sorted([(ast.unparse(left), op), (ast.unparse(right), _MIRRORED[type(op)]())], key=lambda side: side[0])
    difference = Number(Measure.OTHER, Subject(f"{shown[0][0]} - ({shown[1][0]})"), whole=False)
    return _bounded((difference, 0.0), shown[0][1], 0.0)


def _compares(left: float, op: ast.cmpop, right: float) -> bool:
    match op:
        case ast.Lt():
            return left < right
        case ast.LtE():
            return left <= right
        case ast.Gt():
            return left > right
        case _:
            return left >= right


def _options(node: ast.expr) -> list[Formula] | None:
    """Return the tests that a number counts, when they are written out: `sum` or `len` of those of a list that pass."""
    match node:
        case ast.Call(func=ast.Name(id="len" | "sum"), args=[ast.Call(func=ast.Name(id=name), args=tests)]):
            return [reading(test).true for test in tests] if name == CHOSEN else None
        case ast.Call(func=ast.Name(id="sum"), args=[ast.List(elts=tests)]):
            boolean = all(isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp) for test in tests)
            return [reading(test).true for test in tests] if boolean else None
        case _:
            return None


def _counts_within(op: ast.cmpop, limit: float, total: int) -> dict[str, int]:
    match op:
        case ast.LtE():
            return {"least": 0, "most": floor(limit)}
        case ast.Lt():
            return {"least": 0, "most": ceil(limit) - 1}
        case ast.GtE():
            return {"least": ceil(limit), "most": total}
        case _:
            return {"least": floor(limit) + 1, "most": total}


def _from_count(options: list[Formula], *, least: int, most: int, shown: str) -> Formula:
    """Return when at least and at most so many of the options are true, written out while there are few ways."""
    total = len(options)
    if least > total or most < 0:
        return FALSE
    if comb(total, max(least, 0)) > _MOST_WAYS or comb(total, min(most + 1, total)) > _MOST_WAYS:
        return Literal(Holds(f"{least} <= {shown} <= {most}"))
    written: list[Formula] = []
    if least > 0:
        written.append(either(*(both(*some) for some in combinations(options, least))))
    if most < total:
        written.append(both(*(negation(both(*some)) for some in combinations(options, most + 1))))
    return both(*written)


def _bounded(number: tuple[Number | None, float], op: ast.cmpop, limit: float) -> Formula:
    """Return ``number op limit``; the number is given with what is added to it."""
    term, added = number
    if term is None:
        raise ValueError("a constant has no bounds")
    limit -= added
    below = limit - 1 if term.whole and float(limit).is_integer() else nextafter(limit, -inf)
    match op:
        case ast.LtE():
            return Literal(AtMost(term, limit))
        case ast.Gt():
            return Literal(AtMost(term, limit), positive=False)
        case ast.Lt():
            return Literal(AtMost(term, below))
        case _:
            return Literal(AtMost(term, below), positive=False)


def _some(elements: ast.expr, *, wanted: bool) -> Formula:
    """Return when some element is true, or with `wanted` False, when some element is false."""
    if isinstance(elements, ast.GeneratorExp | ast.ListComp | ast.SetComp):
        return _existing(elements, elements.elt, wanted=wanted)
    if isinstance(elements, ast.List | ast.Tuple | ast.Set):
        parts = [reading(element) for element in elements.elts]
        return either(*(part.true if wanted else part.false for part in parts))
    return Literal(Holds(f"{'any' if wanted else 'not all'} of {ast.unparse(elements)}"))


def _existing(
    comprehension: ast.GeneratorExp | ast.ListComp | ast.SetComp, element: ast.expr, *, wanted: bool
) -> Formula:
    if len(comprehension.generators) != 1:
        return Literal(Holds(f"{'some' if wanted else 'not every'}: {ast.unparse(comprehension)}"))
    generator = comprehension.generators[0]
    tested = reading(element)
    body = both(*(reading(test).true for test in generator.ifs), tested.true if wanted else tested.false)
    return exists(generator.iter, body)


def exists(iterable: ast.expr, body: Formula) -> Formula:
    """Return when some element of the iterable makes the body true."""
    return FALSE if body == FALSE else Literal(Exists(ast.unparse(iterable), body))


def _at_end(value: ast.expr, attr: str, texts: ast.expr, node: ast.expr) -> Formula:
    subject = subject_of(value)
    options = texts.elts if isinstance(texts, ast.Tuple) else [texts]
    found: list[Formula] = []
    for option in options:
        if subject is None or not isinstance(option, ast.Constant) or not isinstance(option.value, str):
            return Literal(Holds(ast.unparse(node)))
        text = option.value
        if subject.lower and text.isascii() and text != text.lower():
            continue
        found.append(Literal(StartsWith(subject, text) if attr == "startswith" else EndsWith(subject, text)))
    return either(*found)


def _regex(how: str, node: ast.Call) -> Formula:
    pattern, text = node.args[0], node.args[1]
    extra = [*node.args[2:], *(keyword.value for keyword in node.keywords)]
    flags = ast.unparse(extra[0]) if len(extra) == 1 else "" if not extra else "several"
    flags = {"re.IGNORECASE": "i", "re.I": "i"}.get(flags, flags)
    subject = subject_of(text)
    readable = isinstance(pattern, ast.Constant) and isinstance(pattern.value, str)
    if subject is None or not readable or how not in {"search", "match", "fullmatch", "findall"}:
        return Literal(Holds(ast.unparse(node)))
    return matching("search" if how == "findall" else how, ast.literal_eval(pattern), flags, subject)

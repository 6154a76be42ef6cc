"""The texts and numbers that Python expressions stand for."""

import ast

from spade_core.subsumption.formulas import Measure, Number, Subject, Trim

_TRIMS = {"strip": Trim.BOTH, "lstrip": Trim.LEFT, "rstrip": Trim.RIGHT}
_TEXTS = frozenset({"response", "prompt"})


def subject_of(node: ast.expr) -> Subject | None:
    """Return the text that an expression stands for: its base, in lower case or not, trimmed or not."""
    lower, trim = False, Trim.NONE
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args and not node.keywords:
        name = node.func.attr
        if name in {"lower", "casefold"}:
            lower = True
        elif name in _TRIMS:
            trim = _TRIMS[name] if trim in (Trim.NONE, _TRIMS[name]) else Trim.BOTH
        else:
            break
        node = node.func.value
    if isinstance(node, ast.Name | ast.Subscript | ast.Call | ast.Attribute):
        return Subject(ast.unparse(node), lower, trim)
    return None


def is_text(node: ast.expr) -> bool:
    """Whether the expression is surely a text: an argument, or what a text's method gives."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in {"lower", "upper", "casefold", "replace", "title", *_TRIMS}
    return isinstance(node, ast.Name) and (node.id in _TEXTS or node.id.startswith("each"))


def number_of(node: ast.expr) -> tuple[Number | None, float] | None:
    """Return (number, what is added to it); the number is None for a constant; None when it may be no number at all."""
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() | float() as value):
            return None, float(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return None, -float(value)
        case ast.BinOp(op=ast.Add() | ast.Sub() as op, left=left, right=right):
            one, other = number_of(left), number_of(right)
            if one is not None and other is not None and other[0] is None:
                return one[0], one[1] + (other[1] if isinstance(op, ast.Add) else -other[1])
        case ast.Call(func=ast.Name(id="len"), args=[ast.expr() as inner]):
            return _length(inner)
        case ast.Call(func=ast.Name(id="sum"), args=[ast.GeneratorExp() | ast.ListComp() as counted]):
            return _counted(counted)
        case ast.Call(func=ast.Attribute(value=value, attr="count"), args=[ast.Constant(value=str(text))]):
            subject = subject_of(value) if is_text(value) else None
            if subject is not None and text:
                return Number(Measure.OCCURRENCES, subject, text), 0.0
            return Number(Measure.OTHER, Subject(ast.unparse(node))), 0.0
        case ast.Constant() | ast.List() | ast.Tuple() | ast.Dict() | ast.JoinedStr():
            return None
        case _:
            pass
    return Number(Measure.OTHER, Subject(ast.unparse(node)), whole=False), 0.0


def _length(inner: ast.expr) -> tuple[Number, float]:
    match inner:
        case ast.Call(func=ast.Attribute(value=value, attr="split"), args=[], keywords=[]):
            subject = subject_of(value)
            if subject is not None:
                return Number(Measure.WORDS, Subject(subject.base)), 0.0
        case ast.Call(func=ast.Attribute(value=value, attr="split"), args=[ast.Constant(value=str(text))]) if text:
            subject = subject_of(value)
            if subject is not None:
                return Number(Measure.OCCURRENCES, subject, text), 1.0
        case ast.ListComp():
            return _counted(ast.GeneratorExp(ast.Constant(1), inner.generators))
        case _:
            pass
    subject = subject_of(inner) if is_text(inner) else None
    return Number(Measure.LENGTH, subject if subject is not None else Subject(ast.unparse(inner))), 0.0


def _counted(elements: ast.GeneratorExp | ast.ListComp) -> tuple[Number, float]:
    """Return how many elements pass: ``sum(1 for x in y if z)``, ``sum(z for x in y)`` are the same number."""
    tests = [test for generator in elements.generators for test in generator.ifs]
    one = isinstance(elements.elt, ast.Constant) and elements.elt.value in (1, True)
    if not one and not tests and isinstance(elements.elt, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Call):
        if isinstance(elements.elt, ast.Call) and ast.unparse(elements.elt.func) in {"len", "sum", "int", "float"}:
            return Number(Measure.OTHER, Subject(f"sum of {ast.unparse(elements)}")), 0.0
        tests, one = [elements.elt], True
    if not one:
        return Number(Measure.OTHER, Subject(f"sum of {ast.unparse(elements)}"), whole=False), 0.0
    sources = ", ".join(ast.unparse(generator.iter) for generator in elements.generators)
    shown = f"how many of {sources}: {' and '.join(ast.unparse(test) for test in tests)}"
    return Number(Measure.OTHER, Subject(shown)), 0.0

"""Expressions in terms of a function's parameters: what each local stands for is put in its place."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from spade_core.subsumption.expressions import CHOSEN
from spade_core.subsumption.formulas import TRUE, Formula, both

PARAMETERS = ("example", "prompt", "response")
_MOST_ELEMENTS = 40
_MOST_NODES = 600


class UnreadableError(Exception):
    """The function does something that is not understood; nothing can be said of when it passes."""


@dataclass(frozen=True, slots=True)
class Path:
    """One way to have come to a statement."""

    values: Mapping[str, ast.expr]
    """What each local stands for, in terms of the parameters."""
    condition: Formula = TRUE
    depth: int = 0
    """How many loops over unknown elements it is in: names their elements."""
    leaves_loop: bool = False
    skips_rest: bool = False

    def given(self, condition: Formula) -> "Path":
        """Return the path under one more condition."""
        return replace(self, condition=both(self.condition, condition))

    def where(self, name: str, value: ast.expr) -> "Path":
        """Return the path with a value for a local; a value that has grown too large is known by its digest alone."""
        if sum(1 for _ in ast.walk(value)) > _MOST_NODES:
            value = ast.Name(f"value_{digest(ast.unparse(value))}")
        return replace(self, values={**self.values, name: value})


def bound(target: ast.expr, value: ast.expr, path: Path) -> Path:
    """Return the path after assigning the value to the target."""
    match target:
        case ast.Name(id=name):
            return path.where(name, value)
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            for place, part in enumerate(targets):
                same = isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(targets)
                item = value.elts[place] if same and isinstance(value, ast.Tuple | ast.List) else None
                path = bound(part, item or ast.Subscript(value, ast.Constant(place)), path)
            return path
        case _:
            raise UnreadableError


def elements_of(iterable: ast.expr) -> list[ast.expr] | None:
    """Return the elements of an iterable that is written out."""
    match iterable:
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            plain = all(not isinstance(element, ast.Starred) for element in elements)
            return list(elements) if plain and len(elements) <= _MOST_ELEMENTS else None
        case ast.Dict(keys=keys):
            return [key for key in keys if key is not None] if len(keys) <= _MOST_ELEMENTS else None
        case ast.Call(func=ast.Attribute(value=ast.Dict(keys=keys, values=values), attr="items"), args=[]):
            pairs = zip(keys, values, strict=True)
            return [ast.Tuple([key, value]) for key, value in pairs if key is not None]
        case _:
            return None


def digest(text: str) -> str:
    """Return a short name for a text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def copied(node: ast.stmt) -> ast.stmt:
    """Return a copy that may be changed."""
    return ast.parse(ast.unparse(node)).body[0]


def replaced(node: ast.expr, path: Path) -> ast.expr:
    """Return a copy of the expression in terms of the parameters alone."""
    result = Replacing(path.values, path.depth).visit(_fresh(node))
    if not isinstance(result, ast.expr) or sum(1 for _ in ast.walk(result)) > 4 * _MOST_NODES:
        raise UnreadableError
    return result


class Replacing(ast.NodeTransformer):
    """Puts values in the place of locals and gives the variables of comprehensions fixed names."""

    def __init__(self, values: Mapping[str, ast.expr], depth: int = 0) -> None:
        self._values = values
        self._depth = depth

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace a local that is read."""
        return self._values.get(node.id, node) if isinstance(node.ctx, ast.Load) else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Work out what a method without arguments makes of a literal text."""
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr=attr), args=[], keywords=[]):
                changed = {"lower": text.lower(), "upper": text.upper(), "strip": text.strip(), "title": text.title()}
                return ast.Constant(changed[attr]) if attr in changed else node
            case _:
                return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        """Work out an f-string whose values are literal texts."""
        self.generic_visit(node)
        parts: list[str] = []
        for part in node.values:
            match part:
                case ast.Constant(value=str(text)):
                    parts.append(text)
                case ast.FormattedValue(value=ast.Constant(value=str(text)), conversion=-1, format_spec=None):
                    parts.append(text)
                case _:
                    return node
        return ast.Constant("".join(parts))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        """Give up on an assignment inside an expression."""
        raise UnreadableError

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        """Keep a lambda as it is, when it reads no local."""
        if {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} & self._values.keys() - set(PARAMETERS):
            raise UnreadableError
        return node

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        """Unroll over elements that are written out, else rename the variables."""
        return self._comprehension(node)

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        """As for a generator."""
        return self._comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        """As for a generator."""
        return self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        """Give up: rare in assertions."""
        raise UnreadableError

    def _comprehension(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp) -> ast.expr:
        values = dict(self._values)
        depth = self._depth
        generators = []
        for generator in node.generators:
            iterable = Replacing(values, depth).visit(generator.iter)
            unrolled = self._unrolled(node, iterable)
            if unrolled is not None:
                return unrolled
            path = bound(generator.target, ast.Name(f"each{depth}"), Path(values))
            values, depth = dict(path.values), depth + 1
            tests = [Replacing(values, depth).visit(test) for test in generator.ifs]
            generators.append(ast.comprehension(ast.Name(f"each{depth - 1}"), iterable, tests, generator.is_async))
        return type(node)(Replacing(values, depth).visit(node.elt), generators)

    def _unrolled(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp, iterable: ast.expr) -> ast.expr | None:
        elements = elements_of(iterable)
        if elements is None or len(node.generators) != 1:
            return None
        generator, found = node.generators[0], []
        for element in elements:
            values = bound(generator.target, element, Path(dict(self._values))).values
            tests = [Replacing(values, self._depth).visit(_fresh(test)) for test in generator.ifs]
            result = Replacing(values, self._depth).visit(_fresh(node.elt))
            if tests and not (isinstance(result, ast.Constant) and result.value):
                return None
            found.append(tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests) if tests else result)
        return ast.Call(ast.Name(CHOSEN), found, []) if generator.ifs else ast.List(found)


def _fresh(node: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(node), mode="eval").body

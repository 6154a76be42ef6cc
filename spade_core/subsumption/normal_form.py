"""One spelling for functions that differ only in what cannot change their result."""

import ast
from collections.abc import Iterable
from functools import lru_cache

_Function = ast.FunctionDef | ast.AsyncFunctionDef


@lru_cache(maxsize=2048)
def normal_form(source: str) -> str | None:
    """Return a text that is equal for functions of equal meaning up to spelling; None when there is no single function.

    Removed: comments, layout, docstring, annotations, the function's own name, `async`. Local names are numbered in
    order of appearance; double negations go; `not a == b` becomes `a != b`.
    """
    function = function_in(source)
    if function is None:
        return None
    parameters = [argument.arg for argument in _arguments(function.args)]
    body = function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
    renamed = _Locals(parameters, _bound_names(body))
    lines = [ast.dump(_Negations().visit(renamed.visit(statement))) for statement in body]
    return "\n".join([*sorted(imports_in(source)), *lines])


def function_in(source: str) -> _Function | None:
    """Return the only function that the source defines; None when it cannot be read or holds anything else."""
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    functions = [node for node in module.body if isinstance(node, _Function)]
    others = [node for node in module.body if not isinstance(node, _Function | ast.Import | ast.ImportFrom)]
    return functions[0] if len(functions) == 1 and not others else None


def imports_in(source: str) -> list[str]:
    """Return the imports that stand beside the function: they decide what its names mean."""
    return [ast.unparse(node) for node in ast.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom)]


def _arguments(arguments: ast.arguments) -> list[ast.arg]:
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]


def _bound_names(body: Iterable[ast.stmt]) -> set[str]:
    nodes = [node for statement in body for node in ast.walk(statement)]
    named = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    return named | {node.arg for node in nodes if isinstance(node, ast.arg)}


class _Locals(ast.NodeTransformer):
    """Numbers parameters by position and local names by first appearance; annotations go."""

    def __init__(self, parameters: list[str], local: set[str]) -> None:
        self._numbers = {name: f"parameter {position}" for position, name in enumerate(parameters)}
        self._local = local

    def _rename(self, name: str) -> str:
        if name in self._local and name not in self._numbers:
            self._numbers[name] = f"local {len(self._numbers)}"
        return self._numbers.get(name, name)

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Rename a use or an assignment."""
        return ast.copy_location(ast.Name(self._rename(node.id), node.ctx), node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Rename the parameter of a lambda."""
        return ast.copy_location(ast.arg(self._rename(node.arg)), node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Drop the annotation of a local."""
        self.generic_visit(node)
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], node.value), node)


_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


class _Negations(ast.NodeTransformer):
    """Writes `not a in b` as `a not in b`."""

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """Push `not` into a comparison that has an opposite for values of every kind."""
        self.generic_visit(node)
        inner = node.operand
        if isinstance(node.op, ast.Not) and isinstance(inner, ast.Compare) and len(inner.ops) == 1:
            opposite = _OPPOSITE.get(type(inner.ops[0]))
            if opposite is not None:
                return ast.copy_location(ast.Compare(inner.left, [opposite()], inner.comparators), node)
        return node

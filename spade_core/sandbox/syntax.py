"""A parsed assertion with what the routing rules ask of it: parents, names, imports."""

import ast
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Fault:
    """One place that keeps a function from Monty."""

    line: int
    reason: str
    hint: str = ""
    byte_offset: int = 0
    """Where in the line, in UTF-8 bytes, as `ast` counts."""

    @classmethod
    def at(cls, node: ast.AST, reason: str, hint: str = "") -> Self:
        """Return the fault at a node; nodes without a position count as the first line."""
        return cls(getattr(node, "lineno", 1), reason, hint, getattr(node, "col_offset", 0))


class Syntax:
    """One function's syntax tree, indexed once."""

    def __init__(self, function: ast.AsyncFunctionDef) -> None:
        self.function = function
        self._parents: dict[ast.AST, ast.AST] = {}
        self._annotated: set[ast.AST] = set()
        self.nodes = self._collect(function)
        self.imported = self._imports()
        self.bound = self._bound_names()
        self.methods = {node.attr for node in self.nodes if isinstance(node, ast.Attribute)}
        self.recursive = self._is_recursive()

    def _collect(self, function: ast.AsyncFunctionDef) -> list[ast.AST]:
        """Return every node but the function's own annotations, which no engine evaluates, outermost first."""
        own = {id(argument.annotation) for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
        own.add(id(function.returns))
        nodes: list[ast.AST] = [function]
        for node in nodes:
            for child in ast.iter_child_nodes(node):
                if id(child) in own:
                    continue
                self._parents[child] = node
                nodes.append(child)
                if node in self._annotated or _annotates(child, node):
                    self._annotated.add(child)
        return nodes

    def parent(self, node: ast.AST | None) -> ast.AST | None:
        """Return the node around `node`; None for the function itself."""
        return self._parents.get(node) if node is not None else None

    def fault(self, node: ast.AST, reason: str, hint: str = "") -> Fault:
        """Return the fault at a node, or at the nearest node around it that has a line."""
        around: ast.AST | None = node
        while around is not None and not hasattr(around, "lineno"):
            around = self.parent(around)
        return Fault.at(around or node, reason, hint)

    def is_annotation(self, node: ast.AST) -> bool:
        """Whether the node stands in an annotation inside the function."""
        return node in self._annotated

    def annotations_of(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr]:
        """Return an inner function's parameter and return annotations."""
        arguments = function.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        annotations = [argument.annotation for argument in every if argument is not None] + [function.returns]
        return [annotation for annotation in annotations if annotation is not None]

    def has(self, *kinds: type[ast.AST]) -> bool:
        """Whether any node is of one of these kinds."""
        return any(isinstance(node, kinds) for node in self.nodes)

    def uses(self, names: set[str]) -> bool:
        """Whether any of these names is read."""
        return any(
            isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names for node in self.nodes
        )

    def within(self, node: ast.AST, *kinds: type[ast.AST]) -> bool:
        """Whether a node of one of these kinds stands around `node`."""
        around = self.parent(node)
        while around is not None:
            if isinstance(around, kinds):
                return True
            around = self.parent(around)
        return False

    def import_count(self, name: str) -> int:
        """Return how many imports bind a name."""
        return sum(
            name == (alias.asname or alias.name.partition(".")[0])
            for node in self.nodes
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        )

    def guarded(self, node: ast.AST) -> bool:
        """Whether an exception raised at `node` may be caught: it stands in a ``try``, or in an inner function."""
        if not self.has(ast.Try):
            return False
        inner, around = node, self.parent(node)
        while around is not None:
            if isinstance(around, ast.FunctionDef | ast.Lambda) or (
                isinstance(around, ast.Try) and inner in around.body
            ):
                return True
            inner, around = around, self.parent(around)
        return False

    def _imports(self) -> dict[str, tuple[str, str]]:
        """Return, for every imported name, its module and its member there ("" for the module itself)."""
        names: dict[str, tuple[str, str]] = {}
        for node in self.nodes:
            if isinstance(node, ast.Import):
                names.update({alias.asname or alias.name.split(".")[0]: (alias.name, "") for alias in node.names})
            elif isinstance(node, ast.ImportFrom):
                names.update({alias.asname or alias.name: (node.module or "", alias.name) for alias in node.names})
        return names

    def _bound_names(self) -> set[str]:
        """Return every name that anything but an import gives a meaning."""
        names: set[str | None] = set()
        for node in self.nodes:
            match node:
                case ast.Name(id=name) if not isinstance(node.ctx, ast.Load):
                    names.add(name)
                case ast.arg(arg=name) | ast.MatchMapping(rest=name):
                    names.add(name)
                case (
                    ast.FunctionDef(name=name)
                    | ast.AsyncFunctionDef(name=name)
                    | ast.ClassDef(name=name)
                    | ast.ExceptHandler(name=name)
                    | ast.MatchAs(name=name)
                    | ast.MatchStar(name=name)
                ):
                    names.add(name)
                case _:
                    pass
        return {name for name in names if name is not None}

    def _is_recursive(self) -> bool:
        """Whether an inner function may call itself, directly or through another one."""
        inner = [node for node in self.nodes if isinstance(node, ast.FunctionDef | ast.Lambda)]
        callable_names = self._function_names()
        return any(
            isinstance(node, ast.Name) and node.id in callable_names and isinstance(node.ctx, ast.Load)
            for function in inner
            for node in ast.walk(function)
        )

    def _function_names(self) -> set[str]:
        names = {node.name for node in self.nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        for node in self.nodes:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
                names.update(target.id for target in node.targets if isinstance(target, ast.Name))
        return names


def _annotates(child: ast.AST, node: ast.AST) -> bool:
    if isinstance(node, ast.FunctionDef):
        return child is node.returns
    return isinstance(node, ast.arg | ast.AnnAssign) and child is node.annotation

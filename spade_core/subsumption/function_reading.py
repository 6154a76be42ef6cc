"""Reading a function: the formula under which it passes, found by following every path through its statements."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from spade_core.subsumption.expressions import exists, reading, runs
from spade_core.subsumption.formulas import FALSE, Formula, both, either, negation
from spade_core.subsumption.normal_form import function_in, normal_form
from spade_core.subsumption.substitution import (
    PARAMETERS,
    Path,
    Replacing,
    UnreadableError,
    bound,
    copied,
    digest,
    elements_of,
    replaced,
)

_MOST_PATHS = 40
_MUTATING = frozenset({"append", "extend", "add", "update", "remove", "pop", "sort", "insert", "clear", "discard"})


def pass_condition(source: str) -> Formula | None:
    """Return the formula under which the function returns a true value; None when it cannot be read.

    What raises does not pass. No code is run.
    """
    function = function_in(source)
    if function is None or len(function.args.args) != len(PARAMETERS):
        return None
    names = {own.arg: ast.Name(name) for own, name in zip(function.args.args, PARAMETERS, strict=True)}
    try:
        walk = _Walk()
        beside = [node for node in ast.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom)]
        walk.follow([*beside, *function.body], [Path(dict(names))])
    except (UnreadableError, RecursionError, ValueError, OverflowError):
        return None
    return either(*walk.passes)


@dataclass(slots=True)
class _Walk:
    """Follows statements; collects when the function returns something true, and when something false."""

    passes: list[Formula] = field(default_factory=list)
    fails: list[Formula] = field(default_factory=list)

    def follow(self, statements: Sequence[ast.stmt], paths: list[Path]) -> list[Path]:
        """Return the paths that come out at the end of the statements."""
        for statement in statements:
            moving = [path for path in paths if not (path.leaves_loop or path.skips_rest)]
            resting = [path for path in paths if path.leaves_loop or path.skips_rest]
            paths = resting + [after for path in moving for after in self._step(statement, path)]
            paths = [path for path in paths if path.condition != FALSE]
            if len(paths) > _MOST_PATHS:
                raise UnreadableError
        return paths

    def _step(self, statement: ast.stmt, path: Path) -> list[Path]:
        match statement:
            case ast.Return(value=value):
                return self._returned(value, path)
            case ast.If():
                test = reading(replaced(statement.test, path))
                taken = self.follow(statement.body, [path.given(test.true)])
                return taken + self.follow(statement.orelse, [path.given(test.false)])
            case ast.For():
                return self._loop(statement, path)
            case ast.Try():
                return self._attempt(statement, path)
            case ast.Assert():
                return [path.given(reading(replaced(statement.test, path)).true)]
            case ast.Raise():
                return []
            case ast.Break():
                return [replace(path, leaves_loop=True)]
            case ast.Continue():
                return [replace(path, skips_rest=True)]
            case ast.Pass() | ast.Global() | ast.Nonlocal():
                return [path]
            case _:
                return [_assigned(statement, path)]

    def _returned(self, value: ast.expr | None, path: Path) -> list[Path]:
        result = reading(replaced(value or ast.Constant(None), path))
        self.passes.append(both(path.condition, result.true))
        self.fails.append(both(path.condition, result.false))
        return []

    def _loop(self, loop: ast.For, path: Path) -> list[Path]:
        iterable = replaced(loop.iter, path)
        elements = elements_of(iterable)
        if elements is not None:
            paths = [path]
            for element in elements:
                starting = [p if p.leaves_loop else bound(loop.target, element, p) for p in paths]
                paths = [replace(p, skips_rest=False) for p in self.follow(loop.body, starting)]
            done = [p for p in paths if not p.leaves_loop]
            broken = [replace(p, leaves_loop=False) for p in paths if p.leaves_loop]
            return self.follow(loop.orelse, done) + broken if loop.orelse else done + broken
        gathered = _gathered(loop, path)
        return [gathered] if gathered is not None else self._each(loop, iterable, path)

    def _each(self, loop: ast.For, iterable: ast.expr, path: Path) -> list[Path]:
        """Follow a loop over elements that are not known: what one of them must be for the function to return."""
        changed = _changed_names(loop.body)
        if _has_break(loop.body) or loop.orelse:
            raise UnreadableError
        inner = _Walk()
        element = ast.Name(f"each{path.depth}")
        start = bound(loop.target, element, Path(path.values, depth=path.depth + 1))
        inner.follow(loop.body, [_forgetting(start, changed & path.values.keys(), loop)])
        passing, failing = either(*inner.passes), either(*inner.fails)
        if passing != FALSE and failing != FALSE:
            raise UnreadableError
        self.passes.append(both(path.condition, exists(iterable, passing)))
        self.fails.append(both(path.condition, exists(iterable, failing)))
        after = path.given(negation(exists(iterable, either(passing, failing))))
        return [_forgetting(after, changed, loop)]

    def _attempt(self, attempt: ast.Try, path: Path) -> list[Path]:
        """Follow a try: its body when nothing in it raises, its handlers when something does."""
        needed = _raising(attempt.body, path)
        if len(attempt.handlers) > 1:
            bodies = {ast.dump(ast.Module(handler.body, [])) for handler in attempt.handlers}
            if len(bodies) > 1:
                raise UnreadableError
        through = self.follow(attempt.body, [path])
        through = self.follow(attempt.orelse, through)
        caught: list[Path] = []
        if attempt.handlers:
            before = len(self.passes)
            fell = _forgetting(path.given(negation(both(*needed))), _changed_names(attempt.body), attempt)
            caught = self.follow(attempt.handlers[0].body, [fell])
            if any(passing != FALSE for passing in self.passes[before:]):
                raise UnreadableError  # it may pass for an exception that is not foreseen here
        return self.follow(attempt.finalbody, through + caught)


def _assigned(statement: ast.stmt, path: Path) -> Path:
    match statement:
        case ast.Assign(targets=[target], value=value):
            new = replaced(value, path)
            return bound(target, new, path.given(both(*runs(new))))
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            new = replaced(value, path)
            return bound(target, new, path.given(both(*runs(new))))
        case ast.AugAssign(target=ast.Name(id=name), op=op, value=value) if name in path.values:
            return path.where(name, ast.BinOp(path.values[name], op, replaced(value, path)))
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return path.where(name, ast.Name(f"helper_{digest(normal_form(ast.unparse(statement)) or name)}"))
        case ast.Import() | ast.ImportFrom():
            return _imported(statement, path)
        case ast.Expr(value=ast.Constant()) | ast.AnnAssign(value=None):
            return path
        case ast.Expr(value=value):
            return _forgetting(path, _mutated(value), statement).given(both(*runs(replaced(value, path))))
        case _:
            raise UnreadableError


def _imported(statement: ast.Import | ast.ImportFrom, path: Path) -> Path:
    """Make the imported names stand for what they name, whatever they are called here."""
    for alias in statement.names:
        if isinstance(statement, ast.Import):
            name, value = alias.asname or alias.name.partition(".")[0], ast.Name(alias.name)
            path = path.where(name, value if alias.asname else ast.Name(name))
        else:
            path = path.where(alias.asname or alias.name, ast.Attribute(ast.Name(statement.module or "."), alias.name))
    return path


def _gathered(loop: ast.For, path: Path) -> Path | None:
    """Read `for x in y: if z: count += 1` (or `found.append(w)`) as the comprehension that it is."""
    match loop.body:
        case [ast.If(test=test, body=[step], orelse=[])] if not loop.orelse:
            tests = [test]
        case [step] if not loop.orelse:
            tests = []
        case _:
            return None
    match step:
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=ast.Constant(value=1)):
            counted = ast.GeneratorExp(ast.Constant(1), [ast.comprehension(loop.target, loop.iter, tests, 0)])
            total = replaced(ast.Call(ast.Name("sum"), [counted], []), path)
            before = path.values.get(name)
            if isinstance(before, ast.Constant) and isinstance(before.value, int):
                return path.where(name, ast.BinOp(total, ast.Add(), before) if before.value else total)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[item])):
            before = path.values.get(name)
            if isinstance(before, ast.List) and not before.elts:
                found = ast.ListComp(item, [ast.comprehension(loop.target, loop.iter, tests, 0)])
                return path.where(name, replaced(found, path))
        case _:
            pass
    return None


def _raising(body: Sequence[ast.stmt], path: Path) -> list[Formula]:
    """Return what must hold for no statement of a try's body to raise; its own assignments are followed."""
    needed: list[Formula] = []
    for statement in body:
        for node in ast.iter_child_nodes(statement):
            if isinstance(node, ast.expr):
                needed += runs(replaced(node, path))
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            path = _assigned(statement, path)
        elif isinstance(statement, ast.If | ast.For):
            needed += _raising([*statement.body, *statement.orelse], path)
    return needed


def _forgetting(path: Path, names: set[str], cause: ast.stmt) -> Path:
    """Give names that a statement changes values of which only their origin is known."""
    if names:
        shown = digest(ast.unparse(Replacing(path.values).visit(copied(cause))))
        for name in sorted(names):
            path = path.where(name, ast.Name(f"after_{shown}_{sorted(names).index(name)}"))
    return path


def _changed_names(body: Sequence[ast.stmt]) -> set[str]:
    nodes = [node for statement in body for node in ast.walk(statement)]
    assigned = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return assigned.union(*(_mutated(node) for node in nodes if isinstance(node, ast.expr)))


def _mutated(node: ast.expr) -> set[str]:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) if attr in _MUTATING:
            return {name}
    return set()


def _has_break(body: Sequence[ast.stmt]) -> bool:
    return any(isinstance(node, ast.Break) for statement in body for node in ast.walk(statement))

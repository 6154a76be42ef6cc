"""Reading a function: the formula under which it passes, found by following every path through its statements."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from spade_core.subsumption.expressions import CHOSEN, exists, reading, runs
from spade_core.subsumption.formulas import FALSE, TRUE, Formula, both, either, negation
from spade_core.subsumption.normal_form import function_in, normal_form

_MOST_PATHS = 40
_MOST_ELEMENTS = 40
_MOST_NODES = 600
_PARAMETERS = ("example", "prompt", "response")
_MUTATING = frozenset({"append", "extend", "add", "update", "remove", "pop", "sort", "insert", "clear", "discard"})


class UnreadableError(Exception):
    """The function does something that is not understood; nothing can be said of when it passes."""


def pass_condition(source: str) -> Formula | None:
    """Return the formula under which the function returns a true value; None when it cannot be read.

    What raises does not pass. No code is run.
    """
    function = function_in(source)
    if function is None or len(function.args.args) != len(_PARAMETERS):
        return None
    names = {own.arg: ast.Name(name) for own, name in zip(function.args.args, _PARAMETERS, strict=True)}
    try:
        walk = _Walk()
        beside = [node for node in ast.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom)]
        walk.follow([*beside, *function.body], [_Path(dict(names))])
    except (UnreadableError, RecursionError, ValueError, OverflowError):
        return None
    return either(*walk.passes)


@dataclass(frozen=True, slots=True)
class _Path:
    """One way to have come to a statement."""

    values: Mapping[str, ast.expr]
    """What each local stands for, in terms of the parameters."""
    condition: Formula = TRUE
    depth: int = 0
    """How many loops over unknown elements it is in: names their elements."""
    leaves_loop: bool = False
    skips_rest: bool = False

    def given(self, condition: Formula) -> "_Path":
        return replace(self, condition=both(self.condition, condition))

    def where(self, name: str, value: ast.expr) -> "_Path":
        if sum(1 for _ in ast.walk(value)) > _MOST_NODES:
            value = ast.Name(f"value_{_digest(ast.unparse(value))}")
        return replace(self, values={**self.values, name: value})


@dataclass(slots=True)
class _Walk:
    """Follows statements; collects when the function returns something true, and when something false."""

    passes: list[Formula] = field(default_factory=list)
    fails: list[Formula] = field(default_factory=list)

    def follow(self, statements: Sequence[ast.stmt], paths: list[_Path]) -> list[_Path]:
        """Return the paths that come out at the end of the statements."""
        for statement in statements:
            moving = [path for path in paths if not (path.leaves_loop or path.skips_rest)]
            resting = [path for path in paths if path.leaves_loop or path.skips_rest]
            paths = resting + [after for path in moving for after in self._step(statement, path)]
            paths = [path for path in paths if path.condition != FALSE]
            if len(paths) > _MOST_PATHS:
                raise UnreadableError
        return paths

    def _step(self, statement: ast.stmt, path: _Path) -> list[_Path]:
        match statement:
            case ast.Return(value=value):
                return self._returned(value, path)
            case ast.If():
                test = reading(_replaced(statement.test, path))
                taken = self.follow(statement.body, [path.given(test.true)])
                return taken + self.follow(statement.orelse, [path.given(test.false)])
            case ast.For():
                return self._loop(statement, path)
            case ast.Try():
                return self._attempt(statement, path)
            case ast.Assert():
                return [path.given(reading(_replaced(statement.test, path)).true)]
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

    def _returned(self, value: ast.expr | None, path: _Path) -> list[_Path]:
        result = reading(_replaced(value or ast.Constant(None), path))
        self.passes.append(both(path.condition, result.true))
        self.fails.append(both(path.condition, result.false))
        return []

    def _loop(self, loop: ast.For, path: _Path) -> list[_Path]:
        iterable = _replaced(loop.iter, path)
        elements = _elements(iterable)
        if elements is not None:
            paths = [path]
            for element in elements:
                bound = [p if p.leaves_loop else _bound(loop.target, element, p) for p in paths]
                paths = [replace(p, skips_rest=False) for p in self.follow(loop.body, bound)]
            done = [p for p in paths if not p.leaves_loop]
            broken = [replace(p, leaves_loop=False) for p in paths if p.leaves_loop]
            return self.follow(loop.orelse, done) + broken if loop.orelse else done + broken
        gathered = _gathered(loop, path)
        return [gathered] if gathered is not None else self._each(loop, iterable, path)

    def _each(self, loop: ast.For, iterable: ast.expr, path: _Path) -> list[_Path]:
        """Follow a loop over elements that are not known: what one of them must be for the function to return."""
        changed = _changed_names(loop.body)
        if _has_break(loop.body) or loop.orelse:
            raise UnreadableError
        inner = _Walk()
        element = ast.Name(f"each{path.depth}")
        start = _bound(loop.target, element, _Path(path.values, depth=path.depth + 1))
        inner.follow(loop.body, [_forgetting(start, changed & path.values.keys(), loop)])
        passing, failing = either(*inner.passes), either(*inner.fails)
        if passing != FALSE and failing != FALSE:
            raise UnreadableError
        self.passes.append(both(path.condition, exists(iterable, passing)))
        self.fails.append(both(path.condition, exists(iterable, failing)))
        after = path.given(negation(exists(iterable, either(passing, failing))))
        return [_forgetting(after, changed, loop)]

    def _attempt(self, attempt: ast.Try, path: _Path) -> list[_Path]:
        """Follow a try: its body when nothing in it raises, its handlers when something does."""
        needed = _raising(attempt.body, path)
        if len(attempt.handlers) > 1:
            bodies = {ast.dump(ast.Module(handler.body, [])) for handler in attempt.handlers}
            if len(bodies) > 1:
                raise UnreadableError
        through = self.follow(attempt.body, [path])
        through = self.follow(attempt.orelse, through)
        caught: list[_Path] = []
        if attempt.handlers:
            before = len(self.passes)
            fell = _forgetting(path.given(negation(both(*needed))), _changed_names(attempt.body), attempt)
            caught = self.follow(attempt.handlers[0].body, [fell])
            if any(passing != FALSE for passing in self.passes[before:]):
                raise UnreadableError  # it may pass for an exception that is not foreseen here
        return self.follow(attempt.finalbody, through + caught)


def _assigned(statement: ast.stmt, path: _Path) -> _Path:
    match statement:
        case ast.Assign(targets=[target], value=value):
            new = _replaced(value, path)
            return _bound(target, new, path.given(both(*runs(new))))
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            new = _replaced(value, path)
            return _bound(target, new, path.given(both(*runs(new))))
        case ast.AugAssign(target=ast.Name(id=name), op=op, value=value) if name in path.values:
            return path.where(name, ast.BinOp(path.values[name], op, _replaced(value, path)))
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return path.where(name, ast.Name(f"helper_{_digest(normal_form(ast.unparse(statement)) or name)}"))
        case ast.Import() | ast.ImportFrom():
            return _imported(statement, path)
        case ast.Expr(value=ast.Constant()) | ast.AnnAssign(value=None):
            return path
        case ast.Expr(value=value):
            return _forgetting(path, _mutated(value), statement).given(both(*runs(_replaced(value, path))))
        case _:
            raise UnreadableError


def _imported(statement: ast.Import | ast.ImportFrom, path: _Path) -> _Path:
    """Make the imported names stand for what they name, whatever they are called here."""
    for alias in statement.names:
        if isinstance(statement, ast.Import):
            name, value = alias.asname or alias.name.partition(".")[0], ast.Name(alias.name)
            path = path.where(name, value if alias.asname else ast.Name(name))
        else:
            path = path.where(alias.asname or alias.name, ast.Attribute(ast.Name(statement.module or "."), alias.name))
    return path


def _bound(target: ast.expr, value: ast.expr, path: _Path) -> _Path:
    match target:
        case ast.Name(id=name):
            return path.where(name, value)
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            for place, part in enumerate(targets):
                same = isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(targets)
                item = value.elts[place] if same and isinstance(value, ast.Tuple | ast.List) else None
                path = _bound(part, item or ast.Subscript(value, ast.Constant(place)), path)
            return path
        case _:
            raise UnreadableError


def _elements(iterable: ast.expr) -> list[ast.expr] | None:
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


def _gathered(loop: ast.For, path: _Path) -> _Path | None:
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
            total = _replaced(ast.Call(ast.Name("sum"), [counted], []), path)
            before = path.values.get(name)
            if isinstance(before, ast.Constant) and isinstance(before.value, int):
                return path.where(name, ast.BinOp(total, ast.Add(), before) if before.value else total)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[item])):
            before = path.values.get(name)
            if isinstance(before, ast.List) and not before.elts:
                found = ast.ListComp(item, [ast.comprehension(loop.target, loop.iter, tests, 0)])
                return path.where(name, _replaced(found, path))
        case _:
            pass
    return None


def _raising(body: Sequence[ast.stmt], path: _Path) -> list[Formula]:
    """Return what must hold for no statement of a try's body to raise; its own assignments are followed."""
    needed: list[Formula] = []
    for statement in body:
        for node in ast.iter_child_nodes(statement):
            if isinstance(node, ast.expr):
                needed += runs(_replaced(node, path))
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            path = _assigned(statement, path)
        elif isinstance(statement, ast.If | ast.For):
            needed += _raising([*statement.body, *statement.orelse], path)
    return needed


def _forgetting(path: _Path, names: set[str], cause: ast.stmt) -> _Path:
    """Give names that a statement changes values of which only their origin is known."""
    if names:
        shown = _digest(ast.unparse(_Replacing(path.values).visit(_copy(cause))))
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


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _copy(node: ast.stmt) -> ast.stmt:
    return ast.parse(ast.unparse(node)).body[0]


def _replaced(node: ast.expr, path: _Path) -> ast.expr:
    """Return a copy of the expression in terms of the parameters alone."""
    copied = ast.parse(ast.unparse(node), mode="eval").body
    replaced = _Replacing(path.values, path.depth).visit(copied)
    if not isinstance(replaced, ast.expr) or sum(1 for _ in ast.walk(replaced)) > 4 * _MOST_NODES:
        raise UnreadableError
    return replaced


class _Replacing(ast.NodeTransformer):
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
        if {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} & self._values.keys() - set(_PARAMETERS):
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
            iterable = _Replacing(values, depth).visit(generator.iter)
            unrolled = self._unrolled(node, iterable)
            if unrolled is not None:
                return unrolled
            path = _bound(generator.target, ast.Name(f"each{depth}"), _Path(values))
            values, depth = dict(path.values), depth + 1
            tests = [_Replacing(values, depth).visit(test) for test in generator.ifs]
            generators.append(ast.comprehension(ast.Name(f"each{depth - 1}"), iterable, tests, generator.is_async))
        return type(node)(_Replacing(values, depth).visit(node.elt), generators)

    def _unrolled(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp, iterable: ast.expr) -> ast.expr | None:
        elements = _elements(iterable)
        if elements is None or len(node.generators) != 1:
            return None
        generator, found = node.generators[0], []
        for element in elements:
            values = _bound(generator.target, element, _Path(dict(self._values))).values
            tests = [_Replacing(values, self._depth).visit(_fresh(test)) for test in generator.ifs]
            result = _Replacing(values, self._depth).visit(_fresh(node.elt))
            if tests and not (isinstance(result, ast.Constant) and result.value):
                return None
            found.append(tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests) if tests else result)
        return ast.Call(ast.Name(CHOSEN), found, []) if generator.ifs else ast.List(found)


def _fresh(node: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(node), mode="eval").body

"""The checks that assertions import, as source to put beside them: what is exported needs no spade.

Laws:

* Only what is asked for comes along, with the functions and constants that it needs, each once, those first.
* Where a function binds a check to a name of its own it goes on to do so; else its import is left out.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Final

from spade_core import checks

PACKAGE: Final = "spade_core.checks"


@dataclass(frozen=True, slots=True)
class Embedded:
    """Assertions without their imports of checks, and the source of these checks."""

    sources: tuple[str, ...]
    imports: tuple[str, ...] = ()
    """What the checks import, a line each."""
    code: str = ""
    """The definitions of the checks."""
    packages: tuple[str, ...] = ()
    """What is to be installed for some responses: PyYAML, for those in YAML."""


@dataclass(frozen=True, slots=True)
class _Module:
    """A module of checks: where its names come from."""

    text: str
    definitions: dict[str, ast.stmt] = field(default_factory=dict)
    borrowed: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Names from other modules of checks: the module and what it is called there."""
    imports: dict[str, str] = field(default_factory=dict)
    """Other names, and the line that imports them."""


def embedded(sources: Sequence[str]) -> Embedded:
    """Return the functions ready to stand beside the checks that they call, and these."""
    wanted: dict[str, None] = {}
    rewritten = [_rewritten(source, wanted) for source in sources]
    definitions: dict[tuple[str, str], None] = {}
    imports: dict[str, None] = {}
    for name in sorted(wanted):
        if name in checks.__all__:
            _gather(getattr(checks, name).__module__.removeprefix(f"{PACKAGE}."), name, definitions, imports)
    code = "\n\n\n".join(_definition(*place) for place in definitions)
    packages = ("PyYAML",) if "import yaml" in code else ()
    return Embedded(tuple(rewritten), tuple(sorted(imports)), code, packages)


@cache
def _module(name: str) -> _Module:
    module = _Module((files(PACKAGE) / f"{name}.py").read_text(encoding="utf-8"))
    for node in ast.parse(module.text).body:
        match node:
            case ast.FunctionDef(name=defined) | ast.ClassDef(name=defined):
                node.decorator_list = []  # they only make it quicker
                module.definitions[defined] = node
            case ast.AnnAssign(target=ast.Name(id=defined)):
                module.definitions[defined] = node
            case ast.ImportFrom(module=str(origin)) if origin.startswith(f"{PACKAGE}."):
                for alias in node.names:
                    module.borrowed[alias.asname or alias.name] = (origin.removeprefix(f"{PACKAGE}."), alias.name)
            case ast.Import() | ast.ImportFrom():
                for alias in node.names:
                    one = (
                        ast.Import([alias]) if isinstance(node, ast.Import) else ast.ImportFrom(node.module, [alias], 0)
                    )
                    module.imports[alias.asname or alias.name] = ast.unparse(one)
            case _:
                pass
    return module


def _gather(module: str, name: str, definitions: dict[tuple[str, str], None], imports: dict[str, None]) -> None:
    """Add a definition behind all that it needs."""
    if (module, name) in definitions:
        return
    known = _module(module)
    node = known.definitions[name]
    own = frozenset(_stored(ast.walk(node)))
    used = dict.fromkeys(each.id for each in ast.walk(node) if isinstance(each, ast.Name) and each.id not in own)
    at_once = dict.fromkeys(_annotations(node)) if isinstance(node, ast.FunctionDef | ast.ClassDef) else used
    for each in (*at_once, None, *used):
        if each is None:
            definitions[module, name] = None
        elif each in known.borrowed:
            _gather(*known.borrowed[each], definitions, imports)
        elif each in known.definitions and each != name:
            _gather(module, each, definitions, imports)
        elif each in known.imports:
            imports[known.imports[each]] = None


def _annotations(node: ast.AST) -> Iterator[str]:
    """Yield the names in the annotations of a function, or of all functions of a class: they are read with it."""
    for each in ast.walk(node):
        found = (each.annotation,) if isinstance(each, ast.arg | ast.AnnAssign) else ()
        for part in (*found, each.returns) if isinstance(each, ast.FunctionDef) else found:
            yield from (one.id for one in ast.walk(part) if isinstance(one, ast.Name)) if part is not None else ()


def _definition(module: str, name: str) -> str:
    """Return the source of a definition, of its docstring the first line."""
    known = _module(module)
    node = known.definitions[name]
    lines = known.text.splitlines()[node.lineno - 1 : node.end_lineno]
    if isinstance(node, ast.FunctionDef) and (about := ast.get_docstring(node)):
        first, last = node.body[0].lineno - node.lineno, (node.body[0].end_lineno or 0) - node.lineno
        raw = "r" if "\\" in about.splitlines()[0] else ""
        lines[first : last + 1] = [f'    {raw}"""{about.splitlines()[0]}"""']
    return "\n".join(lines)


def _rewritten(source: str, wanted: dict[str, None]) -> str:
    """Return a function without its imports of checks, whose names are added to those wanted."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    bound = frozenset(_stored(ast.walk(tree)))
    lines = source.encode().splitlines(keepends=True)
    starts = [0, *accumulate(map(len, lines))]
    text = b"".join(lines)
    for node, alone in sorted(_imports(tree), key=lambda each: (each[0].lineno, each[0].col_offset), reverse=True):
        names = [(alias.name, alias.asname or alias.name) for alias in node.names]
        wanted.update(dict.fromkeys(name for name, _ in names))
        kept = [f'{here} = globals()["{name}"]' for name, here in names if here != name or name in bound]
        statement = "; ".join(kept) or ("pass" if alone else "")
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        text = _replaced(text, start, end, statement.encode())
    return text.decode()


def _replaced(text: bytes, start: int, end: int, statement: bytes) -> bytes:
    """Return a text with another statement at a place; without one, its line or its semicolon goes too."""
    if statement:
        return text[:start] + statement + text[end:]
    rest = text[end:].lstrip(b" ")
    if rest.startswith(b";"):
        return text[:start] + rest[1:].lstrip(b" ")
    before = text[:start].rstrip(b" \t")
    if before.endswith(b";"):
        return before[:-1] + text[end:]
    after = text[end:].partition(b"\n")
    return before + (after[2] if not after[0].strip() else text[end:])


def _imports(tree: ast.AST) -> Iterator[tuple[ast.ImportFrom, bool]]:
    """Yield the imports of checks, and whether each is all that its block holds."""
    for parent in ast.walk(tree):
        for block in ("body", "orelse", "finalbody"):
            statements = getattr(parent, block, None)
            if isinstance(statements, list):
                ours = [each for each in statements if isinstance(each, ast.ImportFrom) and each.module == PACKAGE]
                for each in ours:
                    yield each, len(ours) == len(statements)


def _stored(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names that are assigned, deleted or taken as arguments, which are a function's own."""
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                yield name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.ExceptHandler(name=str(name)):
                yield name
            case _:
                pass

"""The allowlist of the second engine: what generated code may hold before it is run by a CPython child.

Default-deny over node types, names, attributes, imports and the arguments of a few calls. It is the first wall; the
kernel's protections (`child.hardening`) stand behind it. The laws, each closing a way out that is open in CPython:

* no attribute outside `tables.ATTRIBUTES`, hence none that starts with an underscore, no frames, no code objects;
* no attribute, module or function is ever stored to; no class is defined; ``type`` only names or compares a type;
* a module is used only as ``module.member``, never as a value; ``getattr`` and its kin take literals;
* ``str.format`` only on a literal without attributes or indexes in its fields.
"""

import ast
import builtins
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any

from spade_core.sandbox import dialect
from spade_core.sandbox.child import tables
from spade_core.sandbox.dialect import spelt
from spade_core.sandbox.preflight import JUDGE_NAME, Rejection, parse_assertion
from spade_core.sandbox.syntax import Fault, Syntax
from spade_core.sandbox.unsupported import Unsupported, first_fault, rejected

_NODES: tuple[type[ast.AST], ...] = (
    *(ast.AsyncFunctionDef, ast.FunctionDef, ast.Lambda, ast.arguments, ast.arg, ast.Return, ast.Yield, ast.YieldFrom),
    *(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.Nonlocal, ast.Pass, ast.Expr, ast.Assert, ast.Raise),
    *(ast.For, ast.While, ast.If, ast.Break, ast.Continue, ast.Try, ast.ExceptHandler, ast.Delete),
    *(ast.Import, ast.ImportFrom, ast.alias),
    *(ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Call, ast.keyword, ast.Starred),
    *(ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Name, ast.Attribute, ast.Subscript, ast.Slice),
    *(ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(ast.Match, ast.match_case, ast.MatchValue, ast.MatchSingleton, ast.MatchSequence, ast.MatchMapping),
    *(ast.MatchClass, ast.MatchStar, ast.MatchAs, ast.MatchOr),
    *(ast.comprehension, ast.Await, ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop),
)
_BUILTINS = frozenset(dir(builtins))
_RESERVED = (_BUILTINS - tables.BUILTINS) | tables.CALLED_ONLY | {JUDGE_NAME}
"""Names that may not be given another meaning."""
_ENCODINGS = frozenset({"utf-8", "utf8", "UTF-8", "ascii", "ASCII", "latin-1", "latin1", "utf-16"})
_REFUSED_KEYWORDS = frozenset({"cls"})


@lru_cache(maxsize=4096)
def refusal(source: str) -> Unsupported | None:
    """Return why the second engine does not run a function; None when it does."""
    parsed = parse_assertion(source)
    if isinstance(parsed, Rejection):
        return rejected(parsed)
    syntax = Syntax(parsed)
    return first_fault((fault for node in syntax.nodes for fault in _faults(node, syntax)), source)


def _faults(node: ast.AST, syntax: Syntax) -> Iterator[Fault]:
    if not isinstance(node, _NODES):
        yield syntax.fault(node, f"{spelt(node)} are not allowed in an assertion", dialect.HINTS.get(type(node), ""))
        return
    check = _CHECKS.get(type(node))
    if check is not None:
        yield from check(node, syntax)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, syntax: Syntax) -> Iterator[Fault]:
    if isinstance(node, ast.AsyncFunctionDef) and node is not syntax.function:
        yield Fault.at(node, "a nested `async def` is not allowed", "define it with `def`")
    if node.decorator_list:
        yield Fault.at(node, "decorators are not allowed")
    if getattr(node, "type_params", None):
        yield Fault.at(node, "type parameters are not allowed")
    yield from _binding(node, node.name)


def _binding(node: ast.AST, name: str) -> Iterator[Fault]:
    if name.startswith("__") or name in _RESERVED:
        yield Fault.at(node, f"the name {name} is reserved", "choose another name")


def _argument(node: ast.arg, syntax: Syntax) -> Iterator[Fault]:
    yield from _binding(node, node.arg)
    yield from _shadows_an_import(node, node.arg, syntax)


def _shadows_an_import(node: ast.AST, name: str, syntax: Syntax) -> Iterator[Fault]:
    if name in syntax.imported:
        yield Fault.at(node, f"{name} is imported and given another meaning", "choose another name")


def _handler(node: ast.ExceptHandler, syntax: Syntax) -> Iterator[Fault]:
    if node.name is not None:
        yield from _binding(node, node.name)
        yield from _shadows_an_import(node, node.name, syntax)


def _name(node: ast.Name, syntax: Syntax) -> Iterator[Fault]:
    if not isinstance(node.ctx, ast.Load):
        yield from _binding(node, node.id)
        yield from _shadows_an_import(node, node.id, syntax)
    elif node.id.startswith("__"):
        yield Fault.at(node, f"the name {node.id} is reserved")
    elif node.id == JUDGE_NAME:
        if not isinstance(syntax.parent(syntax.parent(node)), ast.Await):
            yield Fault.at(node, f"{JUDGE_NAME} must be awaited where it is called")
    elif node.id in syntax.imported:
        yield from _imported(node, syntax)
    elif node.id not in syntax.bound and node.id in _BUILTINS:
        yield from _builtin(node, syntax)
    elif node.id == syntax.function.name:
        yield Fault.at(node, "an assertion does not refer to itself")


def _builtin(node: ast.Name, syntax: Syntax) -> Iterator[Fault]:
    if node.id not in tables.BUILTINS:
        yield Fault.at(node, f"{node.id} is not allowed in an assertion")
        return
    if node.id not in tables.CALLED_ONLY:
        return
    call = syntax.parent(node)
    if not isinstance(call, ast.Call) or call.func is not node:
        yield Fault.at(node, f"{node.id} may only be called")
    elif node.id == "type" and not _names_a_type(call, syntax):
        yield Fault.at(node, "type() may only be compared, or asked for its __name__", "use isinstance()")
    elif node.id in {"getattr", "hasattr"} and not _looks_up_a_literal(call, node.id):
        yield Fault.at(node, f"{node.id} needs the name of a known attribute as a literal")


def _names_a_type(call: ast.Call, syntax: Syntax) -> bool:
    if len(call.args) != 1 or call.keywords or isinstance(call.args[0], ast.Starred):
        return False
    parent = syntax.parent(call)
    if isinstance(parent, ast.Attribute):
        return parent.attr == "__name__" and isinstance(parent.ctx, ast.Load)
    if isinstance(parent, ast.Call):
        # by these names they are trusted with a type: not where the function gives one of them another meaning
        trusted = {"isinstance", "str"} - syntax.bound
        return isinstance(parent.func, ast.Name) and parent.func.id in trusted and call in parent.args
    return isinstance(parent, ast.Compare | ast.FormattedValue)


def _looks_up_a_literal(call: ast.Call, name: str) -> bool:
    if len(call.args) < 2 or call.keywords or any(isinstance(argument, ast.Starred) for argument in call.args):
        return False
    wanted = call.args[1]
    if not isinstance(wanted, ast.Constant) or not isinstance(wanted.value, str):
        return False
    return wanted.value in tables.ATTRIBUTES or name == "hasattr"


def _attribute(node: ast.Attribute, syntax: Syntax) -> Iterator[Fault]:
    if not isinstance(node.ctx, ast.Load):
        yield Fault.at(node, "attributes may not be changed", "use a dict")
    elif node.attr in {"encode", "decode"} and not _is_called(node, syntax):
        yield Fault.at(node, f".{node.attr} may only be called")
    elif _is_module_path(node, syntax) or node.attr in tables.ATTRIBUTES or _is_type_name(node):
        return
    elif node.attr == "format":
        if not _formats_a_plain_literal(node, syntax):
            yield Fault.at(node, ".format() needs a literal without attributes or indexes", "use an f-string")
    else:
        yield Fault.at(node, f"the attribute .{node.attr} is not allowed in an assertion")


def _is_called(node: ast.expr, syntax: Syntax) -> bool:
    call = syntax.parent(node)
    return isinstance(call, ast.Call) and call.func is node


def _is_type_name(node: ast.Attribute) -> bool:
    """Whether it is ``type(x).__name__``, a mere text."""
    if node.attr != "__name__":
        return False
    inner = node.value
    if isinstance(inner, ast.Call):
        return isinstance(inner.func, ast.Name) and inner.func.id == "type"
    return False


def _formats_a_plain_literal(node: ast.Attribute, syntax: Syntax) -> bool:
    call, text = syntax.parent(node), node.value
    if not (isinstance(call, ast.Call) and call.func is node and isinstance(text, ast.Constant)):
        return False
    return isinstance(text.value, str) and _is_plain_format(text.value)


def _is_plain_format(text: str) -> bool:
    try:
        fields = list(Formatter().parse(text))
    except ValueError:
        return True  # it raises in CPython too, before it looks at any field
    return all(not set(name or "") & set(".[") and (not spec or _is_plain_format(spec)) for _, name, spec, _ in fields)


def _is_module_path(node: ast.Attribute, syntax: Syntax) -> bool:
    """Whether it is ``module.member`` or, for a dotted module, the part before the member."""
    path = _path(node)
    if path is None or path[0] not in syntax.imported:
        return False
    module, member = syntax.imported[path[0]]
    return not member and _reach(module, path, syntax) is not None


def _path(node: ast.expr) -> list[str] | None:
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.insert(0, node.attr)
        node = node.value
    return [node.id, *names] if isinstance(node, ast.Name) else None


def _reach(module: str, path: list[str], syntax: Syntax) -> str | None:
    """Return the module or member that a path from an imported module reaches; None when it leads elsewhere."""
    aliased = path[0] != module.split(".")[0]
    full = [*module.split("."), *path[1:]] if aliased else [path[0], *path[1:]]
    for length in (len(full), len(full) - 1):
        prefix, rest = ".".join(full[:length]), full[length:]
        if prefix in tables.MEMBERS and (not rest or rest[0] in tables.MEMBERS[prefix]):
            return ".".join(full)
    return ".".join(full) if any(known.startswith(".".join(full) + ".") for known in tables.MEMBERS) else None


def _imported(node: ast.Name, syntax: Syntax) -> Iterator[Fault]:
    module, member = syntax.imported[node.id]
    if member:
        if module == "typing" and _gives_typing_away(node, syntax):
            yield Fault.at(node, "typing may only be used in the name of a type", "leave it out")
        if f"{module}.{member}" in tables.MEMBERS and not isinstance(syntax.parent(node), ast.Attribute):
            yield Fault.at(node, f"the module {module}.{member} may not be used as a value")
        return
    parent = syntax.parent(node)
    if not (isinstance(parent, ast.Attribute) and _is_module_path(parent, syntax)):
        yield Fault.at(node, f"this use of the module {module} is not allowed")
    elif module == "typing" and _gives_typing_away(parent, syntax):
        yield Fault.at(node, "typing may only be used in the name of a type", "leave it out")
    elif _ends_in_a_module(parent, syntax):
        yield Fault.at(node, f"the module {module} may not be used as a value")


def _ends_in_a_module(node: ast.Attribute, syntax: Syntax) -> bool:
    """Whether the longest path through `node` stops at a module instead of one of its members."""
    while isinstance(outer := syntax.parent(node), ast.Attribute):
        if not _is_module_path(outer, syntax):
            break
        node = outer
    path = _path(node) or []
    reached = _reach(syntax.imported[path[0]][0], path, syntax) or ""
    return reached in tables.MEMBERS or any(known.startswith(reached + ".") for known in tables.MEMBERS)


def _import(node: ast.Import, syntax: Syntax) -> Iterator[Fault]:
    for alias in node.names:
        name = alias.asname or alias.name.partition(".")[0]
        if alias.name not in tables.MEMBERS:
            yield Fault.at(node, f"the module {alias.name} is not available in the sandbox")
        yield from _import_binding(node, name, syntax)


def _import_from(node: ast.ImportFrom, syntax: Syntax) -> Iterator[Fault]:
    module = node.module or ""
    for alias in node.names:
        dotted = f"{module}.{alias.name}" in tables.MEMBERS
        if node.level or (not dotted and alias.name not in tables.MEMBERS.get(module, ())):
            yield Fault.at(node, f"{module}.{alias.name} is not available in the sandbox")
        elif dotted:
            yield Fault.at(node, "this form of import is not available", f"write `import {module}.{alias.name}`")
        yield from _import_binding(node, alias.asname or alias.name, syntax)


def _import_binding(node: ast.stmt, name: str, syntax: Syntax) -> Iterator[Fault]:
    yield from _binding(node, name)
    if name in syntax.bound or name in _BUILTINS or syntax.import_count(name) > 1:
        yield Fault.at(node, f"the import gives {name} two meanings", "choose another name")


def _call(node: ast.Call, syntax: Syntax) -> Iterator[Fault]:
    if any(keyword.arg is None for keyword in node.keywords):
        yield Fault.at(node, "calls with ** arguments are not allowed")
    if any(keyword.arg in _REFUSED_KEYWORDS for keyword in node.keywords):
        yield Fault.at(node, "the argument cls is not allowed")
    if not _names_a_known_encoding(node):
        yield Fault.at(node, "the encoding must be a common one, given as a literal")


def _names_a_known_encoding(call: ast.Call) -> bool:
    """Whether the codecs that the call may load were loaded before the child was locked down."""
    given = [keyword.value for keyword in call.keywords if keyword.arg in {"encoding", "errors"}]
    if isinstance(call.func, ast.Attribute) and call.func.attr in {"encode", "decode"}:
        given += call.args
    elif isinstance(call.func, ast.Name) and call.func.id in {"str", "bytes", "bytearray"}:
        given += call.args[1:]
    known = _ENCODINGS | {"strict", "ignore", "replace", "backslashreplace", "surrogatepass"}
    return all(isinstance(value, ast.Constant) and value.value in known for value in given)


def _subscript(node: ast.Subscript, syntax: Syntax) -> Iterator[Fault]:
    """Refuse ``List[1]``: typing remembers what is equal, so ``List[True]`` could be another row's ``List[1]``."""
    if not _is_of_typing(node.value, syntax) or syntax.is_annotation(node):
        return
    if not all(_is_part_of_a_type(part, syntax) for part in ast.walk(node.slice)):
        yield Fault.at(node, "outside annotations typing takes the names of types only", "leave it out")


def _is_part_of_a_type(node: ast.AST, syntax: Syntax) -> bool:
    if isinstance(node, ast.Constant):
        return node.value is None or node.value is ... or isinstance(node.value, str)
    if isinstance(node, ast.Name):
        return node.id not in syntax.bound
    return isinstance(node, ast.Attribute | ast.Subscript | ast.Tuple | ast.List | ast.Load)


def _is_of_typing(node: ast.AST, syntax: Syntax) -> bool:
    path = _path(node) if isinstance(node, ast.Name | ast.Attribute) else None
    return path is not None and syntax.imported.get(path[0], ("",))[0] == "typing"


def _gives_typing_away(node: ast.expr, syntax: Syntax) -> bool:
    """Whether a generic of typing is used as a value: under another name it could be given what it may not."""
    if syntax.is_annotation(node):
        return False
    around = syntax.parent(node)
    while isinstance(around, ast.Tuple | ast.List | ast.Attribute):
        node, around = around, syntax.parent(around)
    if isinstance(around, ast.Subscript):
        return not _is_of_typing(around.value, syntax)
    if not (isinstance(around, ast.Call) and isinstance(around.func, ast.Name | ast.Attribute)):
        return True
    if _is_of_typing(around.func, syntax):
        return node is not around.func and node is not around.args[0]
    checks = isinstance(around.func, ast.Name) and around.func.id in {"isinstance", "issubclass"} - syntax.bound
    return not checks or node is not around.args[-1]


def _await(node: ast.Await, syntax: Syntax) -> Iterator[Fault]:
    call = node.value
    asks = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == JUDGE_NAME
    if not asks or syntax.within(node, ast.FunctionDef, ast.Lambda, ast.GeneratorExp):
        yield Fault.at(node, f"only {JUDGE_NAME} can be awaited, in the assertion itself")


def _yield(node: ast.Yield | ast.YieldFrom, syntax: Syntax) -> Iterator[Fault]:
    if not syntax.within(node, ast.FunctionDef):
        yield Fault.at(node, "an assertion returns its verdict, it does not yield", "use return")


def _comprehension(node: ast.comprehension, syntax: Syntax) -> Iterator[Fault]:
    if node.is_async:
        yield Fault.at(node.iter, "`async for` is not allowed")


def _match_class(node: ast.MatchClass, syntax: Syntax) -> Iterator[Fault]:
    plain = isinstance(node.cls, ast.Name) and node.cls.id in tables.TYPES and node.cls.id not in syntax.bound
    if not plain or node.kwd_attrs:
        yield Fault.at(node, "a class pattern may only name a builtin type")


def _match_binding(node: ast.MatchAs | ast.MatchStar, syntax: Syntax) -> Iterator[Fault]:
    if node.name is not None:
        yield from _binding(node, node.name)
        yield from _shadows_an_import(node, node.name, syntax)


def _match_rest(node: ast.MatchMapping, syntax: Syntax) -> Iterator[Fault]:
    if node.rest is not None:
        yield from _binding(node, node.rest)
        yield from _shadows_an_import(node, node.rest, syntax)


_CHECKS: Mapping[type[ast.AST], Callable[[Any, Syntax], Iterator[Fault]]] = {
    ast.AsyncFunctionDef: _function,
    ast.FunctionDef: _function,
    ast.arg: _argument,
    ast.ExceptHandler: _handler,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Call: _call,
    ast.Subscript: _subscript,
    ast.Await: _await,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
    ast.comprehension: _comprehension,
    ast.MatchClass: _match_class,
    ast.MatchAs: _match_binding,
    ast.MatchStar: _match_binding,
    ast.MatchMapping: _match_rest,
}

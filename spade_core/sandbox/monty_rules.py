"""The rules on single nodes: what Monty runs exactly as CPython does, and what it is not given."""

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from spade_core.sandbox import dialect
from spade_core.sandbox.preflight import JUDGE_NAME, PARAMETERS
from spade_core.sandbox.syntax import Fault, Syntax
from spade_core.sandbox.value_rules import augmented_faults, operator_faults, sum_faults

_SINGLETONS = (None, True, False)
_TYPING = "typing"


def node_faults(node: ast.AST, syntax: Syntax) -> Iterator[Fault]:
    """Yield what is wrong with one node for Monty."""
    if not isinstance(node, dialect.NODES) or (isinstance(node, ast.AsyncFunctionDef) and node is not syntax.function):
        yield syntax.fault(node, f"Monty does not run {dialect.spelt(node)}", dialect.HINTS.get(type(node), ""))
        return
    checks = _CHECKS.get(type(node))
    if checks is not None:
        yield from checks(node, syntax)


def _name(node: ast.Name, syntax: Syntax) -> Iterator[Fault]:
    name = node.id
    if name.startswith("__"):
        yield Fault.at(node, f"the name {name} is reserved")
    elif isinstance(node.ctx, ast.Store):
        if name in dialect.BUILTINS or name == JUDGE_NAME:
            yield Fault.at(node, f"it gives the builtin name {name} another meaning", "choose another name")
    elif name == JUDGE_NAME:
        if not _is_called(node, syntax) or not isinstance(syntax.parent(syntax.parent(node)), ast.Await):
            yield Fault.at(node, f"{JUDGE_NAME} must be awaited where it is called")
    elif name in syntax.imported:
        yield from _imported_name(node, syntax)
    elif name not in syntax.bound and name in dialect.BUILTINS:
        yield from _builtin(node, syntax)


def _builtin(node: ast.Name, syntax: Syntax) -> Iterator[Fault]:
    name, parent = node.id, syntax.parent(node)
    if name in dialect.EXCEPTIONS:
        return
    if _is_called(node, syntax) and isinstance(parent, ast.Call):
        allowed = dialect.FUNCTIONS.get(name)
        if name == "type" and isinstance(syntax.parent(parent), ast.Compare) and len(parent.args) == 1:
            return
        if allowed is None:
            yield Fault.at(node, f"Monty's {name}() is missing or differs")
        elif not _fits(parent, allowed):
            yield Fault.at(node, f"Monty differs for {name}() with these arguments")
        elif name == "sum":
            yield from sum_faults(parent)
        elif name == "range" and not _is_range_used_up(parent, syntax):
            yield Fault.at(node, "Monty's ranges have no methods", "make it a list")
    elif not (name in dialect.VALUE_FUNCTIONS and _is_handed_on(node, syntax)):
        yield Fault.at(node, f"Monty does not take {name} as a value here", "call it")


def _is_handed_on(node: ast.Name, syntax: Syntax) -> bool:
    parent = syntax.parent(node)
    if syntax.is_annotation(node):
        return True
    if isinstance(parent, ast.keyword):
        return parent.arg == "key"
    if isinstance(parent, ast.Tuple):
        return node.id in dialect.TYPES and _is_isinstance(syntax.parent(parent))
    if isinstance(parent, ast.Compare):
        return node.id in dialect.TYPES and _compares_a_type(parent)
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and node in parent.args:
        if parent.func.id == "isinstance":
            return node.id in dialect.TYPES and node is parent.args[-1]
        return parent.func.id in {"map", "filter"} and node is parent.args[0]
    return False


def _is_range_used_up(call: ast.Call, syntax: Syntax) -> bool:
    return isinstance(syntax.parent(call), ast.For | ast.comprehension | ast.Call | ast.Compare | ast.Starred)


def _is_isinstance(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"


def _compares_a_type(node: ast.Compare) -> bool:
    left = node.left
    return isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "type"


def _imported_name(node: ast.Name, syntax: Syntax) -> Iterator[Fault]:
    module, member = syntax.imported[node.id]
    if syntax.is_annotation(node):
        return
    if member:
        yield from _member_use(node, module, member, syntax)
        return
    parent = syntax.parent(node)
    if not isinstance(parent, ast.Attribute):
        yield Fault.at(node, f"Monty does not take the module {module} as a value")
    else:
        yield from _member_use(parent, module, parent.attr, syntax)


def _member_use(node: ast.expr, module: str, member: str, syntax: Syntax) -> Iterator[Fault]:
    members = dialect.MODULES.get(module, {})
    if module == _TYPING:
        yield Fault.at(node, "Monty is given the module typing in annotations only", "leave it out")
    elif member not in members:
        yield Fault.at(node, f"Monty's {module}.{member} is missing or differs")
    else:
        yield from _call_of_member(node, module, member, syntax)


def _call_of_member(node: ast.expr, module: str, member: str, syntax: Syntax) -> Iterator[Fault]:
    allowed, parent = dialect.MODULES[module][member], syntax.parent(node)
    if allowed is None:
        return
    if not (isinstance(parent, ast.Call) and parent.func is node and _fits(parent, allowed)):
        yield Fault.at(node, f"Monty differs for this use of {module}.{member}")


def _attribute(node: ast.Attribute, syntax: Syntax) -> Iterator[Fault]:
    parent = syntax.parent(node)
    if isinstance(node.value, ast.Name) and node.value.id in syntax.imported:
        if not isinstance(node.ctx, ast.Load):
            yield Fault.at(node, "it changes a module")
        return
    if syntax.is_annotation(node):
        return
    if not (isinstance(parent, ast.Call) and parent.func is node):
        yield Fault.at(node, f"Monty takes methods only where they are called, not .{node.attr} by itself")
        return
    allowed = dialect.METHODS.get(node.attr)
    if node.attr == "encode" and _is_measured_utf8(parent, syntax):
        return
    if allowed is None:
        yield Fault.at(node, f"Monty's .{node.attr}() is missing or differs")
    elif not _fits(parent, allowed):
        yield Fault.at(node, f"Monty differs for .{node.attr}() with these arguments")


def _is_measured_utf8(call: ast.Call, syntax: Syntax) -> bool:
    outer = syntax.parent(call)
    plain = not call.keywords and [ast.unparse(argument) for argument in call.args] in ([], ["'utf-8'"], ["'utf8'"])
    return plain and isinstance(outer, ast.Call) and isinstance(outer.func, ast.Name) and outer.func.id == "len"


def _fits(call: ast.Call, allowed: dialect.Callable_) -> bool:
    if any(isinstance(argument, ast.Starred) for argument in call.args) and allowed.most < dialect.MANY:
        return False
    return allowed.least <= len(call.args) <= allowed.most and all(
        keyword.arg in allowed.keywords for keyword in call.keywords
    )


def _call(node: ast.Call, syntax: Syntax) -> Iterator[Fault]:
    plain = isinstance(node.func, ast.Name | ast.Attribute | ast.Lambda)
    if not plain:
        yield Fault.at(node, "Monty is not given calls of computed functions", "give the function a name")
    if any(keyword.arg is None for keyword in node.keywords):
        yield Fault.at(node, "Monty is not given calls with ** arguments")


def _is_called(node: ast.Name, syntax: Syntax) -> bool:
    parent = syntax.parent(node)
    return isinstance(parent, ast.Call) and parent.func is node


def _await(node: ast.Await, syntax: Syntax) -> Iterator[Fault]:
    call = node.value
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == JUDGE_NAME):
        yield Fault.at(node, f"only {JUDGE_NAME} can be awaited")


def _import(node: ast.Import, syntax: Syntax) -> Iterator[Fault]:
    for alias in node.names:
        yield from _module_faults(node, alias.name, alias.asname or alias.name)


def _import_from(node: ast.ImportFrom, syntax: Syntax) -> Iterator[Fault]:
    if node.level or node.module is None:
        yield Fault.at(node, "there are no relative imports in the sandbox")
        return
    for alias in node.names:
        yield from _module_faults(node, node.module, alias.asname or alias.name)
        if node.module in dialect.MODULES and alias.name not in dialect.MODULES[node.module]:
            yield Fault.at(node, f"Monty's {node.module}.{alias.name} is missing or differs")


def _module_faults(node: ast.stmt, module: str, name: str) -> Iterator[Fault]:
    if module not in dialect.MODULES:
        yield Fault.at(node, f"Monty does not run the module {module} exactly as CPython does")
    elif name.startswith("__") or name in dialect.BUILTINS or name == JUDGE_NAME or name in PARAMETERS:
        yield Fault.at(node, f"the import gives {name} another meaning", "choose another name")


def _nested_function(node: ast.FunctionDef | ast.AsyncFunctionDef, syntax: Syntax) -> Iterator[Fault]:
    if node.decorator_list:
        yield Fault.at(node, "Monty is not given decorators")
    if node.name.startswith("__") or node.name in dialect.BUILTINS:
        yield Fault.at(node, f"the name {node.name} is reserved", "choose another name")
    if node is not syntax.function and not all(map(_is_plain_annotation, syntax.annotations_of(node))):
        yield Fault.at(node, "Monty does not evaluate the annotations of inner functions", "leave them out")


def _is_plain_annotation(node: ast.expr) -> bool:
    return (isinstance(node, ast.Name) and node.id in dialect.TYPES) or isinstance(node, ast.Constant)


def _argument(node: ast.arg, syntax: Syntax) -> Iterator[Fault]:
    if node.arg.startswith("__") or node.arg in dialect.BUILTINS or node.arg == JUDGE_NAME:
        yield Fault.at(node, f"it gives the builtin name {node.arg} another meaning", "choose another name")


def _formatted(node: ast.FormattedValue, syntax: Syntax) -> Iterator[Fault]:
    if node.format_spec is not None:
        yield Fault.at(node, "Monty accepts format specs that CPython refuses")


def _compare(node: ast.Compare, syntax: Syntax) -> Iterator[Fault]:
    for operator, right in zip(node.ops, node.comparators, strict=True):
        if isinstance(operator, ast.Is | ast.IsNot):
            constant = isinstance(right, ast.Constant) and any(right.value is single for single in _SINGLETONS)
            if not constant and not (isinstance(right, ast.Name) and _compares_a_type(node)):
                yield Fault.at(node, "Monty's identity of values differs", "compare with ==")


def _constant(node: ast.Constant, syntax: Syntax) -> Iterator[Fault]:
    if isinstance(node.value, complex | bytes) or node.value is Ellipsis:
        yield Fault.at(node, f"Monty is not given {type(node.value).__name__} values")
    elif isinstance(node.value, str) and any("\ud800" <= character <= "\udfff" for character in node.value):
        yield Fault.at(node, "Monty cannot hold lone surrogates")


def _dict(node: ast.Dict, syntax: Syntax) -> Iterator[Fault]:
    kinds = {type(key.value) for key in node.keys if isinstance(key, ast.Constant)}
    if len(kinds & {int, float, bool}) > 1:
        yield Fault.at(node, "Monty differs on dict keys that are equal but of different types")


def _handler(node: ast.ExceptHandler, syntax: Syntax) -> Iterator[Fault]:
    if node.name is None:
        return
    if node.name.startswith("__") or node.name in dialect.BUILTINS or node.name == JUDGE_NAME:
        yield Fault.at(node, f"it gives the builtin name {node.name} another meaning", "choose another name")
    for inner in syntax.nodes:
        if isinstance(inner, ast.Name) and inner.id == node.name and isinstance(inner.ctx, ast.Load):
            yield Fault.at(inner, "Monty words its exceptions differently", "do not look at the exception")


def _raise(node: ast.Raise, syntax: Syntax) -> Iterator[Fault]:
    if isinstance(node.exc, ast.Call) and (len(node.exc.args) > 1 or node.exc.keywords):
        yield Fault.at(node, "Monty's exceptions take one argument")


_CHECKS: Mapping[type[ast.AST], Callable[[Any, Syntax], Iterator[Fault]]] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.Await: _await,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.FunctionDef: _nested_function,
    ast.AsyncFunctionDef: _nested_function,
    ast.arg: _argument,
    ast.AugAssign: augmented_faults,
    ast.BinOp: lambda node, _syntax: operator_faults(node),
    ast.FormattedValue: _formatted,
    ast.Compare: _compare,
    ast.Constant: _constant,
    ast.Dict: _dict,
    ast.ExceptHandler: _handler,
    ast.Raise: _raise,
}

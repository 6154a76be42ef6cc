"""The part of Python that Monty runs exactly as CPython does; what is not listed here is not given to it.

Every entry was compared with CPython, value by value (`tests/sandbox/test_same_as_cpython.py`). Left out because they
differ or are missing in Monty 1.4: `re` throughout, methods taken as values (``key=str.lower``), ``round`` to digits,
format specs on values that refuse them, ``str.find`` and kin with a start, iterators kept in a variable (they
are lists there), ``hasattr`` on methods, ``set`` order, the clock and random modules.
"""

import ast
import builtins
from collections.abc import Mapping
from dataclasses import dataclass

MANY = 99
"""Stands for any number of arguments."""


@dataclass(frozen=True, slots=True)
class Callable_:  # noqa: N801 - "Callable" is taken
    """How something may be called."""

    most: int = 0
    """Greatest number of positional arguments."""
    keywords: frozenset[str] = frozenset()
    least: int = 0


def _names(text: str) -> list[str]:
    return text.split()


def _calls(most: int, *keywords: str, least: int = 0) -> Callable_:
    return Callable_(most, frozenset(keywords), least)


METHODS: Mapping[str, Callable_] = {
    **dict.fromkeys(
        _names(
            "lower upper title capitalize casefold swapcase isalpha isdigit isnumeric isdecimal isalnum "
            "isspace isupper islower istitle isascii isprintable copy clear reverse items keys values"
        ),
        _calls(0),
    ),
    **dict.fromkeys(
        _names(
            "strip lstrip rstrip join startswith endswith find rfind index rindex count partition rpartition "
            "removeprefix removesuffix append extend remove add discard union intersection difference "
            "symmetric_difference issubset issuperset isdisjoint update zfill"
        ),
        _calls(1),
    ),
    **dict.fromkeys(_names("get setdefault insert ljust rjust center"), _calls(2)),
    "split": _calls(2, "sep", "maxsplit"),
    "rsplit": _calls(2, "sep", "maxsplit"),
    "splitlines": _calls(1, "keepends"),
    "replace": _calls(3),
    "pop": _calls(2),
    "sort": _calls(0, "key", "reverse"),
}
MUTATORS = frozenset(_names("append extend insert remove pop clear reverse sort add discard update setdefault"))

FUNCTIONS: Mapping[str, Callable_] = {
    **dict.fromkeys(_names("len abs ord repr any all reversed"), _calls(1, least=1)),
    **dict.fromkeys(_names("str float bool list tuple set frozenset"), _calls(1)),
    **dict.fromkeys(_names("divmod pow isinstance filter"), _calls(2, least=2)),
    "int": _calls(2),
    "round": _calls(1, least=1),
    "range": _calls(3, least=1),
    "dict": _calls(1),
    "sum": _calls(2, "start", least=1),
    "sorted": _calls(1, "key", "reverse", least=1),
    "min": _calls(MANY, "key", "default", least=1),
    "max": _calls(MANY, "key", "default", least=1),
    "zip": _calls(MANY),
    "map": _calls(MANY, least=2),
    "enumerate": _calls(2, "start", least=1),
    "print": _calls(MANY, "sep", "end"),
}
LAZY_FUNCTIONS = frozenset({"map", "filter", "zip", "enumerate", "reversed"})
TYPES = frozenset({"str", "int", "float", "bool", "list", "tuple", "dict", "set"})
VALUE_FUNCTIONS = TYPES | {"len", "abs", "ord", "min", "max", "sorted", "any", "all", "repr"}
"""Builtins that may be handed on as a value, to ``map`` or as a ``key``."""
EXCEPTIONS = frozenset(
    _names(
        "Exception ValueError TypeError KeyError IndexError LookupError AttributeError ZeroDivisionError "
        "ArithmeticError RuntimeError AssertionError NotImplementedError TimeoutError OverflowError"
    )
)
MODULES: Mapping[str, Mapping[str, Callable_ | None]] = {
    "json": {"loads": _calls(1, least=1), "JSONDecodeError": None},
    "math": {
        **dict.fromkeys(_names("floor ceil sqrt trunc fabs isnan isinf isfinite isqrt factorial"), _calls(1, least=1)),
        **dict.fromkeys(("gcd", "comb"), _calls(2, least=2)),
        "isclose": _calls(2, "rel_tol", "abs_tol", least=2),
        **dict.fromkeys(("pi", "e", "inf", "tau")),
    },
    "typing": dict.fromkeys(_names("Any Dict List Tuple Set Optional Union Iterable Sequence Mapping Callable")),
}
"""Modules and their members: how a function may be called, None for a plain value."""

BUILTINS = frozenset(dir(builtins))

NODES: tuple[type[ast.AST], ...] = (
    *(ast.AsyncFunctionDef, ast.FunctionDef, ast.Lambda, ast.arguments, ast.arg, ast.Return),
    *(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.Nonlocal, ast.Pass, ast.Expr, ast.Assert, ast.Raise),
    *(ast.For, ast.While, ast.If, ast.Break, ast.Continue, ast.Try, ast.ExceptHandler),
    *(ast.Import, ast.ImportFrom, ast.alias),
    *(ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Call, ast.keyword, ast.Starred),
    *(ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Name, ast.Attribute, ast.Subscript, ast.Slice),
    *(ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(ast.withitem, ast.match_case, ast.pattern),  # the statement around them is refused
    *(ast.comprehension, ast.Await, ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop),
)
HINTS: Mapping[type[ast.AST], str] = {
    ast.ClassDef: "use a dict or a tuple",
    ast.With: "use try/finally",
    ast.Delete: "build a new value without the part",
    ast.Yield: "collect the values in a list",
    ast.YieldFrom: "collect the values in a list",
    ast.Match: "use if/elif",
    ast.Global: "use nonlocal or a local variable",
    ast.AsyncFunctionDef: "define it with `def`",
}


def spelt(node: ast.AST) -> str:
    """Return what people call a kind of node, in the plural."""
    return _SPELT.get(type(node), f"{type(node).__name__} nodes")


_SPELT: Mapping[type[ast.AST], str] = {
    ast.ClassDef: "classes",
    ast.With: "`with` statements",
    ast.AsyncWith: "`async with` statements",
    ast.AsyncFor: "`async for` loops",
    ast.Delete: "`del` statements",
    ast.Yield: "`yield` expressions",
    ast.YieldFrom: "`yield` expressions",
    ast.Match: "`match` statements",
    ast.Global: "`global` statements",
    ast.AsyncFunctionDef: "nested `async def` functions",
}

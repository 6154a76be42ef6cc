"""Whether a function may have side effects: change anything that outlives its call, so that a later row would find it.

Decided from the source, and in doubt it can. Rows of a function that cannot share an interpreter; each row of another
has one of its own, which costs a millisecond or two and nothing else. So this decides how fast a function runs, and the
list below need not be long: what a call may touch is its own values, and of modules their functions and constants.
Generators are out, for one that is left behind goes on when it is cleared away, in a later call.
"""

import ast
import builtins
import importlib
from collections.abc import Iterator
from functools import lru_cache
from types import ModuleType
from typing import Final

from spade_core.static_analysis.assertion import JUDGE_NAME, PARAMETERS, Rejection, nodes_in, parse_assertion

_MODULES: Final = frozenset(
    """
    __future__ base64 binascii bisect cmath collections collections.abc copy datetime fractions hashlib heapq html
    itertools json math re spade_core.checks struct time unicodedata
    """.split()  # noqa: SIM905 - read as a list
)
"""Of these, what they export; not the lists, dictionaries and modules among it."""
_MEMBERS: Final = {
    module: frozenset(names.split())
    for module, names in {
        "ast": "literal_eval parse walk",
        "csv": "reader DictReader writer Error",
        "decimal": "Decimal InvalidOperation",
        "difflib": "SequenceMatcher context_diff get_close_matches ndiff unified_diff",
        "emoji": "emoji_count emoji_list is_emoji purely_emoji",
        "functools": "cache cmp_to_key lru_cache partial reduce",
        "io": "StringIO BytesIO",
        "operator": """
            add and_ concat contains countOf eq floordiv ge gt index indexOf itemgetter le lt mod mul ne neg not_ or_
            pow sub truediv truth xor
        """,
        "statistics": """
            StatisticsError correlation covariance fmean geometric_mean harmonic_mean linear_regression mean median
            median_grouped median_high median_low mode multimode pstdev pvariance quantiles stdev variance
        """,
        "string": """
            ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits printable punctuation
            whitespace
        """,
        "textwrap": "dedent fill indent shorten wrap",
        "typing": "Any NamedTuple cast",
        "urllib.parse": """
            parse_qs parse_qsl quote quote_plus unquote unquote_plus urldefrag urlencode urljoin urlparse urlsplit
            urlunparse urlunsplit
        """,
        "yaml": "safe_load YAMLError",
    }.items()
}
"""Of these, what keeps nothing: some of what they have counts, registers, draws lots or calls by name. `emoji` has two
that load languages, and hand on lists of theirs."""
_BUILTINS: Final = frozenset(
    """
    abs all any ascii bin bool bytearray bytes callable chr complex dict divmod enumerate filter float format
    frozenset hex int isinstance issubclass iter len list map max min next oct ord pow print range repr
    reversed round set slice sorted str sum tuple zip
    """.split()  # noqa: SIM905 - read as a list
) | {name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)}
_INSIDE: Final = ("_", "gi_", "cr_", "ag_", "tb_", "f_", "co_", "func_")
"""How names of attributes begin that lead out of a value, to frames and globals."""
_KEEPING: Final = frozenset({"register", "cache_info", "cache_clear", "obj"})
"""Attributes of classes and functions by which they keep something, or tell what they kept; and that of an
AttributeError, which may be a module."""
_EXPRESSIONS: Final = (
    ast.Await | ast.BinOp | ast.BoolOp | ast.Call | ast.Compare | ast.Constant | ast.Dict | ast.GeneratorExp | ast.List
    | ast.ListComp | ast.Name | ast.Subscript | ast.Tuple | ast.UnaryOp | ast.comprehension | ast.keyword
    | ast.boolop | ast.cmpop | ast.expr_context | ast.operator | ast.unaryop
)  # fmt: skip
_VALUES: Final = frozenset(
    """
    abs all any bool dict enumerate filter float int isinstance len list map max min range reversed round set sorted
    str sum tuple type zip
    """.split()  # noqa: SIM905 - read as a list
)
"""Builtins that make values of values: none prints, or tells where an object lies."""
_MOST_GROUPS: Final = 100
"""In a pattern of an expression: `re` goes two calls deeper for each that stands in another."""
_ANNOTATIONS: Final = ("annotation", "returns")
"""What is never evaluated of a function, and of what stands in it."""
_FORMATS: Final = frozenset({"format", "format_map"})
"""Methods that read attributes whose names stand in a text."""
_FLAGS: Final = {"RegexFlag": 0, "compile": 1, "split": 3, "sub": 4, "subn": 4} | dict.fromkeys(
    ("search", "match", "fullmatch", "findall", "finditer"), 2
)
"""Where the functions of `re` take their flags: its caches take 2.0 for 2, which alone is an error."""


@lru_cache(maxsize=4096)
def has_side_effects(source: str) -> bool:
    """Return whether a call of the function may change what a later call finds."""
    function = parse_assertion(source)
    return isinstance(function, Rejection) or _Reader(function).has_side_effects


@lru_cache(maxsize=4096)
def is_one_expression(source: str) -> bool:
    """Return whether the function does nothing but return an expression over `spade_core.checks`, as spade's own do.

    Nothing of such a function can stay when it returns, whoever wrote it: it has no statement, no function inside, and
    calls nothing but checks, `_VALUES`, and methods of texts and those that read a dictionary. Nor does it find out
    what others left in a cache by how deep it stands: it does not call itself, and its patterns are small.
    """
    function = parse_assertion(source)
    if isinstance(function, Rejection) or has_side_effects(source):
        return False
    before = function.body[ast.get_docstring(function) is not None : -1]
    match function.body[-1]:
        case ast.Return(value=ast.expr() as value):
            nodes = list(ast.walk(value))
            calls_itself = any(isinstance(each, ast.Name) and each.id == function.name for each in nodes)
            return not calls_itself and all(map(_is_usual_import, before)) and all(map(_is_usual, nodes))
        case _:
            return False


def _is_usual_import(node: ast.stmt) -> bool:
    match node:
        case ast.ImportFrom(module="spade_core.checks") | ast.Import(names=[ast.alias(name="re")]):
            return True
        case _:
            return False


def _is_usual(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="search"), args=given):
            return bool(given) and _is_shallow_pattern(given[0])
        case ast.Attribute(attr=name):
            return hasattr(str, name) or name in {"get", "items", "keys", "search", "values"}
        case ast.Name(id=name):
            return name in _VALUES or not hasattr(builtins, name)
        case _:
            return isinstance(node, _EXPRESSIONS)


def _is_shallow_pattern(node: ast.expr) -> bool:
    """Return whether it is a pattern that can be compiled however deep the call stands: one that is kept always can."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.count("(") <= _MOST_GROUPS


@lru_cache(maxsize=4096)
def names_in(source: str) -> frozenset[str]:
    """Return the names that the function uses; of one with side effects, all that it could use count as well."""
    function = parse_assertion(source)
    if isinstance(function, Rejection) or has_side_effects(source):
        return frozenset(PARAMETERS)
    return frozenset(node.id for node in nodes_in(function) if isinstance(node, ast.Name))


class _Reader:
    """One function, read for what it touches."""

    def __init__(self, function: ast.AsyncFunctionDef) -> None:
        self._nodes: list[ast.AST] = [function]
        self._parents: dict[ast.AST, ast.AST] = {}
        for node in self._nodes:
            unread = {id(getattr(node, field, None)) for field in _ANNOTATIONS}
            for child in ast.iter_child_nodes(node):
                if id(child) not in unread:
                    self._parents[child] = node
                    self._nodes.append(child)
        self._modules: dict[str, str] = {}
        """Names that stand for a module, and those that stand for one member, dotted."""
        self._given: dict[str, str] = {}
        imports = all(map(self._import, self._nodes))
        self._bound = set(self._bind())
        self.has_side_effects = not imports or not all(map(self._is_harmless, self._nodes))

    def _import(self, node: ast.AST) -> bool:
        """Note what an import binds; return whether all of it is known, and no name stands for two things in turn."""
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                name, target = alias.asname or top, alias.name if alias.asname else top
                if name in self._given or self._modules.setdefault(name, target) != target:
                    return False
            return all(alias.name in _MODULES or alias.name in _MEMBERS for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                name, target = alias.asname or alias.name, f"{node.module}.{alias.name}"
                if name in self._modules or self._given.setdefault(name, target) != target:
                    return False
            return not node.level and (node.module in _MODULES or node.module in _MEMBERS)
        return True

    def _bind(self) -> Iterator[str]:
        for node in self._nodes:
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                yield node.id
            elif isinstance(node, ast.arg):
                yield node.arg
            elif isinstance(
                node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ExceptHandler | ast.MatchAs | ast.MatchStar
            ):
                yield node.name or ""
            elif isinstance(node, ast.MatchMapping):
                yield node.rest or ""

    def _is_harmless(self, node: ast.AST) -> bool:
        match node:
            case ast.Global() | ast.ClassDef() | ast.Yield() | ast.YieldFrom():
                return False
            case ast.MatchClass(kwd_attrs=names):
                return not names
            case ast.Attribute(attr=name, value=value) if name in _FORMATS:
                text = value.value if isinstance(value, ast.Constant) else None
                return isinstance(text, str) and not any(f".{each}" in text for each in (*_INSIDE, *_KEEPING))
            case ast.Attribute(attr=name, ctx=ctx):
                return isinstance(ctx, ast.Load) and not name.startswith(_INSIDE) and name not in _KEEPING
            case ast.Compare(left=left, ops=kinds, comparators=others):
                pairs = zip(kinds, [left, *others], others, strict=False)
                return all(
                    not isinstance(kind, ast.Is | ast.IsNot) or any(map(self._is_one_object, pair))
                    for kind, *pair in pairs
                )
            case ast.Name(id=name, ctx=ast.Load()):
                return self._is_harmless_name(node, name)
            case _:
                return True

    def _is_one_object(self, node: ast.expr) -> bool:
        """Return whether it is the same object in every call: of equal texts a check may return an earlier one."""
        match node:
            case ast.Constant(value=None | True | False):
                return True
            case ast.Call(func=ast.Name(id="type")):
                return not {"type"} & (self._bound | self._given.keys() | self._modules.keys())
            case _:
                return False

    def _is_harmless_name(self, node: ast.AST, name: str) -> bool:
        if name == "type" and name not in self._given:  # to compare it: what calls it makes classes
            call = self._parents[node]
            return isinstance(call, ast.Call) and call.func is node and isinstance(self._parents[call], ast.Compare)
        if (hasattr(builtins, name) and name not in _BUILTINS) or name.startswith("__"):
            return False  # what one scope binds, another may still have from Python
        if name in self._modules:
            if name in self._bound:
                return False
            top, dotted = self._chain(node, self._modules[name])
            return any(
                _is_plain_member(dotted[:at], dotted[at + 1 :].partition(".")[0]) and self._is_harmless_use(top, dotted)
                for at in range(len(dotted))
                if dotted[at] == "." and (dotted[:at] in _MODULES or dotted[:at] in _MEMBERS)
            )
        if name in self._given:
            module, _, member = self._given[name].rpartition(".")
            plain = name not in self._bound and _is_plain_member(module, member)
            return plain and self._is_harmless_use(node, self._given[name])
        return name in self._bound or name in _BUILTINS or name in PARAMETERS or name == JUDGE_NAME

    def _chain(self, node: ast.AST, dotted: str) -> tuple[ast.AST, str]:
        """Return the outermost of the attributes read of a name, and all of them dotted."""
        parent = self._parents[node]
        while isinstance(parent, ast.Attribute) and parent.value is node:
            node, dotted = parent, f"{dotted}.{parent.attr}"
            parent = self._parents[node]
        return node, dotted

    def _is_harmless_use(self, node: ast.AST, dotted: str) -> bool:
        """Return whether a function of `re` is called, and with flags of its own."""
        module, _, member = dotted.rpartition(".")
        if module != "re" or member not in _FLAGS:
            return True
        call = self._parents[node]
        if (
            not isinstance(call, ast.Call)
            or call.func is not node
            or any(isinstance(a, ast.Starred) for a in call.args)
        ):
            return False
        given = [*call.args[_FLAGS[member] :], *(each.value for each in call.keywords if each.arg in {"flags", None})]
        return all(self._is_flags(each) for each in given)

    def _is_flags(self, node: ast.expr) -> bool:
        if isinstance(node, ast.BinOp):
            return isinstance(node.op, ast.BitOr) and self._is_flags(node.left) and self._is_flags(node.right)
        if isinstance(node, ast.Name):
            return self._given.get(node.id, "").startswith("re.")
        return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in self._modules


def _is_plain_member(module: str, name: str) -> bool:
    """Return whether a member of a module is a function, a class or a constant, and no way into the module."""
    if module not in _MODULES or name.startswith("_"):
        return name in _MEMBERS.get(module, ())
    found = importlib.import_module(module)
    if name not in getattr(found, "__all__", dir(found)) or not hasattr(found, name):
        return False
    return not isinstance(getattr(found, name), ModuleType | list | dict | set)

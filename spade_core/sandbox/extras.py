"""What a function needs in the second engine beside the standard library as it stands: `emoji`, every text encoding."""

import ast
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from spade_core.sandbox.child.names import CODECS, EMOJI
from spade_core.sandbox.preflight import Rejection, parse_assertion, preflight
from spade_core.sandbox.syntax import Syntax
from spade_core.sandbox.unsupported import Unsupported
from spade_core.text.steady import steadied

_EMOJI = "emoji"
_NAMES_ENCODINGS = "urllib"
_TEXT_CODERS = ("encode", "decode")
_BYTES = frozenset({"bytes", "bytearray"})
_MAKE_BYTES = frozenset({"encode", "to_bytes"})
_TAKE_AN_ENCODING = _BYTES | {"str"}


@cache
def emoji_folder() -> str:
    """Return the folder of the package `emoji`; empty where it is not installed."""
    spec = find_spec(_EMOJI)
    return next(iter(spec.submodule_search_locations or ()), "") if spec is not None else ""


def emoji_version() -> str:
    """Return the version of the package `emoji`, on which outcomes may depend."""
    try:
        return version(_EMOJI)
    except PackageNotFoundError:
        return "none"


@lru_cache(maxsize=4096)
def order_of(source: str) -> int:
    """Return what the function's zygote must have ready: see `child.names`."""
    modules = preflight(source).modules
    names_encodings = any(module.startswith(_NAMES_ENCODINGS) for module in modules) or _hides_an_encoding(source)
    return (EMOJI if _EMOJI in modules else 0) | (CODECS if names_encodings else 0)


def _hides_an_encoding(source: str) -> bool:
    """Whether the function may name an encoding where the allowlist does not see it: through a name or `getattr`."""
    parsed = parse_assertion(source)
    if isinstance(parsed, Rejection):
        return False
    syntax = Syntax(parsed)
    nodes = [node for node in syntax.nodes if not syntax.is_annotation(node)]
    if any(isinstance(node, ast.Constant) and node.value in _TEXT_CODERS for node in nodes):
        return True
    return any(map(_is_about_bytes, nodes)) and any(_is_handed_on(node, syntax) for node in nodes)


def _is_about_bytes(node: ast.AST) -> bool:
    """Whether the node may make bytes: without any, a type that is handed on has nothing to decode or encode to."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bytes)
    if isinstance(node, ast.Attribute):
        return node.attr in _MAKE_BYTES
    return isinstance(node, ast.Name) and node.id in _BYTES


def _is_handed_on(node: ast.AST, syntax: Syntax) -> bool:
    """Whether it is a type that takes an encoding, used neither in a call that the allowlist sees nor in a check."""
    if not (isinstance(node, ast.Name) and node.id in _TAKE_AN_ENCODING):
        return False
    parent = syntax.parent(node)
    call = syntax.parent(parent) if isinstance(parent, ast.Tuple) else parent
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
        return True
    return call.func is not node and call.func.id not in {"isinstance", "issubclass"}


def not_installed(source: str) -> Unsupported | None:
    """Return why a function that the allowlist accepts cannot run on this machine; None when it can."""
    if _EMOJI not in preflight(source).modules or emoji_folder():
        return None
    imports = (
        node for node in ast.walk(steadied(lambda: ast.parse(source))) if isinstance(node, ast.Import | ast.ImportFrom)
    )
    node = next(node for node in imports if _EMOJI in _modules(node))
    reason = f"the module {_EMOJI} is not installed here"
    return Unsupported(reason, node.lineno, "install the package emoji", node.col_offset)


def _modules(node: ast.Import | ast.ImportFrom) -> list[str]:
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]

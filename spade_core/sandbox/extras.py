"""What a function needs in the second engine beside the standard library as it stands: `emoji`, every text encoding."""

import ast
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from spade_core.sandbox.child.names import CODECS, EMOJI
from spade_core.sandbox.preflight import preflight
from spade_core.sandbox.unsupported import Unsupported
from spade_core.text.steady import steadied

_EMOJI = "emoji"
_NAMES_ENCODINGS = "urllib"


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


def order_of(source: str) -> int:
    """Return what the function's zygote must have ready: see `child.names`."""
    modules = preflight(source).modules
    names_encodings = any(module.startswith(_NAMES_ENCODINGS) for module in modules)
    return (EMOJI if _EMOJI in modules else 0) | (CODECS if names_encodings else 0)


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

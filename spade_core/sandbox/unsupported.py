"""Why a function is not run here: it is no assertion, or it imports a module that the guest does not have."""

import ast
from functools import lru_cache

from spade_core.sandbox.manifest import modules_here
from spade_core.static_analysis import Rejection, nodes_in, parse_assertion


@lru_cache(maxsize=4096)
def unsupported_here(source: str) -> Rejection | None:
    """Return why a function is not run; None when it is. An import in a ``try`` is left to the function."""
    function = parse_assertion(source)
    if isinstance(function, Rejection):
        return Rejection(f"rejected: {function.reason}", function.line)
    nodes = nodes_in(function)
    tried = [each for one in nodes if isinstance(one, ast.Try | ast.TryStar) for each in one.body]
    guarded = {node for each in tried for node in ast.walk(each)}
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) and node not in guarded]
    for node in sorted(imports, key=lambda one: (one.lineno, one.col_offset)):
        if missing := _missing(node):
            before = source.encode("utf-8").splitlines()[node.lineno - 1][: node.col_offset]
            return Rejection(f"the module {missing} is not there", node.lineno, len(before.decode("utf-8")))
    return None


def _missing(node: ast.Import | ast.ImportFrom) -> str:
    if isinstance(node, ast.ImportFrom):
        names = ["." * node.level + (node.module or "")]
    else:
        names = [alias.name for alias in node.names]
    checks = "spade_core.checks."
    return next((name for name in names if name not in modules_here() and not name.startswith(checks)), "")

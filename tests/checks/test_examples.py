"""Each check's entry of the reference: what its docstring shows is true, and each has an example."""

import ast
import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

from spade_core import checks
from tests.checks.page import page
from tests.research import ROOT

MODULES = sorted(each.name for each in pkgutil.iter_modules(checks.__path__))


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    outcome = doctest.testmod(importlib.import_module(f"spade_core.checks.{name}"))
    assert outcome.failed == 0


@pytest.mark.parametrize("name", checks.__all__)
def test_a_check_says_what_it_returns_and_shows_it(name: str) -> None:
    about = getattr(checks, name).__doc__ or ""
    assert about.partition(" ")[0] in ("Tell", "Return", "Count")
    assert f">>> {name}(" in about


def test_the_page_says_what_the_docstrings_say() -> None:
    assert (ROOT / "docs" / "checks.md").read_text(encoding="utf-8") == page(), "make docs writes it anew"


def test_names_at_the_top_of_modules_are_unique_so_that_exports_can_put_them_side_by_side() -> None:
    places: dict[str, str] = {}
    for module in MODULES:
        path = Path(checks.__path__[0]) / f"{module}.py"
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            for name in _names(node):
                assert places.setdefault(name, module) == module, name


def _names(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    if ast.unparse(node).startswith(("__all__ = ", "__all__: list[str] = []", "_T = TypeVar(")):
        return []
    assert not isinstance(node, ast.Assign), "constants are annotated as Final, which exports look for"
    return [node.target.id] if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) else []


def test_importing_the_checks_imports_nothing_heavy() -> None:
    program = "import sys; import spade_core.checks; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    loaded = done.stdout.split()
    # The face of spade_core reads its stub, for which it needs ast.
    assert not {"yaml", "csv", "unicodedata", "xml.parsers.expat", "sqlglot"} & set(loaded)

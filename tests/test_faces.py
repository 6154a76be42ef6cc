"""A package of the core is reached through its face, a stub that says which module has which name."""

import ast
import importlib
from collections import Counter
from pathlib import Path

import grimp
import pytest

CORE = Path(__file__).parents[1] / "spade_core"
STUBS = sorted(CORE.glob("**/__init__.pyi"))

# What counts as the same value has one definition. The guest needs it as well, and it is no check.
PAST = {("spade_core.values.folding", "spade_core.checks.membership")}


def package_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


def test_imports_from_outside_go_through_the_face() -> None:
    graph = grimp.build_graph("spade_core", "spade_server", cache_dir=None)
    packages = {f"spade_core.{init.parent.name}" for init in CORE.glob("*/__init__.py")}
    inner = {module for module in graph.modules if package_of(module) in packages - {module}}
    past = {
        (importer, module)
        for module in inner
        for importer in graph.find_modules_that_directly_import(module)
        if package_of(importer) != package_of(module)
    }
    assert past == PAST


@pytest.mark.parametrize("stub", STUBS, ids=lambda stub: stub.parent.name)
def test_a_face_gives_what_its_stub_says(stub: Path) -> None:
    name = ".".join(stub.parent.relative_to(CORE.parent).parts)
    face = importlib.import_module(name)
    said = {
        alias.name: f"{name}.{node.module}"
        for node in ast.parse(stub.read_text("utf-8")).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert sorted(said) == sorted(dir(face))
    for each, module in said.items():
        assert getattr(face, each) is getattr(importlib.import_module(module), each)


def test_no_two_public_classes_have_one_name() -> None:
    server = CORE.parent / "server" / "spade_server"
    named = Counter(
        node.name
        for path in (*CORE.rglob("*.py"), *server.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert len(named) > 300
    assert [name for name, count in named.items() if count > 1] == []

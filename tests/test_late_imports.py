"""Imports inside functions: only where a program would start later without them, and counted here."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
COMMAND = "a command loads what it does, and no other command's"
ANSWER = "the server answers an editor before it can do everything"
OPTIONAL = "a package that need not be installed, or that few use"

ROOMS = {
    "spade_core/cli": (195, COMMAND),
    "spade_core/pytest_plugin": (5, "pytest loads the plugin in projects that do not use it"),
    "spade_core/checks": (20, "each function that is exported carries its imports"),
    "spade_core/sandbox": (15, "the engine is loaded by who runs functions"),
    "spade_core/models": (20, "the client of models takes longest of all to load"),
    "spade_core/prompt_files": (20, "parsers of formats, loaded by the first file of the format"),
    "spade_core/selection": (10, "the solvers are loaded by who selects"),
    "spade_core/values": (10, OPTIONAL),
    "spade_core/guard": (5, OPTIONAL),
    "spade_core/bulk": (10, OPTIONAL),
    "spade_core/parquet.py": (5, OPTIONAL),
    "spade_core/parquet_process.py": (5, OPTIONAL),
    "spade_core/storage": (5, COMMAND),
    "spade_core/versions": (5, COMMAND),
    "spade_core/report": (5, COMMAND),
    "spade_core/settings": (5, COMMAND),
    "spade_core/application": (5, COMMAND),
    "spade_core/pipeline": (5, COMMAND),
    "server/spade_server": (110, ANSWER),
}


def late_imports() -> Counter[str]:
    """How many imports stand inside functions, by room."""
    found: Counter[str] = Counter()
    for root in ("spade_core", "server"):
        for path in (ROOT / root).rglob("*.py"):
            room = "/".join(path.relative_to(ROOT).parts[:2])
            text = path.read_text("utf-8")
            if not re.search(r"^\s+(?:import|from) ", text, re.MULTILINE):
                continue  # it need not be parsed
            functions = [
                node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            ]
            inside = {
                id(node)
                for function in functions
                for node in ast.walk(function)
                if isinstance(node, ast.Import | ast.ImportFrom)
            }
            if inside:
                found[room] += len(inside)
    return found


@pytest.fixture(scope="module")
def found() -> Counter[str]:
    return late_imports()


def test_they_stand_only_in_rooms_that_have_a_reason(found: Counter[str]) -> None:
    assert found.keys() == ROOMS.keys()


@pytest.mark.parametrize("room", ROOMS)
def test_there_are_no_more_of_them(room: str, found: Counter[str]) -> None:
    most, _ = ROOMS[room]
    assert found[room] <= most

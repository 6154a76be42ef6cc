"""What is exported carries the checks that it calls: it gives the same results where there is no spade."""

import ast
import doctest
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from spade_core import checks
from spade_core.examples import parse_examples
from spade_core.export.embedded_checks import embedded
from spade_core.export.formats import exported
from spade_core.export.kinds import ExportFormat
from spade_core.storage import files_beside, load_assertions

ASSERTIONS = '''\
async def assert_words_of_summary(example: dict, prompt: str, response: str) -> bool:
    """The summary has at most six words."""
    from spade_core.checks import section, words

    return 0 < words(section(response, "SUMMARY")) <= 6


async def assert_table_of_ages(example: dict, prompt: str, response: str) -> bool:
    from spade_core.checks import cells_of, number_between

    return all(number_between(cell, 0, 120) for cell in cells_of(response, "age"))


async def assert_list_and_manners(example: dict, prompt: str, response: str) -> bool:
    from spade_core.checks import items, no_closing, no_preamble
    from spade_core.checks import lines as count_of_lines

    items = items(response)
    return items != 1 and count_of_lines(response) > 0 and no_preamble(response) and no_closing(response)


async def assert_json_or_french(example: dict, prompt: str, response: str) -> bool:
    from spade_core.checks import in_language, is_json, values; import re

    return bool(re.match("[A-Z#|{-]", response)) and (is_json(response) or in_language(response, example["language"]))
'''
RESPONSES = (
    "# SUMMARY\n\nThe cat sat on the mat.\n\n# IDEAS\n\n- one\n- two",
    "**Summary:** too long a summary to be kept by this one\n\n- one",
    "| Name | Age |\n|---|---|\n| Ada | 36 |\n| Bob | 400 |",
    "Sure! Here is the list:\n\n- one\n- two\n\nLet me know if you need more.",
    '{"summary": "short", "ages": [1, 2]}',
    "Le chat est sur la table et il dort.",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "note.prompt.md").write_text("Sum up {language}.\n")
    (tmp_path / "note.assertions.py").write_text(ASSERTIONS, encoding="utf-8")
    return tmp_path


def run_alone(folder: Path, program: str) -> str:
    """Return what a program prints under a Python that sees the folder and its own library, and no package."""
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(folder)!r})\n{program}"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60)  # noqa: S603
    assert done.stderr == ""
    return done.stdout


def export(folder: Path, kind: ExportFormat) -> Path:
    files = files_beside(folder / "note.prompt.md")
    made = exported(kind, files, load_assertions(files), parse_examples("", "note").examples, everything=True)
    (folder / made.name).write_text(made.text, encoding="utf-8")
    return folder / made.name


def failures_here(response: str) -> list[str]:
    """Return what the assertions say with the checks of spade itself."""
    import asyncio

    names: dict[str, object] = {}
    exec(ASSERTIONS, names)  # noqa: S102  (our own text)
    found = re.findall(r"def (assert_\w+)", ASSERTIONS)
    example = {"language": "French"}
    return [name for name in found if not asyncio.run(names[name](example, "", response))]  # type: ignore[operator]


def test_the_module_gives_the_same_results_where_there_is_no_spade(folder: Path) -> None:
    made = export(folder, ExportFormat.PYTHON)
    assert "spade_core" not in made.read_text(encoding="utf-8")
    (folder / "responses.json").write_text(json.dumps(RESPONSES))
    program = (
        f"import json, {made.stem} as m\n"
        f"responses = json.load(open({str(folder / 'responses.json')!r}))\n"
        "print(json.dumps([m.failures(each, {'language': 'French'}) for each in responses]))"
    )
    told = json.loads(run_alone(folder, program))
    assert told == [failures_here(response) for response in RESPONSES]
    assert {name for names in told for name in names} == set(re.findall(r"def (assert_\w+)", ASSERTIONS))


def test_promptfoo_gets_the_same_verdicts(folder: Path) -> None:
    made = export(folder, ExportFormat.PROMPTFOO)
    verdict = f"m.get_assert({RESPONSES[3]!r}, {{'vars': {{'language': 'French'}}}})"
    told = run_alone(folder, f"import {made.stem} as m; print({verdict}['reason'])")
    assert told.strip() == f"fails {', '.join(failures_here(RESPONSES[3]))}"


def test_the_test_file_runs_beside_checks_that_have_names_of_its_own_helpers(folder: Path) -> None:
    rows = [{"example": {"language": "French"}, "response": RESPONSES[1], "label": "bad"}]
    (folder / "note.examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    made = export(folder, ExportFormat.PYTEST)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", made.name]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)  # noqa: S603
    assert "2 passed, 1 skipped" in done.stdout, done.stdout


@pytest.mark.parametrize("name", checks.__all__)
def test_each_check_comes_with_all_that_it_needs(name: str) -> None:
    made = embedded([f"def f():\n    from spade_core.checks import {name}\n    return {name}\n"])
    namespace: dict[str, object] = {}
    exec("\n".join((*made.imports, made.code, *made.sources)), namespace)  # noqa: S102  (our own text)
    about = inspect.getdoc(getattr(checks, name)) or ""
    test = doctest.DocTestParser().get_doctest(about, namespace, name, None, None)
    said: list[str] = []
    assert doctest.DocTestRunner().run(test, out=said.append).failed == 0, "".join(said)
    assert made.packages == (("PyYAML",) if "import yaml" in made.code else ())
    assert made.packages or name not in ("is_yaml", "has_keys", "values")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("from spade_core.checks import words\n    return words(r)", "return words(r)"),
        ("from spade_core.checks import words; return words(r)", "return words(r)"),
        ("import re; from spade_core.checks import words\n    return words(r)", "import re\n    return words(r)"),
        ("from spade_core.checks import (\n        words,\n    )\n    return words(r)", "return words(r)"),
        ("from spade_core.checks import words as w\n    return w(r)", 'w = globals()["words"]\n    return w(r)'),
        (
            "if r:\n        from spade_core.checks import words\n    return words(r)",
            "if r:\n        pass\n    return words(r)",
        ),
    ],
)
def test_an_import_of_checks_goes_and_all_else_stays(body: str, expected: str) -> None:
    made = embedded([f"def f(r):\n    {body}\n"])
    assert made.sources == (f"def f(r):\n    {expected}\n",)


@pytest.mark.parametrize("kind", [ExportFormat.PYTHON, ExportFormat.PYTEST, ExportFormat.PROMPTFOO])
def test_no_name_at_the_top_of_a_file_stands_for_two_things(folder: Path, kind: ExportFormat) -> None:
    every = "".join(f"    from spade_core.checks import {name}\n" for name in checks.__all__)
    source = f"async def assert_all(example: dict, prompt: str, response: str) -> bool:\n{every}    return True\n"
    (folder / "note.assertions.py").write_text(source, encoding="utf-8")
    names: list[str] = []
    for node in ast.parse(export(folder, kind).read_text(encoding="utf-8")).body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.append(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names.append(name)
            case ast.Import(names=imported) | ast.ImportFrom(names=imported):
                names.extend(alias.asname or alias.name for alias in imported)
            case _:
                pass
    assert len(names) > len(checks.__all__)
    assert len(names) == len(set(names))


def test_without_checks_nothing_is_added(folder: Path) -> None:
    made = embedded(["def f(r):\n    return 'from spade_core.checks import words' in r\n"])
    assert (made.imports, made.code) == ((), "")
    assert made.sources == ("def f(r):\n    return 'from spade_core.checks import words' in r\n",)

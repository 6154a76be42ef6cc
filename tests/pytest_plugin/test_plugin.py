"""The plugin in the real pytest, in projects of its users."""

import json
from pathlib import Path

import pytest

import spade_core.pytest_plugin.labelled
import spade_core.pytest_plugin.responses  # noqa: F401 - what is imported before a run in this process is imported once
from tests.cli.workspace import LONG, ROWS, make_workspace
from tests.command import spade

pytest_plugins = ["pytester"]

# pytest-lsp stops every test that is no function; asyncio's warns of what these projects do not set.
WITHOUT = ("-p", "no:pytest-lsp", "-p", "no:asyncio")

ON_RESPONSES = """
import pytest

@pytest.fixture(scope="module", params=["Alien", "Heat"])
def response(request):
    return {"Alien": "Watch Alien tonight. Enjoy!", "Heat": "Heat \\x1b[31m is a film."}[request.param]

@pytest.mark.spade("note.prompt.md")
def test_note(spade_assertion, response):
    spade_assertion(response, example={"movie_name": "any"})
"""


@pytest.fixture(scope="module")
def selected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_workspace(tmp_path_factory.mktemp("selected"))
    assert spade(folder, "select").returncode == 0
    return folder


@pytest.fixture
def project(pytester: pytest.Pytester, selected: Path) -> pytest.Pytester:
    for path in selected.iterdir():
        if path.is_file():
            (pytester.path / path.name).write_bytes(path.read_bytes())
    return pytester


def run(project: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return project.runpytest_inprocess(*WITHOUT, *arguments)


def test_off_it_collects_nothing_and_imports_nothing_of_spade(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import sys

        def test_imports():
            assert sorted(name for name in sys.modules if name.startswith("spade")) == [
                "spade_core", "spade_core.pytest_plugin"
            ]
        """
    )
    project.runpytest_subprocess(*WITHOUT).assert_outcomes(passed=1)


def test_an_assertion_and_a_good_example_are_a_test_and_so_is_a_bad_example(project: pytest.Pytester) -> None:
    done = run(project, "--spade", "-v")
    done.assert_outcomes(passed=2 * 4 + 4)
    done.stdout.fnmatch_lines(["note.spade.json::assert_*[[]r0[]] PASSED*", "note.spade.json::the_set[[]r7[]] PASSED*"])
    project.makeini("[pytest]\nspade = true\naddopts = --strict-markers")
    assert run(project, "-k", "the_set", "-m", "spade").parseoutcomes() == {"passed": 4, "deselected": 8}


def test_a_set_without_labelled_examples_is_one_test_that_is_skipped(project: pytest.Pytester) -> None:
    (project.path / "note.examples.jsonl").unlink()
    assert spade(project.path, "select", "--method", "no-examples").returncode == 0
    done = run(project, "--spade", "-m", "spade", "-rs")
    done.assert_outcomes(skipped=1)
    done.stdout.fnmatch_lines(["*no labelled example stands beside note.spade.json*"])


def test_they_run_on_several_workers(project: pytest.Pytester) -> None:
    run(project, "--spade", "-n", "2").assert_outcomes(passed=12)


def test_what_the_labels_contradict_is_expected_while_the_set_keeps_its_promise(project: pytest.Pytester) -> None:
    examples = project.path / "note.examples.jsonl"
    more = {"id": "odd\x1b[31m::", "response": LONG, "label": "good", "example": {"movie_name": "Alien"}}
    examples.write_text(examples.read_text("utf-8") + json.dumps(more) + "\n", encoding="utf-8")
    run(project, "--spade").assert_outcomes(passed=13, xfailed=1)
    record = project.path / "note.spade.json"
    record.write_text(record.read_text("utf-8").replace('"tau": 0.25', '"tau": 0.1'), encoding="utf-8")
    done = run(project, "--spade")
    done.assert_outcomes(passed=13, failed=1)
    done.stdout.fnmatch_lines(
        [
            "Labelled good, and fails: odd<U+001B>[[]31m::",
            "  assert_*11_words",
            "    *11 words*(note.prompt.md:2)",
            "  response: This is a very long note*",
            "  The set: its FFR 0.200 (1 of 5) is not at most 0.1",
        ]
    )
    assert "\x1b" not in done.stdout.str()
    assert run(project, "--spade", "--lf").parseoutcomes()["failed"] == 1


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("note.spade.json", "{", "note.spade.json:1: not JSON"),
        ("note.examples.jsonl", "{", "note.examples.jsonl:1: not JSON"),
        ("note.assertions.py", "", "is selected but no longer in the file"),
        (
            "note.spade.json",
            '{"format": 1, "prompt": "../x", "selection": {"chosen": ["a"]}}',
            "is selected but no longer in",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_an_error(project: pytest.Pytester, name: str, text: str, said: str) -> None:
    (project.path / name).write_text(text, encoding="utf-8")
    done = run(project, "--spade")
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines([f"*{said}*"])


def test_a_set_whose_prompt_is_gone_is_an_error(project: pytest.Pytester) -> None:
    (project.path / "note.prompt.md").unlink()
    done = run(project, "--spade")
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(["*note.spade.json: stands beside no prompt*"])


def test_responses_of_a_fixture_are_checked_by_each_assertion(project: pytest.Pytester) -> None:
    project.makepyfile(test_app=ON_RESPONSES)
    done = run(project, "-v")
    done.assert_outcomes(passed=3, failed=1)
    done.stdout.fnmatch_lines(
        ["test_app.py::test_note[[]*-assert_*[]] FAILED*", "these fail*", "  response: Heat <U+001B>[[]31m is a film."]
    )
    again = run(project, "--lf", "-n", "1")
    again.assert_outcomes(failed=1)


@pytest.mark.parametrize(
    ("marker", "said"),
    [
        ("", "*spade_assertion needs @pytest.mark.spade*"),
        ('@pytest.mark.spade("other.prompt.md")', "*other.prompt.md: no such file*"),
        ('@pytest.mark.spade("new.prompt.md")', "*nothing is selected yet*"),
        ('@pytest.mark.spade("new.prompt.md:OTHER")', "*new.prompt.md: no prompt named 'OTHER'*"),
    ],
)
def test_a_test_of_no_set_says_so(project: pytest.Pytester, marker: str, said: str) -> None:
    (project.path / "new.prompt.md").write_text("Be brief.\n", encoding="utf-8")
    project.makepyfile(f"import pytest\n{marker}\ndef test_it(spade_assertion):\n    pass\n")
    done = run(project)
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines([said])


def test_an_assertion_that_needs_a_judge_is_skipped_and_one_that_breaks_fails(project: pytest.Pytester) -> None:
    file = project.path / "note.assertions.py"
    names = [line.split()[2].partition("(")[0] for line in file.read_text("utf-8").splitlines() if "async def" in line]
    bodies = ['return await ask_llm(prompt, response, "Is it polite?")', "return 1 / 0 > 0"]
    head = "async def {}(example: dict, prompt: str, response: str) -> bool:\n    {}\n\n\n"
    chosen = json.loads((project.path / "note.spade.json").read_text("utf-8"))["selection"]["chosen"]
    assert set(chosen) <= set(names)
    file.write_text("".join(map(head.format, chosen, bodies)), encoding="utf-8")
    project.makepyfile(test_app=ON_RESPONSES.replace('params=["Alien", "Heat"]', 'params=["Alien"]'))
    done = run(project, "-rs")
    done.assert_outcomes(skipped=1, failed=1)
    done.stdout.fnmatch_lines(["*could not be checked: errored: *ZeroDivisionError*", "*asks a judge: *"])


def test_functions_run_in_the_sandbox_alone(project: pytest.Pytester) -> None:
    file = project.path / "note.assertions.py"
    text = f"import pathlib\npathlib.Path('out').write_text('x')\n{file.read_text('utf-8')}"
    file.write_text(text, encoding="utf-8")
    run(project, "--spade")
    assert not (project.path / "out").exists()
    assert len(ROWS) == 8

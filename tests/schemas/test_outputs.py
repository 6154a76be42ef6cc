"""Each output of the commands, as they print it, is as its schema says; `tests.command` holds every other run to it."""

import json
from pathlib import Path

import pytest

from spade_core.testing.loopback import LoopbackServer
from tests.cli.workspace import make_workspace
from tests.command import spade
from tests.repositories import git
from tests.schemas.checking import hold_to_schema, validator_of
from tests.schemas.making import output_types

RUNS: dict[str, tuple[str, ...]] = {
    "error": ("history", "gone.prompt.md"),
    "history": ("history", "note.prompt.md"),
    "history-why": ("history", "--why"),
    "generate": ("generate",),
    "estimate": ("generate", "--estimate"),
    "evaluate": ("evaluate",),
    "select": ("select",),
    "select-branch": ("select", "--branch", "update"),
    "report": ("report",),
    "label": ("label",),
    "check": ("check",),
    "check-labelled": ("check", "--labelled"),
    "check-results": ("check", "--results", "results"),
    "export": ("export", "--format", "inspect"),
    "import": ("import", "note.inspect.jsonl", "--dry-run"),
    "collect": ("collect", "note.examples.jsonl", "--dry-run"),
    "demonstrations": ("demonstrations",),
    "doctor": ("doctor",),
    "trust": ("trust",),
    "adopt": ("adopt", "renamed.prompt.md", "--from", "note"),
    "history-list": ("history",),
    "demo": ("demo", "made"),
}
"""In this order; what is not among them needs a model."""


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = make_workspace(tmp_path_factory.mktemp("w"))
    git(folder, "config", "user.name", "Ada")
    git(folder, "config", "user.email", "ada@example.org")
    found = {}
    for name, arguments in RUNS.items():
        if name == "adopt":
            (folder / "note.prompt.md").rename(folder / "renamed.prompt.md")
        if name == "history-list":
            (folder / "other.prompt.md").write_text("Write about {topic}. Use at most 9 words.\n")
        found[name] = spade(folder, *arguments, "--json").stdout
    return found


@pytest.mark.parametrize("name", RUNS)
def test_an_output_is_as_its_schema_says(printed: dict[str, str], name: str) -> None:
    faults = [each.message for each in validator_of(name).iter_errors(json.loads(printed[name]))]
    assert faults == [], printed[name][:400]


def test_what_a_model_answers_is_as_its_schema_says(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path, rows=[("", None)])
    with LoopbackServer(lambda _: "Watch it.") as server:
        (folder / "spade.toml").write_text(f'model = "m"\nbase_url = "{server.url}"\n')
        assert spade(folder, "trust").returncode == 0
        printed = spade(folder, "respond", "--yes", "--json").stdout
    assert not list(validator_of("respond").iter_errors(json.loads(printed))), printed


def test_no_output_is_left_out() -> None:
    assert {*RUNS, "respond"} == set(output_types())


def test_a_key_too_many_and_a_key_that_lacks_are_noticed() -> None:
    for value in ({"examples": "", "labelled": 1, "left": 1, "more": 1}, {"examples": "", "labelled": 1}):
        with pytest.raises(AssertionError, match=r"more|left"):
            hold_to_schema(["label", "--json"], json.dumps(value))

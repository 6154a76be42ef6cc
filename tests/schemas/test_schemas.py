"""The published schemas are those of the types, and say of settings, examples and records what spade says."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from spade_core.cli.command_line import application
from spade_core.errors import SettingsError
from spade_core.schemas import NAMES, VERSION, schema_named
from spade_core.settings import settings_from
from tests.cli.workspace import make_workspace
from tests.command import spade
from tests.schemas.checking import names_of
from tests.schemas.making import made

ROOT = Path(__file__).parents[2]
PACKAGE = json.loads((ROOT / "package.json").read_text("utf-8"))


def takes(name: str, value: object) -> bool:
    return bool(Draft202012Validator(json.loads(schema_named(name))).is_valid(value))


def test_the_published_files_are_made_from_the_types() -> None:
    assert {name: schema_named(name) for name in NAMES} == dict(made()), "make docs writes them"


@pytest.mark.parametrize("name", NAMES)
def test_each_is_a_schema_of_this_version(name: str) -> None:
    schema = json.loads(schema_named(name))
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"urn:spade-assertions:schema:v{VERSION}:{name}"


def test_every_command_with_json_has_a_schema() -> None:
    import inspect

    commands = application().registered_commands
    names = {each.name: inspect.signature(each.callback) for each in commands if each.callback}
    lacking = {name for name, said in names.items() if "as_json" in said.parameters and not names_of(str(name))}
    assert lacking == set()


def test_the_command_prints_them(tmp_path: Path) -> None:
    assert spade(tmp_path, "schema").stdout.split() == list(NAMES)
    assert spade(tmp_path, "schema", "record").stdout == schema_named("record")
    assert spade(tmp_path, "schema", "other").returncode == 2


@pytest.mark.parametrize("page", ["files.md", "models.md", "values.md", "context.md", "../README.md"])
def test_settings_in_the_documentation_are_as_the_schema_says(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    for block in re.findall(r"^```toml\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        table = tomllib.loads(block)
        assert takes("settings", table.get("tool", {}).get("spade", table)), block


TABLES: tuple[dict[str, object], ...] = (
    {"alpha": 0.5, "tau": 1},
    {"alpha": 1.5},
    {"alhpa": 0.5},
    {"method": "greedy"},
    {"models": False},
    {"models": ["a", {"name": "b", "base_url": "http://localhost:1/v1"}]},
    {"models": [{"base_url": "http://localhost:1/v1"}]},
    {"models": True},
    {"prices": {"a": [1, 2]}},
    {"prices": {"a": [1]}},
    {"values": {"films": "films.txt", "stars": {"path": "a.db", "query": "select 1"}}},
    {"values": {"films": {"file": "films.txt"}}},
    {"per_prompt": {"a.txt": {"alpha": 0.1}}},
    {"per_prompt": {"a.txt": {"model": "m"}}},
    {"prefer": "no-judge", "prompts": "a.txt"},
    {"prefer": ["fast"]},
    {"judge": "no"},
)


@pytest.mark.parametrize("table", TABLES)
def test_the_schema_takes_the_settings_that_spade_takes(table: dict[str, object]) -> None:
    try:
        settings_from(table, where="spade.toml")
    except SettingsError:
        assert not takes("settings", table)
    else:
        assert takes("settings", table)


def test_examples_and_records_are_as_the_schemas_say(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    assert spade(folder, "select").returncode == 0
    assert takes("record", json.loads((folder / "note.spade.json").read_text("utf-8")))
    assert not takes("record", {"format": "1"})
    lines = (folder / "note.examples.jsonl").read_text("utf-8").splitlines()
    assert all(takes("example", json.loads(line)) for line in lines)
    assert takes("example", {"response": "", "label": None, "team": "a"})
    assert not takes("example", {"response": 1})
    assert not takes("example", {"response": "", "label": "fine"})


def test_the_editor_checks_records_by_the_published_schema() -> None:
    [validated] = PACKAGE["contributes"]["jsonValidation"]
    assert validated["fileMatch"] == "*.spade.json"
    assert (ROOT / validated["url"]).is_file()
    assert validated["url"].removeprefix("./") in PACKAGE["files"]

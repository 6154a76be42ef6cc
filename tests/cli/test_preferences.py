"""`spade select` with what a person requires, forbids and prefers."""

import json
from pathlib import Path

from tests.cli.workspace import make_workspace
from tests.command import spade


def test_what_a_person_requires_and_forbids_is_obeyed_and_told(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    plain = json.loads(spade(folder, "select", "--json").stdout)
    dropped = plain["selected"][0]["name"]
    kept = plain["selected"][1]["name"]
    done = spade(
        folder, "select", "--require", kept, "--forbid", dropped, "--prefer", "no-judge", "--alpha", "0.5", "--json"
    )
    answer = json.loads(done.stdout)
    assert {each["name"]: each["required"] for each in answer["selected"]}[kept] is True
    assert {each["name"]: each["reason"] for each in answer["left_out"]}[dropped] == "forbidden by you"
    wrong = spade(folder, "select", "--require", kept[:-1])
    assert wrong.returncode == 2
    assert f'did you mean "{kept}"' in wrong.stderr


def test_preferences_of_one_prompt_come_from_the_settings(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    assert spade(folder, "generate").returncode == 0
    settings = folder / "spade.toml"
    settings.write_text('[per_prompt."note.prompt.md"]\nforbid = ["assert_absent"]\n', encoding="utf-8")
    wrong = spade(folder, "select")
    assert wrong.returncode == 4
    assert 'spade.toml: forbid: there is no assertion called "assert_absent"' in wrong.stderr
    names = [
        line.split()[2].split("(")[0]
        for line in (folder / "note.assertions.py").read_text("utf-8").splitlines()
        if line.startswith("async def ")
    ]
    settings.write_text(f'[per_prompt."note.prompt.md"]\nforbid = {json.dumps(names)}\n', encoding="utf-8")
    nothing = spade(folder, "select")
    assert nothing.returncode == 3
    assert "without what you forbid, " in nothing.stdout

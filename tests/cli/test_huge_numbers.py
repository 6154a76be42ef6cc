"""A whole number that no floating-point number holds, wherever a file may have one."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.workspace import make_workspace
from tests.command import spade

HUGE = 10**400


@pytest.mark.parametrize("setting", ["alpha", "budget", "model_timeout", "prices = { small = [{}, 1] }"])
def test_in_the_settings_it_is_named(tmp_path: Path, setting: str) -> None:
    folder = make_workspace(tmp_path)
    text = setting.replace("{}", str(HUGE)) if "{}" in setting else f"{setting} = {HUGE}"
    (folder / "spade.toml").write_text(f"{text}\n", encoding="utf-8")
    done = spade(folder, "history")
    assert done.returncode == 4
    assert f"spade.toml:1: {setting.partition(' ')[0]} must be" in done.stderr


def test_in_the_record_it_is_named(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    record = {"format": 1, "selection": {"method": "coverage", "alpha": HUGE}}
    (folder / "note.spade.json").write_text(json.dumps(record, indent=2), encoding="utf-8")
    done = spade(folder, "check")
    assert done.returncode == 4
    assert 'note.spade.json:5: "alpha" is 10000' in done.stderr


def test_as_the_score_of_an_example_it_is_none(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    (folder / "note.assertions.py").write_text(
        "async def assert_score(example: dict, prompt: str, response: str) -> bool:\n"
        '    return example["scores"]["faithfulness"] < 1\n',
        encoding="utf-8",
    )
    row = {"response": "x", "label": "good", "example": {"scores": {"faithfulness": HUGE}}}
    (folder / "note.examples.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    done = spade(folder, "evaluate", "--estimate", "--json", environ={**os.environ, "SPADE_MODEL": "small"})
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["estimate"]["calls"] == 0  # there is no context to score it by

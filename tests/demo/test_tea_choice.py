"""The second example: what it says of itself is so, and the command runs the whole chain on it."""

import json
from pathlib import Path

from spade_core.checks import words
from spade_core.demo import TEA_CHOICE, replay_demo
from spade_core.testing.loopback import LoopbackServer
from spade_core.versions.git_history import read_history
from tests.command import spade
from tests.demo.judging import counting
from tests.synthesis.asking import environment


def test_its_history_is_that_of_the_shop(tmp_path: Path) -> None:
    history = read_history(replay_demo(tmp_path, demo=TEA_CHOICE).prompt)
    assert [v.template.text.strip() for v in history.versions[1:]] == [v.text.strip() for v in TEA_CHOICE.versions]


def test_each_label_is_right() -> None:
    teas = TEA_CHOICE.others["catalogue.txt"].splitlines()
    assert len(set(teas)) == len(teas) == 40
    for line in TEA_CHOICE.examples.splitlines():
        row = json.loads(line)
        said = json.loads(row["response"])
        is_good = said["tea"] in teas and words(said["why"]) <= 25
        assert row["label"] == ("good" if is_good else "bad"), line


def test_the_command_selects_the_set_and_names_the_tea_that_is_meant(tmp_path: Path) -> None:
    folder = tmp_path / "tea"
    made = spade(tmp_path, "demo", str(folder), "--catalogue", "--json")
    assert made.returncode == 0, made.stderr
    assert (folder / "tea_choice.report.html").exists()
    done = spade(folder, "check", "--correct", "copies.jsonl")
    assert done.returncode == 1
    assert "'Lapsang Suchong' is not in catalogue: probably 'Lapsang Souchong'" in done.stdout
    assert "'Pearls, Jasmine' is not in catalogue: probably 'Jasmine Pearls'" in done.stdout
    assert "'Moonlight White' is not in catalogue: nothing near" in done.stdout
    assert "'Pu-Erh 2008' is not in catalogue: probably" not in done.stdout


def test_with_a_judge_the_command_catches_every_bad_response_and_asks_once(tmp_path: Path) -> None:
    folder = tmp_path / "tea"
    assert spade(tmp_path, "demo", str(folder), "--catalogue").returncode == 0
    with LoopbackServer(counting) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        evaluated = spade(folder, "evaluate", "--yes", environ=environ)
        assert evaluated.returncode == 0, evaluated.stderr
        asked = len(server.calls)
        selected = json.loads(spade(folder, "select", "--alpha", "1", "--json", environ=environ).stdout)
        reported = spade(folder, "report", environ=environ)
    assert 0 < asked == len(server.calls)
    assert {each["name"] for each in selected["selected"]} == {
        "assert_tea_in_catalogue",
        "assert_value_of_why_has_at_most_25_words",
    }
    assert (selected["coverage"]["value"], selected["ffr"]["value"]) == (1, 0)
    assert reported.returncode == 0, reported.stderr

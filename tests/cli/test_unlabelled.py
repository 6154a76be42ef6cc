"""`spade select` where a judge has a verdict on many responses without a label."""

import json
from pathlib import Path

from spade_core.testing.loopback import LoopbackServer
from tests.synthesis.asking import environment, kind_judge, make_kind_workspace, spade


def _rows(folder: Path, *, judged: bool) -> None:
    """40 labelled and 120 unlabelled responses; a judge of the person's own errs on every eighth."""
    lines = []
    for number in range(160):
        good = number % 5 > 1
        row: dict[str, object] = {"id": f"r{number}", "response": f"{'A kind' if good else 'A cold'} word {number}."}
        row["label"] = ("good" if good else "bad") if number < 40 else None
        if judged:
            row["judged"] = good == (number % 8 > 0)
        lines.append(json.dumps(row))
    (folder / "note.examples.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_verdicts_beside_the_examples_give_intervals_without_a_model(tmp_path: Path) -> None:
    folder = make_kind_workspace(tmp_path / "w")
    assertion = (
        'async def assert_kind(example: dict, prompt: str, response: str) -> bool:\n    return "kind" in response\n'
    )
    (folder / "note.assertions.py").write_text(assertion, encoding="utf-8")
    _rows(folder, judged=True)
    environ = environment(tmp_path / "home")
    answer = json.loads(spade(folder, environ, "select", "--json").stdout)
    powered = answer["evidence"]["prediction_powered"]
    assert (powered["labelled"], powered["unlabelled"]) == (40, 120)
    assert powered["coverage_interval"][1] == 1.0
    shown = spade(folder, environ, "select").stdout
    assert "with a judge's word on 120 unlabelled responses (prediction-powered): coverage" in shown
    _rows(folder, judged=False)
    plain = spade(folder, environ, "select", "--json", "--unlabelled")
    assert json.loads(plain.stdout)["evidence"]["prediction_powered"] is None
    assert "--unlabelled changes nothing" in plain.stderr


def test_the_model_is_asked_about_unlabelled_responses_only_when_that_is_wanted(tmp_path: Path) -> None:
    folder = make_kind_workspace(tmp_path / "w")
    _rows(folder, judged=False)
    with LoopbackServer(kind_judge) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        plain = spade(folder, environ, "select", "--json")
        before = len(server.calls)
        asked = spade(folder, environ, "select", "--json", "--unlabelled")
        after = len(server.calls)
    assert (before, after) == (40, 160)
    assert json.loads(plain.stdout)["evidence"]["prediction_powered"] is None
    assert json.loads(asked.stdout)["evidence"]["prediction_powered"]["unlabelled"] == 120
    assert "about 120 calls" in asked.stderr

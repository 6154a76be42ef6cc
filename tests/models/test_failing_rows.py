"""Rows that fail, beside others that do not: what they cost, and when a model is given up for them."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from spade_core.testing.loopback import Answer, Call
from tests.models.test_servers import evaluated, many_responses, responded
from tests.synthesis.asking import kind_judge, make_kind_workspace

SILENT = Answer(delay=60)
CUT = Answer("A kind and endless word " * 9, finish="length")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return make_kind_workspace(tmp_path / "work")


def film_of(call: Call) -> int:
    """Return the number of the film that a call is about."""
    return int(re.findall(r"Film (\d+)", call.last)[-1])


def on(rows: range, answer: Answer) -> Callable[[Call], Answer]:
    """Return a server that answers so about these films, and with a kind word, or a verdict, about the others."""

    def play(call: Call) -> Answer:
        if film_of(call) in rows:
            return answer
        return kind_judge(call) if "<response-" in call.last else Answer("A kind word.")

    return play


@pytest.mark.parametrize(("silent", "outcomes"), [(range(1), "-" + "P" * 9), (range(2), "--" + "P" * 8)])
def test_a_server_that_is_silent_on_the_first_rows_answers_the_others(
    workspace: Path, tmp_path: Path, silent: range, outcomes: str
) -> None:
    (workspace / "spade.toml").write_text("model_timeout = 0.5\nmax_in_flight = 1\n", encoding="utf-8")
    found, told, server = evaluated(many_responses(workspace, 10), tmp_path, on(silent, SILENT))
    assert (found, len(server.calls)) == (outcomes, 10), told
    assert told.count("nothing new came for 1.5 s") == 1


def test_a_server_that_is_silent_on_all_rows_is_given_up_after_a_few_and_that_is_said_once(
    workspace: Path, tmp_path: Path
) -> None:
    (workspace / "spade.toml").write_text("model_timeout = 0.5\n", encoding="utf-8")
    found, told, server = evaluated(many_responses(workspace, 40), tmp_path, lambda _: SILENT)
    assert (found, len(server.calls)) == ("-" * 40, 3)
    assert told.count("nothing new came for 1.5 s") == 1, told


@pytest.mark.parametrize("cut", [range(4), range(2, 10)])
@pytest.mark.parametrize("at_once", [1, 4])
def test_neighbouring_rows_that_are_cut_off_cost_only_themselves(
    workspace: Path, tmp_path: Path, cut: range, at_once: int
) -> None:
    (workspace / "spade.toml").write_text(f"max_in_flight = {at_once}\n", encoding="utf-8")
    films = [f"Film {number}" for number in range(14)]
    outcome = responded(workspace, tmp_path, on(cut, CUT), films)
    assert outcome.stored == [film for number, film in enumerate(films) if number not in cut], outcome.told
    assert outcome.told.count("the reply was cut off at its greatest length") == 1


def test_a_model_whose_every_response_is_cut_off_is_given_up(workspace: Path, tmp_path: Path) -> None:
    outcome = responded(workspace, tmp_path, lambda _: CUT, [f"Film {number}" for number in range(30)])
    assert (outcome.stored, len(outcome.calls)) == ([], 2 * 5)
    assert outcome.told.count("the reply was cut off at its greatest length") == 1


def test_a_model_whose_every_response_is_cut_off_after_the_first_is_given_up(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text("max_in_flight = 1\n", encoding="utf-8")
    outcome = responded(workspace, tmp_path, on(range(1, 60), CUT), [f"Film {number}" for number in range(60)])
    assert (outcome.stored, len(outcome.calls)) == (["Film 0"], 1 + 2 * 16)

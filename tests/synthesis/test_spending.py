"""Money and tokens: said before, at most too, asked about where it is much, and close to what is then used."""

import json
import os
import pty
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from spade_core.models.tokens import tokens_in
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.command import forked
from tests.repositories import commit_versions
from tests.synthesis.asking import environment, kind_judge, make_kind_workspace, spade
from tests.synthesis.playing import (
    added_lines,
    criteria_in,
    criteria_reply,
    criterion,
    function,
    functions_reply,
    is_step_one,
)

ASKS = (
    "Keep the note below 90 words.",
    "Name the director and the year of {movie_name}.",
    "Never give away how the film ends.",
    "Write in a warm and personal tone.",
    "Do not use bullet points or headings.",
    "End with a question to the reader.",
    "Mention one film that is like it.",
)
PRICED = 'model = "small"\nprices = { small = [1, 2] }\n'
BODY = '''\
"""The response does what is asked: {what}."""
text = response.strip().casefold()
words = [word.strip(".,;:!?") for word in text.split()]
if not words:
    return False
return not any(word == "{number} never" for word in words) and len(words) < 1000'''


def make_project(folder: Path, *, asks: Sequence[str] = ASKS) -> Path:
    texts = ["\n".join(("You write notes about films.", *asks[: count + 1])) + "\n" for count in range(len(asks))]
    commit_versions(folder, "note.prompt.md", texts)
    return folder


def writer(call: Call) -> Answer:
    """A model of ordinary length: one criterion for a line, one function for a criterion."""
    if is_step_one(call):
        found = [criterion(f"The response obeys what is asked of it here: {line}", line) for line in added_lines(call)]
        return Answer(criteria_reply(*found))
    pieces = [
        (number, function(f"assert_{number}_{len(what)}", BODY.format(what=what, number=number)))
        for number, what in enumerate(criteria_in(call), 1)
    ]
    return Answer(functions_reply(*pieces))


def odd(play: Callable[[Call], Answer]) -> Callable[[Call], Answer]:
    """A model that reasons at length and whose server counts more tokens than others."""

    def answer(call: Call) -> Answer:
        found = play(call)
        sent = int(1.4 * sum(map(tokens_in, call.texts)))
        usage = {"prompt_tokens": sent, "completion_tokens": int(1.4 * tokens_in(found.text)) + 700}
        choice = {"message": {"content": found.text}, "finish_reason": "stop"}
        body = {"choices": [{**choice, "delta": choice["message"]}], "usage": usage}
        raw = json.dumps(body).encode()
        return Answer(raw=b"data: " + raw + b"\n\ndata: [DONE]\n\n" if call.body.get("stream") else raw)

    return answer


def ratio_of(done: "subprocess.CompletedProcess[str]") -> float:
    cost = json.loads(done.stdout)["cost"]
    return float(cost["input_tokens"] + cost["output_tokens"]) / float(cost["estimated_tokens"])


def test_the_first_estimates_are_within_a_third_of_what_is_used(tmp_path: Path) -> None:
    project = make_project(tmp_path / "project")
    judged = make_kind_workspace(tmp_path / "judged")
    with LoopbackServer(writer) as server, LoopbackServer(kind_judge) as judge:
        generated = spade(project, environment(tmp_path / "h", server, SPADE_MODEL="m"), "generate", "--json")
        evaluated = spade(judged, environment(tmp_path / "h", judge, SPADE_MODEL="m"), "evaluate", "--json")
    for done in (generated, evaluated):
        assert 1 / 1.3 < ratio_of(done) < 1.3, done.stderr


LONG = (
    "Watch it with somebody you like, for it is a film about people who are left alone and find their way back. " * 12
)


def often_vacuous(call: Call) -> Answer:
    """A writer whose every second function passes all responses until it is told so; its responses are long ones."""
    if len(call.texts) == 1:
        return Answer(LONG)
    if is_step_one(call):
        return writer(call)
    came_back = len(call.texts) > 2
    pieces = []
    for number, what in enumerate(criteria_in(call), 1):
        sound = number % 2 or came_back
        body = BODY.format(what=what, number=number) + (f' and " {number} bad" not in text' if sound else "")
        if not (came_back and number % 2):
            pieces.append((number, function(f"assert_{number}_{len(what)}", body)))
    return Answer(functions_reply(*pieces))


def test_the_first_estimates_are_within_a_third_where_there_are_labelled_responses(tmp_path: Path) -> None:
    project = make_project(tmp_path / "project", asks=[f"{each}\n{each[:-1]} again." for each in ASKS])
    labels = ["good", "bad"] * 20
    rows = [{"response": f"{LONG}{n % 5} {label}", "example": {"movie_name": f"{n}"}} for n, label in enumerate(labels)]
    lines = [json.dumps({**row, "label": label}) + "\n" for row, label in zip(rows, labels, strict=True)]
    (project / "note.examples.jsonl").write_text("".join(lines), encoding="utf-8")
    inputs = tmp_path / "inputs.jsonl"
    inputs.write_text("".join(f'{{"movie_name": "Film {n}"}}\n' for n in range(9)), encoding="utf-8")
    with LoopbackServer(often_vacuous) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="m")
        for command in (("generate",), ("respond", "--inputs", str(inputs))):
            done = spade(project, environ, *command, "--json")
            assert 1 / 1.3 < ratio_of(done) < 1.3, done.stderr


def test_what_a_run_came_to_corrects_the_estimate_of_the_next(tmp_path: Path) -> None:
    one = make_project(tmp_path / "one", asks=ASKS[:4])
    other = make_project(tmp_path / "other", asks=ASKS[3:])
    with LoopbackServer(odd(writer)) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="m")
        first = spade(one, environ, "generate", "--json")
        second = spade(other, environ, "generate", "--json")
    assert ratio_of(first) > 1.5
    assert 1 / 1.3 < ratio_of(second) < 1.3, second.stderr


def test_what_the_second_model_of_a_hierarchy_came_to_is_foreseen_the_next_time(tmp_path: Path) -> None:
    def answer(call: Call) -> Answer:
        return Answer(functions_reply()) if call.model == "cheap" and not is_step_one(call) else writer(call)

    folders = [make_project(tmp_path / name, asks=asks) for name, asks in (("a", ASKS[:4]), ("b", ASKS[3:]))]
    for folder in folders:
        (folder / "spade.toml").write_text(
            'models = ["cheap", "dear"]\nprices = { cheap = [1, 2], dear = [20, 40] }\n', encoding="utf-8"
        )
    with LoopbackServer(answer) as server:
        environ = environment(tmp_path / "home", server)
        spade(folders[0], environ, "generate")
        told = json.loads(spade(folders[1], environ, "generate", "--estimate", "--json").stdout)["estimate"]
        used = json.loads(spade(folders[1], environ, "generate", "--json").stdout)["cost"]
    assert 1 / 1.3 < used["money"] / told["money"] < 1.3


def test_the_most_that_it_can_come_to_is_said_in_money_and_is_no_more_than_the_budget(tmp_path: Path) -> None:
    project = make_project(tmp_path / "project")
    environ = environment(tmp_path / "home", SPADE_MODEL="small")
    (project / "spade.toml").write_text(PRICED, encoding="utf-8")
    free = spade(project, environ, "generate", "--estimate", "--json")
    (project / "spade.toml").write_text(PRICED + "budget = 0.02\n", encoding="utf-8")
    bounded = spade(project, environ, "generate", "--estimate")
    estimate = json.loads(free.stdout)["estimate"]
    assert estimate["most_money"] > estimate["money"] > 0
    assert f"{estimate['money']:.4f} in money, at most {estimate['most_money']:.4f}" in free.stderr
    assert "in money, at most 0.0200 (the budget)" in bounded.stderr


ELSEWHERE = "https://models.invalid/v1"


def at_a_terminal(folder: Path, environ: dict[str, str], typed: str, *arguments: str) -> tuple[int, str]:
    """Run the command at a terminal where a person types; return the exit code and what was shown."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(  # noqa: S603  (our own program)
        [*forked("spade"), *arguments], cwd=folder, env=environ, stdin=theirs, stdout=subprocess.DEVNULL, stderr=theirs
    ) as process:
        os.close(theirs)
        shown = b""
        while b"Go on?" not in shown and (piece := _read(ours)):
            shown += piece
        os.write(ours, typed.encode())
        while piece := _read(ours):
            shown += piece
        code = process.wait(60)
    os.close(ours)
    return code, shown.decode()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.parametrize(("typed", "calls", "code"), [("y\n", 6, 0), ("n\n", 0, 5), ("\n", 0, 5)])
def test_at_a_terminal_a_person_is_asked_before_it_costs_much(
    tmp_path: Path, typed: str, calls: int, code: int
) -> None:
    workspace = make_kind_workspace(tmp_path / "work")
    (workspace / "spade.toml").write_text(PRICED + "ask_above = 0.0001\n", encoding="utf-8")
    with LoopbackServer(kind_judge) as server:
        found, shown = at_a_terminal(workspace, environment(tmp_path / "home", server), typed, "evaluate")
        assert len(server.calls) == calls
    assert "This may use about 0.00 in money. Go on? [y/N]" in shown
    assert found == code


@pytest.mark.parametrize("command", [("generate",), ("evaluate",), ("respond", "--propose", "2")])
def test_where_nobody_can_be_asked_nothing_is_spent_and_yes_lets_it(tmp_path: Path, command: tuple[str, ...]) -> None:
    workspace = make_kind_workspace(tmp_path / "work")
    (workspace / "spade.toml").write_text(PRICED + "ask_above = 0.0001\n", encoding="utf-8")
    with LoopbackServer(lambda call: kind_judge(call) if "The question" in call.last else writer(call)) as server:
        environ = environment(tmp_path / "home", server)
        done = spade(workspace, environ, *command)
        assert server.calls == []
        spade(workspace, environ, *command, "--yes")
        assert server.calls
    assert done.returncode == 5, done.stderr
    assert done.stderr.count("--yes lets it, or ask_above in the settings") == 1


def test_without_a_price_tokens_of_models_elsewhere_are_asked_about(tmp_path: Path) -> None:
    workspace = make_kind_workspace(tmp_path / "work")
    (workspace / "spade.toml").write_text('model = "m"\nask_above_tokens = 100\n', encoding="utf-8")
    environ = {**environment(tmp_path / "home"), "SPADE_BASE_URL": ELSEWHERE}
    done = spade(workspace, environ, "evaluate")
    assert "the judge is not asked: it may use about" in done.stderr
    with LoopbackServer(kind_judge) as server:
        here = spade(workspace, environment(tmp_path / "home", server), "evaluate")
    assert here.returncode == 0, here.stderr


def test_models_elsewhere_have_a_budget_where_none_is_set(tmp_path: Path) -> None:
    workspace = make_kind_workspace(tmp_path / "work")
    long = [json.dumps({"response": f"{number} " + "kind word " * 60_000, "label": "good"}) for number in range(6)]
    (workspace / "note.examples.jsonl").write_text("\n".join(long) + "\n", encoding="utf-8")
    environ = {**environment(tmp_path / "home", SPADE_MODEL="m"), "SPADE_BASE_URL": ELSEWHERE}
    told = spade(workspace, environ, "evaluate", "--estimate")
    assert "at most 2000000 (the budget) tokens" in told.stderr

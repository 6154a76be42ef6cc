"""`spade generate` with models on loopback."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.cli.workspace import make_workspace
from tests.command import SPADE, forked
from tests.repositories import commit_versions
from tests.synthesis.asking import environment, spade
from tests.synthesis.playing import criteria_in, function, functions_reply, is_step_one, one_criterion_a_line

README = Path(__file__).parents[2] / "README.md"
NO_WAIT = {"retry-after-ms": "1"}
OPENS = function("assert_opens_well", 'return response[:5] in ("Watch", "Alien", "You w")')


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "work")


def play(call: Call) -> Answer:
    """Step two gives one function for each criterion, named after its last word."""
    if is_step_one(call):
        return one_criterion_a_line(call)
    written = []
    for number, what in enumerate(criteria_in(call), 1):
        last = "".join(filter(str.isalnum, what.split()[-1])).lower()
        written.append(
            (
                number,
                function(f"assert_{last}_{len(what)}", f'return response not in ("{len(what)} x", "Alien is fine")'),
            )
        )
    return Answer(functions_reply(*written))


def test_generate_puts_the_models_functions_beside_the_others(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(play) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        offline = json.loads(spade(workspace, environ, "generate", "--no-model", "--json").stdout)
        done = spade(workspace, environ, "generate", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["candidates"] > offline["candidates"]
    assert set(answer["synthesis"]["candidates"]) <= set(answer["added"])
    assert (answer["cost"]["calls"], answer["estimate"]["calls"]) == (6, 8)  # nothing came back
    record = json.loads((workspace / "note.spade.json").read_text(encoding="utf-8"))
    entry = record["assertions"][answer["added"][0]]
    assert entry["origin"] == entry["provenance"][0]["origin"] == "model"
    assert entry["provenance"][0]["commit"]
    assert {attempt["step"] for attempt in record["attempts"]} == {"criteria", "functions"}


def test_a_second_generate_calls_no_model_and_changes_no_file(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(play) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        spade(workspace, environ, "generate")
        calls = len(server.calls)
        before = {path.name: path.read_bytes() for path in workspace.iterdir() if path.is_file()}
        again = spade(workspace, environ, "generate", "--json")
        assert len(server.calls) == calls
    assert json.loads(again.stdout)["estimate"]["calls"] == 0
    assert {path.name: path.read_bytes() for path in workspace.iterdir() if path.is_file()} == before


def test_an_estimate_spends_nothing_and_writes_nothing(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text(
        'models = ["small", "large"]\nprices = { small = [1, 2] }\n', encoding="utf-8"
    )
    with LoopbackServer(play) as server:
        done = spade(workspace, environment(tmp_path / "home", server), "generate", "--estimate", "--json")
        assert server.calls == []
    estimate = json.loads(done.stdout)["estimate"]
    assert estimate["calls"] == 8
    assert estimate["money"] > 0
    assert estimate["most_calls"] > estimate["calls"]
    assert not (workspace / "note.assertions.py").exists()


def test_no_model_is_asked_more_often_than_the_estimate_says(workspace: Path, tmp_path: Path) -> None:
    def stubborn(call: Call) -> Answer:
        if "That reply cannot be used" not in call.last:
            return Answer(f"First some words of mine, {call.number} of them.")
        if is_step_one(call):
            return one_criterion_a_line(call)
        code = function("assert_never", f"return len(response) > {10**6 + call.number}")
        return Answer(functions_reply(*((number, code) for number, _ in enumerate(criteria_in(call), 1))))

    with LoopbackServer(stubborn) as server:
        done = spade(workspace, environment(tmp_path / "home", server, SPADE_MODEL="small"), "generate", "--json")
        assert json.loads(done.stdout)["estimate"]["most_calls"] == len(server.calls) > 0


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Answer(status=401, complaint={"message": "bad key"}), "the key is wrong"),
        (Answer(status=404, complaint={"message": "no such model"}), "there is no such model here"),
        (Answer("I would rather talk about films."), "there is no JSON in it"),
        (Answer("", refusal="No."), 'refused to answer: "No."'),
        (Answer("{", finish="length"), "cut off at its greatest length"),
        (Answer(status=429, complaint={"message": "pay", "code": "insufficient_quota"}), "has no credit left"),
        (Answer(status=500, headers=NO_WAIT), "HTTP 500"),
        (Answer("half of it", cut_after=4), "the connection failed"),
    ],
)
def test_whatever_the_model_does_the_words_are_still_read(
    workspace: Path, tmp_path: Path, answer: Answer, message: str
) -> None:
    with LoopbackServer(lambda _: answer) as server:
        done = spade(workspace, environment(tmp_path / "home", server, SPADE_MODEL="small"), "generate")
    assert done.returncode == 5, done.stderr
    assert "the same command asks for what is missing" in done.stderr
    assert done.stderr.count(message) == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert "assert_" in (workspace / "note.assertions.py").read_text(encoding="utf-8")


def test_no_key_is_said_and_the_words_are_still_read(workspace: Path, tmp_path: Path) -> None:
    done = spade(workspace, environment(tmp_path / "home", SPADE_MODEL="small"), "generate")
    assert done.returncode == 5
    assert "set OPENAI_API_KEY or SPADE_API_KEY" in done.stderr
    assert (workspace / "note.assertions.py").exists()


def test_a_project_that_switches_models_off_calls_none(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text("models = false\n", encoding="utf-8")
    with LoopbackServer(play) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        assert spade(workspace, environ, "generate").returncode == 0
        refused = spade(workspace, environ, "generate", "--model", "small")
        assert server.calls == []
    assert refused.returncode == 2
    assert "models are switched off here: models = false in the settings of" in refused.stderr
    assert "spade.toml" in refused.stderr


@pytest.mark.parametrize(
    "settings",
    ["", "alpha = 0.6", "# no end", "\ufeffalpha = 0.6\r\n", "[prices]\nm = [1, 2]", '[values]\nteas = "teas.txt"\n'],
)
def test_what_the_readme_says_of_no_model_works_whatever_the_settings_end_with(
    workspace: Path, tmp_path: Path, settings: str
) -> None:
    [line] = re.findall(
        r"^`(.+)` at the top of `spade\.toml`, before any table", README.read_text("utf-8"), re.MULTILINE
    )
    bom = settings[: settings.startswith("\ufeff")]
    (workspace / "spade.toml").write_text(f"{bom}{line}\n{settings.removeprefix(bom)}", encoding="utf-8")
    with LoopbackServer(play) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        refused = spade(workspace, environ, "generate", "--model", "small")
        assert server.calls == []
    assert "models are switched off here: models = false in the settings of" in refused.stderr


def test_a_budget_stops_the_run_and_the_next_one_goes_on(workspace: Path, tmp_path: Path) -> None:
    settings = workspace / "spade.toml"
    settings.write_text('model = "small"\nbudget_tokens = 4500\n', encoding="utf-8")
    with LoopbackServer(play) as server:
        environ = environment(tmp_path / "home", server)
        first = spade(workspace, environ, "generate", "--json")
        spent = len(server.calls)
        settings.write_text('model = "small"\n', encoding="utf-8")
        second = json.loads(spade(workspace, environ, "generate", "--json").stdout)
        total = len(server.calls)
    assert first.returncode == 5, first.stderr
    assert "stopped early: the budget of 4500 tokens" in first.stderr
    assert 0 < spent < 6
    assert (second["cost"]["cached"], total) == (spent, 6)


@pytest.mark.parametrize("arguments", [("--model", ""), ("--model", " "), ("--budget", "inf")])
def test_a_command_line_that_names_nothing_is_wrong(
    workspace: Path, tmp_path: Path, arguments: tuple[str, str]
) -> None:
    done = spade(workspace, environment(tmp_path / "home"), "generate", *arguments)
    assert done.returncode == 2
    assert f"{arguments[0]} takes" in done.stderr


def test_an_estimate_needs_neither_a_key_nor_a_network_nor_a_price(workspace: Path, tmp_path: Path) -> None:
    for where in ("", "https://nowhere.invalid/v1"):
        environ = {**environment(tmp_path / "home", SPADE_MODEL="small"), "SPADE_BASE_URL": where}
        done = spade(workspace, environ, "generate", "--estimate")
        assert done.returncode == 0, done.stderr
        assert "about 8 calls" in done.stderr
        assert "tokens (estimated), when the first model does it" in done.stderr
        assert 'no price is set for small: prices = { "small" = [input, output] }' in done.stderr
    respond = spade(
        workspace, environment(tmp_path / "home", SPADE_MODEL="small"), "respond", "--propose", "1", "--estimate"
    )
    assert respond.returncode == 0, respond.stderr
    assert "about 2 calls" in respond.stderr


@pytest.mark.parametrize("command", ["generate", "respond", "evaluate"])
def test_a_budget_in_money_without_a_price_is_an_error_before_anything_is_spent(
    workspace: Path, tmp_path: Path, command: str
) -> None:
    (workspace / "spade.toml").write_text('model = "small"\nbudget = 1.5\n', encoding="utf-8")
    with LoopbackServer(play) as server:
        done = spade(workspace, environment(tmp_path / "home", server), command)
        assert server.calls == []
    assert done.returncode == 4
    assert 'the budget of 1.5 cannot be kept: no price is set for small. Set prices = { "small"' in done.stderr


def test_after_a_run_the_estimate_stands_beside_what_the_server_counted(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(play) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        done = spade(workspace, environ, "generate", "--json")
    cost = json.loads(done.stdout)["cost"]
    assert cost["counted"]
    assert cost["estimated_tokens"] > 0
    used = cost["input_tokens"] + cost["output_tokens"]
    told = f"estimated beforehand: {cost['estimated_tokens']} tokens; used: {used} tokens, counted by the server"
    assert told in done.stderr


@pytest.mark.parametrize("second", ["a failed run", "--no-model"])
def test_what_models_wrote_is_left_as_it_is_when_they_fail_or_are_not_asked(
    workspace: Path, tmp_path: Path, second: str
) -> None:
    with LoopbackServer(play) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        first = json.loads(spade(workspace, environ, "generate", "--json").stdout)
    before = (workspace / "note.assertions.py").read_bytes()
    environ["SPADE_HOME"] = str(tmp_path / "empty")
    arguments = ["--no-model"] if second == "--no-model" else []
    done = spade(workspace, environ, "generate", "--json", *arguments)
    assert done.returncode == (0 if arguments else 5)
    assert json.loads(done.stdout)["stale"] == []
    assert (workspace / "note.assertions.py").read_bytes() == before
    record = json.loads((workspace / "note.spade.json").read_text(encoding="utf-8"))
    assert {record["assertions"][name].get("stale") for name in first["synthesis"]["candidates"]} == {None}


def test_a_server_that_is_not_there_is_tried_a_few_times_and_told_once(tmp_path: Path) -> None:
    texts = ["".join(f"Rule {number} says x{number}.\n" for number in range(last)) for last in range(1, 41)]
    commit_versions(tmp_path / "work", "note.prompt.md", texts)
    with LoopbackServer(play) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
    done = spade(tmp_path / "work", environ, "generate", "--json")
    assert done.returncode == 5
    assert done.stderr.count("is it running?") == 1
    (model,) = json.loads(done.stdout)["cost"]["models"]
    assert model["failed"] <= 16, "those that were under way when the third one failed"


def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    texts = ["".join(f"Rule {number} says x{number}.\n" for number in range(last)) for last in range(1, 51)]
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    for folder in (killed, whole):
        commit_versions(folder, "note.prompt.md", texts)

    def slowly(call: Call) -> Answer:
        answer = play(call)
        return Answer(answer.text, delay=0.03)

    with LoopbackServer(slowly) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        run = subprocess.Popen(  # noqa: S603  (our own command)
            [*forked("spade"), "generate"],
            cwd=killed,
            env=environ,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while len(server.finished) < 40 and run.poll() is None:
            time.sleep(0.01)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
        before = list(server.calls)
        done = spade(killed, environ, "generate", "--json")
        after = server.calls[len(before) :]
    assert 40 <= len(before) < 100
    repeated = {call.last for call in before} & {call.last for call in after}
    in_flight = 16
    assert len(repeated) <= in_flight
    assert len({call.last for call in (*before, *after)}) == 100  # one of the killed run may arrive late
    assert json.loads(done.stdout)["synthesis"]["stopped"] is None

    with LoopbackServer(play) as server:
        spade(whole, environment(tmp_path / "other home", server, SPADE_MODEL="small"), "generate")
    names = ("note.assertions.py",)
    assert [(killed / name).read_bytes() for name in names] == [(whole / name).read_bytes() for name in names]


def kept_by(workspace: Path, environ: dict[str, str]) -> list[dict[str, str]]:
    told = json.loads(spade(workspace, environ, "demonstrations", "--json").stdout)
    found: list[dict[str, str]] = told["demonstrations"]
    return found


def test_a_function_is_a_demonstration_once_it_was_chosen_and_until_it_is_deleted(
    workspace: Path, tmp_path: Path
) -> None:
    code = function("assert_says_enjoy", 'return len(response.split()) < 12 and response.endswith("Enjoy!")')

    def answer(call: Call) -> Answer:
        if is_step_one(call):
            return one_criterion_a_line(call)
        return Answer(functions_reply(*((number, code) for number, _ in enumerate(criteria_in(call), 1))))

    with LoopbackServer(answer) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        spade(workspace, environ, "generate")
        assert kept_by(workspace, environ) == []
        spade(workspace, environ, "select", "--require", "assert_says_enjoy")
        assert {each["code"] for each in kept_by(workspace, environ)} == {code}
        file = workspace / "note.assertions.py"
        text = file.read_text(encoding="utf-8")
        assert code in text
        file.write_text(text.replace(code, ""), encoding="utf-8")
        spade(workspace, environ, "select")
    assert kept_by(workspace, environ) == []


def test_the_demonstrations_of_a_project_can_be_forgotten(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(play) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        name = json.loads(spade(workspace, environ, "generate", "--json").stdout)["synthesis"]["candidates"][0]
        spade(workspace, environ, "select", "--require", name)
    assert len(kept_by(workspace, environ)) == 1
    forgotten = spade(workspace, environ, "demonstrations", "--forget-project", "--json")
    assert json.loads(forgotten.stdout) == {"forgotten": 1, "demonstrations": []}


def test_step_two_is_sent_the_template_and_a_good_and_a_bad_response(workspace: Path, tmp_path: Path) -> None:
    rows = [
        {"response": "Watch Alien.", "label": "good", "example": {"film": {"title": "Alien", "plot": "x" * 900}}},
        {"response": "y" * 3000, "label": "bad", "example": {"film": {"title": "Heat"}}},
        {"response": "A third one.", "label": "good", "example": {}},
    ]
    (workspace / "note.examples.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    with LoopbackServer(play) as server:
        spade(workspace, environment(tmp_path / "home", server, SPADE_MODEL="small"), "generate")
    text = next(call.texts[1] for call in server.calls if not is_step_one(call))
    assert "Write a note that recommends {movie_name}." in text
    assert 'A good one.\nexample = {"film": {"title": "Alien", "plot": "xxx' in text
    assert 'A bad one.\nexample = {"film": {"title": "Heat"}}\nresponse:\nyyy' in text
    assert "A third one." not in text
    assert len(text) < 4000


@pytest.mark.parametrize(("vacuous", "said"), [("True", "passes all 8"), ("len(response) < 0", "fails 4 of 4 good")])
def test_a_function_that_catches_nothing_or_everything_goes_back_to_its_model(
    workspace: Path, tmp_path: Path, vacuous: str, said: str
) -> None:
    def answer(call: Call) -> Answer:
        if is_step_one(call):
            return one_criterion_a_line(call)
        body = 'return response.endswith("Enjoy!")' if "<faults-" in call.last else f"return {vacuous}"
        pieces = [(n, function(f"assert_{len(what)}_{n}", body)) for n, what in enumerate(criteria_in(call), 1)]
        return Answer(functions_reply(*pieces))

    with LoopbackServer(answer) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        done = spade(workspace, environ, "generate", "--json")
    back = [call.last for call in server.calls if "<faults-" in call.last]
    assert len(back) == 3
    assert all(said in text for text in back)
    assert 'return response.endswith("Enjoy!")' in (workspace / "note.assertions.py").read_text(encoding="utf-8")
    assert json.loads(done.stdout)["synthesis"]["unmet"] == []


def test_what_its_model_insists_on_is_taken_without_asking_a_dearer_one(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text('models = ["cheap", "dear"]\n', encoding="utf-8")

    def answer(call: Call) -> Answer:
        if is_step_one(call):
            return one_criterion_a_line(call)
        pieces = [(n, function(f"assert_{n}", f"return {n} > 0")) for n, _ in enumerate(criteria_in(call), 1)]
        return Answer(functions_reply(*pieces))

    with LoopbackServer(answer) as server:
        done = spade(workspace, environment(tmp_path / "home", server), "generate", "--json")
    assert {call.model for call in server.calls} == {"cheap"}
    assert len(server.calls) == 9
    assert json.loads(done.stdout)["synthesis"]["unmet"] == []


def test_a_project_may_keep_its_assertions_to_itself(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text("demonstrations = false\n", encoding="utf-8")
    with LoopbackServer(play) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        name = json.loads(spade(workspace, environ, "generate", "--json").stdout)["synthesis"]["candidates"][0]
        spade(workspace, environ, "select", "--require", name)
    assert kept_by(workspace, environ) == []


def test_an_interrupt_ends_the_run_at_once_and_hangs_up(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(lambda _: Answer("{}", delay=60)) as server:
        run = subprocess.Popen(  # noqa: S603  (our own command)
            [SPADE, "generate"],
            cwd=workspace,
            env=environment(tmp_path / "home", server, SPADE_MODEL="small"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        while not server.calls and run.poll() is None:
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        _, told = run.communicate(timeout=30)
        assert server.wait_until_dropped()
    assert run.returncode == 130
    assert "stopped; what was finished is kept" in told
    assert "Traceback" not in told


def test_a_home_that_cannot_be_written_stops_no_generation(workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file", encoding="utf-8")
    with LoopbackServer(play) as server:
        done = spade(workspace, environment(tmp_path / "home", server, SPADE_MODEL="small"), "generate")
    assert done.returncode == 5, done.stderr
    assert "no model proposes" in done.stderr
    assert (workspace / "note.assertions.py").exists()

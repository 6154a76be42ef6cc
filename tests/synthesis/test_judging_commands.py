"""`spade evaluate`, `select`, `report` and `check` with a judge behind a server on loopback."""

import json
from pathlib import Path

import pytest

from spade_core.selection.request import Method
from spade_core.storage import SelectionRecord, files_beside, save_selection
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.cli.workspace import make_workspace
from tests.synthesis.asking import environment, kind_judge, make_kind_workspace, spade

KIND = ["assert_kind"]
NO = '{"answer": "no", "reason": "it is rude"}'


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return make_kind_workspace(tmp_path / "work")


def test_evaluate_asks_the_judge_and_shows_its_reasons_agreement_and_cost(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text('model = "small"\nprices = { small = [1, 2] }\n', encoding="utf-8")
    with LoopbackServer(kind_judge) as server:
        done = spade(workspace, environment(tmp_path / "home", server), "evaluate", "--json")
        again = spade(workspace, environment(tmp_path / "home", server), "evaluate", "--json")
        calls = len(server.calls)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert calls == answer["cost"]["calls"] == 6
    assert answer["cost"]["money"] > 0
    assert answer["judge"]["agreement"]["accuracy"] == pytest.approx(5 / 6)
    assert answer["judge"]["assertions"]["assert_kind"]["total"] == 6
    verdicts = {verdict["example"]: verdict for verdict in answer["judge"]["verdicts"]}
    assert (verdicts["r3"]["passes"], verdicts["r3"]["reason"]) == (False, "it says no")
    assert "agrees with you on 83% of 6 responses, kappa 0.67" in done.stderr
    assert answer["judge"]["agreement"]["interval"] == pytest.approx([0.359, 0.996], abs=1e-3)
    assert json.loads(again.stdout)["cost"]["calls"] == 0
    assert json.loads(again.stdout)["judge"] == answer["judge"]


def test_select_may_choose_an_assertion_that_asks(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(kind_judge) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        done = spade(workspace, environ, "select", "--json")
        report = spade(workspace, environ, "report", "--json")
        calls = len(server.calls)
    assert [chosen["name"] for chosen in json.loads(done.stdout)["selected"]] == ["assert_kind"]
    assert json.loads(report.stdout)["judge"]["agreement"]["total"] == 6
    assert calls == 6


def test_check_asks_the_judge_about_new_responses(workspace: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.jsonl"
    new.write_text('{"response": "Rude."}\n', encoding="utf-8")
    with LoopbackServer(kind_judge) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        spade(workspace, environ, "select")
        done = spade(workspace, environ, "check", str(new), "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["responses"][0]["failed"] == ["assert_kind"]


@pytest.mark.parametrize(
    ("choices", "code", "failed"),
    [
        ([], 5, None),
        ([{"finish_reason": "stop", "message": {"role": "assistant", "content": None}}], 5, None),
        ([{"finish_reason": "stop", "message": {"role": "assistant", "content": []}}], 5, None),
        (
            [{"finish_reason": "stop", "message": {"role": "assistant", "content": [{"type": "text", "text": NO}]}}],
            1,
            KIND,
        ),
    ],
)
def test_check_takes_a_verdict_in_parts_and_none_out_of_nothing(
    workspace: Path, tmp_path: Path, choices: list[object], code: int, failed: list[str] | None
) -> None:
    (workspace / "new.jsonl").write_text('{"response": "Rude."}\n', encoding="utf-8")
    with LoopbackServer(kind_judge) as server:
        spade(workspace, environment(tmp_path / "home", server, SPADE_MODEL="small"), "select")
    body = {"id": "x", "object": "chat.completion", "model": "other", "choices": choices}
    with LoopbackServer(lambda call: Answer(raw=json.dumps(body).encode())) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="other")
        done = spade(workspace, environ, "check", "new.jsonl", "--json")
        assert len(server.calls) <= 8
    assert done.returncode == code, done.stderr
    assert json.loads(done.stdout)["responses"][0].get("failed") == (failed or [])
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("response", "code", "told"),
    [
        ("Rude.", 5, "0 of 1 response passes the 2 selected assertions, 1 not checked"),
        ("So rude that it goes on and on and on.", 1, "0 of 1 response passes the 2 selected assertions, 1 fails"),
    ],
)
def test_check_without_the_judge_tells_what_it_did_not_check_from_what_fails(
    workspace: Path, tmp_path: Path, response: str, code: int, told: str
) -> None:
    (workspace / "new.jsonl").write_text(json.dumps({"response": response}) + "\n", encoding="utf-8")
    files = files_beside(workspace / "note.prompt.md", "")
    save_selection(files, SelectionRecord(Method.COVERAGE, 0.6, 0.25, ("assert_kind", "assert_short"), 1.0, 0.0, {}))
    done = spade(workspace, environment(tmp_path / "home"), "check", "new.jsonl")
    assert done.returncode == code, done.stderr
    assert told in done.stdout
    assert "new.jsonl:1  assert_kind  (judge failed: " in done.stdout
    assert ("FAIL line 1  assert_short" in done.stdout) == (code == 1)
    assert "FAIL line 1  assert_kind" not in done.stdout
    answer = json.loads(spade(workspace, environment(tmp_path / "home"), "check", "new.jsonl", "--json").stdout)
    assert answer["counts"] == {"passed": 0, "failed": int(code == 1), "not checked": int(code == 5)}


@pytest.mark.parametrize("switch", ["models = false", 'model = "small"\njudge = false'])
def test_a_switch_keeps_every_word_at_home(workspace: Path, tmp_path: Path, switch: str) -> None:
    (workspace / "spade.toml").write_text(switch + "\n", encoding="utf-8")
    with LoopbackServer(kind_judge) as server:
        done = spade(workspace, environment(tmp_path / "home", server, SPADE_MODEL="small"), "evaluate", "--json")
        assert server.calls == []
    assert done.returncode == 0, done.stderr
    assert "judge" not in json.loads(done.stdout)


def test_without_a_key_it_is_said_once_and_the_rest_works(workspace: Path, tmp_path: Path) -> None:
    environ = environment(tmp_path / "home", SPADE_MODEL="small")
    done = spade(workspace, environ, "evaluate", "--json")
    assert done.returncode == 5
    assert done.stderr.count("no key for api.openai.com") == 1
    cells = {found["name"]: found["results"]["r0"] for found in json.loads(done.stdout)["assertions"]}
    assert cells["assert_short"] == "passed"
    assert cells["assert_kind"]["outcome"] == "judge failed"


def test_a_host_that_only_the_project_names_is_not_called(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text('model = "m"\nbase_url = "http://evil.example/v1"\n', encoding="utf-8")
    environ = environment(tmp_path / "home", SPADE_API_KEY="my-own-key")
    done = spade(workspace, environ, "evaluate")
    assert "SPADE_TRUSTED_HOSTS=evil.example" in done.stderr
    assert "my-own-key" not in done.stderr + done.stdout


def test_a_key_goes_to_an_address_of_the_project_only_once_the_user_trusts_it(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(kind_judge, keys=["my-own-key"]) as server:
        (workspace / "spade.toml").write_text(f'model = "m"\nbase_url = "{server.url}"\n', encoding="utf-8")
        environ = environment(tmp_path / "home", SPADE_API_KEY="my-own-key")
        before = spade(workspace, environ, "evaluate")
        assert not any("my-own-key" in str(call.headers) for call in server.calls)
        trusting = spade(workspace, environ, "doctor", "--trust-endpoint", server.url, "--json")
        after = spade(workspace, environ, "evaluate")
        assert {call.headers["authorization"] for call in server.finished[-6:]} == {"Bearer my-own-key"}
    assert (before.returncode, after.returncode) == (5, 0)
    assert f"`spade doctor --trust-endpoint {server.url}`" in before.stderr
    assert f"trusted: projects may name {server.url}" in trusting.stderr
    found = {each["name"]: each["fact"] for each in json.loads(trusting.stdout)["findings"]}
    assert found["model m"] == f"at {server.url}, with your key"


def test_what_is_no_address_is_not_trusted(tmp_path: Path) -> None:
    done = spade(tmp_path, environment(tmp_path / "home"), "doctor", "--trust-endpoint", "nowhere")
    assert (done.returncode, "is no http or https address" in done.stderr) == (2, True)


def test_everything_kept_for_the_user_is_the_users_alone(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(kind_judge) as server:
        spade(workspace, environment(tmp_path / "home", server, SPADE_MODEL="small"), "select")
    kept = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert {path.parent.name for path in kept} >= {"cache", "data", "results"}
    assert [path for path in kept if path.stat().st_mode & 0o077] == []
    assert [path for path in {path.parent for path in kept} if path.stat().st_mode & 0o077] == []


def test_a_budget_stops_the_judge_and_says_so(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text('model = "small"\nbudget_tokens = 1500\n', encoding="utf-8")
    with LoopbackServer(kind_judge) as server:
        done = spade(workspace, environment(tmp_path / "home", server), "evaluate", "--json")
        used = sum(len(call.texts) > 0 for call in server.calls)
    assert done.returncode == 5
    assert 0 < used < 6
    assert "the budget of 1500 tokens" in done.stderr
    assert json.loads(done.stdout)["judge"]["failed"] == 6 - used


def test_no_key_and_no_prompt_is_left_in_the_cache(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(kind_judge, keys=["the-key-itself"]) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small", SPADE_API_KEY="the-key-itself")
        spade(workspace, environ, "evaluate")
        assert len(server.calls) == 6
    kept = b"".join(path.read_bytes() for path in (tmp_path / "home").rglob("*") if path.is_file())
    assert b"it says yes" in kept
    assert b"the-key-itself" not in kept
    assert b"Is the response kind" not in kept


def test_a_judge_that_always_fails_leaves_the_other_results(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(lambda _: Answer(status=400, complaint={"message": "no such thing"})) as server:
        done = spade(workspace, environment(tmp_path / "home", server, SPADE_MODEL="small"), "select")
    assert done.returncode == 5, done.stderr
    assert "the judge failed" in done.stderr
    assert "Traceback" not in done.stderr


def test_evaluate_and_report_show_why_the_judge_says_no(workspace: Path, tmp_path: Path) -> None:
    def judge(call: Call) -> Answer:
        answer = json.loads(kind_judge(call).text)
        return Answer(json.dumps({**answer, "reason": "[red]harsh\x1b[31m words"}))

    with LoopbackServer(judge) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        for command in ("evaluate", "report"):
            done = spade(workspace, environ, command)
            assert "The judge says no to: Is the response kind?" in done.stdout
            assert 'r3 "Alien is rubbish.": [red]harsh' in done.stdout
            assert "\x1b" not in done.stdout
            assert "agrees with you on 83% of 6 responses" in done.stderr


def test_what_the_judge_may_cost_is_said_before_it_is_asked(workspace: Path, tmp_path: Path) -> None:
    settings = 'model = "small"\njudge_repeats = 3\nprices = { small = [1, 2] }\n'
    (workspace / "spade.toml").write_text(settings, encoding="utf-8")
    with LoopbackServer(kind_judge) as server:
        done = spade(workspace, environment(tmp_path / "home", server), "evaluate")
        assert len(server.calls) == 18
    assert "judge small: about 18 calls, about " in done.stderr
    assert "at most 36 calls, retries aside; " in done.stderr
    assert done.stderr.index("about 18 calls") < done.stderr.index("6 questions answered")


def test_a_judge_that_is_not_there_is_tried_a_few_times_and_told_once(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text("max_in_flight = 2\n", encoding="utf-8")
    lines = [json.dumps({"response": f"Response number {n}.", "label": "good"}) for n in range(100)]
    (workspace / "note.examples.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with LoopbackServer(kind_judge) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
    done = spade(workspace, environ, "evaluate", "--json")
    assert done.returncode == 5
    assert done.stderr.count("is it running?") == 1
    assert "100 not; the same command asks for what is missing" in done.stderr
    (model,) = json.loads(done.stdout)["cost"]["models"]
    assert model["failed"] <= 5


def test_a_response_without_an_id_is_named_by_its_line_and_its_words(workspace: Path, tmp_path: Path) -> None:
    (workspace / "note.examples.jsonl").write_text('{"response": "Rude!", "label": "bad"}\n', encoding="utf-8")
    with LoopbackServer(kind_judge) as server:
        done = spade(workspace, environment(tmp_path / "home", server, SPADE_MODEL="small"), "evaluate")
    assert 'line 1 "Rude!": it says no' in done.stdout


def test_a_budget_that_no_price_goes_with_stops_a_selection_at_once(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text('model = "small"\nbudget = 2.0\n', encoding="utf-8")
    with LoopbackServer(kind_judge) as server:
        done = spade(workspace, environment(tmp_path / "home", server), "select", "--method", "subsumption")
        assert server.calls == []
    assert (done.returncode, "no price is set for small" in done.stderr) == (4, True)


def test_the_claims_and_the_judge_share_one_budget(workspace: Path, tmp_path: Path) -> None:
    settings = 'model = "small"\nmethod = "subsumption"\nbudget_tokens = 13500\njudge_repeats = 5\n'
    (workspace / "spade.toml").write_text(settings, encoding="utf-8")

    def answer(call: Call) -> Answer:
        if "Now list the pairs" in call.last:
            return Answer('{"pairs": []}')
        return Answer("None. " * 1700) if "<functions-" in call.last else kind_judge(call)

    with LoopbackServer(answer) as server:
        done = spade(workspace, environment(tmp_path / "home", server), "select")
    assert "0 claims of subsumption" in done.stderr
    assert "the judge failed: the budget of" in done.stderr
    assert "the budget of 13500" not in done.stderr


def test_a_chosen_assertion_that_a_person_edited_becomes_a_demonstration(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path / "work")
    with LoopbackServer(kind_judge) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        spade(workspace, environ, "select", "--method", "coverage")
        assert json.loads(spade(workspace, environ, "demonstrations", "--json").stdout)["demonstrations"] == []
        file = workspace / "note.assertions.py"
        text = file.read_text(encoding="utf-8")
        edited = text.replace("(response", "( response")
        file.write_text(edited, encoding="utf-8")
        assert edited != text
        spade(workspace, environ, "select", "--method", "coverage")
        kept = json.loads(spade(workspace, environ, "demonstrations", "--json").stdout)["demonstrations"]
    assert any("( response" in each["code"] for each in kept)


@pytest.mark.parametrize("command", ["evaluate", "select", "report", "check"])
def test_an_estimate_asks_nothing_writes_nothing_and_says_what_it_would_be(
    workspace: Path, tmp_path: Path, command: str
) -> None:
    chosen = SelectionRecord(alpha=0.6, tau=0.25, method=Method.COVERAGE, chosen=("assert_kind",))
    save_selection(files_beside(workspace / "note.prompt.md"), chosen)
    (workspace / "spade.toml").write_text('model = "small"\nprices = { small = [1, 2] }\njudge_repeats = 3\n')
    before = {path.name: path.read_bytes() for path in workspace.iterdir() if path.is_file()}
    with LoopbackServer(kind_judge) as server:
        environ = environment(tmp_path / "home", server)
        told = spade(workspace, environ, command, "--estimate", "--json")
        assert server.calls == []
        assert {path.name: path.read_bytes() for path in workspace.iterdir() if path.is_file()} == before
        done = spade(workspace, environ, "evaluate", "--json")
        again = spade(workspace, environ, command, "--estimate")
    assert told.returncode == 0, told.stderr
    estimate = json.loads(told.stdout)["estimate"]
    assert "judge small: about 18 calls" in told.stderr
    assert estimate["money"] > 0
    cost = json.loads(done.stdout)["cost"]
    assert (estimate["calls"], cost["calls"]) == (18, 18)
    assert again.returncode == 0
    assert "judge small: every reply is in the cache" in again.stderr


def test_an_estimate_counts_what_a_model_would_say_of_subsumption(workspace: Path, tmp_path: Path) -> None:
    environ = environment(tmp_path / "home", SPADE_MODEL="small")
    told = spade(workspace, environ, "select", "--method", "subsumption", "--estimate", "--json")
    assert told.returncode == 0, told.stderr
    assert "subsumption small: about 2 calls" in told.stderr
    assert json.loads(told.stdout)["estimate"]["calls"] == 8
    assert json.loads(told.stdout)["estimate"]["money"] is None


def test_an_estimate_without_a_judge_says_that_nothing_is_spent(workspace: Path, tmp_path: Path) -> None:
    told = spade(workspace, environment(tmp_path / "home"), "evaluate", "--estimate", "--json")
    assert "no model would be asked: nothing will be spent" in told.stderr
    assert set(json.loads(told.stdout)["estimate"].values()) == {0}


def test_a_secret_that_one_example_gives_away_leaves_in_none(workspace: Path, tmp_path: Path) -> None:
    texts = [f"Log in with hunter2!Secret9 now, number {i}." for i in range(6)]
    texts.append("Your password is hunter2!Secret9, kind user.")
    rows = [json.dumps({"example": {}, "prompt": "", "response": text, "label": "good"}) for text in texts]
    (workspace / "note.examples.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    with LoopbackServer(kind_judge) as server:
        done = spade(workspace, environment(tmp_path / "home", server, SPADE_MODEL="small"), "evaluate")
        assert done.returncode == 0, done.stderr
        assert len(server.calls) == len(texts)
        assert [call.last for call in server.calls if "hunter2" in call.last] == []

"""`spade doctor --models`: one small call to each model says what it can do."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.models.test_openai_model import events
from tests.synthesis.asking import environment, spade

GREEN = '{"colour": "green"}'


def told_of(
    tmp_path: Path, answer: Callable[[Call], Answer | str], *, settings: str = "", refuses: tuple[str, ...] = ()
) -> tuple[str, int, LoopbackServer]:
    """Return what is told of the model, the exit code and the server."""
    (tmp_path / "spade.toml").write_text(f'model = "m"\n{settings}\n', encoding="utf-8")
    with LoopbackServer(answer, unknown_options=refuses) as server:
        done = spade(tmp_path, environment(tmp_path / "home", server), "doctor", "--models", "--json")
    (found,) = (each for each in json.loads(done.stdout)["findings"] if each["name"] == "model m")
    return str(found["fact"]), done.returncode, server


@pytest.mark.parametrize(
    ("answer", "refuses", "said"),
    [
        (Answer(GREEN), (), "JSON schema: kept to; streaming: yes; token counts: yes; reasoning: none was seen"),
        (Answer("Green."), (), "JSON schema: taken, not kept to"),
        (Answer(GREEN), ("response_format",), "JSON schema: refused"),
        (Answer(GREEN), ("stream",), "streaming: no"),
        (Answer(GREEN), ("temperature", "max_tokens"), "asked without max_tokens, temperature, which it refuses"),
        (Answer(GREEN, no_usage=True), (), "token counts: no, they are estimated"),
        (Answer(GREEN, reasoning="Grass is ..."), (), "reasoning: yes"),
        (
            Answer(f"<think>Hm.</think>{GREEN}"),
            (),
            "JSON schema: kept to; streaming: yes; token counts: yes; reasoning: yes",
        ),
        (Answer("", finish="length"), (), "reasoning: more than 1000 tokens of it"),
    ],
)
def test_one_call_says_what_a_model_can_do(tmp_path: Path, answer: Answer, refuses: tuple[str, ...], said: str) -> None:
    told, code, server = told_of(tmp_path, lambda _: answer, refuses=refuses)
    assert said in told
    assert (code, len(server.finished)) == (0, 1 + len(refuses))


def test_the_effort_of_the_settings_is_tried(tmp_path: Path) -> None:
    told, _, server = told_of(tmp_path, lambda _: GREEN, settings='reasoning_effort = "low"')
    assert "takes reasoning_effort low" in told
    assert server.calls[0].body["reasoning_effort"] == "low"


def test_a_model_of_the_responses_api_is_said_to_be_one(tmp_path: Path) -> None:
    output = [{"type": "reasoning"}, {"type": "message", "content": [{"type": "output_text", "text": GREEN}]}]
    whole = {"output": output, "usage": {"input_tokens": 9, "output_tokens": 4}}

    def answer(call: Call) -> Answer:
        if "messages" in call.body:
            return Answer(status=404, complaint={"message": "only supported in v1/responses"})
        return Answer(raw=events({"type": "response.completed", "response": whole}))

    told, _, _ = told_of(tmp_path, answer)
    assert "JSON schema: kept to" in told
    assert "reasoning: yes; asked by the Responses API" in told


def test_a_model_that_does_not_answer_is_told_with_the_reason(tmp_path: Path) -> None:
    told, code, server = told_of(tmp_path, lambda _: Answer(status=402, complaint={"message": "Pay first"}))
    assert 'the account has no credit left, "Pay first"' in told
    assert (code, len(server.calls)) == (5, 1)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer(""), "the reply is empty"),
        (Answer(refusal="I cannot."), 'refused to answer: "I cannot."'),
        (Answer(GREEN, finish="SAFETY"), 'refused to answer: the reply ended with "SAFETY"'),
        (Answer("", reasoning="Grass is ..."), "there is reasoning and no answer"),
        (Answer("<think>Grass is ..."), "there is reasoning in it and no answer"),
        (Answer("", finish="tool_calls"), "it called a tool"),
    ],
)
def test_what_is_no_answer_is_not_told_as_one(tmp_path: Path, answer: Answer, said: str) -> None:
    told, code, _ = told_of(tmp_path, lambda _: answer)
    assert (code, said in told, "answers in" in told) == (5, True, False), told


def findings_of(folder: Path, environ: dict[str, str]) -> tuple[dict[str, tuple[bool, str]], int]:
    done = spade(folder, environ, "doctor", "--models", "--json")
    found = json.loads(done.stdout)["findings"]
    return {
        each["name"]: (each["ok"], each["fact"]) for each in found if each["name"].startswith("model ")
    }, done.returncode


def test_a_model_that_is_not_called_since_nobody_trusts_the_repository_is_not_said_to_be_well(tmp_path: Path) -> None:
    (tmp_path / "spade.toml").write_text('model = "m"\njudge_model = "j"\nembedding_model = "e"\n', encoding="utf-8")
    with LoopbackServer(lambda _: GREEN) as server:
        environ = {**environment(tmp_path / "home", server), "SPADE_TRUSTED_FOLDERS": ""}
        found, code = findings_of(tmp_path, environ)
    assert (code, server.calls, set(found)) == (5, [], {"model m", "model j", "model e"})
    assert all(not ok and "not called, since the repository is not trusted" in fact for ok, fact in found.values())


@pytest.mark.parametrize(
    ("vectors", "ok", "said"),
    [
        (None, True, "gives vectors of 64 numbers in"),
        (b'{"detail": "no such model here"}', False, "no such model here"),
    ],
)
def test_the_model_that_gives_vectors_is_asked_for_one(
    tmp_path: Path, vectors: bytes | None, ok: bool, said: str
) -> None:
    (tmp_path / "spade.toml").write_text('model = "m"\nembedding_model = "e"\n', encoding="utf-8")
    with LoopbackServer(lambda _: GREEN, vectors=vectors) as server:
        found, code = findings_of(tmp_path, environment(tmp_path / "home", server))
        assert [call.model for call in server.calls] == ["m"]
    assert (code, found["model m"][0], found["model e"][0]) == (0 if ok else 5, True, ok)
    assert said in found["model e"][1]


def test_without_the_option_no_model_is_called(tmp_path: Path) -> None:
    with LoopbackServer(lambda _: GREEN) as server:
        done = spade(tmp_path, environment(tmp_path / "home", server, SPADE_MODEL="m"), "doctor")
    assert (done.returncode, server.calls) == (0, [])

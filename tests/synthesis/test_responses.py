import json
from pathlib import Path

import pytest

from spade_core.examples import Example
from spade_core.models import Speaker
from spade_core.prompt_files import PromptTemplate, read_prompt
from spade_core.synthesis.responses import filled, proposed_inputs, read_inputs_reply, respond, without_response
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.cli.workspace import make_workspace
from tests.synthesis.asking import environment, spade
from tests.synthesis.playing import models_at


def template(text: str, name: str = "note.prompt.md") -> PromptTemplate:
    return read_prompt(name, text).templates[0]


@pytest.mark.parametrize(
    ("text", "name", "prompt"),
    [
        ("Say {a} and {b} and {a}.", "n.prompt.md", "Say 1 and [2, 3] and 1."),
        ('Say {a} as {{"x": 1}} with {b}.', "n.txt", 'Say 1 as {"x": 1} with [2, 3].'),
        ("Say {{ a }}, {{ b }}.", "n.jinja2", "Say 1, [2, 3]."),
        ("Say $a for $$5, $b.", "n.txt", "Say 1 for $5, [2, 3]."),
    ],
)
def test_a_template_is_filled_in_its_own_dialect(text: str, name: str, prompt: str) -> None:
    assert filled(template(text, name), {"a": "1", "b": [2, 3]}).prompt == prompt


def test_a_value_that_looks_like_a_placeholder_stays_as_it_is() -> None:
    assert filled(template("Say {a} and {b}."), {"a": "{b} {{x}}", "b": "2"}).prompt == "Say {b} {{x}} and 2."


def test_a_chat_template_keeps_its_roles() -> None:
    text = "messages:\n  - role: system\n    content: Be kind.\n  - role: user\n    content: 'Say {{a}}.'\n"
    found = filled(template(text, "n.prompt.yml"), {"a": "hi"})
    assert [(each.speaker, each.text) for each in found.messages] == [
        (Speaker.SYSTEM, "Be kind."),
        (Speaker.USER, "Say hi."),
    ]
    assert found.prompt == "Be kind.\n\nSay hi."


def test_a_missing_field_is_named() -> None:
    with pytest.raises(ValueError, match="there is no value for b"):
        filled(template("{a} {b}"), {"a": 1})


def test_a_jinja_template_is_filled_as_jinja_does_it() -> None:
    text = "{% if a %}{% for b in a %}- {{ b | upper }}\n{% endfor %}{% endif %}{% if hint %}{{ hint }}{% endif %}End."
    assert filled(template(text, "prompts/n.jinja2"), {"a": ["x", "y"]}).prompt == "- X\n- Y\nEnd."


def test_logic_of_handlebars_is_not_run() -> None:
    with pytest.raises(ValueError, match="conditions or loops of Handlebars"):
        filled(template("---\nmodel: m\n---\n{{#if a}}x{{/if}}", "n.prompt"), {"a": 1})


async def test_each_input_gets_an_unlabelled_response_in_order() -> None:
    inputs = [{"a": str(number)} for number in range(8)]
    with LoopbackServer(lambda call: Answer(f"You said {call.last}")) as server:
        (model,) = models_at(server, "small")
        found = await respond(model, template("Say {a}."), inputs)
        await model.close()
    assert [example.response for example in found.examples] == [f"You said Say {number}." for number in range(8)]
    assert {example.label for example in found.examples} == {None}
    assert found.examples[0].extra == {"model": "small"}
    assert len({example.id for example in found.examples}) == 8


async def test_what_fails_costs_only_itself() -> None:
    def answer(call: Call) -> Answer:
        return Answer("", refusal="No.") if "bomb" in call.last else Answer("fine")

    with LoopbackServer(answer) as server:
        (model,) = models_at(server, "small")
        found = await respond(model, template("Say {a}."), [{"a": "x"}, {"a": "bomb"}, {"b": "y"}])
        await model.close()
    assert len(found.examples) == 1
    assert found.notes == ('small refused to answer: "No."', '{"b": "y"}: there is no value for a')
    assert found.stopped is None


def test_inputs_that_have_a_response_are_left_out() -> None:
    asks = template("Say {a}.")
    known = [Example("1", {}, "Say x.", "Said.", None), Example("2", {}, "Say y.", " ", None)]
    assert without_response([{"a": "x"}, {"a": "y"}, {"a": "y"}, {"b": "z"}], asks, known) == [{"a": "y"}, {"b": "z"}]


async def test_made_up_inputs_have_every_field_and_no_other() -> None:
    reply = json.dumps({"inputs": [{"a": "1", "b": 2, "c": 3}, {"a": "only"}, {"a": "1", "b": 2}]})
    with LoopbackServer(lambda _: Answer(reply)) as server:
        (model,) = models_at(server, "small")
        found = await proposed_inputs(model, template("{a} {b}"), 5)
        await model.close()
    assert found == [{"a": "1", "b": "2"}]


def test_a_reply_without_inputs_is_no_reply() -> None:
    with pytest.raises(ValueError, match="there is no input in it with the fields a"):
        read_inputs_reply('{"inputs": [{"b": 1}]}', ["a"])


def test_respond_adds_responses_to_label_once(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path / "work", rows=())
    (workspace / "inputs.jsonl").write_text('{"movie_name": "Alien"}\n{"example": {"movie_name": "Up"}}\n', "utf-8")
    made_up = json.dumps({"inputs": [{"movie_name": "Heat"}, {"movie_name": "Alien"}]})

    def answer(call: Call) -> Answer:
        return Answer(made_up if "Invent" in call.last else "Watch it. Enjoy!")

    with LoopbackServer(answer) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        command = ("respond", "--inputs", "inputs.jsonl", "--propose", "2", "--json")
        planned = spade(workspace, environ, *command, "--estimate")
        assert server.calls == []
        first = spade(workspace, environ, *command)
        calls = len(server.calls)
        second = spade(workspace, environ, *command)
        assert len(server.calls) == calls
    assert "about 5 calls" in planned.stderr
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)["added"] == 3
    assert json.loads(second.stdout)["added"] == 0
    lines = [json.loads(line) for line in (workspace / "note.examples.jsonl").read_text("utf-8").splitlines() if line]
    assert [line["example"]["movie_name"] for line in lines] == ["Alien", "Up", "Heat"]
    assert [line.get("synthetic", False) for line in lines] == [False, False, True]
    assert {line["label"] for line in lines} == {None}
    assert lines[0]["prompt"].startswith("Write a note that recommends Alien.")


def test_a_reply_that_is_only_thought_is_asked_for_anew(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path / "work", rows=())
    (workspace / "inputs.jsonl").write_text('{"movie_name": "Alien"}\n', "utf-8")
    texts = ["<think>What do they like?", "Watch it. Enjoy!"]
    with LoopbackServer(lambda _: Answer(texts.pop(0))) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        first = spade(workspace, environ, "respond", "--inputs", "inputs.jsonl")
        second = spade(workspace, environ, "respond", "--inputs", "inputs.jsonl", "--json")
    assert "there is reasoning in it and no answer" in first.stderr
    assert json.loads(second.stdout)["added"] == 1, second.stderr


def test_respond_says_why_it_makes_up_nothing_new_and_offers_more(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path / "work", rows=())

    def answer(call: Call) -> Answer:
        if "Invent" not in call.last:
            return Answer("Watch it. Enjoy!")
        films = ["Up", "Jaws"] if "<inputs-" in call.last else ["Heat", "Alien"]
        return Answer(json.dumps({"inputs": [{"movie_name": film} for film in films]}))

    with LoopbackServer(answer) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        spade(workspace, environ, "respond", "--propose", "2")
        again = spade(workspace, environ, "respond", "--propose", "2")
        calls = len(server.calls)
        more = spade(workspace, environ, "respond", "--propose", "2", "--more", "--json")
    assert calls == 3
    assert "2 of the 2 that small makes up have a response already: --more asks for others" in again.stderr
    assert json.loads(more.stdout)["added"] == 2
    told = next(call for call in server.calls if "<inputs-" in call.last)
    assert '{"movie_name": "Heat"}' in told.last
    lines = [json.loads(line) for line in (workspace / "note.examples.jsonl").read_text("utf-8").splitlines() if line]
    assert [line["example"]["movie_name"] for line in lines] == ["Heat", "Alien", "Up", "Jaws"]


def test_what_was_answered_is_kept_when_the_model_makes_up_no_inputs(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path / "work", rows=())
    (workspace / "inputs.jsonl").write_text('{"movie_name": "Alien"}\n{"wrong": 1}\n', "utf-8")
    with LoopbackServer(lambda call: "I would rather not." if "Invent" in call.texts[-1] else "Watch it.") as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        done = spade(workspace, environ, "respond", "--inputs", "inputs.jsonl", "--propose", "2", "--json")
    assert done.returncode == 5
    assert (json.loads(done.stdout)["added"], json.loads(done.stdout)["missing"]) == (1, 3)
    assert "no inputs were made up: small: there is no JSON in it" in done.stderr
    assert "warning: inputs.jsonl:2: there is no value for movie_name" in done.stderr


def test_respond_without_a_model_says_what_to_set(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path / "work", rows=())
    done = spade(workspace, environment(tmp_path / "home"), "respond")
    assert done.returncode == 2
    assert "set `model` in the settings, SPADE_MODEL, or --model" in done.stderr


def test_a_file_of_inputs_that_cannot_be_read_is_named_with_its_line(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path / "work", rows=())
    (workspace / "inputs.jsonl").write_text('{"movie_name": "Alien"}\n[1]\n', "utf-8")
    with LoopbackServer(lambda _: Answer("x")) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        done = spade(workspace, environ, "respond", "--inputs", "inputs.jsonl")
        assert server.calls == []
    assert "inputs.jsonl:2: an input is an object" in done.stderr

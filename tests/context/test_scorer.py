"""Scores from a model's replies: what is asked, how often, what a bad reply comes to, and how assertions get them."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from spade_core.candidates import CandidateAssertion
from spade_core.context import Case, Manner, Scorer, Statement, faithfulness_of, with_scores
from spade_core.examples import Example
from spade_core.models import LanguageModel, ModelChoice, ModelSession
from spade_core.results import Outcome
from spade_core.sandbox import Sandbox
from spade_core.static_analysis import fields_needed, scores_needed
from spade_core.testing.loopback import Call, LoopbackServer
from tests.command import spade
from tests.context.museum import literal_reader
from tests.research import ROOT
from tests.synthesis.asking import environment

CONTEXTS = ["The tower was built in 1889.", {"id": "b", "text": "It is 330 metres high. It is of iron."}]


@contextmanager
def reading(
    home: Path, answer: Callable[[Call], str] = literal_reader, manner: Manner = Manner.PUBLISHED
) -> Iterator[tuple[Scorer, LoopbackServer]]:
    """Yield a scorer whose model answers so, with vectors, and the server that it asks."""
    with LoopbackServer(answer) as server, ModelSession(environment(home, server)) as session:
        embedder = session.models.embedder(ModelChoice("vectors"))
        yield Scorer(session.models.model(ModelChoice("small")), session, embedder=embedder, manner=manner), server


def example(response: str, contexts: object = CONTEXTS, **fields: object) -> Example:
    return Example("e", {"question": "How high is it?", "contexts": contexts, **fields}, "", response, None)


def test_each_statement_has_its_verdict_and_the_sentence_that_supports_it(tmp_path: Path) -> None:
    with reading(tmp_path) as (scorer, server):
        found = scorer.faithfulness(example("It is 330 metres high. It was built in 1901."))
    assert found.statements == (
        Statement("It is 330 metres high.", True, "by the letter", "It is 330 metres high.", 1),
        Statement("It was built in 1901.", False, "by the letter"),
    )
    assert (found.score, len(server.calls)) == (0.5, 2)


def test_what_was_asked_once_is_not_asked_again(tmp_path: Path) -> None:
    examples = [example(f"It is {n} metres high.") for n in (330, 331)]
    with LoopbackServer(literal_reader) as server:
        for _ in range(2):
            with ModelSession(environment(tmp_path, server)) as session:
                scorer = Scorer(session.models.model(ModelChoice("small")), session)
                assert scorer.scores(["faithfulness"], examples) == [{"faithfulness": 1.0}, {"faithfulness": 0.0}]
    assert len(server.calls) == 4


@pytest.mark.parametrize("contexts", [[], "", ["  "]])
def test_without_contexts_nothing_is_supported_and_nobody_is_asked_whether(tmp_path: Path, contexts: object) -> None:
    with reading(tmp_path) as (scorer, server):
        (found,) = scorer.scores(["faithfulness"], [example("It is high. It is old.", contexts)])
    assert (found, len(server.calls)) == ({"faithfulness": 0.0}, 1)


def test_a_response_that_states_nothing_states_nothing_unfaithful(tmp_path: Path) -> None:
    with reading(tmp_path) as (scorer, server):
        assert scorer.scores(["faithfulness"], [example(" ")]) == [{"faithfulness": 1.0}]
    assert not server.calls


def test_ten_thousand_contexts_with_control_characters_are_read(tmp_path: Path) -> None:
    contexts = [f"Part {n} weighs {n} kilos.\0" for n in range(10_000)]
    with reading(tmp_path) as (scorer, _):
        found = scorer.faithfulness(example("Part 77 weighs 77 kilos.", contexts))
    assert found.score == 1.0


def test_a_sentence_that_stands_in_no_context_is_not_believed(tmp_path: Path) -> None:
    def invents(call: Call) -> str:
        reply = json.loads(literal_reader(call))
        for each in reply.get("verdicts", ()):
            each["sentence"] = "It is 330 metres tall, they say."
        return json.dumps(reply)

    with reading(tmp_path, invents) as (scorer, _):
        (statement,) = scorer.faithfulness(example("It is 330 metres high.")).statements
    assert (statement.supported, statement.sentence, statement.context) == (True, "", None)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("I would rather not.", "there is no JSON in it"),
        ('{"statements": "none"}', 'there is no list "statements" of the right form in it'),
        ('{"statements": ["It is high."]}', 'there is no list "verdicts" of the right form in it'),
        ("{" * 50_000, "there is no JSON in it"),
    ],
)
def test_a_reply_that_cannot_be_read_leaves_the_score_out_and_says_why(tmp_path: Path, reply: str, why: str) -> None:
    def says(call: Call) -> str:
        return "[]" if "<statements-" in call.last and "verdicts" not in why else reply

    with reading(tmp_path, lambda call: reply if "verdicts" not in why else says(call)) as (scorer, _):
        (found,) = scorer.scores(["faithfulness"], [example("It is high.")])
    assert isinstance(found["faithfulness"], str)
    assert why in found["faithfulness"] or "of the right form" in found["faithfulness"]


def _statements_alone(call: Call) -> str:
    return "no" if "<statements-" in call.last else literal_reader(call)


def _no_questions(call: Call) -> str:
    return literal_reader(call) if "<answer-" in call.last or "<statements-" in call.last else "no"


@pytest.mark.parametrize(
    ("answer", "names", "most"),
    [
        (lambda call: "no", ["faithfulness"], 2 * 5),
        (_statements_alone, ["faithfulness"], 100 + 2 * (8 + 16)),
        (_no_questions, ["answer_relevance", "faithfulness"], 2 * 100 + 2 * 5),
    ],
)
def test_a_model_whose_replies_cannot_be_read_is_not_asked_about_every_response(
    tmp_path: Path, answer: Callable[[Call], str], names: list[str], most: int
) -> None:
    examples = [example(f"It is {n} metres high.") for n in range(100)]
    with reading(tmp_path, answer) as (scorer, server):
        found = scorer.scores(names, examples)
    assert len(server.calls) <= most
    said = str(found[-1][names[0]])
    assert "questions in a row got no answer that can be read; it is not asked any more, after" in said
    assert all(isinstance(each[name], float) for each in found for name in names[1:])


def test_what_an_example_lacks_is_named(tmp_path: Path) -> None:
    with reading(tmp_path) as (scorer, server):
        (found,) = scorer.scores(["context_recall", "faithful"], [example("It is high.")])
        (bare,) = scorer.scores(["faithfulness"], [Example("e", {"topic": "tea"}, "", "Tea.", None)])
        (unasked,) = scorer.scores(["faithfulness"], [example("It is high.", question=None)])
    assert found["context_recall"] == "the example has no reference"
    assert str(found["faithful"]).startswith("no score is called faithful; there are faithfulness, ")
    assert (bare["faithfulness"], len(server.calls)) == ("no field holds contexts", 0)
    assert str(unasked["faithfulness"]).startswith("null as the question, or beside the contexts, is neither")


SOURCE = (
    "async def assert_faithful(example: dict, prompt: str, response: str) -> bool:\n"
    "    return example['scores']['faithfulness'] >= 0.7\n"
)
CANDIDATE = CandidateAssertion("assert_faithful", SOURCE, ())


def test_an_assertion_is_given_the_scores_that_it_reads(tmp_path: Path) -> None:
    examples = [example("It is 330 metres high."), example("It is 331 metres high.")]
    for place, each in enumerate(examples):
        examples[place] = Example(str(place), each.fields, "", each.response, None)
    with reading(tmp_path) as (scorer, _):
        matrix = Sandbox().run([CANDIDATE], examples, scorer=scorer)
    assert [each and each.outcome for each in matrix.column(CANDIDATE)] == [Outcome.PASSED, Outcome.FAILED]
    assert matrix.examples == tuple(examples)


def test_without_a_model_an_assertion_says_that_there_is_no_score() -> None:
    found = Sandbox().run([CANDIDATE], [example("It is high.")]).evaluations["e", "assert_faithful"]
    assert (found.outcome, found.message) == (Outcome.JUDGE_FAILED, "no judge is configured")


def test_a_score_that_cannot_be_had_is_named_with_its_reason(tmp_path: Path) -> None:
    with reading(tmp_path, lambda call: "no") as (scorer, _):
        found = Sandbox().run([CANDIDATE], [example("It is high.")], scorer=scorer).evaluations["e", "assert_faithful"]
    assert found.outcome is Outcome.JUDGE_FAILED
    assert found.message.startswith("no score faithfulness: small: there is no JSON in it")


@pytest.mark.parametrize("given", [{"faithfulness": 0.9}, {"faithfulness": 0.9, "other": "x"}])
def test_scores_that_an_example_brings_are_taken_as_they_are(given: Mapping[str, object]) -> None:
    known = example("It is high.", scores=given)
    assert with_scores([known], ["faithfulness"], None) == ([known], [{}])
    found = Sandbox().run([CANDIDATE], [known]).evaluations["e", "assert_faithful"]
    assert found.outcome is Outcome.PASSED


def test_scores_are_no_input_field() -> None:
    assert (fields_needed(SOURCE), scores_needed(SOURCE)) == ((), ("faithfulness",))


async def test_both_manners_lead_to_the_same_steps(tmp_path: Path) -> None:
    case = Case("How high is it?", ["It is 330 metres high."], "It is 330 metres high.")

    def scored(model: LanguageModel, manner: Manner, session: ModelSession) -> float | None:
        return session.call(faithfulness_of(model, case, manner)).score

    with LoopbackServer(literal_reader) as server, ModelSession(environment(tmp_path, server)) as session:
        model = session.models.model(ModelChoice("small"))
        assert [scored(model, manner, session) for manner in Manner] == [1.0, 1.0]
    assert len({call.texts[0] for call in server.calls}) == 4


def test_the_example_of_the_museum_runs_with_a_model_and_pays_once(tmp_path: Path) -> None:
    folder = tmp_path / "museum"
    assert spade(tmp_path, "demo", str(folder), "--context").returncode == 0
    with LoopbackServer(literal_reader) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        made = spade(folder, "generate", "--yes", "--json", environ=environ)
        scored = [call for call in server.calls if "<answer-" in call.last or "<statements-" in call.last]
        again = len(server.calls)
        spade(folder, "generate", "--yes", environ=environ)
        repeated = [call for call in server.calls[again:] if "<answer-" in call.last or "<statements-" in call.last]
        estimated = spade(folder, "evaluate", "--estimate", environ=environ)
        checked = spade(folder, "evaluate", "--json", environ=environ)
        evaluated = [call for call in server.calls[again:] if "<statements-" in call.last]
        spade(folder, "select", environ=environ)
        before = len(server.calls)
        reported = spade(folder, "report", "--json", environ=environ)
        asked = [call for call in server.calls[before:] if "<answer-" in call.last or "<statements-" in call.last]
    assert "faithfulness by small: about 54 calls" in made.stderr, made.stderr
    assert 27 < len(scored) <= 54
    assert (repeated, evaluated) == ([], [])
    assert "score small: every reply is in the cache" in estimated.stderr, estimated.stderr
    text = (folder / "visitor_answer.assertions.py").read_text("utf-8")
    assert 'example["scores"]["faithfulness"] >= ' in text
    assert "held out, it catches" in " ".join(text.split())
    assert "assert_faithfulness_high_enough" in checked.stdout, checked.stderr
    assert asked == []
    said = json.loads(reported.stdout)
    page = (folder / said["html"]).read_text("utf-8")
    shown = [each for read in said["faithfulness"].values() for each in read["statements"]]
    assert {each["supported"] for each in shown} == {True, False}
    assert page.count('<strong class="in">supported</strong> by context ') == sum(
        each["sentence"] is not None for each in shown
    )
    assert page.count('<strong class="out">not supported</strong>') == sum(not each["supported"] for each in shown)
    alone = spade(folder, "report", "--json", environ={**environ, "SPADE_MODEL": ""})
    assert "faithfulness" not in json.loads(alone.stdout)


def test_the_command_for_wikieval_tells_how_often_the_better_answer_scores_higher(tmp_path: Path) -> None:
    row = {
        "question": "How high is it?",
        "answer": "It is 330 metres high.",
        "ungrounded_answer": "It is 12 metres high.",
        "poor_answer": "It is high.",
        "context_v1": ["It is 330 metres high."],
        "context_v2": ["It is 330 metres high. It is red."],
    }
    rows = tmp_path / "rows.jsonl"
    rows.write_text(f"{json.dumps(row)}\n" * 2, encoding="utf-8")
    with LoopbackServer(literal_reader) as server:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "tests.benchmarks.wikieval", str(rows), "small", "vectors"],
            env={**os.environ, **environment(tmp_path / "home", server)},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert "faithfulness       2 of 2 pairs" in done.stdout, done.stderr


@pytest.mark.parametrize("reply", ["I would rather write prose.", '{"statements": [', ""])
def test_the_command_says_in_a_line_that_replies_are_no_json(tmp_path: Path, reply: str) -> None:
    folder = tmp_path / "museum"
    spade(tmp_path, "demo", str(folder), "--context")
    with LoopbackServer(lambda _: reply) as server:
        done = spade(folder, "generate", "--yes", environ=environment(tmp_path / "home", server, SPADE_MODEL="small"))
        calls = len(server.calls)
    assert done.returncode == 5
    (said,) = [line for line in done.stderr.splitlines() if line.startswith("warning: no faithfulness: small: ")]
    assert "no JSON" in said or "not complete" in said or "empty" in said
    assert "visitor_answer.assertions.py: nothing changed" in done.stderr
    assert "small: 5 questions in a row got no answer that can be read; it is not asked any more, after" in said
    assert calls <= 2 * (5 + 6)

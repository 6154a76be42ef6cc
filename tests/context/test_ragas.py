"""The same replies of a judge give the scores that ragas 0.4.3 gives: recorded ones, and where it is installed its own.

``make test-tools`` installs it; it has 800 MB with all that it brings.
"""

import hashlib
import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from spade_core.context import SCORES, Manner, Scorer
from spade_core.context.formulas import context_relevance, share
from spade_core.context.requests import read_needed
from spade_core.examples import Example
from spade_core.models import LoopThread, Reply, Request
from tests.context.museum import material, numbered
from tests.installed_tools import python_with

_CASES = [json.loads(line) for line in Path(__file__).with_name("ragas.jsonl").read_text("utf-8").splitlines()]


class Recorded:
    """A model that gives the replies of one case, and its vectors."""

    name = "recorded"

    def __init__(self, case: dict[str, Any]) -> None:
        self._case = case
        self._ratings = list(case["ratings"])

    async def embed(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        """Return a vector that a text always has."""
        return [tuple(byte / 255 for byte in hashlib.sha256(text.encode()).digest()) for text in texts]

    async def reply(self, request: Request) -> Reply:
        """Return the reply to a request, by what it asks about."""
        told, text = request.messages[0].text, request.messages[-1].text
        return Reply(json.dumps(self._answer(told, text)))

    def _answer(self, told: str, text: str) -> object:
        case = self._case
        if '"rating"' in told:
            return {"rating": self._ratings.pop(0)}
        if '"questions"' in told:
            return {"questions": [{"question": asked, "noncommittal": flag} for asked, flag in case["questions"]]}
        if '"classifications"' in told:
            known = zip(case["known"], case["attributed"], strict=True)
            return {"classifications": [{"statement": each, "reason": "", "attributed": v} for each, v in known]}
        if '"TP"' in told:
            return dict(zip(("TP", "FP", "FN"), ([{}] * count for count in case["classified"]), strict=True))
        if statements := numbered(material(text, "statements")):
            return self._judged(statements, material(text, "contexts"))
        if "numbered contexts" in told:
            return {"verdicts": [{"number": n, "reason": "", "verdict": v} for n, v in enumerate(case["useful"], 1)]}
        return {"statements": case["said" if material(text, "answer") == case["response"] else "known"]}

    def _judged(self, statements: Sequence[str], contexts: str) -> object:
        """Return a reply in the very form of ragas."""
        case = self._case
        if contexts == case["reference"]:
            verdicts = case["correct"]
        elif contexts not in case["contexts"] or not self._alone:
            verdicts = case["verdicts"]
        else:
            verdicts = case["supports" if statements == case["said"] else "relevant"][case["contexts"].index(contexts)]
        pairs = zip(statements, verdicts, strict=True)
        return {"statements": [{"statement": each, "reason": "", "verdict": verdict} for each, verdict in pairs]}

    _alone = False
    """Whether a context that stands alone is one of several."""


def example(case: dict[str, Any]) -> Example:
    names = ("question", "contexts", "reference")
    return Example("e", {name: case[name] for name in names}, "", case["response"], None)


def assert_equal(name: str, cases: Sequence[dict[str, Any]]) -> None:
    with LoopThread() as loop:
        for case in cases:
            model = Recorded(case)
            model._alone = name == "noise_sensitivity"
            scorer = Scorer(model, loop, embedder=model, manner=Manner.TODAY)
            (found,) = scorer.scores([name], [example(case)])
            assert found[name] == pytest.approx(case["scores"][name], rel=0, abs=1e-9), case["question"]


@pytest.mark.parametrize("name", SCORES)
def test_a_score_is_that_of_ragas_to_nine_digits(name: str) -> None:
    assert_equal(name, _CASES)


@pytest.mark.timeout(300)
def test_ragas_itself_gives_the_recorded_scores_and_ours_on_other_replies(tmp_path: Path) -> None:
    python = python_with("ragas")
    command = [python, str(Path(__file__).with_name("ragas_scores.py")), "0", str(2 * len(_CASES))]
    environ = {**os.environ, "HOME": str(tmp_path), "RAGAS_DO_NOT_TRACK": "true"}
    done = subprocess.run(  # noqa: S603  (a tool that the person has installed)
        command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False, timeout=280
    )
    assert done.returncode == 0, done.stderr[-3000:]
    cases = [json.loads(line) for line in done.stdout.splitlines()]
    recorded, others = cases[: len(_CASES)], cases[len(_CASES) :]
    assert [each["question"] for each in recorded] == [each["question"] for each in _CASES]
    for once, now in zip(_CASES, recorded, strict=True):
        assert now["scores"] == pytest.approx(once["scores"], rel=0, abs=1e-9)
    assert len(others) == len(_CASES)
    for name in SCORES:
        assert_equal(name, others)


def test_as_published_a_response_that_commits_to_nothing_is_as_relevant_as_its_questions() -> None:
    case = next(case for case in _CASES if all(flag for _, flag in case["questions"]))
    model = Recorded(case)
    with LoopThread() as loop:
        today, published = (
            Scorer(model, loop, embedder=model, manner=manner).scores(["answer_relevance"], [example(case)])
            for manner in (Manner.TODAY, Manner.PUBLISHED)
        )
    assert today == [{"answer_relevance": 0.0}]
    assert float(published[0]["answer_relevance"]) > 0.5


def test_of_nothing_there_is_no_share() -> None:
    assert share([]) is None
    assert context_relevance(0, 0) is None


@pytest.mark.parametrize(
    ("sentences", "score"),
    [
        (["Tea is hot."], 1 / 3),
        (["Tea is  HOT.", "Ice is cold."], 2 / 3),
        (["Tea is hot. Ice is cold. Air is thin."], 1.0),
        (["Tea is very hot."], 0.0),
        (["Insufficient Information"], 0.0),
        ([], 0.0),
    ],
)
def test_as_published_only_sentences_copied_word_for_word_count(sentences: list[str], score: float) -> None:
    reply = json.dumps({"sentences": sentences})
    assert context_relevance(*read_needed(reply, ["Tea is hot. Ice is cold.", "Air is thin."])) == score

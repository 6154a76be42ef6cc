"""Contradictions: only what no response can satisfy."""

from pathlib import Path

import pytest

from spade_server.contradictions import contradictions_in
from spade_server.prompt_model import read_model
from spade_server.reader import SentenceReader

CLASHES = {
    "Use at least 200 words.\nKeep it within 100 words.\n": "at least 200 words",
    "Keep it within 100 words.\nUse at least 200 words.\n": "at least 200 words",
    'Include the phrase "so long".\nNever use the phrase "so long".\n': "so long",
    'Start with "Dear".\nStart with "Hello".\n': "Dear",
    "Answer in French.\nAnswer in German.\n": "French",
}
AGREE = (
    "Keep it within 100 words.\nUse at least 20 words.\n",
    "Keep it within 100 words.\nKeep it within 80 words.\n",
    "Keep it within 100 words.\nUse at least 3 sentences.\n",
    'Include the phrase "so long".\nNever use the phrase "goodbye".\n',
    'Start with "Dear".\nStart with "Dear reader".\n',
    "Use about 200 words.\nKeep it within 180 words.\n",
    "Answer in French.\nAnswer in French, please.\n",
)


def reasons(text: str) -> list[str]:
    model = read_model(Path("/w/note.prompt.md"), 1, text, SentenceReader())
    pairs = ((each.span, criterion) for each in model.templates[0].instructions for criterion in each.criteria)
    return [clash.why for clash in contradictions_in(pairs)]


@pytest.mark.parametrize(("text", "said"), CLASHES.items())
def test_what_cannot_both_be_done_is_said_once(text: str, said: str) -> None:
    [why] = reasons(text)
    assert said in why


@pytest.mark.parametrize("text", AGREE)
def test_what_can_both_be_done_is_not_spoken_of(text: str) -> None:
    assert reasons(text) == []


def test_a_sentence_does_not_contradict_itself() -> None:
    assert reasons("Use between 50 and 100 words, at least 60 words.\n") == []


def test_a_hundred_bounds_are_held_against_the_strictest_alone() -> None:
    text = "".join(f"Keep it within {n} words.\n" for n in range(100, 200)) + "Use at least 150 words.\n"
    [why] = reasons(text)
    assert "at most 100" in why

import pytest
from hypothesis import given, settings, strategies as st

from spade_core.categories import classify
from spade_core.structure.demonstrations import demonstrations_in
from spade_core.structure.placeholders import marks_in, placeholders_in
from tests.categories.labelled_deltas import delta_of
from tests.categories.sentences import cues_of

PIECES = [
    *("Do not ", "include ", "no more than ", "100 ", "three ", "words", "you are a ", "be concise", "JSON", "or "),
    *("never ", "avoid ", "at least ", "keep ", "step by step", "Example:", "Q: ", "A: ", "请回答", "é", "🎬"),
    *("{# ", " #}", "{{! ", "{% if x %}", "{% endif %}", "{{/if}}", "{{#if y}}"),
    *("{name}", "{{ x }}", "%(a)s", "'", '"', "`", "```", "# ", "- ", "1. ", "<", ">", ", ", ". ", "[", "]", "$", ":"),
    *("\n", "\n\n", "\r", "\x00", "\ud800"),
]
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=24).map("".join)


@given(texts)
def test_placeholders_stand_in_order_and_never_overlap(text: str) -> None:
    end = 0
    for mark in marks_in(text):
        assert end <= mark.span.start < mark.span.end <= len(text)
        assert mark.name in placeholders_in(text)
        end = mark.span.end


@given(texts, st.none() | texts)
def test_every_cue_points_at_words_of_its_sentence(text: str, before: str | None) -> None:
    for cue in cues_of(text, before=before):
        assert 0 <= cue.span.start < cue.span.end <= len(text)
        assert cue.words
        assert cue.words == cue.words.strip()
        assert cue.reason


@settings(max_examples=60)
@given(texts, texts)
def test_classifying_is_total_and_deterministic(previous: str, current: str) -> None:
    delta = delta_of(previous, current)
    once, again = classify(delta), classify(delta)
    assert once == again
    changes = set(map(id, delta.changes))
    assert all(id(cue.change) in changes for cue in once.cues)
    assert all(cue.words == cue.change.sentence.text[cue.span.start : cue.span.end] != "" for cue in once.cues)
    assert {cue.category for cue in once.cues} <= set(once.categories)


@given(texts)
def test_samples_lie_in_their_text_in_order_and_apart(text: str) -> None:
    end = 0
    for sample in demonstrations_in(text):
        assert end <= sample.span.start <= sample.body.start <= sample.body.end <= sample.span.end <= len(text)
        end = sample.span.end


HOSTILE = [
    "{{",
    "you are a ",
    "do not ",
    "at least 3 ",
    "Q: a\nA: b\n",
    "<a b",
    "include {x} no more than ",
    '"a ',
    "请",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_long_hostile_text_is_classified(piece: str) -> None:
    text = piece * (8000 // len(piece))
    assert classify(delta_of("Be brief.", text)).delta.changes
    assert all(cue.words for cue in cues_of(text, before=f"{text[:4000]} x {text[4000:]}"))

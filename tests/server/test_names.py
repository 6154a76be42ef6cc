"""Which names of a prompt a sentence could mean: as many as a look at each of them finds."""

from hypothesis import given, strategies as st

from spade_core.constraints.clause import Around
from spade_core.deltas import segment
from spade_server.analysis.names import Names

NAMES = st.lists(st.text("bcBC_1", min_size=1, max_size=6), max_size=8, unique=True).map(tuple)


@given(NAMES, st.text("bcBC_1 .", max_size=30))
def test_every_name_that_a_sentence_holds_is_found_in_any_case(keys: tuple[str, ...], text: str) -> None:
    sentences = segment(text)
    names = Names(Around(keys=keys))
    others = Names(Around(keys=keys[:-1]))
    words = " ".join(sentence.text for sentence in sentences).lower().split()
    if keys and keys[-1].lower() in words and len(keys) > 3:
        assert names.inside(*sentences) != others.inside(*sentences)


def test_a_name_is_found_however_it_is_written() -> None:
    names, none = Names(Around(keys=("a", "b", "keyFacts"))), Names(Around(keys=("a", "b", "other_thing")))
    for text in ("Fill key_facts.", "Give the key facts.", "The keyFacts are short.", "List each Key Fact."):
        assert names.inside(*segment(text)) != none.inside(*segment(text))
    assert names.inside(*segment("Be concise.")) == none.inside(*segment("Be concise."))

"""Which names of a template a sentence could mean: as many as a look at each of them finds."""

from hypothesis import given
from hypothesis import strategies as st

from spade_core.criteria.passage import Surroundings
from spade_core.deltas import segment
from spade_server.names import Names

NAMES = st.lists(st.text("abAB_1", min_size=1, max_size=6), max_size=8, unique=True).map(tuple)


@given(NAMES, NAMES, st.text("abAB_1 .", max_size=30))
def test_every_name_that_a_sentence_holds_is_found_in_any_case(
    placeholders: tuple[str, ...], keys: tuple[str, ...], text: str
) -> None:
    sentences = segment(text)
    inside = Names(Surroundings(placeholders=placeholders, keys=keys)).inside(*sentences)
    words = "\n".join(sentence.text for sentence in sentences).lower()
    said = [tuple(name for name in names if name.lower() in words) for names in (placeholders, keys)]
    assert (inside[2], inside[4]) == tuple(said)


def test_a_name_or_title_counts_unnamed_in_every_sentence() -> None:
    names = Names(Surroundings(placeholders=("movie_name", "plot", "titles")))
    assert names.inside(*segment("Be concise."))[0] == ("movie_name", "titles")

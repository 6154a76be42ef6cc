"""Sentences that are made where they are looked at: the same as those that are all made."""

import itertools

import pytest
from hypothesis import given, settings

from spade_core.deltas import deltas_between, sentences_of
from spade_core.deltas.blocks import blocks_of
from spade_core.deltas.difference import changes_between
from spade_core.deltas.lazy_sentences import LazySentences
from spade_core.prompt_files.template import Role
from spade_core.versions.version import PromptVersion
from tests.deltas.strategies import histories

PARTS = (
    blocks_of("Be kind. 😀 Be fair.\n\n- One\n- Two\n", part=0, role=Role.SYSTEM),
    blocks_of("", part=1, role=Role.USER),
    blocks_of("# Head\n\nUse 3 words.\n", part=2, role=Role.USER),
)


def test_they_are_those_of_all_parts_in_order() -> None:
    eager = tuple(sentence for part in PARTS for sentence in part.sentences)
    lazy = LazySentences(PARTS)
    assert len(eager) == len(lazy) > 5
    assert tuple(lazy) == eager
    assert lazy[-1] == eager[-1]
    assert lazy[1:4] == eager[1:4]


def test_one_that_is_looked_at_twice_is_the_same() -> None:
    lazy = LazySentences(PARTS)
    assert lazy[2] is lazy[2 - len(lazy)]


@pytest.mark.parametrize("index", [-9, 9])
def test_there_is_none_beyond_the_last(index: int) -> None:
    with pytest.raises(IndexError):
        LazySentences(PARTS)[index]
    with pytest.raises(IndexError):
        LazySentences(())[0]


@settings(max_examples=80, deadline=None)
@given(histories())
def test_deltas_are_those_between_all_sentences(versions: list[PromptVersion]) -> None:
    expected = [
        changes_between(sentences_of(before.template), sentences_of(after.template))
        for before, after in itertools.pairwise(versions)
    ]
    assert [delta.changes for delta in deltas_between(versions)] == [changes for changes in expected if changes]

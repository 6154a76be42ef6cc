"""The lives of sentences, and that another commit costs only its own delta."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings, strategies as st

from spade_core.deltas import sentences_of
from spade_core.versions.version import History, PromptVersion
from spade_server.analysis.sentence_history import SentenceHistory, sentence_history_of
from tests.deltas.strategies import histories


def told_by(versions: list[PromptVersion], known: SentenceHistory | None = None) -> SentenceHistory:
    """The sentence_history of versions, numbered as a history numbers them."""
    numbered = tuple(replace(version, index=index) for index, version in enumerate(versions))
    return sentence_history_of(History("", numbered), known)


@settings(max_examples=60, deadline=None)
@given(histories(), st.data())
def test_what_is_known_of_some_versions_changes_nothing_in_what_is_told_of_all(
    versions: list[PromptVersion], data: st.DataObject
) -> None:
    kept = (
        data.draw(st.lists(st.sampled_from(range(1, len(versions))), unique=True).map(sorted)) if versions[1:] else []
    )
    known = told_by([versions[0], *(versions[index] for index in kept)])
    assert told_by(versions, known) == told_by(versions)


@settings(max_examples=60, deadline=None)
@given(histories())
def test_a_version_more_leaves_what_was_told_as_it_was(versions: list[PromptVersion]) -> None:
    if len(versions) < 3:
        return
    before = told_by(versions[:-1])
    after = told_by(versions, before)
    assert all(after.told[pair] is said for pair, said in before.told.items() if pair in after.told)
    assert len(after.told.keys() - before.told.keys()) <= 1


@settings(max_examples=60, deadline=None)
@given(histories())
def test_every_sentence_of_the_newest_version_has_a_life(versions: list[PromptVersion]) -> None:
    told = told_by(versions)
    for sentence in sentences_of(versions[-1].template):
        assert told.wordings_of(sentence.text)
    assert len(told.told) <= len(list(pairwise(versions)))

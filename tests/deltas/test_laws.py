"""The laws of sentences and deltas, over random prompts and histories."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given, settings

from spade_core.deltas import Key, Sentence, changes_between, deltas_between, key, segment, sentences_of
from spade_core.deltas.pairing import THRESHOLD, Words, likeness
from spade_core.prompt_files.template import Role
from spade_core.versions.version import PromptVersion
from tests.deltas.strategies import histories, prompts, template

thoroughly = settings(max_examples=200, deadline=None)
quickly = settings(max_examples=80, deadline=None)


def balance(sentences: Sequence[Sentence]) -> Counter[Key]:
    return Counter(key(sentence) for sentence in sentences)


@thoroughly
@given(prompts)
def test_spans_slice_the_text_to_the_very_sentence(text: str) -> None:
    for sentence in segment(text):
        assert sentence.span.of(text) == sentence.text
        assert sentence.text == sentence.text.strip() != ""


@thoroughly
@given(prompts)
def test_spans_ascend_and_only_white_space_is_outside_them(text: str) -> None:
    at = 0
    for sentence in segment(text):
        assert sentence.span.start >= at
        assert text[at : sentence.span.start].strip() == ""
        at = sentence.span.end
    assert text[at:].strip() == ""


@quickly
@given(prompts, prompts)
def test_the_sentences_of_a_template_are_those_of_its_parts(first: str, second: str) -> None:
    sentences = sentences_of(template((Role.SYSTEM, first), (Role.USER, second)))
    assert sentences == (*segment(first, role=Role.SYSTEM), *segment(second, part=1, role=Role.USER))


@quickly
@given(prompts)
def test_white_space_around_a_prompt_changes_no_sentence(text: str) -> None:
    assert [s.text for s in segment(f"\n\n{text}\n\n")] == [s.text for s in segment(text)]


@quickly
@given(histories())
def test_before_less_removed_plus_added_is_after(versions: list[PromptVersion]) -> None:
    for before, after in pairwise(versions):
        old, new = sentences_of(before.template), sentences_of(after.template)
        changes = changes_between(old, new)
        removed = [c.sentence for c in changes if c.sign == "-"]
        added = [c.sentence for c in changes if c.sign == "+"]
        assert balance(removed) <= balance(old)
        assert balance(old) - balance(removed) + balance(added) == balance(new)
        assert not balance(removed) & balance(added)


@quickly
@given(histories())
def test_deltas_are_not_empty_and_name_consecutive_versions(versions: list[PromptVersion]) -> None:
    deltas = deltas_between(versions)
    assert all(delta.changes for delta in deltas)
    assert all(delta.after.index == delta.before.index + 1 for delta in deltas)
    unchanged = {version.index for version in versions[1:]} - {delta.after.index for delta in deltas}
    for index in unchanged:
        before, after = (sentences_of(versions[i].template) for i in (index - 1, index))
        assert balance(before) == balance(after)


@quickly
@given(histories())
def test_every_counterpart_is_mutual_and_alike(versions: list[PromptVersion]) -> None:
    for delta in deltas_between(versions):
        added = {id(c.sentence): c for c in delta.changes if c.sign == "+"}
        replaced = [c for c in delta.changes if c.sign == "-" and c.counterpart is not None]
        for change in replaced:
            assert change.counterpart is not None
            assert added[id(change.counterpart)].counterpart is change.sentence
            assert likeness(Words.of(change.sentence), Words.of(change.counterpart)) >= THRESHOLD
        assert len(replaced) == sum(c.counterpart is not None for c in added.values())


@quickly
@given(histories())
def test_the_sentences_of_a_sign_are_in_reading_order(versions: list[PromptVersion]) -> None:
    for delta in deltas_between(versions):
        added = [(s.part, s.span) for s in delta.added]
        assert added == sorted(added)

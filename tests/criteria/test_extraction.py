"""Criteria of a history: the newest version decides, and each knows when its sentence came."""

from spade_core.criteria import Criterion
from tests.criteria.prompts import criteria_from


def told(*texts: str) -> list[tuple[str, int, str]]:
    return [(c.description, c.delta, c.source_phrase) for c in criteria_from(*texts)]


def only(*texts: str) -> Criterion:
    [criterion] = criteria_from(*texts)
    return criterion


def test_nothing_is_asked_for_that_the_newest_version_no_longer_says() -> None:
    assert [c.description for c in criteria_from("Use at most 100 words.\n", "Use at most 50 words.\n")] == [
        "The response has at most 50 words."
    ]
    assert criteria_from("Use at most 100 words.\n", "Hello.\n") == ()


def test_a_criterion_knows_the_delta_that_brought_its_sentence() -> None:
    first = "Use at most 100 words.\n"
    second = f'{first}\nAlways include the phrase "two thumbs up".\n'
    found = {c.description: (c.delta, c.version.index) for c in criteria_from(first, second)}
    assert found["The response has at most 100 words."] == (1, 1)
    assert found['The response contains "two thumbs up".'] == (2, 2)


def test_renumbering_wrapping_and_moving_leave_a_sentence_where_it_came() -> None:
    before = "Rules:\n\n1. Use at most 100 words.\n2. Do not use emojis.\n"
    after = "Rules:\n\n1. Write in French.\n2. Do not use\n   emojis.\n3. Use at most 100 words.\n"
    found = {c.description: c.delta for c in criteria_from(before, after)}
    assert found["The response has at most 100 words."] == 1
    assert found["The response has no emoji."] == 1
    assert found["The response is in French."] == 2


def test_the_phrase_is_that_of_the_version_that_brought_it() -> None:
    criterion = only("1. Use at most 100 words.\n", "Use at most\n100 words.\n")
    assert (criterion.sentence.text, criterion.source_phrase) == ("1. Use at most 100 words.", "at most 100 words")


def test_a_sentence_that_went_and_came_back_came_the_second_time() -> None:
    assert only("Use at most 100 words.\n", "Hello.\n", "Use at most 100 words.\n").delta == 3


def test_criteria_stand_in_the_prompts_order() -> None:
    later = 'Always include the phrase "two thumbs up".\n\nUse at most 100 words.\n'
    assert [phrase for _, _, phrase in told("Use at most 100 words.\n", later)][-1] == "at most 100 words"

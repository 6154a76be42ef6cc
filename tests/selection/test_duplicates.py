import random
from zlib import crc32

from spade_core.examples.example import Example, Label
from spade_core.selection.statistics.duplicates import duplicate_groups, pairs_to_compare, sketches_of

LONG = " ".join(f"word{number}" for number in range(80))


def example(id_: str, response: str, label: Label | None = Label.GOOD) -> Example:
    return Example(id_, {}, "", response, label)


def test_responses_that_differ_in_case_and_white_space_are_exact_duplicates() -> None:
    groups = duplicate_groups([example("a", "Hello  there\n"), example("b", "other"), example("c", "hello there")])
    assert [(group.ids, group.exact) for group in groups] == [(("a", "c"), True)]


def test_one_changed_word_in_a_long_response_makes_a_near_duplicate() -> None:
    groups = duplicate_groups([example("a", LONG), example("b", LONG.replace("word79", "end"))])
    assert [(group.ids, group.exact) for group in groups] == [(("a", "b"), False)]


def test_responses_that_share_a_beginning_only_are_no_duplicates() -> None:
    half = " ".join(LONG.split()[:40])
    others = [half + " " + " ".join(f"own{k}of{n}" for k in range(40)) for n in range(5)]
    assert duplicate_groups([example(str(n), text) for n, text in enumerate(others)]) == ()


def test_duplicates_with_different_labels_are_told() -> None:
    groups = duplicate_groups([example("a", LONG, Label.GOOD), example("b", LONG, Label.BAD)])
    assert groups[0].labels_differ
    alike = duplicate_groups([example("a", LONG, Label.GOOD), example("b", LONG, None)])
    assert not alike[0].labels_differ


def test_empty_odd_and_surrogate_responses_are_compared_like_others() -> None:
    groups = duplicate_groups([example("a", ""), example("b", "\ud800 x"), example("c", " "), example("d", "\ud800 X")])
    assert [group.ids for group in groups] == [("a", "c"), ("b", "d")]


def test_a_response_repeated_by_thousands_is_compared_once() -> None:
    choice = random.Random(1)  # noqa: S311 - reproducible test data
    texts = ["w " * choice.randint(1, 9) for _ in range(5000)]
    assert len(list(pairs_to_compare(sketches_of(sorted({text.strip() for text in texts}))))) <= 9 * 64
    groups = duplicate_groups([example(str(number), text) for number, text in enumerate(texts)])
    assert sum(len(group.ids) for group in groups) == 5000
    assert [group.exact for group in groups].count(True) == 3  # one, two and three words; more have the same runs


def test_comparisons_grow_with_the_number_of_texts_however_much_they_share() -> None:
    for count in (100, 1000):
        texts = [LONG + f" own{number} and{number} only{number}" for number in range(count)]
        assert 0 < len(list(pairs_to_compare(sketches_of(texts)))) <= 64 * count


def test_near_duplicates_behind_a_beginning_that_all_share_are_found() -> None:
    choice = random.Random(2)  # noqa: S311 - reproducible test data
    texts = [LONG + " " + " ".join(f"own{choice.randrange(10**6)}" for _ in range(40)) for _ in range(300)]
    pairs = [example(f"{number}{mark}", text + mark) for number, text in enumerate(texts) for mark in ("", " end")]
    assert [group.ids for group in duplicate_groups(pairs)] == [(f"{n}", f"{n} end") for n in range(300)]


def test_many_answers_from_one_template_are_one_group() -> None:
    texts = [LONG.replace("word79", f"name{number}") for number in range(500)]
    (group,) = duplicate_groups([example(str(number), text) for number, text in enumerate(texts)])
    assert len(group.ids) == 500


def test_near_duplicates_among_very_many_long_responses_are_found() -> None:
    choice = random.Random(5)  # noqa: S311 - reproducible test data
    texts = [" ".join(f"word{choice.randrange(5000)}" for _ in range(200)) for _ in range(1200)]
    responses = [*texts, *(text + " the end" for text in texts[:50])]
    groups = duplicate_groups([example(str(number), text) for number, text in enumerate(responses)])
    assert [group.ids for group in groups] == [(str(number), str(1200 + number)) for number in range(50)]


def test_words_of_one_checksum_are_no_duplicates() -> None:
    assert crc32(b"plumless") == crc32(b"buckeroo")
    assert duplicate_groups([example("a", "plumless"), example("b", "buckeroo")]) == ()

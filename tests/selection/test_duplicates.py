from spade_core.examples.example import Example, Label
from spade_core.selection.duplicates import duplicate_groups

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

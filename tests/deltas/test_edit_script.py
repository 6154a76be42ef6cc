"""What an edit script holds, by example. Its law is in test_laws.py."""

from spade_core.deltas.edit_script import Edit, apply, edit_script, replay
from spade_core.prompt_files.template import EMPTY_TEMPLATE, Role
from spade_core.text import Span
from tests.deltas.strategies import template


def edits(before: str, after: str) -> tuple[Edit, ...]:
    (part,) = edit_script(template((None, before)), template((None, after))).parts
    return part.edits


def test_equal_texts_need_no_edit() -> None:
    assert edits("one\ntwo\n", "one\ntwo\n") == ()


def test_a_changed_line_is_one_edit_of_that_line() -> None:
    assert edits("one\ntwo\nthree", "one\n2\nthree") == (Edit(Span(4, 8), "2\n"),)


def test_an_inserted_line_is_an_edit_of_an_empty_stretch() -> None:
    assert edits("one\nthree\n", "one\ntwo\nthree\n") == (Edit(Span(4, 4), "two\n"),)


def test_edits_apart_from_each_other_stay_apart() -> None:
    assert edits("a\nx\nb\ny\nc", "a\nX\nb\nc") == (Edit(Span(2, 4), "X\n"), Edit(Span(6, 8), ""))


def test_white_space_at_line_ends_is_an_edit() -> None:
    assert edits("one \n", "one\n") == (Edit(Span(0, 5), "one\n"),)


def test_a_part_that_moved_is_taken_from_where_it_was() -> None:
    before = template((Role.USER, "Hi."), (Role.SYSTEM, "Be kind."))
    after = template((Role.SYSTEM, "Be kind."), (Role.USER, "Hi."))
    script = edit_script(before, after)
    assert [(part.source, part.edits) for part in script.parts] == [(1, ()), (0, ())]
    assert apply(script, before).parts == after.parts


def test_replay_begins_from_the_empty_template() -> None:
    first, second = template((None, "a\n")), template((None, "a\nb\n"), (Role.USER, ""))
    scripts = [edit_script(EMPTY_TEMPLATE, first), edit_script(first, second), edit_script(second, EMPTY_TEMPLATE)]
    assert [made.parts for made in replay(scripts)] == [first.parts, second.parts, ()]

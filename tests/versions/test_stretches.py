from random import Random

from hypothesis import given, settings, strategies as st

from spade_core.versions.changes import reading_order
from spade_core.versions.stretches import Stretches


def stretches_of(*rows: str) -> list[str]:
    """Take rows such as "m a b" (a commit and its parents) and return the stretches that they complete."""
    stretches = Stretches()
    taken = (stretches.take(row.split()[0], tuple(row.split()[1:])) for row in rows)
    return [" ".join(stretch) for stretch in taken if stretch]


def test_in_one_line_every_commit_is_a_stretch() -> None:
    assert stretches_of("c b", "b a", "a") == ["c", "b", "a"]


def test_the_exit_is_the_commit_that_history_comes_down_to() -> None:
    stretches = Stretches()
    stretches.take("c", ("b",))
    assert stretches.exit == "b"
    stretches.take("b", ())
    assert stretches.exit is None


def test_a_merge_is_one_stretch_with_all_its_lines_not_interleaved() -> None:
    rows = ("m a2 b2", "b2 b1", "a2 a1", "b1 fork", "a1 fork", "fork root", "root")
    assert stretches_of(*rows) == ["m b2 b1 a2 a1", "fork", "root"]


def test_within_a_stretch_there_is_no_exit() -> None:
    stretches = Stretches()
    stretches.take("m", ("a", "b"))
    assert stretches.exit is None


def test_a_merge_within_a_line_of_a_merge_belongs_to_the_same_stretch() -> None:
    rows = ("m a n", "n b c", "c fork", "b fork", "a fork", "fork")
    assert stretches_of(*rows) == ["m n c b a", "fork"]


def test_lines_without_a_common_start_are_one_stretch_to_the_end() -> None:
    assert stretches_of("m a b", "b", "a") == ["m b a"]


def test_a_line_that_is_an_ancestor_of_the_other_comes_first() -> None:
    assert stretches_of("m y x", "x w", "w y", "y") == ["m x w", "y"]


def test_a_parent_that_is_listed_before_its_child_waits_for_it() -> None:
    assert stretches_of("c b", "a", "b a") == ["c", "b a"]


def test_an_ancestor_that_is_listed_before_the_line_to_it_comes_first_all_the_same() -> None:
    assert stretches_of("m x y", "y w", "x z", "z y", "w") == ["m x z y", "w"]


@settings(deadline=None)
@given(st.integers(1, 9), st.randoms(use_true_random=False))
def test_in_whatever_order_commits_are_listed_the_stretches_are_the_reading_order(size: int, dice: Random) -> None:
    names = [str(n) for n in range(size)]
    parents = {one: tuple(p for p in names[n + 1 :] if dice.random() < 0.4) for n, one in enumerate(names)}
    expected = reading_order("0", parents)
    rest = [one for one in names[1:] if one in expected]
    dice.shuffle(rest)
    stretches = Stretches()
    taken = [stretches.take(one, parents[one]) for one in ["0", *rest]]
    order = [one for stretch in reversed(taken) for one in reversed(stretch or [])]
    assert sorted(order) == sorted(expected)
    place = {one: n for n, one in enumerate(order)}
    assert all(place[parent] < place[one] for one in order for parent in parents[one])

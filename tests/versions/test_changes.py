from datetime import UTC, datetime, timedelta, timezone

import pytest

from spade_core.versions.changes import ChangeParser, TreeEntry, date_of, reading_order

ZERO = "0" * 40


def answer(sha: str, parents: str, raw: str, path: str, *, author: str = "Ada", subject: str = "S") -> bytes:
    separator = "\0" if raw.startswith("::") else "\n"
    header = "\0".join((sha, parents, author, "1700000000 +0100", subject, f"{separator}{raw}", path))
    return header.encode() + b"\0"


def test_an_ordinary_change_is_read() -> None:
    (change,) = ChangeParser("a.md").feed(answer("c1", "c0", f":100644 100644 {'1' * 40} {'2' * 40} M", "a.md"))
    assert (change.commit.sha, change.parents, change.blob) == ("c1", ("c0",), "2" * 40)
    assert (change.is_merge, change.is_new, change.entry) == (False, False, TreeEntry.FILE)
    assert change.commit.date == datetime(2023, 11, 14, 23, 13, 20, tzinfo=timezone(timedelta(hours=1)))


def test_a_root_commit_makes_a_new_file() -> None:
    (change,) = ChangeParser("a.md").feed(answer("c1", "", f":000000 100644 {ZERO} {'2' * 40} A", "a.md"))
    assert change.is_new
    assert change.parents == ()


def test_a_merge_names_the_parents_that_lacked_the_file() -> None:
    raw = f"::100644 000000 100644 {'1' * 40} {ZERO} {'3' * 40} MA"
    (change,) = ChangeParser("a.md").feed(answer("m", "p1 p2", raw, "a.md"))
    assert (change.is_merge, change.is_new, change.parents_without, change.blob) == (True, False, ("p2",), "3" * 40)


@pytest.mark.parametrize(
    ("mode", "entry"), [("120000", TreeEntry.SYMLINK), ("160000", TreeEntry.SUBMODULE), ("000000", TreeEntry.GONE)]
)
def test_what_is_not_a_file_is_told_apart(mode: str, entry: TreeEntry) -> None:
    (change,) = ChangeParser("a.md").feed(answer("c", "p", f":100644 {mode} {'1' * 40} {'2' * 40} T", "a.md"))
    assert change.entry is entry


def test_files_below_the_path_of_a_former_folder_are_passed_over() -> None:
    raw = f":000000 100644 {ZERO} {'2' * 40} A"
    data = (
        answer("c1", "c0", raw, "a.md/inner.txt")
        + f"{raw}\0a.md/other.txt\0".encode()
        + answer("c2", "c1", raw, "a.md")
    )
    assert [change.commit.sha for change in ChangeParser("a.md").feed(data)] == ["c2"]


def test_portions_may_be_cut_anywhere() -> None:
    raw = f":100644 100644 {'1' * 40} {'2' * 40} M"
    data = answer("c2", "c1", raw, "ä.md", subject="Fix: it's new") + answer("c1", "c0", raw, "ä.md")
    parser = ChangeParser("ä.md")
    changes = [change for n in range(len(data)) for change in parser.feed(data[n : n + 1])]
    assert changes == ChangeParser("ä.md").feed(data)
    assert [change.commit.subject for change in changes] == ["Fix: it's new", "S"]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("0 +0000", datetime(1970, 1, 1, tzinfo=UTC)),
        ("1700000000 -0330", datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)),
        ("", datetime(1970, 1, 1, tzinfo=UTC)),
        ("nonsense", datetime(1970, 1, 1, tzinfo=UTC)),
        ("0 +9999", datetime(1970, 1, 1, tzinfo=UTC)),
    ],
)
def test_dates_are_moments_and_impossible_ones_the_epoch(raw: str, expected: datetime) -> None:
    assert date_of(raw) == expected


def test_a_date_beyond_the_calendar_is_its_last_day_or_the_epoch() -> None:
    assert date_of("99999999999999 +0000").year == 9999


def test_parents_come_before_children_and_lines_are_not_interleaved() -> None:
    #   fork - a1 - a2 - merge
    #       \- b1 - b2 -/
    parents = {"merge": ["a2", "b2"], "a2": ["a1"], "a1": ["fork"], "b2": ["b1"], "b1": ["fork"]}
    assert reading_order("merge", parents) == ["fork", "a1", "a2", "b1", "b2", "merge"]


def test_nodes_that_the_tip_does_not_reach_are_left_out() -> None:
    assert reading_order("b", {"b": ["a"], "z": ["a"]}) == ["a", "b"]


def test_a_line_of_a_hundred_thousand_nodes_needs_no_deep_stack() -> None:
    order = reading_order(100_000, {n: [n - 1] for n in range(1, 100_001)})
    assert order == list(range(100_001))

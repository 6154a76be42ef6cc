"""The files beside a prompt, read and written on a real disk."""

from dataclasses import replace
from pathlib import Path

import pytest

from spade_core.criteria.criterion import Origin
from spade_core.errors import ExamplesError, StorageError
from spade_core.examples import Example, Label
from spade_core.selection.request import Method
from spade_core.storage import (
    AssertionState,
    PromptFiles,
    SelectionRecord,
    add_examples,
    files_beside,
    label_example,
    load_assertions,
    load_examples,
    load_record,
    restore_rejected,
    save_generated,
    save_selection,
    undo_edit,
)
from spade_core.storage.basis import Basis, short
from spade_core.storage.record import body_hash
from tests.storage.build import SENTENCE, candidate, criterion, source_of, version

A, B = candidate("assert_a", "return 1", criterion()), candidate("assert_b", "return 2")
SELECTION = SelectionRecord(Method.COVERAGE, 0.6, 0.25, ("assert_a", "assert_b"), 1.0, 0.0, {"bad": 1})


@pytest.fixture
def files(tmp_path: Path) -> PromptFiles:
    return files_beside(tmp_path / "note.prompt.md")


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new).encode())


def snapshot(files: PromptFiles) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_ino) for path in sorted(files.record.parent.iterdir())}


def test_without_files_there_is_nothing_and_nothing_is_wrong(files: PromptFiles) -> None:
    assert load_examples(files.examples).examples == ()
    assert load_assertions(files).assertions == ()
    assert load_assertions(files).problems == ()
    assert load_record(files).prompt == "note.prompt.md"


def test_generated_assertions_are_loaded_with_their_provenance(files: PromptFiles) -> None:
    text = f"0123456789Hello.\n{SENTENCE}\n"
    save_generated(files, [A, B], texts={version().index: text})
    stored = load_assertions(files)
    assert [(a.name, a.source, a.state, a.origin) for a in stored.assertions] == [
        ("assert_a", A.source, AssertionState.GENERATED, Origin.CUES),
        ("assert_b", B.source, AssertionState.GENERATED, Origin.CUES),
    ]
    (provenance,) = stored.assertions[0].provenance
    assert (provenance.phrase, provenance.author, provenance.lines) == ("under 100 words", "Ana María", (2, 2))
    assert stored.assertions[0].candidate() == replace(A, criteria=())
    assert stored.assertions[0].hash == A.hash
    lines = files.assertions.read_text().split("\n")
    first, last = stored.assertions[0].first_line, stored.assertions[0].last_line
    assert "\n".join(lines[first - 1 : last]) == A.source


def test_a_merge_that_changes_nothing_touches_no_file(files: PromptFiles) -> None:
    save_generated(files, [A, B])
    before = snapshot(files)
    save_generated(files, [A, B])
    assert snapshot(files) == before


def test_the_selection_is_kept_through_a_merge_and_follows_a_rename(files: PromptFiles) -> None:
    save_generated(files, [A, B])
    save_selection(files, SELECTION)
    edit(files.assertions, "def assert_a", "def polite")
    assert [a.name for a in load_assertions(files).chosen] == ["polite", "assert_b"]
    save_generated(files, [A, B])
    assert load_record(files).selection == replace(SELECTION, chosen=("polite", "assert_b"))
    edit(files.assertions, "def polite", "def kind")
    assert [a.name for a in load_assertions(files).chosen] == ["kind", "assert_b"]
    assert load_assertions(files).missing == ()
    save_selection(files, None)
    assert load_assertions(files).chosen == ()


def test_a_rejected_assertion_comes_back_only_when_it_is_restored(files: PromptFiles) -> None:
    save_generated(files, [A, B])
    edit(files.assertions, f"\n\n\n{B.source}", "")
    assert save_generated(files, [A, B]).rejected == ("assert_b",)
    restore_rejected(files, ["assert_b"])
    assert save_generated(files, [A, B]).added == ("assert_b",)


def test_byte_order_mark_and_crlf_of_all_files_stay(files: PromptFiles) -> None:
    save_generated(files, [A])
    add_examples(files.examples, [Example("1", {}, "", "r", None)])
    for path in files.all:
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    save_generated(files, [A, B])
    save_selection(files, SELECTION)
    add_examples(files.examples, [Example("2", {}, "", "s", None)])
    label_example(files.examples, load_examples(files.examples).examples[0], Label.BAD)
    for path in files.all:
        data = path.read_bytes()
        assert data.startswith(b"\xef\xbb\xbf")
        assert data.count(b"\n") == data.count(b"\r\n") > 1
    assert [a.state for a in load_assertions(files).assertions] == [AssertionState.GENERATED] * 2
    assert [e.label for e in load_examples(files.examples).examples] == [Label.BAD, None]


@pytest.mark.parametrize(
    ("broken", "fact"),
    [
        (b'{\n"format": 1,\n<<<<<<< HEAD\n', ":3: git conflict marker"),
        (b"", ":1: not JSON"),
        (b"\xff\xfe{\x00}\x00", "is UTF-16"),
        (b'{"format": 99}', ":1: written by a newer spade"),
    ],
)
def test_an_unreadable_record_stops_writing_but_not_the_assertions(
    files: PromptFiles, broken: bytes, fact: str
) -> None:
    save_generated(files, [A])
    files.record.write_bytes(broken)
    stored = load_assertions(files)
    assert [(a.name, a.state) for a in stored.assertions] == [("assert_a", AssertionState.UNKNOWN)]
    assert fact in str(stored.problems[0])
    before = snapshot(files)
    with pytest.raises(StorageError, match=r"note\.spade\.json"):
        save_generated(files, [A, B])
    with pytest.raises(StorageError, match=r"note\.spade\.json"):
        save_selection(files, SELECTION)
    assert snapshot(files) == before


def test_a_broken_assertions_file_stops_generating_and_its_other_functions_still_load(files: PromptFiles) -> None:
    save_generated(files, [A, B])
    edit(files.assertions, "return 1", "return (")
    before = snapshot(files)
    with pytest.raises(StorageError, match=r"note\.assertions\.py:10: not Python"):
        save_generated(files, [A, B])
    assert snapshot(files) == before
    stored = load_assertions(files)
    assert [a.name for a in stored.assertions] == ["assert_b"]
    assert stored.problems[0].line == 10


def test_an_assertions_file_that_is_not_utf_8_is_named_with_the_line(files: PromptFiles) -> None:
    save_generated(files, [A])
    files.assertions.write_bytes(files.assertions.read_bytes() + b"# \xff\n")
    stored = load_assertions(files)
    assert [a.name for a in stored.assertions] == ["assert_a"]
    assert "not UTF-8" in str(stored.problems[0])


def test_labels_are_set_and_taken_back(files: PromptFiles) -> None:
    add_examples(files.examples, [Example(str(i), {}, "", f"r{i}", None) for i in range(3)])
    before = files.examples.read_bytes()
    shown = load_examples(files.examples).examples[1]
    done = label_example(files.examples, shown, Label.GOOD)
    assert [e.label for e in load_examples(files.examples).examples] == [None, Label.GOOD, None]
    undo_edit(files.examples, done)
    assert files.examples.read_bytes() == before


def test_a_label_is_not_set_on_a_response_that_was_not_the_one_shown(files: PromptFiles) -> None:
    files.examples.write_text('{"row": 0, "response": "a"}\n{"row": 1, "response": "b"}\n')
    shown = load_examples(files.examples).examples[0]
    files.examples.write_text('{"row": 0, "response": "b"}\n')
    with pytest.raises(ExamplesError, match=r'examples\.jsonl:1: example "0" has changed since it was shown'):
        label_example(files.examples, shown, Label.BAD)
    assert files.examples.read_text() == '{"row": 0, "response": "b"}\n'


def test_an_examples_file_that_cannot_be_read_at_all_is_an_examples_error(files: PromptFiles) -> None:
    files.examples.mkdir()
    with pytest.raises(ExamplesError, match="cannot be read: Is a directory"):
        load_examples(files.examples)


def test_bytes_that_are_not_utf_8_cost_one_line_and_survive_a_label(files: PromptFiles) -> None:
    files.examples.write_bytes(b'{"id": 1, "response": "\xe9"}\n{"id": 2, "response": "r"}\n')
    found = load_examples(files.examples)
    assert [(e.id, p.line) for e, p in zip(found.examples, found.problems, strict=True)] == [("2", 1)]
    label_example(files.examples, found.examples[0], Label.BAD)
    assert files.examples.read_bytes() == b'{"id": 1, "response": "\xe9"}\n{"id": 2, "response": "r", "label": "bad"}\n'


def test_writing_leaves_nothing_but_the_three_files(files: PromptFiles) -> None:
    save_generated(files, [A, B])
    save_selection(files, SELECTION)
    add_examples(files.examples, [Example("1", {}, "", "r", None)])
    assert sorted(path.name for path in files.record.parent.iterdir()) == sorted(path.name for path in files.all)


def test_a_function_added_by_hand_is_loaded_as_a_persons_own(files: PromptFiles) -> None:
    own = source_of("assert_mine")
    save_generated(files, [A])
    files.assertions.write_text(f"{files.assertions.read_text()}\n\n{own}\n")
    stored = load_assertions(files)
    assert [(a.name, a.state, a.origin, a.provenance) for a in stored.assertions][1] == (
        "assert_mine",
        AssertionState.ADDED,
        Origin.PERSON,
        (),
    )


def test_a_selected_function_of_a_persons_own_is_found_under_its_new_name(files: PromptFiles) -> None:
    save_generated(files, [A])
    with files.assertions.open("a") as file:
        file.write("\n\nasync def mine(example, prompt, response):\n    return 3\n")
    mine = load_assertions(files).by_name["mine"]
    basis = Basis({"mine": short(body_hash(mine.source, "mine"))})
    save_selection(files, SelectionRecord(Method.COVERAGE, 0.6, 0.25, ("mine",), basis=basis))
    edit(files.assertions, "def mine", "def ours")
    assert [a.name for a in load_assertions(files).chosen] == ["ours"]
    assert load_assertions(files).missing == ()
    edit(files.assertions, "return 3", "return 4")
    assert load_assertions(files).missing == ("mine",)

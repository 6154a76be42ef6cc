"""Many processes write at once and lose nothing; one that is killed hurts nobody."""

import multiprocessing
import os
import random
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from spade_core.errors import StorageError
from spade_core.examples import Example, Label
from spade_core.selection.request import Method
from spade_core.storage import (
    AssertionState,
    PromptFiles,
    SelectionRecord,
    add_examples,
    add_unknown_examples,
    files_beside,
    label_example,
    load_assertions,
    load_examples,
    load_record,
    save_generated,
    save_selection,
    undo_edit,
)
from spade_core.storage.lock import locked
from tests.storage.build import candidate, criterion, source_of

FORK = multiprocessing.get_context("fork")
EXAMPLES = [Example(str(i), {"i": i}, "p", "r" * 2000, None) for i in range(40)]
FIRST = [candidate(f"assert_{i}", f"return {i}", criterion()) for i in range(30)]
SECOND = [candidate(f"assert_{i}", f"return {i * 10}") for i in range(10, 45)]
SELECTIONS = [SelectionRecord(Method.COVERAGE, 0.6, 0.25, (f"assert_{i}",) * 200, counts={"bad": i}) for i in (1, 2)]
CORRUPT = b"\xff corrupt\n"


@pytest.fixture
def files(tmp_path: Path) -> PromptFiles:
    return files_beside(tmp_path / "note.prompt.md")


def start(work: Callable[..., None], *arguments: object) -> BaseProcess:
    process = FORK.Process(target=work, args=arguments, daemon=True)
    process.start()
    return process


def write_labels(files: PromptFiles) -> None:
    while True:
        for example in EXAMPLES:
            label_example(files.examples, example, random.choice([Label.GOOD, Label.BAD]))  # noqa: S311


def write_appended(files: PromptFiles) -> None:
    while True:
        for edit in reversed(add_examples(files.examples, [Example("more", {}, "", "m" * 5000, None)])):
            undo_edit(files.examples, edit)


def write_generated(files: PromptFiles) -> None:
    while True:
        save_generated(files, SECOND)
        save_generated(files, FIRST)


def write_selection(files: PromptFiles) -> None:
    while True:
        for selection in SELECTIONS:
            save_selection(files, selection)


def check_examples(files: PromptFiles) -> None:
    assert files.examples.read_bytes().startswith(CORRUPT)
    found = load_examples(files.examples)
    assert [(e.id, e.response) for e in found.examples[: len(EXAMPLES)]] == [(e.id, e.response) for e in EXAMPLES]
    assert all(e.response == "m" * 5000 for e in found.examples[len(EXAMPLES) :])
    assert found.problems[0].line == 1
    assert all("is taken by an earlier line" in problem.message for problem in found.problems[1:])


def check_generated(files: PromptFiles) -> None:
    stored = load_assertions(files)
    assert stored.problems == ()
    sources = {a.name: a.source for a in stored.assertions}
    mine = {name: sources.pop(name) for name in ("mine", "renamed")}
    assert mine == {"mine": source_of("mine"), "renamed": source_of("renamed", "return 5")}
    assert sources in (
        {c.name: c.source for c in FIRST if c.name not in {"assert_5", "assert_7"}},
        {c.name: c.source for c in SECOND},
    )
    not_ours = {a.name for a in stored.assertions if a.state is not AssertionState.GENERATED}
    assert not_ours == {"mine", "renamed"}
    assert list(stored.record.rejected) == ["assert_7"]


def check_selection(files: PromptFiles) -> None:
    assert load_record(files).selection in SELECTIONS
    assert len(load_record(files).assertions) == len(FIRST)


KINDS: dict[str, tuple[Callable[[PromptFiles], None], Callable[[PromptFiles], None]]] = {
    "label": (write_labels, check_examples),
    "append and undo": (write_appended, check_examples),
    "generate": (write_generated, check_generated),
    "selection": (write_selection, check_selection),
}


def prepare(files: PromptFiles, kind: str) -> None:
    files.examples.write_bytes(CORRUPT)
    add_examples(files.examples, EXAMPLES)
    save_generated(files, FIRST)
    save_selection(files, SELECTIONS[0])
    if kind == "generate":
        text = files.assertions.read_text().replace("def assert_5(", "def renamed(")
        block = f'# quantity instruction: "under 100 words"\n{FIRST[7].source}\n\n\n'
        assert block in text
        files.assertions.write_text(f"{text.replace(block, '')}\n\n{source_of('mine')}\n")
        save_generated(files, FIRST)


@pytest.mark.parametrize("kind", KINDS)
def test_killed_at_any_moment_of_a_write_the_file_is_the_old_or_the_new_one(files: PromptFiles, kind: str) -> None:
    work, check = KINDS[kind]
    prepare(files, kind)
    chance = random.Random(kind)  # noqa: S311
    for _ in range(40):
        process = start(work, files)
        time.sleep(0.005 + chance.random() * 0.03)
        process.kill()
        process.join()
        assert process.exitcode == -9
        check(files)
    with locked(files.record, timeout=0.0):
        pass
    save_generated(files, FIRST)
    save_selection(files, SELECTIONS[0])
    label_example(files.examples, EXAMPLES[0], Label.GOOD)
    assert sorted(path.name for path in files.record.parent.iterdir()) == sorted(path.name for path in files.all)
    assert not load_record(files).pending


def label_mine(files: PromptFiles, mine: int, of: int) -> None:
    for example in EXAMPLES[mine::of]:
        label_example(files.examples, example, Label.GOOD if mine % 2 else Label.BAD)


def append_mine(files: PromptFiles, name: str) -> None:
    for number in range(10):
        add_examples(files.examples, [Example(f"{name}-{number}", {}, "", "r", None)])


def generate_mine(files: PromptFiles) -> None:
    for number in range(5):
        save_generated(files, [*FIRST, candidate("assert_turning", f"return {number}")])


def edit_mine(files: PromptFiles, name: str) -> None:
    """A person's editor that takes the lock, as the language server does when it applies an edit."""
    for number in range(5):
        with locked(files.assertions):
            text = files.assertions.read_text()
            files.assertions.write_text(f"{text}\n\n{source_of(f'{name}_{number}')}\n")


def select_mine(files: PromptFiles, number: int) -> None:
    for _ in range(5):
        save_selection(files, SELECTIONS[number])


def collect_all(files: PromptFiles) -> None:
    for number in range(20):
        add_unknown_examples(files.examples, [Example("taken", {}, "", f"r{number}", None)])


def test_processes_that_collect_the_same_at_once_add_each_once(files: PromptFiles) -> None:
    for process in [start(collect_all, files) for _ in range(4)]:
        process.join()
        assert process.exitcode == 0
    found = load_examples(files.examples)
    assert sorted(each.response for each in found.examples) == sorted(f"r{number}" for number in range(20))
    assert not found.problems


def test_processes_that_write_at_once_lose_nothing(files: PromptFiles) -> None:
    prepare(files, "hammer")
    processes = [
        *(start(label_mine, files, mine, 3) for mine in range(3)),
        *(start(append_mine, files, name) for name in ("x", "y")),
        *(start(generate_mine, files) for _ in range(2)),
        *(start(select_mine, files, number) for number in range(2)),
        start(edit_mine, files, "by_hand"),
    ]
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * len(processes)
    labels = {e.id: e.label for e in load_examples(files.examples).examples}
    for i, example in enumerate(EXAMPLES):
        assert labels.pop(example.id) is (Label.GOOD if i % 3 == 1 else Label.BAD)
    assert set(labels) == {f"{name}-{number}" for name in "xy" for number in range(10)}
    stored = load_assertions(files)
    assert {a.name for a in stored.assertions if a.state is AssertionState.GENERATED} == {
        *(c.name for c in FIRST),
        "assert_turning",
    }
    assert {a.name for a in stored.assertions if a.state is AssertionState.ADDED} == {f"by_hand_{n}" for n in range(5)}
    assert not stored.record.rejected
    assert stored.record.selection in SELECTIONS


def hold(folder: Path, ready: Path) -> None:
    with locked(folder / "f"):
        ready.touch()
        time.sleep(60)


def test_a_lock_is_waited_for_and_then_given_up_with_a_clear_error(tmp_path: Path) -> None:
    folder, ready = tmp_path / "locked", tmp_path / "ready"
    folder.mkdir()
    process = start(hold, folder, ready)
    while not ready.exists():
        time.sleep(0.005)
    with pytest.raises(StorageError, match="another process has been writing here"), locked(folder / "g", timeout=0.05):
        pass
    process.kill()
    process.join()
    with locked(folder / "f", timeout=0.0):
        pass
    assert list(folder.iterdir()) == []


def test_a_process_forked_while_the_lock_is_held_does_not_keep_it(tmp_path: Path) -> None:
    with locked(tmp_path / "f"):
        process = start(time.sleep, 60)
    with locked(tmp_path / "f", timeout=0.0):
        assert process.is_alive()
    process.kill()
    process.join()


def test_the_lock_of_a_link_is_the_lock_of_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "f").touch()
    (tmp_path / "link").symlink_to("real/f")
    with locked(tmp_path / "link"):  # noqa: SIM117
        with pytest.raises(StorageError), locked(tmp_path / "real" / "f", timeout=0.0):
            pass


def test_several_files_of_one_folder_are_one_lock(tmp_path: Path) -> None:
    with locked(tmp_path / "a", tmp_path / "b", tmp_path / "a"), pytest.raises(StorageError):  # noqa: SIM117
        with locked(tmp_path / "c", timeout=0.0):
            pass


def test_a_folder_that_is_not_there_cannot_be_locked(tmp_path: Path) -> None:
    with (
        pytest.raises(StorageError, match="cannot be opened: No such file or directory"),
        locked(tmp_path / "no" / "f"),
    ):
        pass


@pytest.mark.skipif(os.name == "nt", reason="the lock file is the lock there")
def test_the_lock_file_that_stands_in_where_folders_cannot_be_locked_excludes_and_is_freed(tmp_path: Path) -> None:
    from spade_core.storage.lock import _file_lock

    with _file_lock(tmp_path, time.monotonic() + 5), pytest.raises(StorageError, match="another process"):  # noqa: SIM117
        with _file_lock(tmp_path, time.monotonic()):
            pass
    with _file_lock(tmp_path, time.monotonic()):
        assert list(tmp_path.iterdir()) == []

import json
import os
from pathlib import Path

import pytest

from spade_core.examples import Example
from spade_core.guard import Aside, Count, Gathering, Guard, gathered_files
from spade_core.storage import load_examples
from tests.guard.workspace import BAD, GOOD, make_guarded


def gathered(folder: Path, name: str = "note.gathered.jsonl") -> tuple[Example, ...]:
    found = load_examples(folder / name)
    assert not found.problems
    return found.examples


def test_failures_become_examples_without_a_label(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), seconds=10.0, gather=Gathering(passed=0.0)) as guard:
        guard.check(GOOD)
        with guard.fields(movie="Alien"):
            guard.check(BAD, prompt="Recommend Alien.")
    [example] = gathered(tmp_path)
    assert (example.response, example.prompt, dict(example.fields)) == (BAD, "Recommend Alien.", {"movie": "Alien"})
    assert example.label is None
    assert example.extra["fails"] == ["assert_ends_with_enjoy"]


def test_a_share_of_what_passes_is_kept_and_nothing_twice(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), seconds=10.0, gather=Gathering(passed=1.0)) as guard:
        for _ in range(3):
            guard.check(GOOD)
    assert [each.response for each in gathered(tmp_path)] == [GOOD]
    assert guard.counts[Count.KNOWN] == 2


def test_secrets_are_masked(tmp_path: Path) -> None:
    key = "sk-" + "proj-a1B2c3D4e5F6g7H8i9J0k1L2m3N4"
    with Guard(make_guarded(tmp_path), seconds=10.0) as guard:
        guard.check(f"Use {key}", prompt=f"key {key}", fields={"key": key})
    assert key not in (tmp_path / "note.gathered.jsonl").read_text("utf-8")


def test_what_cannot_be_redacted_is_not_written(tmp_path: Path) -> None:
    def broken(_: Example) -> Example:
        raise RuntimeError("broken")

    with Guard(make_guarded(tmp_path), seconds=10.0, gather=Gathering(redact=broken)) as guard:
        guard.check(BAD)
    assert not (tmp_path / "note.gathered.jsonl").exists()
    assert guard.counts[Count.NOT_GATHERED] == 1


def test_the_files_are_bounded(tmp_path: Path) -> None:
    gather = Gathering(most_examples=10, files=3)
    with Guard(make_guarded(tmp_path), seconds=10.0, gather=gather) as guard:
        for at in range(95):
            guard.check(f"{BAD} {at}")
    assert guard.counts[Count.GATHERED] == 95
    files = sorted(path.name for path in tmp_path.glob("*gathered*"))
    assert files == ["note.gathered.1.jsonl", "note.gathered.2.jsonl", "note.gathered.jsonl"]
    kept = [
        each.response for name in reversed(["note.gathered.jsonl", *files[:2]]) for each in gathered(tmp_path, name)
    ]
    assert kept == [f"{BAD} {at}" for at in range(70, 95)]


def test_only_what_a_guard_wrote_counts_as_gathered(tmp_path: Path) -> None:
    wrote = ["note.gathered.jsonl", "note.gathered.1.jsonl", "note.gathered.10.jsonl"]
    others = ["note.gathered-old.jsonl", "note.gathered.mine.jsonl", "note.gathered.01.jsonl", "notes.gathered.jsonl"]
    for name in (*wrote, *others):
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / "note.gathered.2.jsonl").mkdir()
    assert [path.name for path in gathered_files(tmp_path / "note.examples.jsonl")] == wrote


def test_the_least_that_can_be_asked_for_is_one_example(tmp_path: Path) -> None:
    gather = Gathering(most_examples=0, most_bytes=0, files=0)
    with Guard(make_guarded(tmp_path), seconds=10.0, gather=gather) as guard:
        for at in range(3):
            guard.check(f"{BAD} {at}")
    assert [each.response for each in gathered(tmp_path)] == [f"{BAD} 2"]


def test_a_file_of_many_bytes_is_followed_by_another(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), seconds=10.0, gather=Gathering(most_bytes=2000, files=2)) as guard:
        for at in range(50):
            guard.check(f"{BAD} {at}")
    assert sorted(path.stat().st_size < 2000 for path in tmp_path.glob("*gathered*")) == [True, True]


def test_a_file_that_cannot_be_written_breaks_nobody_and_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    prompt = make_guarded(tmp_path)
    os.mkfifo(tmp_path / "note.gathered.jsonl")
    with Guard(prompt, seconds=10.0) as guard:
        for at in range(3):
            assert not guard.check(f"{BAD} {at}").passes
            assert guard.flush()
    assert guard.counts[Count.NOT_GATHERED] == 3
    assert guard.troubles["gathering"] in caplog.text
    assert caplog.text.count(": gathering: ") == 1


def test_too_long_and_no_json_are_counted(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), seconds=10.0, gather=Gathering(passed=1.0, most_characters=100)) as guard:
        guard.check("long " * 100)
        guard.check(BAD, fields={"a": {1, 2}})
    assert (guard.counts[Count.NOT_GATHERED], guard.counts[Count.UNDECIDED]) == (2, 1)


def test_what_is_not_in_the_sample_is_nothing_that_could_not_be_kept(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), seconds=10.0, gather=Gathering(passed=0.0, most_characters=10)) as guard:
        guard.check(GOOD)
        guard.check(GOOD, fields={"a": {1, 2}})
    assert (guard.counts[Count.NOT_GATHERED], guard.counts[Count.UNDECIDED]) == (0, 1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_several_processes_write_one_file(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), seconds=20.0, aside=Aside()) as guard:
        children = []
        for child in range(4):
            pid = os.fork()
            if pid == 0:
                for at in range(25):
                    guard.function(lambda text: text)(f"{BAD} {child} {at}")
                os._exit(not guard.flush(100))
            children.append(pid)
        assert [os.waitpid(pid, 0)[1] for pid in children] == [0] * 4
    assert len({each.response for each in gathered(tmp_path)}) == 100
    assert all(json.loads(line) for line in (tmp_path / "note.gathered.jsonl").read_text("utf-8").splitlines())


def test_a_line_that_another_process_left_unfinished_spoils_no_other(tmp_path: Path) -> None:
    prompt = make_guarded(tmp_path)
    (tmp_path / "note.gathered.jsonl").write_text('{"response": "Wat', encoding="utf-8")
    with Guard(prompt, seconds=10.0) as guard:
        guard.check(BAD)
        guard.check(f"{BAD} 2")
    found = load_examples(tmp_path / "note.gathered.jsonl")
    assert [each.response for each in found.examples] == [BAD, f"{BAD} 2"]
    assert [each.line for each in found.problems] == [1]

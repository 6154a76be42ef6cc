"""What stands at a path of a workspace is read when it is a file, and never waited for."""

import ast
import os
import sys
from pathlib import Path

import pytest

from spade_core.errors import ExamplesError, PromptFileError, SettingsError, StorageError
from spade_core.prompt_files import load_prompt_file
from spade_core.regular_file import read_file, read_start
from spade_core.settings import load_settings
from spade_core.storage import files_beside, load_examples, load_record
from spade_core.storage.text_file import read_text_file

ROOT = Path(__file__).parents[2]
POSIX = pytest.mark.skipif(os.name != "posix", reason="pipes and devices are of POSIX")


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    data = bytes(range(256)) * 9000
    (tmp_path / "f").write_bytes(data)
    assert read_file(tmp_path / "f") == data
    assert read_file(tmp_path / "f", most=len(data)) == data
    assert read_start(tmp_path / "f", 300) == data[:300]


def test_an_empty_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "f").touch()
    assert read_file(tmp_path / "f") == b""


def test_a_link_to_a_link_to_a_file_is_followed(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"in")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "link to it").symlink_to("link")
    assert read_file(tmp_path / "link to it") == b"in"


def test_a_file_of_more_bytes_is_refused_with_the_limit(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"12345")
    with pytest.raises(OSError, match="more than 4 bytes"):
        read_file(tmp_path / "f", most=4)


def test_a_file_that_only_claims_to_be_large_takes_no_memory_for_what_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "f").open("wb") as file:
        file.truncate(1 << 42)
    with pytest.raises(OSError, match="more than 9 bytes"):
        read_file(tmp_path / "f", most=9)


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_a_file_that_claims_to_be_empty_is_read_to_its_end() -> None:
    assert read_file(Path("/proc/self/status")).startswith(b"Name:")


def test_no_file_is_told_from_one_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "none")
    with pytest.raises(IsADirectoryError):
        read_file(tmp_path)
    with pytest.raises(OSError, match="NUL"):
        read_file(tmp_path / "a\0b")


@POSIX
@pytest.mark.parametrize("target", ["pipe", "/dev/zero", "/dev/stdin", "/dev/tty", "loop"])
def test_what_is_no_file_is_refused_by_every_reader_with_the_fact(tmp_path: Path, target: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    prompt = tmp_path / "note.prompt.md"
    prompt.write_text("Be brief.\n")
    files = files_beside(prompt)
    for path in (files.examples, files.assertions, files.record, tmp_path / "spade.toml", tmp_path / "other.prompt.md"):
        path.symlink_to(path if target == "loop" else target)
    fact = "not a regular file|[Ss]ymbolic links|a link leads out|cannot be read|no such file"
    with pytest.raises(ExamplesError, match=fact):
        load_examples(files.examples)
    with pytest.raises(StorageError, match=fact):
        read_text_file(files.assertions)
    with pytest.raises(StorageError, match=fact):
        load_record(files)
    with pytest.raises(SettingsError, match=fact):
        load_settings(tmp_path)
    with pytest.raises(PromptFileError, match=fact):
        load_prompt_file(tmp_path / "other.prompt.md")


def test_nothing_else_reads_the_files_of_a_workspace() -> None:
    allowed = {
        "application/importing.py",  # the file that the person names, a pipe too
        "models/cache.py",
        "models/secrets.py",
        "models/trust.py",
        "sandbox/cache.py",  # the user's own folders
        "demo/movie_note.py",
        "report/trade_off.py",
        "export/embedded_checks.py",
        "language/word_lists.py",
        "language/recognition.py",
        "sandbox/guest/app.py",
        "schemas/published.py",
        "sandbox/manifest.py",
        "sandbox/sources.py",
        "values/lexicon.py",
        "words/__init__.py",  # what is installed
        "sandbox/compiled.py",
        "sandbox/worker.py",  # what was compiled on this machine
    }
    reading = {"read_bytes", "read_text"}
    found = set()
    for package in (ROOT / "spade_core", ROOT / "server" / "spade_server"):
        for path in sorted(package.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Attribute) and node.attr in reading:
                    found.add(path.relative_to(package).as_posix())
    assert found - allowed == set()

"""Files are replaced in one step, and keep what the person chose about them."""

import os
import resource
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from spade_core.errors import StorageError
from spade_core.storage.lock import locked
from spade_core.storage.text_file import TextFile, read_text_file, write_text_file

ROOT = Path(__file__).parents[2]


@contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Root may write anywhere: be nobody for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can reach, unlike pytest's."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = TextFile(tmp_path / "f", "a\r\nb\u2028ü\n")
    write_text_file(file)
    assert read_text_file(tmp_path / "f") == file
    assert [path.name for path in tmp_path.iterdir()] == ["f"]


def test_no_file_is_none(tmp_path: Path) -> None:
    assert read_text_file(tmp_path / "f") is None


@pytest.mark.parametrize(
    "data", [b"", b"\xef\xbb\xbfx\r\n", b"\xff bad \xc3", b"a\x00b\r", "\u2028".encode(), b"\xed\xa0\x80"]
)
def test_every_byte_survives_reading_and_writing(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "f"
    path.write_bytes(data)
    file = read_text_file(path)
    assert file is not None
    write_text_file(file)
    assert path.read_bytes() == data


def test_the_byte_order_mark_is_not_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"\xef\xbb\xbfx")
    assert read_text_file(tmp_path / "f") == TextFile(tmp_path / "f", "x", bom=True)


@pytest.mark.parametrize(("text", "newline"), [("", "\n"), ("a", "\n"), ("a\nb\r\n", "\n"), ("a\r\nb\n", "\r\n")])
def test_the_first_line_tells_how_lines_end(text: str, newline: str) -> None:
    assert TextFile(Path("f"), text).newline == newline


def test_utf_16_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes("x".encode("utf-16"))
    with pytest.raises(StorageError, match="is UTF-16; save it as UTF-8"):
        read_text_file(tmp_path / "f")


def test_the_mode_stays(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.touch()
    path.chmod(0o640)
    write_text_file(TextFile(path, "new"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_has_the_mode_that_the_umask_gives(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_text_file(TextFile(tmp_path / "f", "new"))
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "f").stat().st_mode) == 0o640


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_stays(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.touch()
    os.chown(path, 12345, 54321)
    write_text_file(TextFile(path, "new"))
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 54321)


def test_a_symlink_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "f").touch()
    (tmp_path / "f").symlink_to("real/f")
    write_text_file(TextFile(tmp_path / "f", "one"))
    write_text_file(TextFile(tmp_path / "f", "two"))
    assert (tmp_path / "f").is_symlink()
    assert (tmp_path / "real" / "f").read_text() == "two"


def test_a_loop_of_symlinks_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "f").symlink_to("f")
    with pytest.raises(StorageError, match="cannot be"):
        write_text_file(TextFile(tmp_path / "f", "x"))
    with pytest.raises(StorageError, match="cannot be read"):
        read_text_file(tmp_path / "f")


def test_a_folder_in_place_of_the_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "f").mkdir()
    with pytest.raises(StorageError, match="cannot be written: not a regular file"):
        write_text_file(TextFile(tmp_path / "f", "x"))
    with pytest.raises(StorageError, match="cannot be read: Is a directory"):
        read_text_file(tmp_path / "f")


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be written: No such file or directory"):
        write_text_file(TextFile(tmp_path / "no" / "f", "x"))


def test_a_read_only_folder_is_an_error_and_the_file_stays(open_folder: Path) -> None:
    path = open_folder / "f"
    path.write_text("old")
    path.chmod(0o666)
    open_folder.chmod(0o555)
    with as_ordinary_user(), pytest.raises(StorageError, match="cannot be written: Permission denied"):
        write_text_file(TextFile(path, "new"))
    open_folder.chmod(0o755)
    assert path.read_text() == "old"


def test_a_write_protected_file_is_not_replaced(open_folder: Path) -> None:
    path = open_folder / "f"
    path.write_text("old")
    path.chmod(0o444)
    open_folder.chmod(0o777)
    with as_ordinary_user(), pytest.raises(StorageError, match="cannot be written: Permission denied"):
        write_text_file(TextFile(path, "new"))
    assert path.read_text() == "old"


def test_a_file_that_may_not_be_read_is_an_error(open_folder: Path) -> None:
    path = open_folder / "f"
    path.write_text("secret")
    path.chmod(0o000)
    with as_ordinary_user(), pytest.raises(StorageError, match="cannot be read: Permission denied"):
        read_text_file(path)


def test_a_full_disk_is_an_error_and_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("old")
    code = (
        "import pathlib, sys\n"
        "from spade_core.errors import StorageError\n"
        "from spade_core.storage.text_file import TextFile, write_text_file\n"
        "try:\n"
        "    write_text_file(TextFile(pathlib.Path(sys.argv[1]), 'x' * 100_000))\n"
        "except StorageError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)),
    )
    assert done.stdout.strip() == f"{path}: cannot be written: File too large"
    assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {"f": "old"}


def test_what_a_killed_writer_left_is_removed_by_the_next_that_takes_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "f"
    write_text_file(TextFile(path, "one"))
    code = (
        "import os, pathlib, signal, sys\n"
        "from spade_core.storage.text_file import TextFile, write_text_file\n"
        "os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)\n"
        "write_text_file(TextFile(pathlib.Path(sys.argv[1]), 'two'))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT, check=False)  # noqa: S603
    assert done.returncode == -9
    assert path.read_text() == "one"
    assert len(list(tmp_path.iterdir())) == 2
    with locked(path):
        pass
    assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {"f": "one"}


def test_a_lone_surrogate_in_new_text_is_an_error_not_a_broken_file(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="character 1 is a lone surrogate"):
        write_text_file(TextFile(tmp_path / "f", "x\ud800"))
    assert list(tmp_path.iterdir()) == []


def test_a_very_long_name_is_no_hindrance(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250)
    write_text_file(TextFile(path, "x"))
    assert path.read_text() == "x"

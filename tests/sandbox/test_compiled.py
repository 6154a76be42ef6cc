"""The compiled guest on this machine: kept, verified, made anew, done without a folder."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from spade_core.results import Outcome
from spade_core.sandbox.compiled import compiled_guest, folders, kept_guest
from tests.sandbox.functions import outcomes

SETTING = "SPADE_SANDBOX_CACHE"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes and owners of files are POSIX's")


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have a folder of its own that holds the compiled guest, and return the file."""
    outcomes("return True", "x")
    known = kept_guest()
    assert known is not None
    folder = tmp_path / "compiled"
    folder.mkdir(mode=0o700)
    file = folder / known.name
    shutil.copy2(known, file)
    monkeypatch.setenv(SETTING, str(folder))
    return file


def said() -> list[int]:
    """Return the seconds that were told while the guest was made ready; none where it was there."""
    told: list[int] = []
    compiled_guest(told.append, lambda: False)
    return told


def test_it_is_used_as_it_is(copied: Path) -> None:
    assert said() == []
    assert kept_guest() == copied


@pytest.mark.parametrize("harm", ["cut", "flipped", "emptied"])
def test_a_damaged_file_is_removed_and_not_used(harm: str, copied: Path) -> None:
    content = bytearray(copied.read_bytes())
    if harm == "flipped":
        content[len(content) // 2] ^= 1
    copied.write_bytes(bytes(content if harm == "flipped" else content[: 1000 if harm == "cut" else 0]))
    assert kept_guest() != copied
    assert not copied.exists()


def test_a_file_that_others_may_write_is_not_used(copied: Path) -> None:
    copied.chmod(0o666)
    assert kept_guest() != copied


def test_a_link_is_not_followed(copied: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    copied.rename(elsewhere)
    copied.symlink_to(elsewhere)
    assert kept_guest() != copied
    assert elsewhere.exists()


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_not_used(copied: Path) -> None:
    os.chown(copied, 12345, 12345)
    assert kept_guest() != copied


def test_a_folder_that_is_open_to_others_is_closed(copied: Path) -> None:
    copied.parent.chmod(0o755)
    assert copied.parent in set(folders())
    assert copied.parent.stat().st_mode & 0o077 == 0


@pytest.mark.timeout(600)  # it compiles, on a machine that may be busy
def test_where_no_folder_can_be_had_it_works_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    nowhere = str(tmp_path / "file" / "below")
    places = dict.fromkeys(("HOME", "SPADE_HOME", SETTING, "XDG_CACHE_HOME"), nowhere)
    code = (
        "import tempfile\nfrom pathlib import Path\nfrom tests.sandbox.functions import outcomes\n"
        "print(outcomes('return True', 'x')[0], len(list(Path(tempfile.gettempdir()).glob('spade-sandbox-*'))))"
    )
    (tmp_path / "tmp").mkdir()
    taken = tmp_path / "tmp" / f"spade-sandbox-{os.getuid()}"
    taken.touch()
    environ = {**os.environ, **places, "TMPDIR": str(tmp_path / "tmp")}
    child = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=False)  # noqa: S603
    assert (child.stdout, child.stderr) == (f"{Outcome.PASSED} 2\n", "")
    assert list((tmp_path / "tmp").iterdir()) == [taken]


@pytest.mark.timeout(600)
def test_two_processes_that_make_it_at_once_lose_nothing(tmp_path: Path) -> None:
    environ = {**os.environ, SETTING: str(tmp_path / "new"), "HOME": str(tmp_path), "SPADE_HOME": str(tmp_path)}
    environ |= {"TMPDIR": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    code = "from tests.sandbox.functions import outcomes\nprint(outcomes('return True', 'x')[0])"
    both = [
        subprocess.Popen([sys.executable, "-c", code], env=environ, stdout=subprocess.PIPE, text=True)  # noqa: S603
        for _ in range(2)
    ]
    assert [one.communicate()[0] for one in both] == ["passed\n", "passed\n"]
    assert len(list((tmp_path / "new").glob("*.cwasm"))) == 1
    assert list((tmp_path / "new").glob("*.part")) == []


@pytest.mark.timeout(600)  # it compiles, on a machine that may be busy
def test_what_was_not_written_to_its_end_is_not_kept(tmp_path: Path) -> None:
    script = """
import resource, sys
from spade_core.errors import SandboxError
from spade_core.sandbox.compiled import compiled_guest
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
try:
    compiled_guest(lambda seconds: None, lambda: False)
except SandboxError as error:
    sys.exit(str(error))
"""
    environ = {**os.environ, SETTING: str(tmp_path / "compiled")}
    done = subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, "cannot be compiled: OSError" in done.stderr) == (1, True), done.stderr
    assert list((tmp_path / "compiled").glob("*.cwasm")) == []

"""The compiled guest on this machine: kept, verified, made anew, done without a folder."""

import gzip
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import wasmtime

from spade_core.results import Outcome
from spade_core.sandbox.compiled import compiled_guest, folders, kept_guest
from spade_core.sandbox.worker_pool import end_idle
from tests.benchmarks.bench_sandbox_endurance import descendants
from tests.sandbox.functions import outcomes

SETTING = "SPADE_SANDBOX_CACHE"
_FUNCTIONS = 3_000
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


@pytest.fixture
def small_guest(tmp_path: Path) -> Path:
    """Make another guest, which compiles in a second where the real one takes fifteen."""
    functions = "".join(
        f'(func (export "f{number}") (result i32) (i32.const {number}))' for number in range(_FUNCTIONS)
    )
    file = tmp_path / "guest.wasm.gz"
    file.write_bytes(gzip.compress(wasmtime.wat2wasm(f"(module {functions})")))
    return file


def child(code: str, guest: Path, **environ: str) -> "subprocess.Popen[str]":
    """Start a process that runs the code and takes this for the guest."""
    begin = "import sys\nfrom pathlib import Path\nfrom spade_core.sandbox import compiled\n"
    begin += f"compiled.GUEST = Path({str(guest)!r})\n"
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", begin + code],
        env={**os.environ, **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def said() -> list[int]:
    """Return the seconds that were told while the guest was made ready; none where it was there."""
    told: list[int] = []
    compiled_guest(told.append)
    return told


def test_it_is_used_as_it_is(copied: Path) -> None:
    assert said() == []
    assert kept_guest() == copied


@pytest.mark.skipif(sys.platform != "linux", reason="children are listed in /proc")
def test_where_it_is_removed_while_workers_wait_others_start_from_another(copied: Path) -> None:
    end_idle()
    others = descendants()
    assert outcomes("return True", "x") == [Outcome.PASSED]
    shutil.rmtree(copied.parent)
    os.environ.pop(SETTING)  # `copied` sets it, and sets it back
    workers = descendants() - others
    for worker in workers:
        os.kill(int(worker), signal.SIGKILL)
    assert outcomes("return True", "x") == [Outcome.PASSED]
    assert descendants() - others - workers


@pytest.mark.parametrize("harm", ["cut", "flipped", "emptied"])
def test_a_damaged_file_is_removed_and_not_used(harm: str, copied: Path) -> None:
    assert kept_guest() == copied  # what was read once is read again when it changed
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


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_left_as_it_is(copied: Path) -> None:
    copied.parent.chmod(0o775)
    os.chown(copied.parent, 12345, 12345)
    assert copied.parent not in set(folders())
    assert copied.parent.stat().st_mode & 0o777 == 0o775


def test_where_no_folder_can_be_had_it_is_made_for_the_one_process(tmp_path: Path, small_guest: Path) -> None:
    (tmp_path / "file").touch()
    places = dict.fromkeys(("HOME", "SPADE_HOME", SETTING, "XDG_CACHE_HOME"), str(tmp_path / "file" / "below"))
    taken = tmp_path / "tmp" / f"spade-sandbox-{os.getuid()}"
    taken.parent.mkdir()
    taken.touch()
    code = "made = compiled.compiled_guest(lambda seconds: None)\nprint(made.parent.parent, made.is_file())"
    process = child(code, small_guest, **places, TMPDIR=str(taken.parent))
    assert process.communicate() == (f"{taken.parent} True\n", "")
    assert list(taken.parent.iterdir()) == [taken]


def test_two_processes_that_make_it_at_once_lose_nothing(tmp_path: Path, small_guest: Path) -> None:
    code = "print(compiled.compiled_guest(lambda seconds: None))"
    both = [child(code, small_guest, **{SETTING: str(tmp_path / "new")}) for _ in range(2)]
    made = list(map(Path, (one.communicate()[0].strip() for one in both)))
    assert list((tmp_path / "new").glob("*.cwasm")) == made[:1] == made[1:]
    assert list((tmp_path / "new").glob("*.part")) == []


def test_what_a_process_left_that_was_killed_is_removed(tmp_path: Path, small_guest: Path) -> None:
    folder = tmp_path / "new"
    code = "import os\ncompiled.compiled_guest(lambda seconds: os.kill(os.getpid(), 9))"
    child(code, small_guest, **{SETTING: str(folder)}).communicate()
    assert len(list(folder.glob("*.part"))) == 1
    child("compiled.compiled_guest()", small_guest, **{SETTING: str(folder)}).communicate()
    assert (len(list(folder.glob("*.part"))), len(list(folder.glob("*.cwasm")))) == (0, 1)


def test_a_folder_whose_name_wasmtime_does_not_take_is_passed_over(copied: Path) -> None:
    other = copied.parent.with_name("\udcff")
    copied.parent.rename(other)
    os.environ[SETTING] = str(other)  # `copied` sets it back
    assert other not in set(folders())
    assert outcomes("return True", "x") == [Outcome.PASSED]


def test_what_was_not_written_to_its_end_is_not_kept(tmp_path: Path, small_guest: Path) -> None:
    code = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 10, 1 << 10))
try:
    compiled.compiled_guest(lambda seconds: None)
except compiled.SandboxError as error:
    sys.exit(str(error))
"""
    process = child(code, small_guest, **{SETTING: str(tmp_path / "compiled")})
    stderr = process.communicate()[1]
    assert (process.returncode, "cannot be compiled: OSError" in stderr) == (1, True), stderr
    assert list((tmp_path / "compiled").glob("*.cwasm")) == []

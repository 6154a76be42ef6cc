"""Whoever is killed loses the shards in flight: the same command again gives the same bytes."""

import os
import random
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from spade_core.errors import LocatedError
from spade_core.parquet import Parquet
from tests.bulk.killing import children_of, run_killing
from tests.bulk.workspace import make_selected, parts, write_lines, write_parquet
from tests.command import SPADE

ARGUMENTS = ("check", "new.jsonl", "--workers", "2", "--shard-rows", "40", "--results")


@pytest.fixture(scope="module")
def selected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_selected(tmp_path_factory.mktemp("killed"))
    write_lines(folder / "new.jsonl", 800)
    return folder


@pytest.mark.timeout(300)  # the command starts several times, on a machine that may be busy
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_after_kills_of_workers_and_drivers_the_results_are_complete_and_the_same(selected: Path) -> None:
    undisturbed = subprocess.run([SPADE, *ARGUMENTS, "calm"], cwd=selected, capture_output=True, check=False)  # noqa: S603
    assert undisturbed.returncode == 1, undisturbed.stderr
    chance, left = random.Random(7), 3  # noqa: S311  (reproducible)
    code, told = 0, b""
    while code in (0, -signal.SIGKILL):
        code, told, left = run_killing(selected, ARGUMENTS, "killed", chance, left)
    assert (code, left) == (1, 0), told
    assert parts(selected / "killed") == parts(selected / "calm")


@pytest.mark.timeout(300)
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_where_the_process_that_reads_parquet_is_killed_no_row_is_lost(selected: Path) -> None:
    write_parquet(selected / "new.parquet", 3000)
    command = [SPADE, "check", "new.parquet", "--workers", "1", "--shard-rows", "1000", "--results"]
    assert subprocess.run([*command, "read"], cwd=selected, capture_output=True, check=False).returncode == 1  # noqa: S603
    driver = subprocess.Popen([*command, "cut"], cwd=selected, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # noqa: S603
    is_killed = False
    while driver.poll() is None and not is_killed:
        for each in filter(_reads_parquet, children_of(driver.pid)):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
                is_killed = True
    _, told = driver.communicate()
    assert (driver.returncode, b"its process ended" in told) == (4, True), told
    assert subprocess.run([*command, "cut"], cwd=selected, capture_output=True, check=False).returncode == 1  # noqa: S603
    assert parts(selected / "cut") == parts(selected / "read")


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_rows_that_end_because_their_process_was_killed_are_not_all(tmp_path: Path) -> None:
    path = write_parquet(tmp_path / "new.parquet", 3000)
    with path.open("rb") as file, Parquet(LocatedError) as reader:
        rows = reader.open(file, str(path)).read()
        next(rows)
        for each in filter(_reads_parquet, children_of(os.getpid())):
            os.kill(each, signal.SIGKILL)
        with pytest.raises(LocatedError, match="its process ended"):
            list(rows)


def _reads_parquet(process: int) -> bool:
    with suppress(OSError):
        return b"parquet_process.py" in Path(f"/proc/{process}/cmdline").read_bytes()
    return False


def test_ctrl_c_ends_every_process_and_keeps_what_is_finished(selected: Path) -> None:
    driver = subprocess.Popen(  # noqa: S603
        [SPADE, *ARGUMENTS, "stopped"], cwd=selected, stderr=subprocess.PIPE, start_new_session=True
    )
    while not list((selected / "stopped").glob("part-*")):
        time.sleep(0.02)
    below = children_of(driver.pid)
    os.killpg(driver.pid, signal.SIGINT)
    _, told = driver.communicate()
    assert driver.returncode == 130, told
    assert b"Traceback" not in told
    assert below
    while any(Path(f"/proc/{each}").exists() and _runs(each) for each in below):
        time.sleep(0.02)
    assert not list((selected / "stopped").glob(".*"))


def _runs(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False

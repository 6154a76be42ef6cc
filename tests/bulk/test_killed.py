"""Whoever is killed loses the shards in flight: the same command again gives the same bytes."""

import os
import random
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.bulk.killing import children_of, run_killing
from tests.bulk.workspace import make_selected, parts, write_lines
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

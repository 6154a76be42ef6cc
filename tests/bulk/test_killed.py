"""Whoever is killed loses the shards in flight: the same command again gives the same bytes."""

import os
import random
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.bulk.workspace import make_selected, parts, write_lines
from tests.command import SPADE

ARGUMENTS = ("check", "new.jsonl", "--workers", "2", "--shard-rows", "40", "--results")


@pytest.fixture(scope="module")
def selected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_selected(tmp_path_factory.mktemp("killed"))
    write_lines(folder / "new.jsonl", 800)
    return folder


def children_of(process: int) -> list[int]:
    """Return the processes below one, however deep."""
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *children_of(child)]
    return found


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_after_kills_of_workers_and_drivers_the_results_are_complete_and_the_same(selected: Path) -> None:
    undisturbed = subprocess.run([SPADE, *ARGUMENTS, "calm"], cwd=selected, capture_output=True, check=False)  # noqa: S603
    assert undisturbed.returncode == 1, undisturbed.stderr
    chance, left = random.Random(7), 5  # noqa: S311  (reproducible)
    code, told = 0, b""
    while code in (0, -signal.SIGKILL):
        code, told, left = run_killing(selected, "killed", chance, left)
    assert (code, left) == (1, 0), told
    assert parts(selected / "killed") == parts(selected / "calm")


def run_killing(folder: Path, results: str, chance: random.Random, kills: int) -> tuple[int, bytes, int]:
    """Run the command, each time that it finishes a shard kill one of its processes or itself; so often at most."""
    driver = subprocess.Popen([SPADE, *ARGUMENTS, results], cwd=folder, stderr=subprocess.PIPE)  # noqa: S603
    seen = done_in(folder / results)
    while driver.poll() is None and kills:
        time.sleep(0.02)
        if done_in(folder / results) > seen:
            seen = done_in(folder / results)
            kills -= 1
            with suppress(ProcessLookupError):
                os.kill(chance.choice([driver.pid, *children_of(driver.pid)]), signal.SIGKILL)
    _, told = driver.communicate()
    return driver.returncode, told, kills


def done_in(results: Path) -> int:
    """Return how many parts are there."""
    return len(list(results.glob("part-*")))


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

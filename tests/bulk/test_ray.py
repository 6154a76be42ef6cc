"""The same on Ray, where it is installed: `make test-ray`."""

import os
import random
from pathlib import Path
from typing import Any

import pytest

from spade_core.bulk.ray_tasks import check_on_ray
from tests.bulk.killing import run_killing
from tests.bulk.workspace import WORKERS, make_selected, parts, write_lines
from tests.command import spade

pytest.importorskip("ray", reason="make test-ray installs it")
pytestmark = pytest.mark.timeout(300)  # a cluster starts


def test_a_cluster_makes_the_same_bytes(tmp_path: Path) -> None:
    folder = make_selected(tmp_path)
    write_lines(folder / "new.jsonl", 110)
    here = spade(folder, "check", "new.jsonl", "--results", "here", *WORKERS)
    there = spade(folder, "check", "new.jsonl", "--results", "there", *WORKERS, "--ray", "local")
    assert (there.returncode, there.stdout) == (1, here.stdout), there.stderr
    assert parts(folder / "there") == parts(folder / "here")


@pytest.mark.timeout(900)  # a cluster starts, each time that the command or one of its own processes is killed
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_after_kills_of_workers_drivers_and_the_node_the_results_are_complete_and_the_same(tmp_path: Path) -> None:
    folder = make_selected(tmp_path)
    write_lines(folder / "new.jsonl", 400)
    arguments = ("check", "new.jsonl", "--workers", "2", "--shard-rows", "10", "--ray", "local", "--results")
    assert spade(folder, *arguments[:-3], "--results", "calm").returncode == 1
    chance, left, told = random.Random(7), 4, b""  # noqa: S311  (reproducible)
    for _ in range(12):
        code, told, left = run_killing(folder, arguments, "killed", chance, left)
        if (folder / "killed" / "report.json").exists():
            break
        assert code != 1, told
    assert left == 0, told
    assert parts(folder / "killed") == parts(folder / "calm"), told


@pytest.mark.parametrize(
    ("address", "fact"),
    [("nowhere", "Invalid address format"), ("127.0.0.1:1", "no cluster answers there within 30 seconds")],
)
def test_what_goes_wrong_on_a_cluster_is_said_in_one_line(tmp_path: Path, address: str, fact: str) -> None:
    folder = make_selected(tmp_path)
    write_lines(folder / "new.jsonl", 30)
    done = spade(folder, "check", "new.jsonl", "--results", "there", "--ray", address)
    assert done.returncode == 4, done.stderr
    assert f"error: --ray {address}: {fact}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bug_in_the_process_of_ray_comes_back_as_one() -> None:
    no_job: Any = None
    with pytest.raises(RuntimeError, match="on Ray: IndexError: "):
        check_on_ray(no_job, [], [0], address="local", workers=1, done=lambda: None)


def test_local_starts_a_cluster_wherever_another_one_is(tmp_path: Path) -> None:
    folder = make_selected(tmp_path)
    write_lines(folder / "new.jsonl", 30)
    elsewhere = {**os.environ, "RAY_ADDRESS": "127.0.0.1:1"}
    done = spade(folder, "check", "new.jsonl", "--results", "there", "--ray", "local", environ=elsewhere)
    assert done.returncode == 1, done.stderr

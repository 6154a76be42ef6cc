"""The same on Ray, where it is installed: `make test-ray`."""

import os
import random
import site
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

import spade_core
from spade_core.bulk import ray_tasks
from spade_core.errors import SettingsError
from tests.bulk.killing import run_killing
from tests.bulk.workspace import WORKERS, make_selected, parts, write_lines
from tests.command import SPADE, spade
from tests.installed_tools import packages_with
from tests.serving import free_port, listens

pytestmark = pytest.mark.timeout(300)  # a cluster starts
_NO_JOB: Any = None


@pytest.fixture(autouse=True)
def with_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    where = packages_with("ray")
    monkeypatch.setattr(sys, "path", [*sys.path, where])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), where])))


def on_ray(folder: Path, address: str, *options: str) -> "subprocess.CompletedProcess[str]":
    """Check new.jsonl into the folder there, by a command that finds Ray: one that is forked does not."""
    command = [SPADE, "check", "new.jsonl", "--results", "there", *options, "--ray", address]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=250)  # noqa: S603


def test_a_cluster_makes_the_same_bytes(tmp_path: Path) -> None:
    folder = make_selected(tmp_path)
    write_lines(folder / "new.jsonl", 110)
    here = spade(folder, "check", "new.jsonl", "--results", "here", *WORKERS)
    there = on_ray(folder, "local", *WORKERS)
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


def test_what_goes_wrong_on_a_cluster_is_said_in_one_line(tmp_path: Path) -> None:
    folder = make_selected(tmp_path)
    write_lines(folder / "new.jsonl", 30)
    done = on_ray(folder, "nowhere")
    assert done.returncode == 4, done.stderr
    assert "error: --ray nowhere: Invalid address format" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_cluster_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_tasks, "_SECONDS", 2)
    with pytest.raises(SettingsError, match=r"--ray 127\.0\.0\.1:1: no cluster answers there within 2 seconds"):
        ray_tasks.check_on_ray(_NO_JOB, [], [0], address="127.0.0.1:1", workers=1, done=lambda: None)


def test_a_bug_in_the_process_of_ray_comes_back_as_one() -> None:
    with pytest.raises(RuntimeError, match="on Ray: IndexError: "):
        ray_tasks.check_on_ray(_NO_JOB, [], [0], address="local", workers=1, done=lambda: None)


def test_local_starts_a_cluster_wherever_another_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_selected(tmp_path)
    write_lines(folder / "new.jsonl", 30)
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    done = on_ray(folder, "local")
    assert done.returncode == 1, done.stderr


def test_auto_joins_the_cluster_that_runs_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_selected(tmp_path)
    write_lines(folder / "new.jsonl", 110)
    here = spade(folder, "check", "new.jsonl", "--results", "here", *WORKERS)
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # else Ray keeps a token in the home folder
    spade_here = os.pathsep.join([str(Path(spade_core.__file__).parents[1]), *site.getsitepackages()])
    monkeypatch.setenv("PYTHONPATH", f"{os.environ['PYTHONPATH']}{os.pathsep}{spade_here}")  # its workers need spade
    port = free_port()
    ray = Path(packages_with("ray")).parents[2] / "bin" / "ray"
    command = [str(ray), "start", "--head", "--block", "--num-cpus=2"]
    options = [f"--port={port}", "--node-ip-address=127.0.0.1", "--include-dashboard=false", "--disable-usage-stats"]
    with tempfile.TemporaryDirectory(prefix="ray") as temp:  # a path of Ray's has at most 107 characters
        head = subprocess.Popen(  # noqa: S603
            [*command, *options, f"--temp-dir={temp}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            while head.poll() is None and not listens(port):
                time.sleep(0.2)
            monkeypatch.setenv("RAY_ADDRESS", f"127.0.0.1:{port}")
            there = on_ray(folder, "auto", *WORKERS)
            assert (there.returncode, there.stdout) == (1, here.stdout), there.stderr
            assert parts(folder / "there") == parts(folder / "here")
            assert head.poll() is None  # who joined it left it running
        finally:
            head.terminate()
            head.wait()

"""The same on Ray, where it is installed: `make test-ray`."""

from pathlib import Path

import pytest

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


def test_what_goes_wrong_on_a_cluster_is_said_in_one_line(tmp_path: Path) -> None:
    folder = make_selected(tmp_path)
    write_lines(folder / "new.jsonl", 30)
    done = spade(folder, "check", "new.jsonl", "--results", "there", "--ray", "auto")
    assert done.returncode == 4, done.stderr
    assert "--ray auto: " in done.stderr
    assert "Traceback" not in done.stderr

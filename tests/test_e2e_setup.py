"""The set-up of the tests in the real editor names the system packages that it lacks, and installs none unasked."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SETUP = ROOT / "tests" / "e2e" / "setup.sh"
PACKAGES = tuple((re.search(r"^PACKAGES=\((.*)\)$", SETUP.read_text("utf-8"), re.MULTILINE) or [""] * 2)[1].split())


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder of programs in which only one package is installed, and apt-get writes down what it is asked."""
    asked = tmp_path / "asked"
    for name, body in {
        "dpkg-query": 'case "$*" in *" make"*) echo "install ok installed";; *) exit 1;; esac',
        "apt-get": f"echo \"$*\" >>'{asked}'",
        "uname": "echo a-machine-without-node",
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def set_up(programs: Path, *options: str) -> tuple[int, str, str]:
    """Run the set-up; return its exit code, its complaint and what apt-get was asked."""
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    done = subprocess.run(  # noqa: S603 - our own script
        [SETUP, *options], env=environment, capture_output=True, text=True, check=False
    )
    asked = programs / "asked"
    return done.returncode, done.stderr, asked.read_text() if asked.is_file() else ""


def test_the_packages_that_are_missing_are_named_and_none_is_installed(programs: Path) -> None:
    code, complaint, asked = set_up(programs)
    assert code == 1
    missing = [name for name in PACKAGES if name != "make"]
    assert f"make e2e needs these Debian packages: {' '.join(missing)}\n" in complaint
    assert len(missing) > 4
    assert asked == ""


def test_with_leave_the_missing_ones_are_installed(programs: Path) -> None:
    code, complaint, asked = set_up(programs, "--install-packages")
    assert "chromium" in asked
    assert " make" not in asked
    assert (code, "no Node" in complaint) == (1, True)


def test_only_the_ci_gives_that_leave() -> None:
    assert "--install-packages" in (ROOT / ".ci" / "run").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(r"^E2E_SETUP \?=$", makefile, re.MULTILINE)

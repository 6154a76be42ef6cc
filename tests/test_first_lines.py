"""The first lines of the README start spade, run by uvx and pipx themselves."""

import os
import re
import shlex
import site
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed_tools import program
from tests.own_source import copied_source, lent
from tests.repositories import git

ROOT = Path(__file__).parents[1]
ADDRESS = "https://example.com/OWNER/spade-assertions"


def _need_nothing(source: Path) -> None:
    """Have it built by our environment and find what it needs there: pipx hands no variable on that would say so."""
    folders = site.getsitepackages()
    (source / "ours.pth").write_text("\n".join(folders), encoding="utf-8")
    (source / "ours.py").write_text(
        f"import sys\nsys.path += {folders}\nfrom hatchling.build import *\n", encoding="utf-8"
    )
    path = source / "pyproject.toml"
    build = '[build-system]\nrequires = []\nbuild-backend = "ours"\nbackend-path = ["."]\n\n[project]\n'
    changed = path.read_text("utf-8")
    for found, ours in (
        (r"\A.*?^\[project\]\n", build),
        (r"^dependencies = \[\n.*?^\]\n", ""),
        (r"(?<=^\[tool.hatch.build.targets.wheel.force-include\]\n)", '"ours.pth" = "ours.pth"\n'),
    ):
        changed, count = re.subn(found, ours, changed, flags=re.DOTALL | re.MULTILINE)
        assert count == 1
    path.write_text(changed, encoding="utf-8")


@pytest.mark.timeout(300)  # it makes an environment and installs spade
@pytest.mark.parametrize(("line", "name"), [(0, "uvx"), (1, "pipx")])
def test_the_first_lines_of_the_readme_show_the_whole_chain(tmp_path: Path, line: int, name: str) -> None:
    shown = re.search(r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert shown is not None
    named, *arguments = shlex.split(shown[1].splitlines()[line], comments=True)
    assert named == name
    tool = program(name)
    source = copied_source(tmp_path)
    _need_nothing(source)
    git(source, "init", "--quiet", "--initial-branch=main")
    git(source, "add", "--all")
    git(source, "commit", "--quiet", "--message=spade")
    own = {
        "UV_CACHE_DIR": str(tmp_path / "uv"),
        "UV_OFFLINE": "1",
        "UV_PYTHON": sys.executable,
        "PIPX_HOME": str(tmp_path / "pipx"),
        "PIPX_DEFAULT_PYTHON": sys.executable,
    }
    done = subprocess.run(  # noqa: S603  (a line of our own page)
        [tool, *(each.replace(ADDRESS, source.as_uri()) for each in arguments)],
        cwd=tmp_path,
        env={**os.environ, **lent(), **own},
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Selected" in done.stdout

"""The first line of the README starts spade, run by uvx itself."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.installed_tools import program
from tests.own_source import copied_source, lent
from tests.repositories import git

ROOT = Path(__file__).parents[1]
ADDRESS = "https://example.com/OWNER/spade-assertions"


def _none_needed(temp: Path) -> Path:
    """Return a file by which uv installs none of the packages that spade needs: they come from our environment."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    names = [re.split(r"[^\w-]", each)[0] for each in needed]
    path = temp / "overrides.txt"
    path.write_text("".join(f"{name} ; python_version < '3'\n" for name in names), encoding="utf-8")
    return path


@pytest.mark.timeout(300)  # it makes an environment and installs spade
def test_the_first_line_of_the_readme_shows_the_whole_chain(tmp_path: Path) -> None:
    tool = program("uvx")
    shown = re.search(r"^```sh\n(.*)\n", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert shown is not None
    name, *arguments = shlex.split(shown[1], comments=True)
    assert name == "uvx"
    source = copied_source(tmp_path)
    git(source, "init", "--quiet", "--initial-branch=main")
    git(source, "add", "--all")
    git(source, "commit", "--quiet", "--message=spade")
    own = {
        "UV_CACHE_DIR": str(tmp_path / "uv"),
        "UV_OFFLINE": "1",
        "UV_NO_BUILD_ISOLATION": "1",
        "UV_OVERRIDE": str(_none_needed(tmp_path)),
        "UV_PYTHON": sys.executable,
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

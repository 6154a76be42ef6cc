"""What adopters get: the package's page, the image for CI and the site are made without a warning."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterable
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import spade_core

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
GUEST = ROOT / "spade_core/sandbox/guest.wasm.gz"
VSIX = ROOT / "dist/spade-assertions.vsix"


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603  (programs of our environment)
        command, cwd=cwd, env={**os.environ, **variables}, capture_output=True, text=True, check=False, timeout=110
    )


def test_the_site_is_built_and_no_link_leads_nowhere(tmp_path: Path) -> None:
    done = run(BIN / "mkdocs", "build", "--strict", "--site-dir", tmp_path / "site")
    assert done.returncode == 0, done.stderr
    api = (tmp_path / "site" / "api.html").read_text("utf-8")
    assert [name for name in dir(spade_core) if f'id="spade_core.{name}"' not in api] == []


def test_a_link_that_leads_nowhere_stops_the_site(tmp_path: Path) -> None:
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("[gone](gone.md) and [none](#none)\n")
    kept = config[: config.index("hooks:")] + config[config.index("validation:") : config.index("nav:\n")]
    (tmp_path / "mkdocs.yml").write_text(kept)
    done = run(BIN / "mkdocs", "build", "--strict", cwd=tmp_path)
    assert done.returncode == 1
    assert "gone.md" in done.stderr
    assert "#none" in done.stderr


def test_the_image_for_ci_is_described_without_a_fault(tmp_path: Path) -> None:
    done = run(BIN / "hadolint", ROOT / "Containerfile")
    assert (done.returncode, done.stdout) == (0, "")
    copied = re.findall(r"^COPY (?!--)(.*) \S+$", (ROOT / "Containerfile").read_text("utf-8"), re.MULTILINE)
    names = [name for line in copied for name in line.split()]
    kept = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert [name for name in names if not (ROOT / name).exists() or f"!{name}" not in kept] == []
    (tmp_path / "Containerfile").write_text("FROM python\nBANANA\n")
    assert run(BIN / "hadolint", tmp_path / "Containerfile").returncode == 1


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """The package, built without the hook that builds the guest: it is there."""
    if not GUEST.exists():
        pytest.skip("the guest is not built here: pip install -e . builds it")
    command = (BIN / "python", "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path)
    done = run(*command, HATCH_BUILD_NO_HOOKS="true")
    assert done.returncode == 0, done.stderr
    [built] = tmp_path.glob("*.whl")
    return built


def test_the_wheel_has_a_page_that_registries_take_and_the_schemas(wheel: Path) -> None:
    checked = run(BIN / "twine", "check", "--strict", wheel)
    assert checked.returncode == 0, checked.stdout
    with zipfile.ZipFile(wheel) as file:
        assert "spade_core/schemas/v1/record.schema.json" in file.namelist()
        told = file.read(next(name for name in file.namelist() if name.endswith("/METADATA"))).decode()
    for field in (
        "Summary",
        "License-Expression",
        "Requires-Python",
        "Keywords",
        "Classifier",
        "Description-Content-Type",
    ):
        assert f"\n{field}: " in told


def test_a_wheel_that_is_installed_by_itself_runs_assertions(wheel: Path, tmp_path: Path) -> None:
    uv = shutil.which("uv", path=BIN) or shutil.which("uv")
    if uv is None:
        pytest.skip("uv is not installed: make package installs it")
    made = run(uv, "venv", "--quiet", "--python", sys.executable, tmp_path / "venv")
    assert made.returncode == 0, made.stderr
    installed = run(uv, "pip", "install", "--quiet", "--no-deps", "--python", tmp_path / "venv", wheel)
    assert installed.returncode == 0, installed.stderr
    [packages] = [guest.parents[2] for guest in (tmp_path / "venv").rglob(GUEST.name)]
    (packages / "needed.pth").write_text(sysconfig.get_paths()["purelib"], "utf-8")  # what it needs, as it is here
    [command] = (tmp_path / "venv").glob("*/spade")
    done = run(command, "demo", tmp_path / "example", "--json", cwd=tmp_path, PYTHONPATH="")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["frontier"][-1]["coverage"]["count"] > 0


@pytest.mark.skipif(not VSIX.exists(), reason="the extension is not packed here: make package does it")
def test_the_extension_carries_the_guest() -> None:
    with zipfile.ZipFile(VSIX) as packed:
        [wheel] = [name for name in packed.namelist() if name.endswith(".whl")]
        with zipfile.ZipFile(io.BytesIO(packed.read(wheel))) as file:
            carried = set(file.namelist())
    assert {f"spade_core/sandbox/{name}" for name in ("guest.wasm.gz", "guest.json")} <= carried


def test_what_an_extra_is_for_does_not_come_with_the_package_itself() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = {name: each for name, each in project["optional-dependencies"].items() if name != "dev"}
    named = {Requirement(line).name for each in extras.values() for line in each} - {project["name"]}
    assert {"pyarrow", "ray", "fsspec", "opentelemetry-api", "mkdocs"} <= named
    base = _with_what_they_need(project["dependencies"])
    assert {"openai", "pydantic"} <= base
    assert named & base == set()


def _with_what_they_need(lines: Iterable[str]) -> set[str]:
    found: set[str] = set()
    waiting = list(lines)
    while waiting:
        need = Requirement(waiting.pop())
        if need.name not in found and (need.marker is None or need.marker.evaluate({"extra": ""})):
            found.add(need.name)
            waiting += requires(need.name) or ()
    return found

"""What installs spade from its files where there is no network."""

import os
import shutil
import site
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_FILES = (
    *("pyproject.toml", "hatch_build.py", "guest_linking.py", "README.md", "LICENSE", "CHANGELOG.md"),
    *("docs/diagnostics.md", "spade_core", "server", ".github/actions"),
)


def copied_source(temp: Path) -> Path:
    """Return a folder with what spade is built from, and its action; the second time the same one."""
    source = temp / "source"
    if not source.exists():
        for name in _FILES:
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (_ROOT / name).is_dir() else shutil.copy
            copy(_ROOT / name, source / name)
    return source


def lent() -> dict[str, str]:
    """Return the variables with which pip installs that alone, and what it needs comes from the tests' environment.

    It is given the compiled guest as well: making it takes nine seconds of a processor.
    """
    return {
        "PYTHONPATH": os.pathsep.join(site.getsitepackages()),
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it as the value of the opposite
        "HATCH_BUILD_NO_HOOKS": "true",
        "SPADE_SANDBOX_CACHE": os.environ["SPADE_SANDBOX_CACHE"],
    }

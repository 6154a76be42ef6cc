"""Tools of others that are installed here, or in the folders that SPADE_TOOLS names.

SPADE_TOOLS=/a/venv/bin:/b/node_modules/.bin pytest tests/export/test_tools.py
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

_FOLDERS = [str(Path(sys.executable).parent), *filter(None, os.environ.get("SPADE_TOOLS", "").split(os.pathsep))]


@cache
def python_with(module: str) -> str:
    """Return an interpreter that has a module."""
    for folder in _FOLDERS:
        python = Path(folder, "python")
        found = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({module!r}) is None)"
        if python.exists() and subprocess.run([python, "-c", found], check=False).returncode == 0:  # noqa: S603
            return str(python)
    pytest.skip(f"{module} is installed neither here nor where SPADE_TOOLS says")


@cache
def packages_with(module: str) -> str:
    """Return the folder of packages that has a module."""
    command = [python_with(module), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603


def program(name: str) -> str:
    """Return where a program is."""
    found = shutil.which(name, path=os.pathsep.join(_FOLDERS)) or shutil.which(name)
    return found or pytest.skip(f"{name} is installed neither here nor where SPADE_TOOLS says")

"""Where this user's caches and data are, across projects."""

import hashlib
import os
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_FOLDER, _FILE, _OTHERS = 0o700, 0o600, 0o077


@dataclass(frozen=True, slots=True)
class UserFolders:
    """Folders of this user; they need not exist yet."""

    cache: Path
    """What can be made again: replies of models."""
    data: Path
    """What cannot: demonstrations, the salt of the stand-ins."""
    config: Path
    """What this user writes: `spade.toml` with prices and limits of their own."""


def user_folders(environ: Mapping[str, str], *, platform: str = sys.platform) -> UserFolders:
    """Return the folders that the environment gives: SPADE_HOME for both, else those of the system."""
    if own := environ.get("SPADE_HOME"):
        return UserFolders(Path(own) / "cache", Path(own) / "data", Path(own))
    home = Path(environ.get("HOME") or environ.get("USERPROFILE") or _home_of_account())
    if platform == "win32":
        local = Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
        return UserFolders(local / "spade" / "cache", local / "spade" / "data", local / "spade")
    if platform == "darwin":
        data = home / "Library" / "Application Support" / "spade"
        return UserFolders(home / "Library" / "Caches" / "spade", data, data)
    cache = Path(environ.get("XDG_CACHE_HOME") or home / ".cache")
    data = Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    config = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    return UserFolders(cache / "spade", data / "spade", config / "spade")


def _home_of_account() -> Path:
    """Return the home folder that the system names; for a user that it does not know, one in the temporary folder."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(tempfile.gettempdir()) / f"spade-home-{os.getuid() if sys.platform != 'win32' else 'unknown'}"


def results_file(prompt: Path, environ: Mapping[str, str]) -> Path:
    """Return where the results of a prompt's assertions are kept, for this user alone: outcomes by hash, messages."""
    key = hashlib.sha256(os.fsencode(os.path.realpath(prompt))).hexdigest()[:16]
    path = user_folders(environ).cache / "results" / f"{key}.jsonl"
    with suppress(OSError):  # where it cannot be made, nothing is kept
        private_file(path)
    return path


def private_folder(path: Path) -> Path:
    """Make the folder, or take it as it is, readable for this user alone, and return it.

    Raises:
        OSError: it cannot be made, or is somebody else's.
    """
    path.mkdir(mode=_FOLDER, parents=True, exist_ok=True)
    if path.stat().st_mode & _OTHERS:
        path.chmod(_FOLDER)
    return path


def private_file(path: Path) -> Path:
    """Make an empty file, or take it as it is, readable for this user alone, in such a folder, and return it.

    Raises:
        OSError: it cannot be made, or is somebody else's.
    """
    private_folder(path.parent)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, _FILE))
    if path.stat().st_mode & _OTHERS:
        path.chmod(_FILE)
    return path

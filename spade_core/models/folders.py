"""Where this user's caches and data are, across projects."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class UserFolders:
    """Folders of this user; they need not exist yet."""

    cache: Path
    """What can be made again: replies of models."""
    data: Path
    """What cannot: demonstrations, the salt of the stand-ins."""


def user_folders(environ: Mapping[str, str], *, platform: str = sys.platform) -> UserFolders:
    """Return the folders that the environment gives: SPADE_HOME for both, else those of the system."""
    if own := environ.get("SPADE_HOME"):
        return UserFolders(Path(own) / "cache", Path(own) / "data")
    home = Path(environ.get("HOME") or environ.get("USERPROFILE") or Path.home())
    if platform == "win32":
        local = Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
        return UserFolders(local / "spade" / "cache", local / "spade" / "data")
    if platform == "darwin":
        return UserFolders(home / "Library" / "Caches" / "spade", home / "Library" / "Application Support" / "spade")
    cache = Path(environ.get("XDG_CACHE_HOME") or home / ".cache")
    data = Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return UserFolders(cache / "spade", data / "spade")


def private_folder(path: Path) -> Path:
    """Make the folder, readable for this user alone, and return it."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path

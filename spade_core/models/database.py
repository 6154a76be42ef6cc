"""A database file of this user's own: readable for nobody else, shared by threads and processes."""

import os
import sqlite3
from pathlib import Path

from spade_core.models.folders import private_folder

_BUSY_SECONDS = 30.0


def open_private(path: Path) -> sqlite3.Connection:
    """Open the file, which is made if need be; every statement is a transaction of its own.

    Raises:
        OSError: the folder or the file's mode cannot be set.
        sqlite3.Error: it cannot be opened.
    """
    private_folder(path.parent)
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    os.chmod(path, 0o600)  # noqa: PTH101  (follows no symlink question: our own file)
    return connection

"""A database file of this user's own: readable for nobody else, shared by threads and processes."""

import sqlite3
from pathlib import Path

from spade_core.models.folders import private_file

_BUSY_SECONDS = 30.0


def open_private(path: Path) -> sqlite3.Connection:
    """Open the file, which is made if need be; every statement is a transaction of its own.

    Raises:
        OSError: the folder or the file's mode cannot be set.
        sqlite3.Error: it cannot be opened.
    """
    private_file(path)  # before anything is in it: what SQLite puts beside it takes its mode
    return sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)

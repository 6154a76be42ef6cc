"""A database file of this user's own: readable for nobody else, shared by threads and processes."""

import sqlite3
import threading
from pathlib import Path
from typing import Self

from spade_core.errors import StorageError
from spade_core.models.folders import private_file

_BUSY_SECONDS = 30.0


class PrivateDatabase:
    """One file, which is made if need be. Safe between threads and processes; every statement is a transaction.

    Raises:
        StorageError: the file cannot be used; `called` is its name in the message.
    """

    def __init__(self, path: Path, called: str) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            private_file(path)  # before anything is in it: what SQLite puts beside it takes its mode
            self._connection = sqlite3.connect(
                path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._prepare()
        except (OSError, sqlite3.Error) as error:
            raise StorageError(str(path), None, f"{called} cannot be used: {error}") from error

    def _prepare(self) -> None:
        """Make the tables that are not there yet."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

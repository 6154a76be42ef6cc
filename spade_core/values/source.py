"""Where the values of a set stand."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

DATABASES: Final = frozenset({".db", ".sqlite", ".sqlite3"})
PARQUET: Final = ".parquet"


@dataclass(frozen=True, slots=True)
class ValueSource:
    """A file with values, and which of its content they are."""

    path: Path
    column: str | None = None
    """Of a CSV or Parquet file, or the key of JSON; the first one where none is named."""
    query: str | None = None
    """For SQLite: a SELECT whose first column has the values; without one, the first column of the only table."""

    @property
    def most_bytes(self) -> int:
        """Bytes of the largest file that is read; of a text all are held at once."""
        return (8 if self.path.suffix.lower() in {PARQUET, *DATABASES} else 1) * 1024**3

"""Where the values of a set stand."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ValueSource:
    """A file with values, and which of its content they are."""

    path: Path
    column: str | None = None
    """Of a CSV or Parquet file, or the key of JSON Lines; the first one where none is named."""
    query: str | None = None
    """For SQLite: a SELECT whose first column has the values; without one, the first column of the only table."""

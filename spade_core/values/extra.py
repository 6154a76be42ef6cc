"""The libraries of ``spade-assertions[values]``, each imported where it is first used, and here alone."""

import unicodedata
from functools import cache
from importlib.util import find_spec
from typing import Any

from spade_core.errors import ValuesError


@cache
def can_search() -> bool:
    """Return whether the libraries of the search are installed."""
    return all(find_spec(name) is not None for name in ("anyascii", "rapidfuzz"))


def ascii_of(text: str) -> str:
    """Return a text transliterated to ASCII; without the library, accents are dropped and other scripts with them."""
    try:
        from anyascii import anyascii
    except ImportError:
        return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return anyascii(text)


def edit_distance(one: str, other: str, most: int) -> int:
    """Return how many letters are put in, left out, changed or swapped; `most` + 1 where more than `most` are."""
    from rapidfuzz.distance import OSA

    return OSA.distance(one, other, score_cutoff=most)


def parquet_column(path: str, column: str | None) -> list[Any]:
    """Return the content of a column of a Parquet file, the first one where none is named.

    Raises:
        ValuesError: it cannot be read, or has no such column.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ValuesError(path, None, "Parquet takes pip install 'spade-assertions[parquet]'") from error
    try:
        names = pyarrow.parquet.read_schema(path).names
        chosen = column or names[0]
        if chosen not in names:
            raise ValuesError(path, None, f"no column {chosen!r}; it has {', '.join(names)}")
        found: list[Any] = pyarrow.parquet.read_table(path, columns=[chosen]).column(chosen).to_pylist()
    except (pyarrow.ArrowException, OSError) as error:
        raise ValuesError(path, None, f"not Parquet: {error}") from error
    return found

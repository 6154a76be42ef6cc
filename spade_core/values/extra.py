"""The libraries of ``spade-assertions[values]``, each imported where it is first used, and here alone.

Without them the search is slower, and knows of other scripts than Latin only whether two words are the same.
"""

import io
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec

from spade_core.parquet import pyarrow_for


@cache
def can_transliterate() -> bool:
    """Return whether `ascii_of` knows other scripts than Latin."""
    return find_spec("anyascii") is not None


def ascii_of(text: str) -> str:
    """Return a text transliterated to ASCII; without the library each letter that has none becomes its number."""
    if can_transliterate():
        from anyascii import anyascii

        return anyascii(text)
    letters = (each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return "".join(each if each.isascii() or not each.isalnum() else f"u{ord(each):x}" for each in letters)


def edit_distance(one: str, other: str, most: int) -> int:
    """Return how many letters are put in, left out, changed or swapped; `most` + 1 where more than `most` are."""
    try:
        from rapidfuzz.distance import OSA
    except ImportError:
        return min(_edits(one, other), most + 1) if abs(len(one) - len(other)) <= most else most + 1
    return OSA.distance(one, other, score_cutoff=most)


def _edits(one: str, other: str) -> int:
    before: list[int] = []
    row = list(range(len(one) + 1))
    for i, letter in enumerate(other, 1):
        last, row = row, [i]
        for j, own in enumerate(one, 1):
            best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (own != letter))
            if i > 1 and j > 1 and own == other[i - 2] and one[j - 2] == letter:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before = last
    return row[-1]


def parquet_bytes(columns: Mapping[str, Sequence[str | None]]) -> bytes:
    """Return a Parquet file of texts.

    Raises:
        SettingsError: pyarrow is not installed.
    """
    pyarrow = pyarrow_for("an export as Parquet", "parquet")
    out = io.BytesIO()
    types = dict.fromkeys(columns, pyarrow.string())
    pyarrow.parquet.write_table(pyarrow.table(dict(columns), pyarrow.schema(types.items())), out)
    return out.getvalue()

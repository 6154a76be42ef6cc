"""What files of responses hold: JSON Lines, compressed by gzip or Zstandard or not at all, and Parquet.

A file is cut into shards of equal numbers of rows before anything is checked; each is read again by itself. The only
module of the room that knows how files of responses are made.
"""

import gzip
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, BinaryIO, Final, cast

from spade_core.bulk.places import StoredFile, files_at, is_url, opened
from spade_core.errors import ExamplesError, Problem
from spade_core.examples import Example, decode_object, parse_lines, parse_object
from spade_core.parquet import Parquet, pyarrow_for
from spade_core.storage import lines_in

_PORTION: Final = 1 << 20
_PARQUET: Final = (".parquet", ".pq")
_LINES: Final = (".jsonl", ".ndjson")
_COMPRESSED: Final = (".gz", ".zst")
_KNOWN: Final = frozenset({"id", "row", "example", "prompt", "response", "label"})


@dataclass(frozen=True, slots=True)
class Shard:
    """Some rows of a file."""

    file: str
    """Opens it."""
    name: str
    first: int
    """The number of its first line or row, from 1."""
    rows: int
    """How many there are at most."""
    offset: int = 0
    """Where its first line begins in the text, decompressed; 0 for Parquet."""


def is_bulk(path: str) -> bool:
    """Return whether a path is read here: a URL, or a file or folder that is more than plain lines."""
    from pathlib import Path

    return is_url(path) or path.endswith((*_PARQUET, *_COMPRESSED)) or Path(path).is_dir()


def response_files(path: str) -> list[StoredFile]:
    """Return the files of responses that a path names: itself, or those below it by their endings."""
    known = tuple(f"{lines}{end}" for lines in _LINES for end in ("", *_COMPRESSED)) + _PARQUET
    found = files_at(path, known)
    if not found:
        raise ExamplesError(path, None, f"no responses are there: files that end with {', '.join(known)}")
    return found


def stream_responses(path: str) -> Iterator[Example | Problem]:
    """Yield what the rows of all files behind a path hold, as they are read."""
    for file in response_files(path):
        yield from read_shard(Shard(file.path, file.name, 1, -1))


def shards_of(file: StoredFile, rows: int) -> Iterator[Shard]:
    """Yield a file in shards of so many rows."""
    if file.path.endswith(_PARQUET):
        with _parquet(file.path) as table:
            for first in range(0, table.rows, rows):
                yield Shard(file.path, file.name, first + 1, rows)
        return
    with _text(file.path) as text:
        for first, offset in _starts(text, rows):
            yield Shard(file.path, file.name, first, rows, offset)


def read_shard(shard: Shard) -> Iterator[Example | Problem]:
    """Yield what the rows of a shard hold."""
    most = None if shard.rows < 0 else shard.rows
    if shard.file.endswith(_PARQUET):
        with _parquet(shard.file) as table:
            for number, row in enumerate(islice(table.read(first=shard.first - 1), most), shard.first):
                yield from parse_object(partial(_object_of, row), shard.file, number)
        return
    with _text(shard.file, shard.offset) as text:
        yield from parse_lines(lines_in(text, shard.file, first=shard.first, rows=most), shard.file)


# --- lines


@contextmanager
def _text(path: str, offset: int = 0) -> Iterator[BinaryIO]:
    """Give the text of a file from some byte on."""
    with opened(path) as file:
        text = _decompressed(path, file)
        if text is file:
            file.seek(offset)
        while text is not file and offset:
            skipped = len(text.read(min(offset, _PORTION)))
            offset = offset - skipped if skipped else 0
        yield text


def _decompressed(path: str, file: BinaryIO) -> BinaryIO:
    if path.endswith(".gz"):
        return cast(BinaryIO, gzip.GzipFile(fileobj=file))
    if path.endswith(".zst"):
        raw = pyarrow_for(f"{path}: Zstandard", "bulk").CompressedInputStream(file, "zstd")
        return cast(BinaryIO, io.BufferedReader(cast(Any, raw), _PORTION))
    return file


def _starts(text: BinaryIO, rows: int) -> Iterator[tuple[int, int]]:
    """Yield the number of the first line of each shard that holds something, and where it begins."""
    import numpy as np

    lines = offset = 0
    start: tuple[int, int] | None = (1, 0)
    while block := text.read(_PORTION):
        ends, begun = np.flatnonzero(np.frombuffer(block, np.uint8) == ord("\n")), 0
        for at in (*range(rows - lines % rows - 1, len(ends), rows), -1):
            end = int(ends[at]) + 1 if at >= 0 else len(block)
            if start is not None and block[begun:end].strip(b" \t\r\n"):
                yield start
                start = None
            if at >= 0:
                start, begun = (lines + at + 2, offset + end), end
        lines += len(ends)
        offset += len(block)


# --- Parquet


@contextmanager
def _parquet(path: str) -> Iterator[Parquet]:
    with opened(path) as file, Parquet(ExamplesError) as reader:
        yield reader.open(file, path)


def _object_of(held: dict[str, object]) -> Mapping[str, object]:
    """Return a row as a line of JSON would have it; without a column `example` all others are its fields."""
    if isinstance(number := held.get("response"), int | float):  # who wrote the table took texts of digits for numbers
        held["response"] = json.dumps(number)
    fields = held.get("example")
    if isinstance(fields, str):
        held["example"] = decode_object(fields)
    elif "example" not in held:
        held["example"] = {name: each for name, each in held.items() if name not in _KNOWN}
    return held


def batches(found: Iterable[Example], *, rows: int = 10_000, characters: int = 16_000_000) -> Iterator[list[Example]]:
    """Yield examples together, so many or so large at most."""
    batch: list[Example] = []
    held = 0
    for each in found:
        batch.append(each)
        held += len(each.response) + len(each.prompt) + len(str(each.fields))
        if len(batch) == rows or held > characters:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch

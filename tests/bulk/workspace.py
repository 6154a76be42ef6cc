"""A workspace with a selected set, and the same responses in every form that is read."""

import gzip
import json
from pathlib import Path

import pyarrow
import pyarrow.parquet

from tests.cli.workspace import LONG, ROWS, make_workspace
from tests.command import spade

WORKERS = ("--workers", "2", "--shard-rows", "25")


def make_selected(folder: Path) -> Path:
    """Make it, and return the folder."""
    make_workspace(folder)
    done = spade(folder, "select")
    assert done.returncode == 0, done.stderr
    return folder


def rows(count: int) -> list[dict[str, object]]:
    """Return responses, of which every seventh is too long and every eleventh lacks the field that is read."""
    return [
        {
            "id": f"n{number}",
            "response": LONG if number % 7 == 0 else ROWS[number % 4][0],
            "example": {} if number % 11 == 0 else {"movie_name": "Alien"},
            "time": f"2026-11-{number % 3 + 1:02}T08:00:00Z",
            "label": ("bad" if number % 7 == 0 else "good") if number % 2 else None,
        }
        for number in range(1, count + 1)
    ]


def write_lines(path: Path, count: int) -> Path:
    """Write them as JSON Lines, one of which cannot be read, compressed as the name says."""
    lines = [json.dumps(row) for row in rows(count)]
    text = "\n".join([*lines[:10], "no json", *lines[10:]]) + "\n"
    data = text.encode()
    if path.suffix == ".gz":
        data = gzip.compress(data)
    if path.suffix == ".zst":
        data = bytes(pyarrow.Codec("zstd").compress(data[:1000], asbytes=True))
        data += bytes(pyarrow.Codec("zstd").compress(text.encode()[1000:], asbytes=True))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def write_parquet(path: Path, count: int, *, group: int = 40) -> Path:
    """Write them as Parquet with several row groups."""
    path.parent.mkdir(parents=True, exist_ok=True)
    held = [{**row, "example": json.dumps(row["example"])} for row in rows(count)]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(held), path, row_group_size=group)
    return path


def parts(folder: Path) -> dict[str, bytes]:
    """Return what the results are, byte by byte."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "plan.json"}


def table(folder: Path) -> list[dict[str, object]]:
    """Return the rows of the table."""
    found: list[dict[str, object]] = []
    for path in sorted(folder.glob("*.parquet")):
        found += pyarrow.parquet.read_table(path).to_pylist()
    return found

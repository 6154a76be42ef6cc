"""Evaluations kept for the next run: the same source on the same row under the same engines gives the same outcome."""

import hashlib
import json
import marshal
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from io import BufferedReader, BytesIO
from json.encoder import encode_basestring_ascii
from pathlib import Path
from typing import Protocol, TextIO

from spade_core.examples import Example
from spade_core.results import Evaluation, Outcome

KEPT = frozenset({Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED, Outcome.OUT_OF_MEMORY})
"""Outcomes that a second run could not change. Time depends on the machine, and a judge may change its mind."""

_FUNCTIONS = 64
"""Functions on the table at hand that the file has room for, at the size of its row hashes."""
_UNREADABLE = (ValueError, TypeError, AttributeError, IndexError, OverflowError, RecursionError)
_MARSHAL_VERSION = 0
"""Equal values make equal bytes in this one alone, and unlike JSON it tells a tuple from a list and 1 from "1"."""


def row_hash(example: Example) -> str:
    """Return the identity of what an assertion sees of an example; empty when its fields are not JSON values."""
    try:
        seen = marshal.dumps([dict(example.fields), example.prompt, example.response], _MARSHAL_VERSION)
    except (TypeError, ValueError, RecursionError):
        return ""
    return hashlib.sha256(seen).hexdigest()[:32]


class ResultCache(Protocol):
    """Where evaluations are kept. `version` names engines, rules and limits; another version is another world."""

    def of(self, source_hashes: Iterable[str], version: str) -> Iterator[Mapping[str, Evaluation]]:
        """Yield what is known of each function, by row hash."""
        ...

    def keep(self, source_hash: str, version: str, found: Mapping[str, Evaluation]) -> None:
        """Keep more of one function, by row hash."""
        ...


class FileCache:
    """Keeps evaluations in a file of JSON lines, so that the next process finds them. It may be deleted at any time.

    Lines are only appended, whole; a line that cannot be read counts for nothing. Past its size, or that of many
    functions on the table at hand, the file starts anew. ``["rows", name, row hashes]`` is the rows of a table, and
    ``[source hash, version, name, evaluations, the index of its evaluation for each row]`` one function on them. Lines
    are read each time that their function is asked for: nothing is held in memory but where they stand.
    """

    def __init__(self, path: Path, *, most_bytes: int = 20_000_000) -> None:
        self._path = path
        self._most = most_bytes
        self._places: dict[bytes, list[tuple[int, int]]] = {}
        """Where lines stand and how long they are, by how they begin: see `_head`."""
        self._table = ("", [""])
        """The rows that were read last, and their name."""
        self._find_lines()

    def of(self, source_hashes: Iterable[str], version: str) -> Iterator[Mapping[str, Evaluation]]:
        """Yield what is known of each function, by row hash."""
        with self._opened() as file:
            for source_hash in source_hashes:
                yield self._known(file, _start(source_hash, version))

    def _opened(self) -> BufferedReader | BytesIO:
        try:
            return self._path.open("rb")
        except OSError:
            return BytesIO()  # where no line is

    def _known(self, file: BufferedReader | BytesIO, start: str) -> Mapping[str, Evaluation]:
        found: dict[str, Evaluation] = {}
        for line in self._lines(file, start):
            try:
                _, _, table, every, places = json.loads(line)
                evaluations = [_evaluation(*fields) for fields in every]
                found |= dict(zip(self._rows(file, table), map(evaluations.__getitem__, places), strict=True))
            except _UNREADABLE:
                continue
        return found

    def keep(self, source_hash: str, version: str, found: Mapping[str, Evaluation]) -> None:
        """Keep more of one function in the file; a file that cannot be written is done without."""
        rows = "".join(found)
        table = hashlib.sha256(rows.encode()).hexdigest()[:16]
        places: dict[Evaluation, int] = {}
        objects = {id(evaluation): evaluation for evaluation in found.values()}  # few: most cells of a column share one
        place_of = {key: places.setdefault(evaluation, len(places)) for key, evaluation in objects.items()}
        each = [place_of[id(evaluation)] for evaluation in found.values()]
        every = [[one.outcome, one.engine, one.seconds, one.message, one.line] for one in places]
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with open(self._path, "a", encoding="ascii", opener=_for_this_user) as file:
                if file.tell() > max(self._most, _FUNCTIONS * len(rows)):
                    file.truncate(0)
                    self._places.clear()
                if _head(_start("rows", table).encode()) not in self._places:
                    self._write(file, _start("rows", table), json.dumps(list(found)))
                self._write(file, _start(source_hash, version), json.dumps([table, every, each])[1:-1])
        except OSError:
            return

    def _write(self, file: TextIO, start: str, rest: str) -> None:
        place = file.seek(0, os.SEEK_END)
        size = file.write(f"{start}{rest}]\n")
        file.flush()
        self._places.setdefault(_head(start.encode()), []).append((place, size))

    def _rows(self, file: BufferedReader | BytesIO, table: str) -> list[str]:
        if self._table[0] != table:
            line = next(self._lines(file, _start("rows", table)), "[]")
            self._table = (table, json.loads(line)[2])
        return self._table[1]

    def _lines(self, file: BufferedReader | BytesIO, start: str) -> Iterator[str]:
        """Yield the lines that begin so, the newest last."""
        for place, size in self._places.get(_head(start.encode()), ()):
            try:
                file.seek(place)
                line = file.read(size).decode("ascii", "replace")
            except OSError:
                return
            if line.startswith(start):  # of this version; and another process may have begun the file anew
                yield line

    def _find_lines(self) -> None:
        place = 0
        with suppress(OSError), self._opened() as file:
            for line in file:
                self._places.setdefault(_head(line), []).append((place, len(line)))
                place += len(line)


def _for_this_user(path: str, flags: int) -> int:
    """Open a file; a new one is readable for this user alone, for exceptions quote what they were about."""
    return os.open(path, flags, 0o600)


def _start(source_hash: str, version: str) -> str:
    return f"[{encode_basestring_ascii(source_hash)}, {encode_basestring_ascii(version)}, "


def _head(line: bytes) -> bytes:
    """Return the hash that a line begins with, or of a table's rows the name, too."""
    second = line.find(b", ") + 2
    return line[: line.find(b", ", second)]


def _evaluation(outcome: object, engine: object, seconds: object, message: object, line: object) -> Evaluation:
    kind = Outcome(str(outcome))
    took = float(seconds) if isinstance(seconds, int | float) else math.nan
    if kind not in KEPT or not isinstance(line, int | None) or not 0 <= took < math.inf:
        raise ValueError("not an evaluation that is kept")
    return Evaluation(kind, str(engine), took, str(message), line)

"""Evaluations kept for the next run: the same source on the same row under the same engines gives the same outcome."""

import hashlib
import json
import marshal
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from spade_core.examples.example import Example
from spade_core.results.evaluation import Evaluation, Outcome

KEPT = frozenset({Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED, Outcome.OUT_OF_MEMORY})
"""Outcomes that a second run could not change. Time depends on the machine, and a judge may change its mind."""

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

    def of(self, source_hash: str, version: str) -> Mapping[str, Evaluation]:
        """Return what is known of one function, by row hash."""
        ...

    def keep(self, source_hash: str, version: str, found: Mapping[str, Evaluation]) -> None:
        """Keep more of one function, by row hash."""
        ...


class MemoryCache:
    """Keeps evaluations as long as it lives, the functions used last."""

    def __init__(self, *, most_functions: int = 2_000) -> None:
        self._most = most_functions
        self._known: dict[tuple[str, str], dict[str, Evaluation]] = {}

    def of(self, source_hash: str, version: str) -> Mapping[str, Evaluation]:
        """Return what is known of one function, by row hash."""
        return self._known.get((source_hash, version), {})

    def keep(self, source_hash: str, version: str, found: Mapping[str, Evaluation]) -> None:
        """Keep more of one function; the function kept longest ago goes when there are too many."""
        known = self._known.pop((source_hash, version), {})
        self._known[source_hash, version] = known | dict(found)
        while len(self._known) > self._most:
            del self._known[next(iter(self._known))]


class FileCache:
    """Keeps evaluations in a file of JSON lines, so that the next process finds them. It may be deleted at any time.

    Lines are only appended, whole; a line that cannot be read counts for nothing. Past its size the file starts anew.
    A line is ``[source hash, version, evaluations, {row hash: index of its evaluation}]``: rows of one function say
    much the same. Lines are read when their function is first asked for.
    """

    def __init__(self, path: Path, *, most_bytes: int = 20_000_000) -> None:
        self._path = path
        self._most = most_bytes
        self._memory = MemoryCache(most_functions=1_000_000)
        self._unread: dict[str, list[str]] = {}
        """Lines by how they begin, up to the rows: hash and version of their function."""
        self._find_lines()

    def of(self, source_hash: str, version: str) -> Mapping[str, Evaluation]:
        """Return what is known of one function, by row hash."""
        for line in self._unread.pop(_start(source_hash, version), ()):
            self._memory.keep(source_hash, version, _read(line))
        return self._memory.of(source_hash, version)

    def keep(self, source_hash: str, version: str, found: Mapping[str, Evaluation]) -> None:
        """Keep more of one function, here and in the file; a file that cannot be written is done without."""
        self._memory.keep(source_hash, version, {**self.of(source_hash, version), **found})
        line = _start(source_hash, version) + _written(found) + "\n"
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with open(self._path, "a", encoding="ascii", opener=_for_this_user) as file:
                if file.tell() > self._most:
                    file.truncate(0)
                file.write(line)
        except OSError:
            return

    def _find_lines(self) -> None:
        try:
            lines = self._path.read_text("ascii", errors="replace").splitlines()
        except OSError:
            return
        for line in lines:
            start, found, _ = line.partition("[[")
            if found:
                self._unread.setdefault(start, []).append(line)


def _for_this_user(path: str, flags: int) -> int:
    """Open a file; a new one is readable for this user alone, for exceptions quote what they were about."""
    return os.open(path, flags, 0o600)


def _start(source_hash: str, version: str) -> str:
    return f"[{json.dumps(source_hash)}, {json.dumps(version)}, "


def _written(found: Mapping[str, Evaluation]) -> str:
    """Return the end of a line: the evaluations that occur, and which of them each row has."""
    places: dict[Evaluation, int] = {}
    rows = {row: places.setdefault(evaluation, len(places)) for row, evaluation in found.items()}
    every = [[one.outcome, one.engine, one.seconds, one.message, one.line] for one in places]
    return f"{json.dumps(every)}, {json.dumps(rows)}]"


def _read(line: str) -> Mapping[str, Evaluation]:
    try:
        _, _, every, rows = json.loads(line)
        evaluations = [_evaluation(*fields) for fields in every]
        return {row: evaluations[place] for row, place in rows.items()}
    except (ValueError, TypeError, AttributeError, IndexError, OverflowError, RecursionError):
        return {}


def _evaluation(outcome: object, engine: object, seconds: object, message: object, line: object) -> Evaluation:
    kind = Outcome(str(outcome))
    took = float(seconds) if isinstance(seconds, int | float) else math.nan
    if kind not in KEPT or not isinstance(line, int | None) or not 0 <= took < math.inf:
        raise ValueError("not an evaluation that is kept")
    return Evaluation(kind, str(engine), took, str(message), line)

"""Evaluations kept for the next run: the same source on the same row under the same engines gives the same outcome."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

from spade_core.examples.example import Example
from spade_core.results.evaluation import Evaluation, Outcome

KEPT = frozenset({Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED, Outcome.OUT_OF_MEMORY})
"""Outcomes that a second run could not change. Time depends on the machine, and a judge may change its mind."""


def row_hash(example: Example) -> str:
    """Return the identity of what an assertion sees of an example; empty when its fields are not JSON values."""
    try:
        text = json.dumps([dict(example.fields), example.prompt, example.response])
    except (TypeError, ValueError, RecursionError):
        return ""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


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
    """

    def __init__(self, path: Path, *, most_bytes: int = 20_000_000) -> None:
        self._path = path
        self._most = most_bytes
        self._memory = MemoryCache(most_functions=1_000_000)
        self._read()

    def of(self, source_hash: str, version: str) -> Mapping[str, Evaluation]:
        """Return what is known of one function, by row hash."""
        return self._memory.of(source_hash, version)

    def keep(self, source_hash: str, version: str, found: Mapping[str, Evaluation]) -> None:
        """Keep more of one function, here and in the file; a file that cannot be written is done without."""
        self._memory.keep(source_hash, version, found)
        rows = {row: asdict(evaluation) for row, evaluation in found.items()}
        line = json.dumps({"source": source_hash, "version": version, "rows": rows}) + "\n"
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            grown = self._path.exists() and self._path.stat().st_size > self._most
            with self._path.open("w" if grown else "a", encoding="ascii") as file:
                file.write(line)
        except OSError:
            return

    def _read(self) -> None:
        try:
            lines = self._path.read_text("ascii", errors="replace").splitlines()
        except OSError:
            return
        for line in lines:
            try:
                entry = json.loads(line)
                found = {row: _evaluation(fields) for row, fields in entry["rows"].items()}
                self._memory.keep(str(entry["source"]), str(entry["version"]), found)
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                continue


def _evaluation(fields: Mapping[str, object]) -> Evaluation:
    outcome = Outcome(str(fields["outcome"]))
    line, seconds = fields["line"], fields["seconds"]
    if outcome not in KEPT or not isinstance(line, int | None) or not isinstance(seconds, int | float):
        raise ValueError("not an evaluation that is kept")
    return Evaluation(outcome, str(fields["engine"]), float(seconds), str(fields["message"]), line)

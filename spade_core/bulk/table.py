"""The table of results: parts in Parquet, a row for each response and assertion, and the sums in the foot of each.

Its columns are documented in docs/scale.md. pyarrow is loaded by who makes a table; without it that is a
SettingsError. Anybody may have written a table that is read: one that cannot be is a StorageError.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Final, Self

import numpy as np

from spade_core.bulk.places import ResultsFolder
from spade_core.candidates import CandidateAssertion
from spade_core.errors import Problem, StorageError
from spade_core.examples import Example, Label, parse_label, with_unique_ids
from spade_core.parquet import Parquet, pyarrow_for
from spade_core.report import Check, Tally
from spade_core.results import Evaluation, Grid, Outcome, ResultsMatrix, Runner

TIME: Final = "time"
"""The key beside a response that says when it was made, in ISO 8601."""
PLAN: Final = "plan.json"
"""Beside the parts: which shards there are."""
MOST_PROBLEMS: Final = 8
_SUMS: Final = b"spade"
_VERDICTS: Final = ("passed", "failed", "not checked")
_PASSED, _FAILED, _NOT_CHECKED = range(3)
_LABELS: Final = tuple(label.value for label in Label)
_PART: Final = "part-"
_SUFFIX: Final = ".parquet"


def part_name(number: int) -> str:
    """Return the name of a shard's part."""
    return f"{_PART}{number:06}{_SUFFIX}"


class PartWriter:
    """One part, made in memory: some bytes a response."""

    def __init__(self, names: Sequence[str], file: str) -> None:
        """Take the names of the assertions, and that of the file of responses."""
        arrow = pyarrow_for("a table of results", "bulk")
        words = arrow.dictionary(arrow.int32(), arrow.string())
        self._schema = arrow.schema(
            [
                ("file", words),
                ("row", arrow.int64()),
                ("id", words),
                ("label", words),
                ("time", arrow.timestamp("us")),
                ("text", arrow.int64()),
                ("assertion", words),
                ("verdict", words),
                ("reason", words),
            ]
        )
        self._arrow = arrow
        self._names = names
        self._column_of = {name: column for column, name in enumerate(names)}
        self._file = file
        self._made = BytesIO()
        self._writer = arrow.parquet.ParquetWriter(self._made, self._schema, compression="zstd")

    def write(self, checks: Sequence[Check]) -> None:
        """Add responses."""
        each = len(self._names)
        verdicts = np.full((len(checks), each), _PASSED, np.int32)
        reasons = np.full((len(checks), each), -1, np.int32)
        reason_of: dict[str, int] = {}
        for row, check in enumerate(checks):
            for name in check.failed:
                verdicts[row, self._column_of[name]] = _FAILED
            for name, why in check.not_checked.items():
                column = self._column_of[name]
                verdicts[row, column] = _NOT_CHECKED
                reasons[row, column] = reason_of.setdefault(why, len(reason_of))
        examples = [check.example for check in checks]
        labels = [-1 if one.label is None else _LABELS.index(one.label.value) for one in examples]
        rows = np.repeat(np.arange(len(checks), dtype=np.int32), each)
        times = self._schema.field("time").type
        columns = [
            self._words(np.zeros(rows.size, np.int32), [self._file]),
            self._arrow.array(np.repeat(np.array([one.line for one in examples], np.int64), each)),
            self._words(rows, [one.id.encode("utf-8", "replace").decode() for one in examples]),
            self._words(np.repeat(np.array(labels, np.int32), each), _LABELS),
            self._arrow.array(np.repeat(np.array(list(map(_moment, examples)), "datetime64[us]"), each), times),
            self._arrow.array(np.repeat(np.array([_text_hash(one.response) for one in examples], np.int64), each)),
            self._words(np.tile(np.arange(each, dtype=np.int32), len(checks)), self._names),
            self._words(verdicts.ravel(), _VERDICTS),
            self._words(reasons.ravel(), [*reason_of]),
        ]
        self._writer.write_table(self._arrow.table(columns, schema=self._schema))

    def close(self, sums: Mapping[str, object]) -> bytes:
        """Return the part, with sums in its foot."""
        self._writer.add_key_value_metadata({_SUMS: json.dumps(sums, sort_keys=True).encode()})
        self._writer.close()
        return self._made.getvalue()

    def _words(self, places: "np.ndarray[Any, Any]", words: Sequence[str]) -> Any:
        """Return a column of words by their places, -1 where there is none."""
        at = self._arrow.array(places, mask=places < 0)
        return self._arrow.DictionaryArray.from_arrays(at, self._arrow.array(words, self._arrow.string()))


def part_names(folder: ResultsFolder) -> list[str]:
    """Return the names of the parts that are there, in their order."""
    return sorted(name for name in folder.names() if name.startswith(_PART) and name.endswith(_SUFFIX))


def missing_parts(folder: ResultsFolder, shards: int) -> tuple[int, ...]:
    """Return the numbers of the shards whose parts are not there."""
    there = {*part_names(folder)}
    return tuple(at for at in range(shards) if part_name(at) not in there)


def _whole(folder: ResultsFolder) -> tuple[list[str], dict[str, str]]:
    """Return the parts of a table that is complete by the plan beside it, and the hashes of the functions that ran."""
    names, plan = part_names(folder), folder.read(PLAN)
    if not names and plan is None:
        raise StorageError(folder.path, None, "holds no table of results; `spade check --results` makes one")
    if plan is None:
        raise StorageError(f"{folder.path}/{PLAN}", None, "is not there: nothing tells whether the table is complete")
    try:
        held = json.loads(plan)
        shards, functions = len(held["shards"]), dict(held["functions"])
    except (LookupError, TypeError, ValueError, RecursionError) as error:
        raise StorageError(f"{folder.path}/{PLAN}", None, "is not the plan of a check") from error
    if missing := missing_parts(folder, shards):
        fact = f"{len(missing)} of {shards} parts of the table are not there yet; the same `spade check` makes them"
        raise StorageError(folder.path, None, fact)
    return [part_name(at) for at in range(shards)], functions


class Sums:
    """What all shards came to."""

    def __init__(self, tally: Tally) -> None:
        """Take a tally of the assertions that has counted nothing."""
        self.tally = tally
        self.problems: list[Problem] = []
        """The first ones."""
        self.unread = 0
        """Rows that could not be read."""
        self.unfilled = 0
        """Rows whose prompt could not be filled in, though an assertion reads it."""

    def add_parts(self, folder: ResultsFolder, names: Sequence[str]) -> Self:
        """Add what stands in the feet of parts."""
        for path, part in _parts(folder, names):
            with _told(path):
                held = json.loads(part.note)
                self.tally.add(held["tally"])
                problems = [
                    Problem(str(where), line and int(line), str(fact)) for where, line, fact in held["problems"]
                ]
                self.problems += problems[: MOST_PROBLEMS - len(self.problems)]
                self.unread += int(held["unread"])
                self.unfilled += int(held["unfilled"])
        return self


class LabelledRows:
    """The rows of a table that have a label, as a runner: their verdicts are known, and nothing is run for them."""

    def __init__(self, path: str, labels: Mapping[str, Label]) -> None:
        """Read a table; `labels` are those of a file of examples, by id, and count before those of the table."""
        self._path = path
        self._labels = labels
        folder = ResultsFolder(path)
        names, self._functions = _whole(folder)
        self._columns: dict[str, list[Evaluation | None]] = {name: [] for name in self._functions}
        self._evaluations = dict(_KNOWN)
        self._room = _ROOM
        self._others: Runner | None = None
        examples: list[Example] = []
        for where, part in _parts(folder, names):
            with _told(where):
                examples += self._labelled(part, where)
        self.examples = with_unique_ids(examples)
        """Without their responses: each has a hash of its own instead, by which those that are equal are found."""
        self._places = {example.id: place for place, example in enumerate(self.examples)}

    def before(self, others: Runner) -> Self:
        """Have other examples run by another runner, and return this one."""
        self._others = others
        return self

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        """Return the verdicts on examples."""
        places = [self._places.get(example.id, -1) for example in examples]
        is_ours = all(at >= 0 and self.examples[at] is each for at, each in zip(places, examples, strict=True))
        if self._others is not None and not is_ours:
            return self._others.run(candidates, examples)
        if lacking := [each.name for each in candidates if each.name not in self._columns]:
            fact = f"has no verdicts of {', '.join(lacking[:3])}; `spade check --all --results` makes those of all"
            raise StorageError(self._path, None, fact)
        if edited := ", ".join(each.name for each in candidates if self._functions.get(each.name) != each.hash):
            fact = f"was made before {edited} was edited; `spade check --all` runs it into another folder"
            raise StorageError(self._path, None, fact)
        columns = {each.name: [self._columns[each.name][place] for place in places] for each in candidates}
        return ResultsMatrix(tuple(examples), tuple(candidates), Grid([each.id for each in examples], columns))

    def _labelled(self, part: Parquet, path: str) -> Iterator[Example]:
        """Yield the responses of a part that have a label; each has a row for each assertion, one after the other."""
        if not {*_READ} <= {*part.columns}:
            raise LookupError(path)
        rows = part.read(columns=_READ, among={"label": None, "id": [*self._labels]})
        for one in zip(*[rows] * len(self._columns), strict=True):
            for row, (name, verdicts) in zip(one, self._columns.items(), strict=True):
                if row["assertion"] != name:
                    raise LookupError(name)
                verdicts.append(self._evaluation(str(row["verdict"]), str(row["reason"] or "")))
            held: Mapping[str, Any] = one[0]
            self._room -= 1000 + len(held["id"]) + 8 * len(one)
            if self._room < 0:
                raise StorageError(path, None, "has more responses with a label than are held at once")
            label = self._labels.get(held["id"]) or parse_label(held["label"])
            yield Example(held["id"], {}, "", f"{held['text']:x}", label, held["row"], is_hash=True)

    def _evaluation(self, verdict: str, reason: str) -> Evaluation:
        """Return a verdict; those that say the same are one."""
        key = (verdict, reason)
        if key not in self._evaluations:
            self._room -= 1000 + len(reason)
            self._evaluations[key] = Evaluation(Outcome.ERRORED, message=reason)
        return self._evaluations[key]


_KNOWN: Final = {("passed", ""): Evaluation(Outcome.PASSED), ("failed", ""): Evaluation(Outcome.FAILED)}
_READ: Final = ("row", "id", "label", "text", "assertion", "verdict", "reason")
_ROOM: Final = 1 << 30
"""Bytes that the responses of a table may take which have a label."""


def _moment(example: Example) -> datetime | None:
    """Return when a response was made, in UTC; None where that is not said, or not so that it can be read."""
    try:
        found = datetime.fromisoformat(str(example.extra.get(TIME, "")))
        return found.astimezone(UTC).replace(tzinfo=None) if found.tzinfo else found
    except (ValueError, OverflowError):
        return None


def _text_hash(response: str) -> int:
    """Return what responses have in common that are equal but for case and white space."""
    text = " ".join(response.casefold().split()).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big", signed=True)


def _parts(folder: ResultsFolder, names: Sequence[str]) -> Iterator[tuple[str, Parquet]]:
    """Give parts to be read, one after the other, each with its path."""
    with Parquet(StorageError) as reader:
        for name in names:
            path = f"{folder.path}/{name}"
            try:
                file = folder.open(name)
            except OSError as error:
                raise StorageError(path, None, f"cannot be read: {error}") from error
            with file:
                yield path, reader.open(file, path)


@contextmanager
def _told(path: str) -> Iterator[None]:
    """Say of a part that holds something else, for anybody may have written it, what it is."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise StorageError(path, None, "is no part of a table of results") from error

"""The table of results: parts in Parquet, a row for each response and assertion, and the sums in the foot of each.

Its columns are documented in docs/scale.md. pyarrow is loaded by who makes or reads a table;
without it that is a SettingsError. A table that cannot be read is a StorageError.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from spade_core.bulk.places import ResultsFolder
from spade_core.candidates import CandidateAssertion
from spade_core.errors import SettingsError, StorageError
from spade_core.examples import Example, Label, parse_label, with_unique_ids
from spade_core.report import Check, Tally
from spade_core.results import Evaluation, Grid, Outcome, ResultsMatrix, Runner

if TYPE_CHECKING:
    import pyarrow
    import pyarrow.parquet

TIME: Final = "time"
"""The key beside a response that says when it was made, in ISO 8601."""
PLAN: Final = "plan.json"
"""Beside the parts: which shards there are."""
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
        arrow, self._parquet = _pyarrow()
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
        self._writer = self._parquet.ParquetWriter(self._made, self._schema, compression="zstd")

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


def sums_of(folder: ResultsFolder, name: str) -> Mapping[str, Any]:
    """Return the sums in the foot of a part."""
    with _part(folder, name) as part:
        found: Mapping[str, Any] = json.loads(part.metadata.metadata[_SUMS])
        Tally(()).add(found["tally"])
        return found


class LabelledRows:
    """The rows of a table that have a label, as a runner: their verdicts are known, and nothing is run for them."""

    def __init__(self, path: str, labels: Mapping[str, Label]) -> None:
        """Read a table; `labels` are those of a file of examples, by id, and count before those of the table."""
        self._path = path
        self._labels = labels
        self._columns: dict[str, list[Evaluation | None]] = {}
        self._others: Runner | None = None
        folder = ResultsFolder(path)
        examples: list[Example] = []
        names, self._functions = _whole(folder)
        for name in names:
            with _part(folder, name) as part:
                for group in range(part.num_row_groups):
                    examples += self._labelled(part.read_row_group(group))
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

    def _labelled(self, table: "pyarrow.Table") -> Iterator[Example]:
        arrow, _ = _pyarrow()
        compute, ids = arrow.compute, arrow.array([*self._labels], arrow.string())
        is_named = compute.is_in(table.column("id").cast(arrow.string()), value_set=ids)
        kept = table.filter(compute.or_(compute.is_valid(table.column("label")), is_named))
        names = compute.unique(kept.column("assertion").cast(arrow.string())).to_pylist()
        for name in names:
            rows = kept.filter(compute.equal(kept.column("assertion").cast(arrow.string()), name))
            said = zip(rows.column("verdict").to_pylist(), rows.column("reason").to_pylist(), strict=True)
            self._columns.setdefault(name, []).extend(_evaluation(verdict, reason) for verdict, reason in said)
            if name == names[0]:
                for row in rows.select(["row", "id", "label", "text"]).to_pylist():
                    label = self._labels.get(row["id"]) or parse_label(row["label"])
                    yield Example(row["id"], {}, "", f"{row['text']:x}", label, row["row"], is_hash=True)


_KNOWN: Final = {"passed": Evaluation(Outcome.PASSED), "failed": Evaluation(Outcome.FAILED)}


def _evaluation(verdict: str, reason: str | None) -> Evaluation:
    return _KNOWN.get(verdict) or Evaluation(Outcome.ERRORED, message=reason or "")


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


@contextmanager
def _part(folder: ResultsFolder, name: str) -> "Iterator[pyarrow.parquet.ParquetFile]":
    """Give a part to be read; anybody may have written it."""
    arrow, parquet = _pyarrow()
    path = f"{folder.path}/{name}"
    try:
        with folder.open(name) as file:
            yield parquet.ParquetFile(file)
    except (arrow.ArrowException, OSError) as error:
        raise StorageError(path, None, f"cannot be read: {error}") from error
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise StorageError(path, None, "is no part of a table of results") from error


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError as error:
        raise SettingsError("a table of results takes pip install 'spade-assertions[bulk]'") from error
    return pyarrow, pyarrow.parquet

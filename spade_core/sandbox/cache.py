"""Evaluations kept for the next run: the same source on the same row under the same engines gives the same outcome.

What a run need not do again are the cells that the file knows; those worth keeping go into it afterwards.
"""

import hashlib
import json
import math
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import BufferedReader, BytesIO, FileIO
from json.encoder import encode_basestring_ascii
from pathlib import Path

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example
from spade_core.results import NO_JUDGE, NOT_ASKED, Evaluation, Grid, Outcome
from spade_core.sandbox.inputs import Inputs
from spade_core.sandbox.rows import Rows
from spade_core.static_analysis import preflight

KEPT = frozenset({Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED, Outcome.OUT_OF_MEMORY})
"""Outcomes that a second run could not change. Time depends on the machine, and a judge may change its mind."""

_KINDS: Mapping[object, Outcome] = {each.value: each for each in KEPT}
_ROWS = "rows"
_HASH = len('["') + 64
"""Where a line's hash ends."""
_FIRST = ord("#")
_MOST_DISTINCT = 0xD800 - _FIRST
"""Evaluations of a function that there are characters for; with more of them it is run again."""
_FUNCTIONS = 64
"""Functions on the table at hand that the file has room for, at the size of its row hashes."""
_UNREADABLE = (ValueError, TypeError, AttributeError, LookupError, OverflowError, RecursionError)
Column = list[Evaluation | None]


class FileCache:
    """Keeps evaluations in a file of JSON lines, so that the next process finds them. It may be deleted at any time.

    Lines are only appended, whole; a line that cannot be read counts for nothing. Past its size, or that of many
    functions on the table at hand, the file starts anew. ``[table hash, "rows", row hashes]`` is the rows of a table,
    ``[source hash, version, table hash, evaluations, a character for each row]`` one function on them: ``#`` is the
    first evaluation, ``$`` the next and so on, for a text is read faster than numbers, and is shorter. A line is read
    when its function is asked for; held in memory is where lines stand. A version names engines, rules and limits;
    another one is another world.
    """

    def __init__(self, path: Path, *, most_bytes: int = 20_000_000) -> None:
        self._path = path
        self._most = most_bytes
        self._places: defaultdict[bytes, list[int]] = defaultdict(list)
        """Where lines stand, by the hash that they begin with."""
        self._table = ("", [""])
        """The rows that were read last, and their name."""
        self._find_lines()

    def columns(self, source_hashes: Iterable[str], version: str, rows: Sequence[str]) -> Iterator[Column]:
        """Yield what is known of each function, row by row; rows by their hashes."""
        table = _table_hash(rows)
        with self._opened() as file:
            for source_hash in source_hashes:
                yield self._known(file, _start(source_hash, version), rows, table)

    def _opened(self) -> BufferedReader | BytesIO:
        try:
            return self._path.open("rb")
        except OSError:
            return BytesIO()  # where no line is

    def _known(self, file: BufferedReader | BytesIO, start: str, rows: Sequence[str], table: str) -> Column:
        found: Column = []
        for line in self._lines(file, start):
            try:
                _, _, told_of, every, places = json.loads(line)
                evaluations = {chr(at): _evaluation(*fields) for at, fields in enumerate(every, _FIRST)}
                said: Column = list(map(evaluations.__getitem__, places))
                told = rows if told_of == table else self._rows(file, told_of)
                if len(said) != len(told):
                    raise ValueError("not an evaluation for each row")
            except _UNREADABLE:
                continue
            if told is not rows:
                said = list(map(dict(zip(told, said, strict=True)).get, rows))
            found = [new or old for new, old in zip(said, found, strict=True)] if found else said
        return found or [None] * len(rows)

    def keep(self, source_hash: str, version: str, rows: Sequence[str], found: Column) -> None:
        """Keep more of one function, row by row; a file that cannot be written is done without."""
        table = _table_hash(rows)
        places: dict[Evaluation, int] = {}
        objects = {id(one): one for one in found if one}  # few: most cells of a column share one
        place_of = {key: places.setdefault(evaluation, len(places)) for key, evaluation in objects.items()}
        if len(places) > _MOST_DISTINCT:
            return
        each = "".join([chr(_FIRST + place_of[id(evaluation)]) for evaluation in found])
        every = [[one.outcome, one.engine, one.seconds, one.message, one.line] for one in places]
        try:
            with open(self._path, "ab", buffering=0, opener=_for_this_user) as file:
                if file.tell() > max(self._most, _FUNCTIONS * sum(map(len, rows))):
                    file.truncate(0)
                    self._places.clear()
                if _start(table, _ROWS)[:_HASH].encode() not in self._places:
                    self._write(file, _start(table, _ROWS), json.dumps(rows))
                self._write(file, _start(source_hash, version), json.dumps([table, every, each])[1:-1])
        except OSError:
            return

    def _write(self, file: FileIO, start: str, rest: str) -> None:
        place = file.seek(0, os.SEEK_END)
        file.write(f"{start}{rest}]\n".encode("ascii"))
        self._places[start[:_HASH].encode()].append(place)

    def _rows(self, file: BufferedReader | BytesIO, table: str) -> list[str]:
        if self._table[0] != table:
            line = next(self._lines(file, _start(table, _ROWS)), "[]")
            self._table = (table, json.loads(line)[2])
        return self._table[1]

    def _lines(self, file: BufferedReader | BytesIO, start: str) -> Iterator[str]:
        """Yield the lines that begin so, the newest last."""
        for place in self._places.get(start[:_HASH].encode(), ()):
            try:
                file.seek(place)
                line = file.readline().decode("ascii", "replace")
            except OSError:
                return
            if line.startswith(start):  # of this version; and another process may have begun the file anew
                yield line

    def _find_lines(self) -> None:
        place = 0
        with suppress(OSError), self._opened() as file:
            for line in file:
                self._places[line[:_HASH]].append(place)
                place += len(line)


def _table_hash(rows: Iterable[str]) -> str:
    return hashlib.sha256("".join(rows).encode()).hexdigest()


def _for_this_user(path: str, flags: int) -> int:
    """Open a file; a new one is readable for this user alone, for exceptions quote what they were about."""
    try:
        return os.open(path, flags, 0o600)
    except FileNotFoundError:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, flags, 0o600)


def _start(source_hash: str, version: str) -> str:
    return f"[{encode_basestring_ascii(source_hash)}, {encode_basestring_ascii(version)}, "


def _evaluation(outcome: object, engine: object, seconds: object, message: object, line: object) -> Evaluation:
    kind = _KINDS[outcome]
    if type(seconds) is not float or not 0 <= seconds < math.inf or not (line is None or type(line) is int):
        raise ValueError("not an evaluation that is kept")
    return Evaluation(kind, str(engine), seconds, str(message), line)


class CachedCells:
    """The cells of one run: known from the cache, if there is one, or still to be found.

    Functions that ask a judge are never cached. Most of what a second evaluation costs is spent here, a column at a
    time: rows are looked into only where something has to run.
    """

    def __init__(
        self,
        cache: FileCache | None,
        version: str,
        candidates: Sequence[CandidateAssertion],
        examples: Sequence[Example],
        inputs: Inputs,
    ) -> None:
        self._cache = cache
        self._version = version
        self._inputs = inputs
        self._columns: dict[str, Column] = {each.name: [None] * len(examples) for each in candidates}
        if cache is not None:
            for seen, alike in _alike(candidates, inputs):
                known = cache.columns((each.hash for each in alike), version, seen.hashes)
                self._columns |= {each.name: told for each, told in zip(alike, known, strict=True)}
        self.missing = [(each, rows) for each in candidates if (rows := _missing(self._columns[each.name]))]
        """The places of the rows that each candidate has yet to be run on; candidates without any are left out."""
        self.cells = Grid([example.id for example in examples], self._columns)
        """Every cell: those that are known, and in the end the others."""

    def fail_without_scores(self) -> None:
        """Settle the rows that lack a score which a candidate needs."""
        lacking = self._inputs.lacking
        still: list[tuple[CandidateAssertion, Sequence[int]]] = []
        for candidate, places in self.missing:
            scores = self._inputs.scores(candidate.name)
            if not scores:
                still.append((candidate, places))
                continue
            runs = []
            for place in places:
                why = next(((name, lacking[place][name]) for name in scores if name in lacking[place]), None)
                if why is None:
                    runs.append(place)
                else:
                    message = f"no score {why[0]}: {why[1]}" if why[1] not in ("", NOT_ASKED) else why[1] or NO_JUDGE
                    self.cells.fill(candidate.name, [place], [Evaluation(Outcome.JUDGE_FAILED, message=message)])
            if runs:
                still.append((candidate, tuple(runs)))
        self.missing = still

    def keep(self) -> None:
        """Keep the cells just found that a second run could not change."""
        if self._cache is None:
            return
        for candidate, missing in self.missing:
            column, keys = self._columns[candidate.name], self._inputs.rows(candidate.name).hashes
            kept = [at for at in missing if keys[at] and (told := column[at]) and told.outcome in KEPT]
            if kept and not preflight(candidate.source).asks_judge:
                rows = [keys[at] for at in kept]
                found = column if len(kept) == len(column) else [column[at] for at in kept]
                self._cache.keep(candidate.hash, self._version, rows, found)


def _alike(candidates: Iterable[CandidateAssertion], inputs: Inputs) -> Iterable[tuple[Rows, list[CandidateAssertion]]]:
    """Return the functions whose outcomes are kept, those together that see the same rows."""
    found: dict[Rows, list[CandidateAssertion]] = {}
    for each in candidates:
        if not preflight(each.source).asks_judge:
            found.setdefault(inputs.rows(each.name), []).append(each)
    return found.items()


def _missing(column: Sequence[Evaluation | None]) -> Sequence[int]:
    """Return the places of the cells that are not there, as a range where none is: of many rows it is shorter."""
    if not any(column):
        return range(len(column))
    return () if all(column) else tuple(index for index, evaluation in enumerate(column) if evaluation is None)

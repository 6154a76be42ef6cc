"""Outcomes kept for the next run: the same source on the same row under the same engines gives the same."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example
from spade_core.results import Evaluation, Grid, Outcome
from spade_core.sandbox.inputs import Inputs
from spade_core.sandbox.rows import Rows, table_hash
from spade_core.static_analysis import preflight

KEPT = (Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED, Outcome.OUT_OF_MEMORY)
"""Outcomes that a second run could not change. Time depends on the machine, and a judge may change its mind."""

_KINDS: Mapping[object, Outcome] = {each.value: each for each in KEPT}
_ROWS = "rows"
_LETTERS: Mapping[Evaluation, str] = {Evaluation(Outcome.PASSED): "P", Evaluation(Outcome.FAILED): "F"}
_PLAIN: Mapping[str, Evaluation] = {letter: evaluation for evaluation, letter in _LETTERS.items()}
_FIRST = ord("a")
_MOST_DISTINCT = 0xD800 - _FIRST
"""Other evaluations of a function that there are characters for; with more of them it is run again."""
_FUNCTIONS = 64
"""Functions on the table at hand that the file has room for, at the size of its row hashes."""
_UNREADABLE = (ValueError, TypeError, AttributeError, LookupError, OverflowError, RecursionError)
_decoded = json.JSONDecoder().raw_decode
"""Like `json.loads`, which takes half as long again to make sure of its text."""
_Cells = list[Evaluation | None]


class FileCache:
    """Keeps evaluations in a file of JSON lines. It may be deleted at any time.

    Lines are only appended, whole; one that cannot be read counts for nothing. Past its size, or that of many functions
    on the table at hand, the file starts anew. ``[table hash, "rows", row hashes]`` is the rows of a table, ``[source
    hash, version, table hash, others, a letter for each row]`` one function on them: ``P`` passed, ``F`` failed, ``a``
    is the first of the others, ``b`` the next and so on. A version names engines, rules and limits.
    """

    def __init__(self, path: Path, *, most_bytes: int = 20_000_000) -> None:
        self._path = path
        self._most = most_bytes
        self._named = ""
        """The table whose rows the file is known to have."""

    def columns(self, source_hashes: Iterable[str], version: str, rows: Sequence[str]) -> Iterator[_Cells]:
        """Yield what is known of each function, row by row; rows by their hashes. Whole lists may recur."""
        table = table_hash(rows)
        tables = {table: rows}
        read: dict[bytes, _Cells] = {}  # many are alike
        for ends in self._ends(source_hashes, version):
            found: _Cells = []
            for end in ends:
                said = read[end] = read.get(end) or self._said(end, rows, table, tables)
                if said:
                    found = [new or old for new, old in zip(said, found, strict=True)] if found else said
            yield found if found and all(found) else list(found) or [None] * len(rows)

    def _said(self, end: bytes, rows: Sequence[str], table: str, tables: dict[str, Sequence[str]]) -> _Cells:
        """Return what a line says of rows, nothing if it cannot be read."""
        try:
            told_of, others, letters = _decoded(f"[{end.decode()}")[0]
            if told_of not in tables:
                tables[told_of] = self._rows(told_of)
            told = tables[told_of]
            said = _column(others, letters, len(told))
        except _UNREADABLE:
            return []
        if told_of == table:
            self._named = table
            return said
        return list(map(dict(zip(told, said, strict=True)).get, rows))

    def _rows(self, table: str) -> Sequence[str]:
        [ends] = self._ends([table], _ROWS)
        rows: Sequence[str] = _decoded(f"[{ends[0].decode()}")[0][0] if ends else ()
        return rows

    def _ends(self, hashes: Iterable[str], kind: str) -> Iterable[list[bytes]]:
        """Return what follows in the lines of a version with each of these hashes, the newest last."""
        starts = [f'["{each}"'.encode() for each in hashes]
        found: dict[bytes, list[bytes]] = {start: [] for start in starts}
        second = f", {json.dumps(kind)}, ".encode()
        size = max(map(len, starts), default=0)
        with suppress(OSError), self._path.open("rb") as file:
            for line in file:
                if (ends := found.get(line[:size])) is not None and line.startswith(second, size):
                    ends.append(line[size + len(second) :])
        return [found[start] for start in starts]

    def keep(self, source_hash: str, version: str, rows: Sequence[str], found: _Cells) -> None:
        """Keep more of one function, row by row, where the file can be written."""
        table = table_hash(rows)
        objects = {id(one): one for one in found if one}  # few: most cells of a column share one
        others: dict[Evaluation, str] = {}
        letters = {}
        for key, one in objects.items():
            kept = Evaluation(one.outcome, message=one.message, line=one.line)
            letters[key] = _LETTERS.get(kept) or others.setdefault(kept, chr(_FIRST + len(others)))
        if len(others) > _MOST_DISTINCT:
            return
        told = [[one.outcome, one.message, one.line] for one in others]
        each = "".join([letters[id(one)] for one in found])
        lines = [json.dumps([source_hash, version, table, told, each])]
        try:
            with open(self._path, "ab", buffering=0, opener=_for_this_user) as file:
                if file.tell() > max(self._most, _FUNCTIONS * sum(map(len, rows))):
                    file.truncate(0)
                    self._named = ""
                if self._named != table:
                    lines.insert(0, json.dumps([table, _ROWS, rows]))
                file.write("".join(f"{line}\n" for line in lines).encode("ascii"))
                self._named = table
        except OSError:
            return


def _for_this_user(path: str, flags: int) -> int:
    """Open a file; a new one is readable for this user alone, for exceptions quote what they were about."""
    try:
        return os.open(path, flags, 0o600)
    except FileNotFoundError:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, flags, 0o600)


def _column(others: Sequence[Sequence[object]], letters: str, rows: int) -> _Cells:
    """Return the evaluation of each row."""
    if len(letters) != rows:
        raise ValueError("not an evaluation for each row")
    known = {**_PLAIN, **{chr(at): _evaluation(*one) for at, one in enumerate(others, _FIRST)}} if others else _PLAIN
    if letters == (first := letters[:1]) * rows:  # as most functions say the same of all
        return [known[first]] * rows
    return list(map(known.__getitem__, letters))


def _evaluation(outcome: object, message: object, line: object) -> Evaluation:
    kind = _KINDS[outcome]
    if not (line is None or type(line) is int):
        raise ValueError("not an evaluation that is kept")
    return Evaluation(kind, message=str(message), line=line)


class CachedCells:
    """The cells of one run: known from the cache or still to be found.

    Functions that ask a judge are never cached.
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
        self._columns: dict[str, _Cells] = {each.name: [None] * len(examples) for each in candidates}
        if cache is not None:
            for seen, alike in _alike(candidates, inputs):
                known = list(cache.columns((each.hash for each in alike), version, seen.hashes))
                self._columns |= {each.name: told for each, told in zip(alike, known, strict=True)}
                if any(map(all, known)):
                    seen.defects = {}  # a function ran on all of them
        self.missing = [(each, rows) for each in candidates if (rows := _missing(self._columns[each.name]))]
        """The places of the rows that each candidate has yet to be run on, if there are any."""
        self.cells = Grid([example.id for example in examples], self._columns)

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
    """Return the places of the cells that are not there, as a range where none is."""
    if not any(column):
        return range(len(column))
    return () if all(column) else tuple(index for index, evaluation in enumerate(column) if evaluation is None)

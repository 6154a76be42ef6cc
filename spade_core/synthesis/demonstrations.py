"""Assertions that did well, kept for this user across projects and shown to the next synthesis (EcoAssistant).

Laws: which demonstrations are shown for the same criteria is decided once and remembered, so that what a run adds does
not change what the next run of the same thing asks: that one is answered from the cache. What holds something that
looks like a secret is not kept: the store goes from project to project. It quotes a project's prompt, so it says who
may read it: the endpoints that its project was sent to. A run whose endpoints are others does not show it.
Of one assertions file the store holds only functions that stand in it as they are kept.
"""

import hashlib
import json
import time
from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spade_core.criteria import Origin
from spade_core.models import PrivateDatabase, holds_secret, user_folders
from spade_core.storage import AssertionState, StoredAssertion, StoredAssertions

_MOST_KEPT = 5000
_MOST_MEMOS = 50_000
_SCREENED = 1
"""The version of the file from which on it holds no secrets."""


@dataclass(frozen=True, slots=True)
class AcceptedDemonstration:
    """A criterion and an assertion that checks it well."""

    criterion: str
    code: str
    project: str = ""
    """Hash of the project's folder: enough to forget a project, not to tell which it was."""
    vector: tuple[float, ...] = ()
    """Of the criterion, by the model `vector_model`; empty when there is none."""
    vector_model: str = ""
    readers: frozenset[str] = frozenset()
    """Endpoints elsewhere that may see it; empty: models on this machine alone. Of old ones they are not known."""
    file: str = ""
    """Hash of the assertions file that it stands in; empty for those of earlier versions."""


def demonstrations_file(environ: Mapping[str, str]) -> Path:
    """Return where the demonstrations of this user are kept."""
    return user_folders(environ).data / "demonstrations.sqlite"


def project_hash(folder: Path) -> str:
    """Return what a project is known by in the store."""
    return hashlib.sha256(str(folder.resolve()).encode("utf-8", "surrogatepass")).hexdigest()[:16]


class DemonstrationStore(PrivateDatabase):
    """The demonstrations of one user, in one file. Safe between threads and processes."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "the demonstrations")

    def all(self) -> tuple[AcceptedDemonstration, ...]:
        """Return every demonstration, oldest first."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT criterion, code, project, vector, vector_model, readers FROM demonstration ORDER BY id"
            ).fetchall()
        return tuple(
            AcceptedDemonstration(criterion, code, project, _vector(blob), model, _readers(readers))
            for criterion, code, project, blob, model, readers in rows
        )

    def add(self, demonstrations: Iterable[AcceptedDemonstration]) -> int:
        """Keep demonstrations without secrets, each once, and return how many are new; past the limit the oldest go.

        One that is there already gets the new one's readers as well.
        """
        with self._lock:
            added = sum(self._add(each) for each in demonstrations if not _holds_secret(each))
        self.prune(most=_MOST_KEPT)
        return added

    def _add(self, each: AcceptedDemonstration) -> int:
        execute = self._connection.execute
        pair = (_text(each.criterion), _text(each.code))
        row = execute("SELECT readers FROM demonstration WHERE criterion = ? AND code = ?", pair).fetchone()
        if row is not None:
            readers = _readers_text(_readers(row[0]) | each.readers)
            values = (readers, each.file, *pair)
            execute("UPDATE demonstration SET readers = ?, file = ? WHERE criterion = ? AND code = ?", values)
            return 0
        return execute(
            "INSERT OR IGNORE INTO demonstration (criterion, code, project, vector, vector_model, at, readers, file) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *pair,
                each.project,
                _blob(each.vector),
                each.vector_model,
                int(time.time()),
                _readers_text(each.readers),
                each.file,
            ),
        ).rowcount

    def set_vectors(self, vectors: Mapping[str, Sequence[float]], model: str) -> None:
        """Remember the vectors of criteria."""
        rows = [(_blob(vector), model, criterion) for criterion, vector in vectors.items()]
        with self._lock:
            self._connection.executemany(
                "UPDATE demonstration SET vector = ?, vector_model = ? WHERE criterion = ?", rows
            )

    def prune(self, *, most: int) -> int:
        """Forget all but the newest, and return how many went."""
        return self._delete("id IN (SELECT id FROM demonstration ORDER BY id DESC LIMIT -1 OFFSET ?)", (most,))

    def forget_project(self, folder: Path) -> int:
        """Forget what came from a project, and return how many went."""
        return self._delete("project = ?", (project_hash(folder),))

    def forget(self, demonstration: AcceptedDemonstration) -> int:
        """Forget one demonstration, and return how many went."""
        return self._delete("criterion = ? AND code = ?", (_text(demonstration.criterion), _text(demonstration.code)))

    def forget_others(self, file: str, codes: Iterable[str]) -> int:
        """Forget what was kept of one assertions file but for these functions, and return how many went."""
        kept = json.dumps(sorted({_text(code) for code in codes}))
        return self._delete("file = ? AND code NOT IN (SELECT value FROM json_each(?))", (file, kept))

    def clear(self) -> int:
        """Forget everything, and return how many went."""
        return self._delete("1 = ?", (1,))

    def remembered(self, key: str) -> tuple[tuple[str, str], ...] | None:
        """Return the (criterion, code) pairs decided on for a key; None when nothing was decided."""
        with self._lock:
            row = self._connection.execute("SELECT shown FROM memo WHERE key = ?", (key,)).fetchone()
        return None if row is None else tuple((criterion, code) for criterion, code in json.loads(row[0]))

    def remember(self, key: str, shown: Sequence[tuple[str, str]]) -> None:
        """Decide what is shown for a key."""
        with self._lock:
            self._connection.execute("INSERT OR IGNORE INTO memo VALUES (?, ?)", (key, json.dumps(list(shown))))

    def _delete(self, which: str, values: tuple[object, ...]) -> int:
        with self._lock:
            found = self._connection.execute(
                f"SELECT id, code FROM demonstration WHERE {which}",  # noqa: S608  (fixed texts of this module)
                values,
            ).fetchall()
            for number, code in found:
                self._connection.execute("DELETE FROM demonstration WHERE id = ?", (number,))
                # what is forgotten is not shown again from memory either
                self._connection.execute("DELETE FROM memo WHERE instr(shown, ?) > 0", (json.dumps(code),))
        return len(found)

    def _prepare(self) -> None:
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS demonstration (id INTEGER PRIMARY KEY, criterion TEXT NOT NULL, "
            "code TEXT NOT NULL, project TEXT NOT NULL, vector BLOB NOT NULL, vector_model TEXT NOT NULL, "
            "at INTEGER NOT NULL, readers TEXT NOT NULL DEFAULT '', "
            "file TEXT NOT NULL DEFAULT '', UNIQUE (criterion, code))"
        )
        self._connection.execute("CREATE TABLE IF NOT EXISTS memo (key TEXT PRIMARY KEY, shown TEXT NOT NULL)")
        self._connection.execute(
            "DELETE FROM memo WHERE rowid IN (SELECT rowid FROM memo ORDER BY rowid DESC LIMIT -1 OFFSET ?)",
            (_MOST_MEMOS,),
        )
        self._add_columns()
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if version < _SCREENED:
            self._screen()

    def _add_columns(self) -> None:
        """Add what earlier versions did not keep; nobody elsewhere is known to have read theirs."""
        self._connection.execute("BEGIN IMMEDIATE")  # two processes may do this at once
        try:
            columns = {row[1] for row in self._connection.execute("PRAGMA table_info(demonstration)")}
            for column in ("readers", "file"):
                if column not in columns:
                    self._connection.execute(f"ALTER TABLE demonstration ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
        finally:
            self._connection.execute("COMMIT")

    def _screen(self) -> None:
        """Forget what earlier versions kept although it holds a secret; it leaves the file, too."""
        for each in self.all():
            if _holds_secret(each):
                self.forget(each)
        self._connection.execute(f"PRAGMA user_version = {_SCREENED}")
        self._connection.execute("VACUUM")


def _holds_secret(demonstration: AcceptedDemonstration) -> bool:
    return holds_secret(demonstration.criterion) or holds_secret(demonstration.code)


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _readers(text: str) -> frozenset[str]:
    return frozenset(json.loads(text)) if text else frozenset()


def _readers_text(readers: Iterable[str]) -> str:
    return json.dumps(sorted(readers))


def _blob(vector: Sequence[float]) -> bytes:
    return array("f", vector).tobytes()


def _vector(blob: bytes) -> tuple[float, ...]:
    values = array("f")
    values.frombytes(blob)
    return tuple(values)


def settle(
    store: DemonstrationStore,
    stored: StoredAssertions,
    accepted: Collection[str],
    *,
    project: Path,
    readers: Collection[str] = (),
) -> int:
    """Keep the functions of these names that a model wrote or a person edited, and forget those that are gone.

    `readers` are the endpoints elsewhere that the project's models are at. Returns how many are new.
    """
    origin = AcceptedDemonstration("", "", project_hash(project), readers=frozenset(readers), file=file_hash(stored))
    forget_gone(store, stored)
    return store.add(
        replace(origin, criterion=provenance.description, code=assertion.source)
        for assertion in _worth_keeping(stored.assertions, accepted)
        for provenance in assertion.provenance
    )


def forget_gone(store: DemonstrationStore, stored: StoredAssertions) -> int:
    """Forget what was kept of this file and stands in it no more, and return how many went."""
    return store.forget_others(file_hash(stored), [assertion.source for assertion in stored.assertions])


def file_hash(stored: StoredAssertions) -> str:
    """Return what an assertions file is known by in the store."""
    return project_hash(Path(stored.path))


def _worth_keeping(assertions: Sequence[StoredAssertion], accepted: Collection[str]) -> Iterable[StoredAssertion]:
    return (
        assertion
        for assertion in assertions
        if assertion.name in accepted and (assertion.origin is Origin.MODEL or assertion.state is AssertionState.EDITED)
    )

"""One SELECT of an SQLite database, in a process of its own: see ``spade_core.helper``.

A query can neither write, reach another file nor call itself, and what it sorts stays in memory.
"""

import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

_MOST_TEXT = 1_250_000
"""Characters of a text in SQLite."""
_MOST_HEAP = 800_000_000
"""Bytes that SQLite may take: where the process has no limit of memory, this one holds."""
_AT_ONCE = 65_536
"""Characters of the values of a line."""
_READING = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION})


def _answers(address: str, query: str | None) -> Iterator[object]:
    database = sqlite3.connect(address, uri=True)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_TEXT)
    database.execute("PRAGMA temp_store = MEMORY")
    database.execute(f"PRAGMA hard_heap_limit = {_MOST_HEAP}")
    if query is None:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if len(tables) != 1:
            yield {"fact": f"has {len(tables)} tables; say with a query which values are meant"}
            return
        quoted = tables[0].replace('"', '""')
        query = f'SELECT * FROM "{quoted}"'  # noqa: S608  (quoted, of the file itself, and nothing but reading is allowed)
    database.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY)
    texts: list[str] = []
    size = 0
    for row in database.execute(query):
        text = "" if row[0] is None else str(row[0])
        texts.append(text)
        size += len(text) + 1
        if size > _AT_ONCE:
            yield texts
            texts, size = [], 0
    yield texts


def answer(asked: Any, say: Callable[[object], None]) -> None:
    """Say some values at a time, or what is wrong; then None."""
    try:
        for said in _answers(asked["address"], asked["query"]):
            say(said)
    except sqlite3.Error as error:
        say({"fact": f"cannot be queried: {error}"})
    except MemoryError:
        say({"fact": "cannot be queried: the query takes too much memory"})
    say(None)

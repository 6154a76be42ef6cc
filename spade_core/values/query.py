"""One SELECT of an SQLite database, run by its path as a process of its own: see ``spade_core.helper``.

A query can neither write, reach another file nor call itself, and what it sorts stays in memory.
"""

import json
import signal
import sqlite3
import sys

_MOST_TEXT = 1_250_000
"""Characters of a text in SQLite."""
_MOST_HEAP = 800_000_000
"""Bytes that SQLite may take: where the process has no limit of memory, this one holds."""
_AT_ONCE = 65_536
"""Characters of the values of a line."""
_ALONE_SECONDS = 60
"""After which it ends by itself where nobody is there any more to end it."""
_READING = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION})


def _answer(address: str, query: str | None) -> None:
    database = sqlite3.connect(address, uri=True)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_TEXT)
    database.execute("PRAGMA temp_store = MEMORY")
    database.execute(f"PRAGMA hard_heap_limit = {_MOST_HEAP}")
    if query is None:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if len(tables) != 1:
            _say({"fact": f"has {len(tables)} tables; say with a query which values are meant"})
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
            _say(texts)
            texts, size = [], 0
    _say(texts)


def _say(what: object) -> None:
    _end_in(0)
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()
    _end_in(_ALONE_SECONDS)


def _end_in(seconds: int) -> None:
    """Have the system end this process after some time, whatever it is at then; 0: never."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def main() -> None:
    """Answer what a line of standard input asks: a line for some values each, or one with what is wrong."""
    asked = json.loads(sys.stdin.readline())
    _end_in(_ALONE_SECONDS)
    try:
        _answer(asked["address"], asked["query"])
    except sqlite3.Error as error:
        _say({"fact": f"cannot be queried: {error}"})
    except MemoryError:
        _say({"fact": "cannot be queried: the query takes too much memory"})


if __name__ == "__main__":
    main()

"""One SELECT of an SQLite database, run by its path as a process of its own, which knows nothing else of SPADE.

SQLite looks at the clock between its steps, and one step may be a function that takes for ever (`instr`, `printf`): a
process can be ended whatever it is at. A query can neither write, reach another file nor call itself.
"""

import json
import os
import sqlite3
import sys
import threading
import time

TOO_LONG = 3
"""The exit code where the time is up."""
_MOST_TEXT = 1_250_000
"""Characters of a text in SQLite."""
_ROWS_AT_ONCE = 16
_READING = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION})


def _answer(address: str, query: str | None) -> None:
    database = sqlite3.connect(address, uri=True)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_TEXT)
    if query is None:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if len(tables) != 1:
            _say({"fact": f"has {len(tables)} tables; say with a query which values are meant"})
            return
        quoted = tables[0].replace('"', '""')
        query = f'SELECT * FROM "{quoted}"'  # noqa: S608  (quoted, of the file itself, and nothing but reading is allowed)
    database.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY)
    found = database.execute(query)
    while rows := found.fetchmany(_ROWS_AT_ONCE):
        _say(["" if row[0] is None else str(row[0]) for row in rows])


def _say(what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")


def _end_after(seconds: float) -> None:
    while time.process_time() < seconds:
        time.sleep(0.05)
    os._exit(TOO_LONG)


def main() -> None:
    """Answer what standard input asks: a line for some values each, or one with what is wrong."""
    asked = json.load(sys.stdin)
    threading.Thread(target=_end_after, args=(asked["seconds"],), daemon=True).start()
    try:
        _answer(asked["address"], asked["query"])
    except sqlite3.Error as error:
        _say({"fact": f"cannot be queried: {error}"})


if __name__ == "__main__":
    main()

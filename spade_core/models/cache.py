"""Replies kept on disk by their full request, so that what was paid for once is not asked again.

Law: a reply is written before the call returns, so a run that is killed has every finished call. The key is a hash of
the request and of the endpoint's address and model; neither the prompt nor a key is written. Only complete replies are
kept, and who finds one of no use disowns it: the next run asks anew. Who asks claims the request first; who finds it
claimed, by another run or by this one, waits for that reply.
"""

import asyncio
import hashlib
import json
import os
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from spade_core.models.database import PrivateDatabase
from spade_core.models.forecast import Experience
from spade_core.models.model import Finish, LanguageModel, Reply, Request, Usage

_MOST_REPLIES = 200_000
_CLAIM_SECONDS = 120.0
"""A claim that nobody refreshed for so long was left behind."""
_BEAT = 15.0
"""Seconds between two refreshings of the claims that are held."""
_POLL = (0.02, 0.5)
"""Shortest and longest pause, in seconds, between two looks for a reply that another asker waits for."""
_TOLD_AFTER = 2.0


def request_hash(identity: str, request: Request) -> str:
    """Return the hash of all that a reply depends on."""
    parts = {
        "identity": identity,
        "messages": [[message.speaker.value, message.text] for message in request.messages],
        "schema": [request.schema.name, request.schema.shape] if request.schema else None,
        "most_tokens": request.most_tokens,
        "temperature": request.temperature,
        "repeat": request.repeat,
    }
    text = json.dumps(parts, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def text_hash(identity: str, text: str) -> str:
    """Return the hash of a text that is sent as it is, such as one to embed."""
    return hashlib.sha256(json.dumps([identity, text], ensure_ascii=True).encode("ascii")).hexdigest()


class ReplyCache(PrivateDatabase):
    """The replies of one file. Safe between threads and processes."""

    def __init__(self, path: Path) -> None:
        self._asker = (os.getpid(), started_at(os.getpid()))
        self._beaten = time.time()
        self._claims: set[str] = set()
        super().__init__(path, "the cache of replies")

    def close(self) -> None:
        """Close the file; what is still claimed is free again."""
        for key in tuple(self._claims):
            self.release(key)
        super().close()

    def get(self, key: str) -> Reply | None:
        """Return the reply to this request, or None; an empty one, as earlier versions kept them, is none."""
        with self._lock:
            row = self._connection.execute(
                "SELECT text, model, input, output, cached_input FROM reply WHERE key = ?", (key,)
            ).fetchone()
        if row is None or not row[0].strip():
            return None
        text, model, *counts = row
        return Reply(text, model, usage=Usage(*counts), from_cache=True, disown=partial(self.forget, key, text))

    def put(self, key: str, reply: Reply) -> None:
        """Keep a complete reply; others, and empty ones, are not worth keeping."""
        if reply.finish is not Finish.COMPLETE or reply.lacking or not reply.text.strip():
            return
        usage = reply.usage
        text = _stored(reply.text)
        row = (key, text, reply.model, usage.input, usage.output, usage.cached_input, int(time.time()))
        with self._lock:
            self._connection.execute("INSERT OR REPLACE INTO reply VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def forget(self, key: str, text: str) -> None:
        """Forget this reply to a request; another that came since is kept."""
        with self._lock:
            self._connection.execute("DELETE FROM reply WHERE key = ? AND text = ?", (key, _stored(text)))

    def claim(self, key: str) -> bool:
        """Take the right to ask, and return whether it was free; a claim left by a dead process does not count."""
        now = time.time()
        with self._lock:
            execute = self._connection.execute
            taken = execute("INSERT OR IGNORE INTO asking VALUES (?, ?, ?, ?)", (key, *self._asker, now)).rowcount
            if not taken:
                row = execute("SELECT pid, started, at FROM asking WHERE key = ?", (key,)).fetchone()
                if row is None or not _is_left_behind(*row, now=now):
                    return False
                held = "key = ? AND pid = ? AND started = ? AND at = ?"
                sql = f"UPDATE asking SET pid = ?, started = ?, at = ? WHERE {held}"  # noqa: S608  (no text from outside)
                taken = execute(sql, (*self._asker, now, key, *row)).rowcount
            if taken:
                self._claims.add(key)
            return taken == 1

    def refresh(self) -> None:
        """Show that who holds the claims of this process is still there; call it often, it works only now and then."""
        now = time.time()
        with self._lock:
            if abs(now - self._beaten) < _BEAT or not self._claims:
                return
            self._beaten = now
            with suppress(sqlite3.Error):  # the next time will do
                self._connection.execute("UPDATE asking SET at = ? WHERE pid = ? AND started = ?", (now, *self._asker))

    def release(self, key: str) -> None:
        """Give the right to ask back; nothing happens when it is not held."""
        with self._lock:
            if key in self._claims:
                self._claims.discard(key)
                sql = "DELETE FROM asking WHERE key = ? AND pid = ? AND started = ?"
                self._connection.execute(sql, (key, *self._asker))

    def learn(self, key: str, guess: Usage, used: Usage) -> None:
        """Take in what a run was guessed at and came to; earlier runs count half."""
        sums = (guess.input, guess.output, used.input, used.output)
        with self._lock:
            known = self._sums(key)
            row = (key, *(old / 2 + new for old, new in zip(known, sums, strict=True)))
            self._connection.execute("INSERT OR REPLACE INTO run VALUES (?, ?, ?, ?, ?)", row)

    def experience(self, key: str) -> Experience | None:
        """Return what runs under this key taught; None when there was none."""
        with self._lock:
            return Experience.of(self._sums(key))

    def finding(self, key: str) -> str | None:
        """Return what was found out about a model and kept under this key; None when nothing was."""
        with self._lock:
            row = self._connection.execute("SELECT text FROM finding WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def keep_finding(self, key: str, text: str) -> None:
        """Keep what was found out about a model."""
        with self._lock:
            self._connection.execute("INSERT OR REPLACE INTO finding VALUES (?, ?)", (key, text))

    def _sums(self, key: str) -> tuple[float, ...]:
        sql = "SELECT guessed_input, guessed_output, input, output FROM run WHERE key = ?"
        found = self._connection.execute(sql, (key,)).fetchone()
        return (0.0, 0.0, 0.0, 0.0) if found is None else tuple(found)

    def clear(self) -> int:
        """Forget every reply, and return how many there were."""
        with self._lock:
            return self._connection.execute("DELETE FROM reply").rowcount

    def _prepare(self) -> None:
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS reply (key TEXT PRIMARY KEY, text TEXT NOT NULL, model TEXT NOT NULL, "
            "input INTEGER NOT NULL, output INTEGER NOT NULL, cached_input INTEGER NOT NULL, at INTEGER NOT NULL)"
        )
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS run (key TEXT PRIMARY KEY, guessed_input REAL NOT NULL, "
            "guessed_output REAL NOT NULL, input REAL NOT NULL, output REAL NOT NULL)"
        )
        self._connection.execute("CREATE TABLE IF NOT EXISTS finding (key TEXT PRIMARY KEY, text TEXT NOT NULL)")
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS asking (key TEXT PRIMARY KEY, pid INTEGER NOT NULL, started TEXT NOT NULL, "
            "at REAL NOT NULL)"
        )
        self._connection.execute(
            "DELETE FROM reply WHERE key IN (SELECT key FROM reply ORDER BY at DESC LIMIT -1 OFFSET ?)",
            (_MOST_REPLIES,),
        )


class CachedModel:
    """A model whose complete replies are kept, and who is asked the same once however many want it."""

    def __init__(
        self,
        model: LanguageModel,
        cache: ReplyCache,
        *,
        identity: str,
        on_hit: Callable[[], None] | None = None,
        on_wait: Callable[[str], None] | None = None,
    ) -> None:
        """Wrap a model.

        `on_hit` hears of each kept reply that is given; `on_wait` is told, in words for a person, when another run is
        waited for.
        """
        self.name = model.name
        self._model = model
        self._cache = cache
        self._identity = identity
        self._on_hit = on_hit
        self._on_wait = on_wait

    async def reply(self, request: Request) -> Reply:
        """Return the kept reply, else the model's."""
        key = request_hash(self._identity, request)
        known = self._cache.get(key) or await self._turn(key)
        if known is not None:
            if self._on_hit is not None:
                self._on_hit()
            return known
        beating = asyncio.create_task(self._beat())
        try:
            reply = await self._model.reply(request)
            self._cache.put(key, reply)
        finally:
            beating.cancel()
            self._cache.release(key)
        return replace(reply, disown=partial(self._cache.forget, key, reply.text))

    async def _beat(self) -> None:
        """Keep the claims fresh for as long as the reply is waited for, in a queue perhaps."""
        while True:
            await asyncio.sleep(_BEAT)
            self._cache.refresh()

    async def _turn(self, key: str) -> Reply | None:
        """Wait for the right to ask; return the reply instead where another asker gets it meanwhile."""
        pause, longest = _POLL
        waited = 0.0
        while not self._cache.claim(key):
            await asyncio.sleep(pause)
            waited += pause
            if (known := self._cache.get(key)) is not None:
                return known
            if waited >= _TOLD_AFTER and self._on_wait is not None:
                self._on_wait(f"{self.name}: waiting for another run of spade that is asking the same")
                waited = float("-inf")
            pause = min(2 * pause, longest)
        known = self._cache.get(key)  # it may have come between the last look and the claim
        if known is not None:
            self._cache.release(key)
        return known


def _stored(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def started_at(pid: int) -> str:
    """Return when a process began, in words that tell it from a later one of its number; "" where that is not known."""
    try:
        about = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return about.rpartition(")")[2].split()[19]


def _is_left_behind(pid: int, started: str, at: float, *, now: float) -> bool:
    if abs(now - at) > _CLAIM_SECONDS or not _is_alive(pid):
        return True
    return started_at(pid) not in {"", started}


def _is_alive(pid: int) -> bool:
    if sys.platform == "win32":  # there a signal of 0 would end it
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True

"""Replies kept on disk by their full request, so that what was paid for once is not asked again.

Law: a reply is written before the call returns, so a run that is killed has every finished call. The key is a hash of
the request and of the endpoint's address and model; neither the prompt nor a key is written. Only complete replies are
kept.
"""

import hashlib
import json
import sqlite3
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from spade_core.errors import StorageError
from spade_core.models.database import open_private
from spade_core.models.metering import Meter
from spade_core.models.model import Finish, LanguageModel, Reply, Request, Usage

_MOST_REPLIES = 200_000


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


class ReplyCache:
    """The replies of one file. Safe between threads and processes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            self._connection = open_private(path)
            self._prepare()
        except (OSError, sqlite3.Error) as error:
            raise StorageError(str(path), None, f"the cache of replies cannot be used: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def get(self, key: str) -> Reply | None:
        """Return the reply to this request, or None."""
        with self._lock:
            row = self._connection.execute(
                "SELECT text, model, input, output, cached_input FROM reply WHERE key = ?", (key,)
            ).fetchone()
        if row is None:
            return None
        text, model, *counts = row
        return Reply(text, model, usage=Usage(*counts), from_cache=True)

    def put(self, key: str, reply: Reply) -> None:
        """Keep a complete reply; others are not worth keeping."""
        if reply.finish is not Finish.COMPLETE:
            return
        usage = reply.usage
        text = reply.text.encode("utf-8", "replace").decode("utf-8")
        row = (key, text, reply.model, usage.input, usage.output, usage.cached_input, int(time.time()))
        with self._lock:
            self._connection.execute("INSERT OR REPLACE INTO reply VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def clear(self) -> int:
        """Forget every reply, and return how many there were."""
        with self._lock:
            return self._connection.execute("DELETE FROM reply").rowcount

    def _prepare(self) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS reply (key TEXT PRIMARY KEY, text TEXT NOT NULL, model TEXT NOT NULL, "
            "input INTEGER NOT NULL, output INTEGER NOT NULL, cached_input INTEGER NOT NULL, at INTEGER NOT NULL)"
        )
        self._connection.execute(
            "DELETE FROM reply WHERE key IN (SELECT key FROM reply ORDER BY at DESC LIMIT -1 OFFSET ?)",
            (_MOST_REPLIES,),
        )


class CachedModel:
    """A model whose complete replies are kept."""

    def __init__(self, model: LanguageModel, cache: ReplyCache, *, identity: str, meter: Meter | None = None) -> None:
        self._model = model
        self._cache = cache
        self._identity = identity
        self._meter = meter

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    async def reply(self, request: Request) -> Reply:
        """Return the kept reply, else the model's."""
        key = request_hash(self._identity, request)
        known = self._cache.get(key)
        if known is not None:
            if self._meter is not None:
                self._meter.hit(self.name)
            return known
        reply = await self._model.reply(request)
        self._cache.put(key, reply)
        return reply

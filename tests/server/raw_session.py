"""A bare client for tests of the wire itself: it keeps every message that came, and answers what it is asked."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Self

from lsprotocol import types

from spade_server.documents.kinds import uri_of
from tests.command import forked

_LIMIT: Final = 64 * 1024 * 1024


class RawSession:
    """One server in a child process, with every message that it sent."""

    def __init__(self, server: asyncio.subprocess.Process) -> None:
        self.server = server
        self.received: list[dict[str, Any]] = []
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._number = 0
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, folder: Path, *, command: Sequence[str] | None = None, **options: object) -> Self:
        """Start a server that has a folder open, with options of ours; by default a forked one, without its pid."""
        pipe = asyncio.subprocess.PIPE
        server = await asyncio.create_subprocess_exec(
            *(command or forked("spade-server")), stdin=pipe, stdout=pipe, stderr=pipe, limit=_LIMIT
        )
        session = cls(server)
        folders = [{"uri": uri_of(folder), "name": folder.name}]
        hello = {"processId": None, "capabilities": {}, "workspaceFolders": folders, "initializationOptions": options}
        await session.ask("initialize", hello)
        session.tell("initialized", {})
        return session

    # --- what the client says
    def send(self, method: str, params: object) -> int:
        """Send a request and return its number."""
        self._number += 1
        self._waiting[self._number] = asyncio.get_running_loop().create_future()
        self._write({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self._number

    async def answer_to(self, number: int) -> dict[str, Any]:
        """Return the whole answer to a request, once it is there."""
        return await self._waiting[number]

    async def ask(self, method: str, params: object) -> dict[str, Any]:
        """Return the whole answer to a request."""
        return await self.answer_to(self.send(method, params))

    def tell(self, method: str, params: object) -> None:
        """Send a notification."""
        self._write({"jsonrpc": "2.0", "method": method, "params": params})

    def open(self, path: Path, text: str) -> str:
        """Open a text and return its URI."""
        uri = uri_of(path)
        document = {"uri": uri, "languageId": "prompt", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return uri

    async def stop(self) -> str:
        """End the session and return what the server wrote to standard error."""
        await self.ask("shutdown", None)
        self.tell("exit", None)
        assert self.server.stderr
        said = await self.server.stderr.read()
        await self.server.wait()
        self._listening.cancel()
        return said.decode()

    # --- what the server said
    def answers(self) -> Counter[int]:
        """Return how many answers each request got."""
        return Counter(each["id"] for each in self.received if "id" in each and "method" not in each)

    def of_method(self, method: str) -> list[dict[str, Any]]:
        """Return the notifications and requests of a method."""
        return [each for each in self.received if each.get("method") == method]

    async def diagnostics(self, uri: str, version: int) -> list[Any]:
        """Return the diagnostics of a version, once they are there."""
        while True:
            for each in self.of_method("textDocument/publishDiagnostics"):
                if (each["params"]["uri"], each["params"].get("version")) == (uri, version):
                    return list(each["params"]["diagnostics"])
            await asyncio.sleep(0.005)

    def _write(self, message: object) -> None:
        body = json.dumps(message).encode()
        assert self.server.stdin
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    async def _listen(self) -> None:
        stream = self.server.stdout
        assert stream
        while True:
            try:
                head = await stream.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError:
                return
            message = json.loads(await stream.readexactly(int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0])))
            self.received.append(message)
            if "method" in message and "id" in message:
                self._write({"jsonrpc": "2.0", "id": message["id"], "result": None})
            elif "id" in message and not self._waiting[message["id"]].done():
                self._waiting[message["id"]].set_result(message)


def on_the_wire(change: types.TextDocumentContentChangeEvent) -> dict[str, Any]:
    """Return an edit as JSON."""
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return {"text": change.text}
    start, end = change.range.start, change.range.end
    place = {
        "start": {"line": start.line, "character": start.character},
        "end": {"line": end.line, "character": end.character},
    }
    return {"range": place, "text": change.text}

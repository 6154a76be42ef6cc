"""A bare client for measuring a language server: little of the time it takes is its own."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any, Final, Self

_LIMIT: Final = 64 * 1024 * 1024


class RawClient:
    """One server in a child process."""

    def __init__(self, server: asyncio.subprocess.Process) -> None:
        self.server = server
        self.notified: asyncio.Queue[tuple[float, dict[str, Any]]] = asyncio.Queue()
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._number = 0
        self.answered_at = 0.0
        """When the last answer came."""
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, *command: str) -> Self:
        """Start a server."""
        pipe = asyncio.subprocess.PIPE
        server = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL, limit=_LIMIT
        )
        return cls(server)

    async def ask(self, method: str, params: object) -> Any:
        """Return the answer to a request."""
        self._number += 1
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[self._number] = future
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return await future

    def tell(self, method: str, params: object) -> None:
        """Send a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    async def hello(self, folder: str, **options: object) -> None:
        """Begin the session."""
        params = {"processId": None, "capabilities": {}, "rootUri": folder, "initializationOptions": options}
        await self.ask("initialize", params)
        self.tell("initialized", {})

    async def diagnosed(self, uri: str, version: int | None) -> float:
        """Return when the diagnostics of a version came."""
        while True:
            at, message = await self.notified.get()
            params = message.get("params", {})
            news = message.get("method") == "textDocument/publishDiagnostics" and params.get("uri") == uri
            if news and (version is None or params.get("version") == version):
                return at

    async def diagnostics(self, uri: str, version: int) -> list[Any]:
        """Return the diagnostics of a version."""
        while True:
            _, message = await self.notified.get()
            params = message.get("params", {})
            news = message.get("method") == "textDocument/publishDiagnostics" and params.get("uri") == uri
            if news and params.get("version") == version:
                return list(params["diagnostics"])

    def forget_notified(self) -> None:
        """Drop what the server has told so far."""
        while not self.notified.empty():
            self.notified.get_nowait()

    def memory(self) -> float:
        """Return the resident memory in MB; Linux only."""
        with open(f"/proc/{self.server.pid}/status") as status:  # noqa: PTH123 - a file of the kernel's
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    def cpu(self) -> float:
        """Return the seconds of processor time that the server's threads have used; Linux only."""
        threads = Path(f"/proc/{self.server.pid}/task")
        return sum(int((each / "schedstat").read_text().split()[0]) for each in threads.iterdir()) / 1e9

    async def stop(self) -> None:
        """End the session."""
        await self.ask("shutdown", None)
        self.tell("exit", None)
        await self.server.wait()
        self._listening.cancel()

    def _send(self, message: object) -> None:
        body = json.dumps(message).encode()
        assert self.server.stdin
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    async def _listen(self) -> None:
        stream = self.server.stdout
        assert stream
        while head := await stream.readuntil(b"\r\n\r\n"):
            length = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0])
            message = json.loads(await stream.readexactly(length))
            at = time.perf_counter()
            if "method" in message and "id" in message:
                self._send({"jsonrpc": "2.0", "id": message["id"], "result": None})
            elif "id" in message:
                future = self._answers.pop(message["id"])
                self.answered_at = at
                if not future.done():
                    future.set_result(message.get("result"))
            else:
                self.notified.put_nowait((at, message))

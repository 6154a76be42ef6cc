"""Servers of others, for the tests that run them."""

import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def listens(port: int) -> bool:
    """Return whether something on this machine listens on a port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@contextmanager
def started(
    command: Sequence[str], answers_at: str, folder: Path, environ: Mapping[str, str] | None = None
) -> Iterator[None]:
    """Run a server, which answers at a URL once it has started; what it says goes into `server.log` of the folder."""
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(command, env=environ, stdout=log, stderr=log, cwd=folder)  # noqa: S603
        try:
            _until_it_answers(answers_at, process)
            yield
        finally:
            process.terminate()
            process.wait()


def _until_it_answers(url: str, process: "subprocess.Popen[bytes]") -> None:
    """Wait for a server that starts."""
    end = time.monotonic() + 200
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310 - our own
                return
        except OSError:
            assert process.poll() is None, "the server does not start"
            assert time.monotonic() < end
            time.sleep(0.5)

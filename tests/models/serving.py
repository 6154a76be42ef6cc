"""Programs of others that serve models, for the tests that run them."""

import socket
import subprocess
import time
import urllib.request


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def until_it_answers(url: str, process: "subprocess.Popen[bytes]") -> None:
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

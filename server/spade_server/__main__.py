"""Start the language server on standard input and output."""

import argparse
import gc
import io
import logging
import os
import sys
from importlib.metadata import version
from typing import BinaryIO


def main() -> None:
    """Serve until the client says exit, unless only help or the version is asked for."""
    parser = argparse.ArgumentParser(
        "spade-server", description="SPADE's language server, on standard input and output."
    )
    parser.add_argument("--version", action="version", version=f"spade-server {version('spade-assertions')}")
    parser.add_argument("--stdio", action="store_true", help="what it does anyway; some editors say so")
    parser.parse_args()
    _serve()


def _serve() -> None:
    from spade_server.server import create_server
    from spade_server.stdio import serve

    logging.basicConfig(stream=sys.stderr, level=os.environ.get("SPADE_LOG", "WARNING"))
    if "SPADE_LOG" not in os.environ:
        # pygls writes a traceback for every error that a request is answered with; editors show standard error as
        # errors of ours.
        logging.getLogger("pygls").setLevel(logging.CRITICAL)
    else:
        # at DEBUG it writes what the client answers, and a key may be in that
        logging.getLogger("pygls.protocol").setLevel(max(logging.INFO, logging.getLogger().level))
    # Threads that read a prompt hand over to the one that answers at least this often (the default is 5 ms).
    sys.setswitchinterval(0.001)
    server = create_server()
    # What is loaded by now stays; and a keystroke in a long prompt makes and drops thousands of small values, none of
    # them in cycles: looked for at the usual rate, garbage would take longer than the reading.
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    serve(server, sys.stdin.buffer, _protocol_stream())
    # A thread that waits for git or for a sandbox must not keep the process alive.
    sys.stderr.flush()
    os._exit(0 if server.was_shut_down else 1)


def _protocol_stream() -> BinaryIO:
    """Return a writer of the protocol's own; whatever else is printed goes to standard error.

    A stray print would corrupt the stream, and with PYTHONUNBUFFERED set two threads' messages would interleave.
    """
    stream = io.BufferedWriter(io.FileIO(os.dup(1), "wb"))
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return stream


if __name__ == "__main__":
    main()

"""Start the language server on standard input and output."""

import io
import logging
import os
import sys
from typing import BinaryIO

from spade_server.language_server import create_server


def main() -> None:
    """Serve until the client says exit."""
    logging.basicConfig(stream=sys.stderr, level=os.environ.get("SPADE_LOG", "WARNING"))
    create_server().start_io(sys.stdin.buffer, _protocol_stream())


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

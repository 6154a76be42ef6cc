"""A program as a process, but for the time of its imports: a fork of `tests.starter` that has these files.

It is run with the address of the starter, the name of the program and its arguments, and without any package: it
begins in a few milliseconds.
"""

import os
import socket
import sys

if __name__ == "__main__":
    import json

    starter = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    starter.connect(f"\0{sys.argv[1]}")
    order = {"arguments": sys.argv[2:], "folder": os.getcwd(), "environ": dict(os.environ)}  # noqa: PTH109 - without pathlib
    socket.send_fds(starter, [json.dumps(order).encode()], [0, 1, 2])
    for descriptor in (0, 1, 2):
        os.close(descriptor)
    code = starter.recv(64)
    os._exit(int(code) % 256 if code else 1)

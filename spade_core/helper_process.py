"""The process of ``spade_core.helper``: has a script answer each line of JSON of standard input.

It is run by its path, with the most bytes of memory and of a file, the path of the script and folders of packages. The
script has a function ``answer``, which is given what is asked and how to say something; it knows nothing else of SPADE.
"""

import json
import runpy
import signal
import sys
from contextlib import suppress

if sys.platform != "win32":
    import resource

_ALONE_SECONDS = 60
"""After which it ends by itself where nobody is there any more to end it."""


def _limit(memory: int, written: int) -> None:
    if sys.platform == "win32":
        return
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_FSIZE, written)):
        with suppress(OSError, ValueError):
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (most, hard) if hard < 0 else (min(most, hard), hard))


def _end_in(seconds: int) -> None:
    """Have the system end this process after some time, whatever it is at then; 0: never."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _say(what: object) -> None:
    """Write a line, however long it takes until somebody reads it; a text is JSON already."""
    _end_in(0)
    sys.stdout.write((what if isinstance(what, str) else json.dumps(what)) + "\n")
    sys.stdout.flush()
    _end_in(_ALONE_SECONDS)


def _main(memory: str, written: str, script: str, *folders: str) -> None:
    sys.path += folders
    _limit(int(memory), int(written))
    answer = runpy.run_path(script)["answer"]
    _say({})  # it is there
    _end_in(0)
    while line := sys.stdin.readline():
        _end_in(_ALONE_SECONDS)
        answer(json.loads(line), _say)
        _end_in(0)


if __name__ == "__main__":
    _main(*sys.argv[1:])

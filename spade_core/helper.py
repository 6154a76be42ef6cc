"""A script of ours in a process of its own, for what may take for ever or fill the memory.

A limit that is kept inside of a process looks at the clock between two steps, and one step may take for ever: a search
in a long text, a function of SQLite. A process can be ended whatever it is at. The script knows nothing else of SPADE;
it reads and writes lines of JSON, and may take no more memory and write no larger file than is said here.
"""

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Final

MEMORY: Final = 1 << 30
"""Bytes of address space, where the system has such a limit (Windows and macOS have none)."""
_WRITTEN: Final = 16 << 20
"""Bytes of a file: SQLite writes a small one beside a database in WAL mode, even to read it."""
_PROCESS: Final = Path(__file__).with_name("helper_process.py")
_START_SECONDS: Final = 60.0


class Helper:
    """The process; to be ended."""

    def __init__(self, script: Path, *paths: Path) -> None:
        """Start it, with folders of the packages that the script imports.

        Raises:
            OSError: it cannot be started.
        """
        self.was_slow = False
        """Whether it was ended because an answer took too long."""
        self._process = subprocess.Popen(  # noqa: S603  (this very interpreter)
            [sys.executable, "-I", "-S", "-B", *map(str, (_PROCESS, MEMORY, _WRITTEN, script, *paths))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._is_there = False

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def answer(self, asked: object = None, *, seconds: float) -> object:
        """Return the next thing that it says, after it is told something unless that is None; None at its end.

        Where that takes longer than `seconds`, once it is there, it is ended.
        """
        if not self._is_there:
            self._is_there = True
            self.answer(seconds=_START_SECONDS)
        assert self._process.stdin is not None and self._process.stdout is not None  # noqa: S101, PT018  (both are pipes)
        timer = Timer(seconds, self._give_up)
        timer.daemon = True
        timer.start()
        try:
            if asked is not None:
                self._process.stdin.write(json.dumps(asked).encode() + b"\n")
                self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:  # it has ended, and cannot be told anything
            return None
        finally:
            timer.cancel()
        return json.loads(line) if line.endswith(b"\n") else None  # else it was ended in the middle of it

    def end(self, *, kill: bool = True) -> int:
        """Have it end, at once or after what it is at, and return its exit status."""
        if kill:
            self._process.kill()
        self._close()
        return self._process.wait()

    def let_go(self) -> None:
        """In a process that was forked from the one whose helper it is: give back what it has of it, which lives on."""
        self._process.returncode = 0  # else it would be waited for
        self._close()

    def _close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()

    def _give_up(self) -> None:
        self.was_slow = True
        self._process.kill()

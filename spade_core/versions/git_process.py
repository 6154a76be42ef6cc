"""The git program as a child: plumbing only, in an environment of our own.

A repository is untrusted input. Its configuration can name programs (pagers, external diffs, text
converters, signature checkers, file-system monitors, transports), so:

* only ``rev-parse``, ``rev-list``, ``diff-tree`` between trees and ``cat-file`` are run; none of them pages,
  converts, checks signatures or runs hooks;
* no index is read (it is what a file-system monitor hangs on) and nothing is fetched, so that a partial
  clone cannot start the transport it names;
* git's own test of who owns the repository stays on;
* the GIT_* variables that point at a repository are dropped: inside a hook they name another one.
"""

import os
import subprocess
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO, Final, Self

from spade_core.errors import HistoryError
from spade_core.versions.changes import HEADER_FORMAT, ChangeParser, FileChange

_KEPT_VARIABLES: Final = ("GIT_CONFIG_", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH")
_CHUNK: Final = 65536
_REQUESTS: Final = 64
"""Blobs asked for at once: their names fit into the smallest pipe, so neither side ever waits for the other."""


def environment_of(variables: Mapping[str, str], *, index: str) -> dict[str, str]:
    """Return what git shall see of the environment; `index` names a file that does not exist."""
    kept = {k: v for k, v in variables.items() if not k.startswith("GIT_") or k.startswith(_KEPT_VARIABLES)}
    return kept | {
        "LC_ALL": "C",
        "LANGUAGE": "C",
        "GIT_INDEX_FILE": index,
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_TERMINAL_PROMPT": "0",
    }


class GitFailedError(HistoryError):
    """A git command ended with an error; the text is what git said."""


@dataclass(frozen=True, slots=True)
class GitProgram:
    """One git executable at work in one folder."""

    executable: str
    folder: Path
    environment: Mapping[str, str]

    def output(self, *arguments: str, stdin: bytes = b"") -> bytes:
        """Return what a command prints; GitFailedError when it fails."""
        try:
            done = subprocess.run(  # noqa: S603 - the executable is absolute and the arguments are ours
                self._command(arguments),
                input=stdin,
                capture_output=True,
                cwd=self.folder,
                env=dict(self.environment),
                check=False,
            )
        except OSError as error:
            raise GitFailedError(f"git does not start: {error}") from error
        if done.returncode:
            raise GitFailedError(_complaint(done.stderr))
        return done.stdout

    def changes(self, start: str, path: str) -> Generator[list[FileChange], None, None]:
        """Yield what `start` and its ancestors did to `path`, newest first, as fast as git finds it.

        Close the generator to stop git early.
        """
        with ExitStack() as stack:
            complaints = stack.enter_context(TemporaryFile())
            walk = self._start(("rev-list", start, "--", pathspec(path)), subprocess.DEVNULL, complaints)
            stack.callback(_end, walk)
            diff = self._start(_diff_tree(path), walk.stdout, complaints)
            stack.callback(_end, diff)
            _pipe(walk.stdout).close()
            parser = ChangeParser(path)
            while data := os.read(_pipe(diff.stdout).fileno(), _CHUNK):
                yield parser.feed(data)
            if walk.wait() or diff.wait():
                complaints.seek(0)
                raise GitFailedError(_complaint(complaints.read()))

    def graph(self, start: str, path: str) -> dict[str, tuple[str, ...]]:
        """Return the commits up to `start` that changed `path`, newest first, with their parents among them."""
        lines = self.output("rev-list", "--parents", "--topo-order", start, "--", pathspec(path)).decode("ascii")
        rows = [line.split(" ") for line in lines.splitlines()]
        return {sha: tuple(parents) for sha, *parents in rows}

    def changes_in(self, commits: Sequence[str], path: str) -> list[FileChange]:
        """Return what each of `commits` did to `path`."""
        stdin = "".join(f"{sha}\n" for sha in commits).encode("ascii")
        return ChangeParser(path).feed(self.output(*_diff_tree(path), stdin=stdin))

    def blobs(self) -> "BlobReader":
        """Return a reader of file contents; use it in a with statement."""
        return BlobReader(self.cat_file)

    def cat_file(self) -> "_Child":
        """Start a process that answers names of objects with their contents."""
        return self._start(("cat-file", "--batch"), subprocess.PIPE, subprocess.DEVNULL)

    def _start(self, arguments: Sequence[str], stdin: int | IO[bytes] | None, stderr: int | IO[bytes]) -> "_Child":
        try:
            return subprocess.Popen(  # noqa: S603 - the executable is absolute and the arguments are ours
                self._command(arguments),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=stderr,
                cwd=self.folder,
                env=dict(self.environment),
            )
        except OSError as error:
            raise GitFailedError(f"git does not start: {error}") from error

    def _command(self, arguments: Sequence[str]) -> list[str]:
        return [self.executable, "-c", "core.fsmonitor=false", *arguments]


class BlobReader:
    """Contents of files by their name in the object store, from one long-lived ``git cat-file``.

    Git ends that process at an object that is damaged or that a partial clone left out; it is started
    again behind that object, which costs some milliseconds for each.
    """

    def __init__(self, start: Callable[[], "_Child"]) -> None:
        self._start = start
        self._child = start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        _end(self._child)

    def contents(self, names: Sequence[str], *, limit: int) -> Iterator[tuple[str, bytes | None]]:
        """Yield each name with its content; None when it cannot be read here or is longer than `limit` bytes."""
        done = 0
        while done < len(names):
            chunk = names[done : done + _REQUESTS]
            alive = self._ask(chunk)
            for name in chunk:
                content, alive = self._answer(limit) if alive else (None, False)
                done += 1
                yield name, content
                if not alive:
                    self._restart()
                    break

    def _ask(self, names: Sequence[str]) -> bool:
        """Send a request for each name; False when git has ended."""
        stdin = _pipe(self._child.stdin)
        try:
            stdin.write("".join(f"{name}\n" for name in names).encode("ascii"))
            stdin.flush()
        except OSError:
            return False
        return True

    def _answer(self, limit: int) -> tuple[bytes | None, bool]:
        """Return the next content, and whether git is still there for the one after."""
        stdout = _pipe(self._child.stdout)
        header = stdout.readline().split()
        if len(header) != 3:  # not name, type and size: git has ended, or says that it is missing
            return None, bool(header)
        size = int(header[2])
        if size > limit:
            return None, _skipped(stdout, size + 1)
        data = stdout.read(size + 1)
        return (data[:-1], True) if len(data) == size + 1 else (None, False)

    def _restart(self) -> None:
        _end(self._child)
        self._child = self._start()


_Child = subprocess.Popen[bytes]


def pathspec(path: str) -> str:
    """Return the pathspec of exactly this path from the repository's root, whatever characters it holds."""
    return f":(top,literal){path}"


def _diff_tree(path: str) -> tuple[str, ...]:
    form = ("--no-renames", "--date=raw", "--encoding=UTF-8", f"--format={HEADER_FORMAT}")
    return ("diff-tree", "--stdin", "--root", "-r", "-c", "-z", *form, "--", pathspec(path))


def _skipped(stream: IO[bytes], count: int) -> bool:
    """Read past `count` bytes; False when there are fewer."""
    while count > 0 and (data := stream.read(min(count, _CHUNK))):
        count -= len(data)
    return count == 0


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise AssertionError("the child was started without this pipe")
    return stream


def _end(child: _Child) -> None:
    """Close the pipes, end the child and wait for it."""
    for stream in (child.stdin, child.stdout):
        # A request that git no longer takes is still in the buffer: closing tries to send it.
        with suppress(OSError):
            if stream is not None:
                stream.close()
    if child.poll() is None:
        child.terminate()
    child.wait()


def _complaint(stderr: bytes) -> str:
    """Return the line of git's standard error that says what is wrong."""
    lines = stderr.decode("utf-8", "replace").strip().splitlines() or ["git failed without a word"]
    fatal = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[0])
    return fatal.removeprefix("fatal: ").removeprefix("error: ")

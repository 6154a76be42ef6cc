"""The git program as a child: plumbing only, in an environment of our own.

A repository is untrusted input. Its configuration can name programs (pagers, external diffs, text
converters, signature checkers, file-system monitors, transports), so:

* only ``rev-parse``, ``rev-list``, ``diff-tree`` between trees and ``cat-file`` are run; none of them pages,
  converts, checks signatures or runs hooks;
* no index is read (it is what a file-system monitor hangs on) and nothing is fetched, so that a partial
  clone cannot start the transport it names;
* git's own test of who owns the repository stays on;
* the GIT_* variables that point at a repository are dropped: inside a hook they name another one;
* git opens whatever its configuration and its object store name, a pipe too: a git that is silent for long is killed,
  and for some time no other one is started in that repository.
"""

import os
import subprocess
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import IO, Final

from spade_core.errors import HistoryError

_KEPT_VARIABLES: Final = ("GIT_CONFIG_", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH")
CHUNK: Final = 65536
TIMEOUT_SECONDS = 60.0
"""Seconds without a word from git: a history of a million commits takes less."""

_REST_SECONDS: Final = 600.0
_silent_until: dict[Path, float] = {}
"""The folders in which git said nothing, and when it may be asked again: a command asks it many times."""

Row = tuple[str, tuple[str, ...]]
"""A commit and its parents among those that changed the path."""


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


class GitSilentError(GitFailedError):
    """Git said nothing for too long and was killed."""


class Child(subprocess.Popen[bytes]):
    """A git program at work."""

    folder = Path()
    was_silent = False
    """Whether it was killed because it said nothing for too long."""

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Wait for an answer of it, but not for ever."""
        timer = Timer(TIMEOUT_SECONDS, self._give_up)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def read(self) -> bytes:
        """Return what comes next; nothing at the end."""
        with self.heard():
            return os.read(pipe(self.stdout).fileno(), CHUNK)

    def _give_up(self) -> None:
        self.was_silent = True
        _give_up(self.folder)
        self.kill()

    def failure(self, stderr: bytes) -> GitFailedError:
        """Return what went wrong with it."""
        return GitSilentError(_silence()) if self.was_silent else GitFailedError(complaint(stderr))


@dataclass(frozen=True, slots=True)
class GitProgram:
    """One git executable at work in one folder."""

    executable: str
    folder: Path
    environment: Mapping[str, str]

    def output(self, *arguments: str) -> bytes:
        """Return what a command prints; GitFailedError when it fails."""
        self._refuse_if_silent()
        try:
            done = subprocess.run(  # noqa: S603 - the executable is absolute and the arguments are ours
                self._command(arguments),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                cwd=self.folder,
                env=dict(self.environment),
                check=False,
                timeout=TIMEOUT_SECONDS,
            )
        except OSError as error:
            raise GitFailedError(f"git does not start: {error.strerror}") from error
        except subprocess.TimeoutExpired as error:
            _give_up(self.folder)
            raise GitSilentError(_silence()) from error
        if done.returncode:
            raise GitFailedError(complaint(done.stderr))
        return done.stdout

    def rows(self, start: str, path: str) -> Generator[list[Row], None, None]:
        """Yield the commits at and before `start` that changed `path`, children first, as fast as git finds them.

        Close the generator to stop git early.
        """
        with ExitStack() as stack:
            complaints = stack.enter_context(TemporaryFile())
            walk = self.start(_rev_list(start, (path,)), stdin=subprocess.DEVNULL, stderr=complaints)
            stack.callback(end, walk)
            rest = b""
            while data := walk.read():
                *lines, rest = (rest + data).split(b"\n")
                yield [_row(line) for line in lines]
            if walk.wait():
                complaints.seek(0)
                raise walk.failure(complaints.read())

    def all_rows(self, start: str, *paths: str, simplified: bool = True) -> list[Row]:
        """Return the commits at and before `start` that changed one of `paths`, at once and children first.

        Unless `simplified`, the lines that merges threw away are among them.
        """
        options = ("--topo-order",) if simplified else ("--topo-order", "--full-history")
        return [_row(line) for line in self.output(*_rev_list(start, paths, *options)).splitlines()]

    def start(self, arguments: Sequence[str], *, stdin: int, stderr: int | IO[bytes]) -> Child:
        """Start a command whose standard output is a pipe; `end` it in the end."""
        self._refuse_if_silent()
        try:
            child = Child(
                self._command(arguments),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=stderr,
                cwd=self.folder,
                env=dict(self.environment),
            )
        except OSError as error:
            raise GitFailedError(f"git does not start: {error.strerror}") from error
        child.folder = self.folder
        return child

    def _refuse_if_silent(self) -> None:
        if time.monotonic() < _silent_until.get(self.folder, 0.0):
            raise GitSilentError(_silence())

    def _command(self, arguments: Sequence[str]) -> list[str]:
        return [self.executable, "-c", "core.fsmonitor=false", *arguments]


def pathspec(path: str) -> str:
    """Return the pathspec of exactly this path from the repository's root, whatever characters it holds."""
    return f":(top,literal){path}"


def pipe(stream: IO[bytes] | None) -> IO[bytes]:
    """Return a pipe that the child is known to have."""
    if stream is None:
        raise AssertionError("the child was started without this pipe")
    return stream


def end(child: Child) -> None:
    """Close the pipes, end the child and wait for it."""
    for stream in (child.stdin, child.stdout):
        # A request that git no longer takes is still in the buffer: closing tries to send it.
        with suppress(OSError):
            if stream is not None:
                stream.close()
    if child.poll() is None:
        child.terminate()
    child.wait()


def _give_up(folder: Path) -> None:
    _silent_until[folder] = time.monotonic() + _REST_SECONDS


def _silence() -> str:
    return f"git said nothing for {TIMEOUT_SECONDS:g} seconds and was stopped"


def complaint(stderr: bytes) -> str:
    """Return the line of git's standard error that says what is wrong."""
    lines = stderr.decode("utf-8", "replace").strip().splitlines() or ["git failed without a word"]
    fatal = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[0])
    return fatal.removeprefix("fatal: ").removeprefix("error: ")


def _rev_list(start: str, paths: Sequence[str], *options: str) -> tuple[str, ...]:
    return ("rev-list", "--parents", *options, start, "--", *(pathspec(path) for path in paths))


def _row(line: bytes) -> Row:
    sha, *parents = line.decode("ascii").split(" ")
    return sha, tuple(parents)

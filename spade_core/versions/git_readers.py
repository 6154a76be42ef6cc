"""Answers from git processes that live as long as a history is read: contents of files, changes of commits."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO, Final, Self

from spade_core.versions.changes import HEADER_FORMAT, ChangeParser, FileChange
from spade_core.versions.git_process import CHUNK, Child, GitFailedError, GitProgram, complaint, end, pathspec, pipe

_REQUESTS: Final = 64
"""Objects asked for at once: their names fit into the smallest pipe, so neither side ever waits for the other."""

_MARK: Final = b"-- end of the answer --\n"
"""What is no commit ``git diff-tree --stdin`` repeats, and then it flushes: so its answer has an end."""


class BlobReader:
    """Contents of files by their name in the object store, from one long-lived ``git cat-file``.

    Git ends that process at an object that is damaged or that a partial clone left out; it is started
    again behind that object, which costs some milliseconds for each.
    """

    def __init__(self, git: GitProgram) -> None:
        self._git = git
        self._child = self._started()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        end(self._child)

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
        stdin = pipe(self._child.stdin)
        try:
            stdin.write("".join(f"{name}\n" for name in names).encode("ascii"))
            stdin.flush()
        except OSError:
            return False
        return True

    def _answer(self, limit: int) -> tuple[bytes | None, bool]:
        """Return the next content, and whether git is still there for the one after."""
        stdout = pipe(self._child.stdout)
        header = stdout.readline().split()
        if len(header) != 3:  # not name, type and size: git has ended, or says that it is missing
            return None, bool(header)
        size = int(header[2])
        if size > limit:
            return None, _skipped(stdout, size + 1)
        data = stdout.read(size + 1)
        return (data[:-1], True) if len(data) == size + 1 else (None, False)

    def _restart(self) -> None:
        end(self._child)
        self._child = self._started()

    def _started(self) -> Child:
        return self._git.start(("cat-file", "--batch"), stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)


class ChangeReader:
    """What commits did to one path, from one long-lived ``git diff-tree``."""

    def __init__(self, git: GitProgram, path: str) -> None:
        self._complaints = TemporaryFile()  # noqa: SIM115 - closed with the reader
        self._parser = ChangeParser(path)
        form = ("--no-renames", "--date=raw", "--encoding=UTF-8", f"--format={HEADER_FORMAT}")
        command = ("diff-tree", "--stdin", "--root", "-r", "-c", "-z", *form, "--", pathspec(path))
        self._child = git.start(command, stdin=subprocess.PIPE, stderr=self._complaints)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        end(self._child)
        self._complaints.close()

    def changes(self, commits: Sequence[str]) -> dict[str, FileChange]:
        """Return the change that each of `commits` made; one that left the path as a parent had it has none."""
        found: dict[str, FileChange] = {}
        for start in range(0, len(commits), _REQUESTS):
            answer = self._answer(commits[start : start + _REQUESTS])
            found.update((change.commit.sha, change) for change in self._parser.feed(answer))
        return found

    def _answer(self, commits: Sequence[str]) -> bytes:
        stdin, stdout = pipe(self._child.stdin), pipe(self._child.stdout)
        answer = b""
        try:
            stdin.write("".join(f"{sha}\n" for sha in commits).encode("ascii") + _MARK)
            stdin.flush()
        except OSError:
            raise self._failed() from None
        while not (answer.endswith(b"\0" + _MARK) or answer == _MARK):
            data = os.read(stdout.fileno(), CHUNK)
            if not data:
                raise self._failed()
            answer += data
        return answer.removesuffix(_MARK)

    def _failed(self) -> GitFailedError:
        end(self._child)
        self._complaints.seek(0)
        return GitFailedError(complaint(self._complaints.read()))


def _skipped(stream: IO[bytes], count: int) -> bool:
    """Read past `count` bytes; False when there are fewer."""
    while count > 0 and (data := stream.read(min(count, CHUNK))):
        count -= len(data)
    return count == 0

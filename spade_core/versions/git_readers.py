"""Answers from git processes that live as long as a history is read: contents of files, changes of commits.

Each starts with its first question, so that the walk before it is under way by then.
"""

import subprocess
from collections.abc import Iterable, Iterator, Sequence
from tempfile import TemporaryFile
from typing import IO, Final, Self, TypeVar

from spade_core.versions.changes import HEADER_FORMAT, ChangeParser, FileChange
from spade_core.versions.git_process import CHUNK, Child, GitFailedError, GitProgram, end, pathspec, pipe

ItemT = TypeVar("ItemT")

_REQUESTS: Final = 32
"""Objects asked for at once: twice as many names fit into the smallest pipe, so neither side waits for the other."""

_MARK: Final = b"-- end of the answer --\n"
"""What is no commit ``git diff-tree --stdin`` repeats, and then it flushes: so its answer has an end."""


class BlobReader:
    """Contents of files by their name in the object store, from one long-lived ``git cat-file``.

    Git ends that process at an object that is damaged or that a partial clone left out; it is started
    again behind that object, which costs some milliseconds for each.
    """

    def __init__(self, git: GitProgram) -> None:
        self._git = git
        self._child: Child | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def contents(self, names: Sequence[str], *, limit: int) -> Iterator[tuple[str, bytes | None]]:
        """Yield each name with its content; None when it cannot be read here or is longer than `limit` bytes.

        The next contents are asked for before these are handed out: git reads them meanwhile.
        """
        done = 0
        while done < len(names):
            child, alive = self._running(), True
            asked = done
            while alive and done < len(names):
                while asked < min(done + 2 * _REQUESTS, len(names)):
                    # When git has ended meanwhile, its answers up to there can still be read: they tell where.
                    _ask(child, names[asked : asked + _REQUESTS])
                    asked += _REQUESTS
                with child.heard():
                    for name in names[done : done + _REQUESTS]:
                        content, alive = _answer(child, limit)
                        if child.was_silent:
                            raise child.failure(b"")
                        done += 1
                        yield name, content
                        if not alive:
                            self._stop()
                            break

    def _running(self) -> Child:
        if self._child is None:
            self._child = self._git.start(("cat-file", "--batch"), stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return self._child

    def _stop(self) -> None:
        if self._child is not None:
            end(self._child)
        self._child = None


class ChangeReader:
    """What commits did to one path, from one long-lived ``git diff-tree``."""

    def __init__(self, git: GitProgram, path: str) -> None:
        self._git = git
        self._path = path
        self._parser = ChangeParser(path)
        self._complaints = TemporaryFile()  # noqa: SIM115 - closed with the reader
        self._rest = b""
        self._child: Child | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._child is not None:
            end(self._child)
        self._complaints.close()

    def changes(self, batches: Sequence[Sequence[str]]) -> Iterator[dict[str, FileChange]]:
        """Yield, for each batch, the changes that its commits made; one that left the path as a parent had it has none.

        The next batch is asked for before this one is handed out: git looks at it meanwhile.
        """
        asked = 0
        for number in range(len(batches)):
            child = self._running()
            while asked < min(number + 2, len(batches)):
                if not _ask(child, batches[asked], mark=_MARK):
                    raise self._failed(child)
                asked += 1
            yield {change.commit.sha: change for change in self._parser.feed(self._answer(child))}

    def _answer(self, child: Child) -> bytes:
        """Return what git says up to the next mark."""
        while (found := _end_of_answer(self._rest)) is None:
            data = child.read()
            if not data:
                raise self._failed(child)
            self._rest += data
        answer, self._rest = self._rest[:found], self._rest[found + len(_MARK) :]
        return answer

    def _running(self) -> Child:
        if self._child is None:
            form = ("--no-renames", "--date=raw", "--encoding=UTF-8", f"--format={HEADER_FORMAT}")
            command = ("diff-tree", "--stdin", "--root", "-r", "-c", "-z", *form, "--", pathspec(self._path))
            self._child = self._git.start(command, stdin=subprocess.PIPE, stderr=self._complaints)
        return self._child

    def _failed(self, child: Child) -> GitFailedError:
        end(child)
        self._complaints.seek(0)
        return child.failure(self._complaints.read())


def batches_of(names: Iterable[ItemT]) -> list[list[ItemT]]:
    """Return the names in batches that may be asked for at once."""
    listed = list(names)
    return [listed[start : start + _REQUESTS] for start in range(0, len(listed), _REQUESTS)]


def _end_of_answer(data: bytes) -> int | None:
    """Return where the mark stands: at the start, or after the NUL that ends a change."""
    if data.startswith(_MARK):
        return 0
    found = data.find(b"\0" + _MARK)
    return found + 1 if found >= 0 else None


def _ask(child: Child, names: Sequence[str], *, mark: bytes = b"") -> bool:
    """Send a request for each name; False when git has ended."""
    stdin = pipe(child.stdin)
    try:
        stdin.write("".join(f"{name}\n" for name in names).encode("ascii") + mark)
        stdin.flush()
    except OSError:
        return False
    return True


def _answer(child: Child, limit: int) -> tuple[bytes | None, bool]:
    """Return the next content, and whether git is still there for the one after."""
    stdout = pipe(child.stdout)
    header = stdout.readline().split()
    if len(header) != 3:  # not name, type and size: git has ended, or says that it is missing
        return None, bool(header)
    size = int(header[2])
    if size > limit:
        return None, _skipped(stdout, size + 1)
    data = stdout.read(size + 1)
    return (data[:-1], True) if len(data) == size + 1 else (None, False)


def _skipped(stream: IO[bytes], count: int) -> bool:
    """Read past `count` bytes; False when there are fewer."""
    while count > 0 and (data := stream.read(min(count, CHUNK))):
        count -= len(data)
    return count == 0

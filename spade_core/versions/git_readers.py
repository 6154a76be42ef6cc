"""Answers from git processes that live as long as a history is read: contents of files, changes of commits.

Each starts with its first question, so that the walk before it is under way by then.
"""

import subprocess
from collections.abc import Iterable, Iterator, Sequence
from tempfile import TemporaryFile
from typing import Final, Self, TypeVar

from spade_core.versions.changes import HEADER_FORMAT, ChangeParser, FileChange
from spade_core.versions.git_process import Child, GitFailedError, GitProgram, end, pathspec, pipe

ItemT = TypeVar("ItemT")

_REQUESTS: Final = 32
"""Objects asked for at once: twice as many names fit into the smallest pipe, so neither side waits for the other."""

_MOST_OF_FIELD: Final = 64 * 1024
"""Bytes: the parents of an octopus have room in it; an author and a subject are as long as who commits likes."""

_MARK: Final = b"-- end of the answer --\n"
"""What is no commit ``git diff-tree --stdin`` repeats, and then it flushes: so its answer has an end."""


class BlobReader:
    """Contents of files by their name in the object store, from one long-lived ``git cat-file``.

    Git ends that process at an object that is damaged or that a partial clone left out, and it is ended at one that is
    too long; it is started again behind that object, which costs some milliseconds for each.
    """

    def __init__(self, git: GitProgram) -> None:
        self._git = git
        self._child: Child | None = None
        self.too_long: dict[str, int] = {}
        """How many bytes those have that were longer than they may be."""

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
                        content, alive = self._answer(child, name, limit)
                        if child.was_silent:
                            raise child.failure(b"")
                        done += 1
                        yield name, content
                        if not alive:
                            self._stop()
                            break

    def _answer(self, child: Child, name: str, limit: int) -> tuple[bytes | None, bool]:
        """Return the next content, and whether git is still there for the one after."""
        stdout = pipe(child.stdout)
        header = stdout.readline().split()
        if len(header) != 3:  # not name, type and size: git has ended, or says that it is missing
            return None, bool(header)
        size = int(header[2])
        if size > limit:
            self.too_long[name] = size
            return None, False  # to start git again takes less than to read past any number of bytes
        data = stdout.read(size + 1)
        return (data[:-1], True) if len(data) == size + 1 else (None, False)

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
        """Return what git says up to the next mark; of a longer field, such as an author, its beginning."""
        whole: list[bytes] = []
        data = b""
        while True:
            fields = (self._rest + data).split(b"\0")
            marked = next((at for at, field in enumerate(fields) if field.startswith(_MARK)), None)
            whole += [field[:_MOST_OF_FIELD] for field in fields[:-1][:marked]]
            if marked is not None:
                self._rest = b"\0".join(fields[marked:]).removeprefix(_MARK)
                return b"\0".join([*whole, b""])
            self._rest = fields[-1][:_MOST_OF_FIELD]
            if not (data := child.read()):
                raise self._failed(child)

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


def _ask(child: Child, names: Sequence[str], *, mark: bytes = b"") -> bool:
    """Send a request for each name; False when git has ended."""
    stdin = pipe(child.stdin)
    try:
        stdin.write("".join(f"{name}\n" for name in names).encode("ascii") + mark)
        stdin.flush()
    except OSError:
        return False
    return True

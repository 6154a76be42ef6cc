"""``spade check --correct``: copies of responses with the value that is meant in place of what is none."""

import errno
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, Self

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.errors import StorageError
from spade_core.links import followed
from spade_core.report import Check, counted
from spade_core.values import Corrected, Misnomer, corrected


class Copies:
    """A file of corrected copies, one JSON object a line in the order of the responses; none where no path is given."""

    def __init__(self, path: Path | None, source: str | Path) -> None:
        """Take where to write."""
        if path is not None and os.path.realpath(source) == os.path.realpath(path):
            raise CommandLineError(f"{path} has the responses themselves; copies go into another file")
        if path is not None and not _may_be_replaced(path):
            raise CommandLineError(f"{path} is there and holds no copies; name another file for them")
        self._path = path
        self._file: IO[str] | None = None
        self._changed = self._left = self._written = 0

    def __enter__(self) -> Self:
        if self._path is not None:
            try:
                path = followed(self._path)
                self._file = open(path, "w", encoding="utf-8", newline="\n", opener=_opened)
            except OSError as error:
                fact = "no program reads from this pipe" if error.errno == errno.ENXIO else error.strerror
                raise StorageError(str(self._path), None, f"cannot be written: {fact}") from error
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            with self._named():
                self._file.close()

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if self._path is not None and self._path.is_file():
                followed(self._path).unlink()  # some of the copies would be taken for all of them
            raise StorageError(str(self._path), None, f"cannot be written: {error.strerror or error}") from error

    def write(self, checks: Sequence[Check]) -> None:
        """Write the copies of some responses; one that nothing was changed in is the response itself."""
        if self._file is None:
            return
        for check in checks:
            found = dict.fromkeys(each for some in check.misnomers.values() for each in some)
            copy = corrected(check.example, found)
            self._changed += bool(copy.done)
            self._left += bool(copy.left)
            self._written += 1
            with self._named():
                self._file.write(json.dumps(_line(check, copy), ensure_ascii=True) + "\n")

    def tell(self, output: Output) -> None:
        """Say how many were written, changed and left."""
        if self._path is None:
            return
        left = f"; {self._left} with what could not be corrected for sure" if self._left else ""
        output.note(f"{self._path}: {counted(self._written, 'response')}, {self._changed} corrected{left}")


def _opened(path: str, flags: int) -> int:
    """Open a file, or a pipe that is read from; any other pipe would keep its writer waiting for ever."""
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(descriptor, True)
    return descriptor


def _may_be_replaced(path: Path) -> bool:
    """Whether no file is there, an empty one, or one of copies, which have no labels."""
    if not path.is_file():
        return True
    try:
        if path.stat().st_size == 0:
            return True
        with path.open(encoding="utf-8") as file:
            first = file.readline(_LONGEST_LINE)
        held = json.loads(first)
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(held, dict) and "response" in held and "label" not in held


_LONGEST_LINE: Final = 8 << 20


def _line(check: Check, copy: Corrected) -> dict[str, object]:
    example = check.example
    changes = [
        {"set": each.set_name, "from": each.text, "to": each.nearest.correction, "score": each.nearest.nearest[0].score}
        for each in copy.done
    ]
    left = [{"set": each.set_name, "text": each.text, "why": _why(each)} for each in copy.left]
    return {
        "id": example.id,
        "response": copy.response,
        "example": dict(example.fields),
        **({"prompt": example.prompt} if example.prompt else {}),
        **({"corrected": changes} if changes else {}),
        **({"not_corrected": left} if left else {}),
    }


def _why(left: Misnomer) -> str:
    """Return why a text was left as it is."""
    if left.nearest.correction is None:
        return str(left.nearest)
    return f"{left.nearest}, but which place of the response says it is not sure"

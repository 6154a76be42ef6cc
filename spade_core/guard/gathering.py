"""Responses that are worth a label, kept in a file of examples beside the prompt: bounded, rotated, without secrets."""

import glob
import os
import random
import stat
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final

from spade_core.examples import Example, append_examples, content_id
from spade_core.guard.background_queue import BackgroundQueue
from spade_core.guard.counts import Count, Counts
from spade_core.links import followed
from spade_core.models import without_secrets
from spade_core.regular_file import open_file
from spade_core.storage import locked

_MOST_KNOWN: Final = 10_000
_QUEUE: Final = 10_000


def hide_secrets(example: Example) -> Example:
    """Return the example with asterisks in the place of what looks like a secret."""
    fields = {
        name: without_secrets(value) if isinstance(value, str) else value for name, value in example.fields.items()
    }
    return replace(
        example,
        fields=fields,
        prompt=without_secrets(example.prompt),
        response=without_secrets(example.response),
    )


@dataclass(frozen=True, slots=True)
class Gathering:
    """What is kept of the responses that a guard sees."""

    passed: float = 0.01
    """Share of the responses that pass; all that fail are kept."""
    redact: Callable[[Example], Example | None] = hide_secrets
    """Takes out what is nobody's business; None: the example is not kept. What it raises counts as that."""
    most_bytes: int = 10_000_000
    """Of one file; then the next is begun."""
    most_examples: int = 10_000
    """In one file."""
    files: int = 3
    """How many there are at most: `note.gathered.jsonl`, `note.gathered.1.jsonl` (the one before), ..."""
    most_characters: int = 200_000
    """Of one example; a longer one is not kept."""


class Gatherer:
    """Writes examples in a thread of its own."""

    def __init__(self, path: Path, gathering: Gathering, counted: Counts, trouble: Callable[[str, str], None]) -> None:
        self._path = path
        self._gathering = gathering
        self._counted = counted
        self._trouble = trouble
        self._known: OrderedDict[str, None] = OrderedDict()
        self._size = -1
        self._count = 0
        """Lines of the file when it had that size."""
        self.beside: BackgroundQueue[Example] = BackgroundQueue(
            self._write, most=_QUEUE, lost=self._unwritten, name="spade-guard-gathering"
        )

    def take(self, example: Example, *, fails: Sequence[str]) -> None:
        """Keep an example, if it is one of those that are kept, with the names of the assertions that it fails."""
        if not fails and random.random() >= self._gathering.passed:  # noqa: S311 - a sample
            return
        try:
            named = content_id(example.fields, example.prompt, example.response)
        except (TypeError, ValueError, RecursionError):  # fields that are no JSON
            self._lose(1)
            return
        extra = {"gathered": datetime.now(UTC).isoformat(timespec="seconds"), "fails": fails}
        length = len(example.response) + len(example.prompt) + len(str(example.fields))
        kept = replace(example, id=named, extra=extra)
        if length > self._gathering.most_characters or not self.beside.put(kept):
            self._lose(1)

    def _lose(self, count: int) -> None:
        self._counted.add(Count.NOT_GATHERED, count)

    def _unwritten(self, count: int, why: str) -> None:
        self._lose(count)
        self._trouble("gathering", why)

    def _write(self, examples: Sequence[Example]) -> None:
        fresh = [kept for each in examples if not self._is_known(each) and (kept := self._redacted(each)) is not None]
        lines = [append_examples("", [each])[0].encode("utf-8", "surrogateescape") for each in fresh]
        while lines:
            with locked(self._path):
                written = self._append(lines)
            self._counted.add(Count.GATHERED, written)
            lines = lines[written:]

    def _is_known(self, example: Example) -> bool:
        known = example.id in self._known
        self._known[example.id] = None
        self._known.move_to_end(example.id)
        while len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
        self._counted.add(Count.KNOWN, known)
        return known

    def _redacted(self, example: Example) -> Example | None:
        try:
            found = self._gathering.redact(example)
        except Exception:  # noqa: BLE001 - what could not be redacted is not written
            self._lose(1)
            return None
        return found

    def _append(self, lines: Sequence[bytes]) -> int:
        """Write as many lines as fit the file, one at least, and return how many."""
        path = followed(self._path)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
        with os.fdopen(os.open(path, flags, 0o600), "a+b") as file:
            there = os.fstat(file.fileno())
            if not stat.S_ISREG(there.st_mode):
                raise OSError(f"{path}: not a regular file")
            if there.st_size != self._size:
                self._size, self._count = there.st_size, _lines_in(path)
                if not _ends_with_a_line(file):  # whoever wrote was killed at it
                    self._size += file.write(b"\n")
            taken: list[bytes] = []
            size = self._size
            room = max(size == 0, self._gathering.most_examples - self._count)
            for line in lines[:room]:
                if size + len(line) > self._gathering.most_bytes and size > 0:
                    break
                size += len(line)
                taken.append(line)
            file.write(b"".join(taken))
        self._size, self._count = size, self._count + len(taken)
        if not taken:
            self._rotate(path)
        return len(taken)

    def _rotate(self, path: Path) -> None:
        for number in range(self._gathering.files - 1, 0, -1):
            older, newer = numbered(path, number), numbered(path, number - 1)
            if newer.exists():
                newer.replace(older)
        path.unlink(missing_ok=True)


def gathered_file(examples: Path) -> Path:
    """Return the file beside a file of examples."""
    return examples.with_name(examples.name.removesuffix(".jsonl").removesuffix(".examples") + ".gathered.jsonl")


def numbered(path: Path, number: int) -> Path:
    """Return the file that was begun so many files before."""
    return path.with_name(path.name.removesuffix(".jsonl") + f".{number}.jsonl") if number else path


def gathered_files(examples: Path) -> list[Path]:
    """Return what there is beside a file of examples, the newest first."""
    path = gathered_file(examples)
    found = path.parent.glob(f"{glob.escape(path.stem)}*.jsonl")
    return sorted((each for each in found if each == numbered(path, _age(each)) and each.is_file()), key=_age)


def _age(path: Path) -> int:
    number = path.stem.rpartition(".")[2]
    return int(number) if number.isdecimal() else 0


def _ends_with_a_line(file: BinaryIO) -> bool:
    if file.seek(0, os.SEEK_END) == 0:
        return True
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"


def _lines_in(path: Path) -> int:
    with open_file(path) as file:
        return sum(portion.count(b"\n") for portion in iter(lambda: file.read(1 << 20), b""))

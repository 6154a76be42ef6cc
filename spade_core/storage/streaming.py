"""Responses read line by line, for files that are larger than memory."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from spade_core.errors import ExamplesError, Problem
from spade_core.examples import BOM, Example, parse_lines
from spade_core.regular_file import MOST_BYTES, open_file
from spade_core.storage.text_file import UTF16_MARKS


def stream_examples(source: Path | BinaryIO) -> Iterator[Example | Problem]:
    """Yield what the lines of a file, or of an open stream, hold, as they are read; two may have one id.

    Raises:
        ExamplesError: it is not there or cannot be read, or a line is too long to be a response.
    """
    if not isinstance(source, Path):
        yield from parse_lines(lines_in(source, "<stdin>"), "<stdin>")
        return
    try:
        with open_file(source) as file:
            yield from parse_lines(lines_in(file, str(source)), str(source))
    except FileNotFoundError as error:
        raise ExamplesError(str(source), None, "there is no such file") from error
    except OSError as error:
        raise ExamplesError(str(source), None, f"cannot be read: {error.strerror}") from error


def lines_in(file: BinaryIO, path: str, *, first: int = 1) -> Iterator[str]:
    """Yield the lines of a file of examples without their ends, from where it stands; a byte order mark is left out.

    Raises:
        ExamplesError: it is UTF-16, or a line is too long to be a response.
    """
    number = first - 1
    while line := file.readline(MOST_BYTES + 1):
        number += 1
        if len(line) > MOST_BYTES:
            raise ExamplesError(path, number, f"more than {MOST_BYTES:,} bytes in one line")
        if number == 1 and line.startswith(UTF16_MARKS):
            raise ExamplesError(path, None, "is UTF-16; save it as UTF-8")
        text = line.decode("utf-8", "surrogateescape")
        yield (text.removeprefix(BOM) if number == 1 else text).removesuffix("\n")

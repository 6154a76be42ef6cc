"""A file's bytes as text."""

import codecs
import re

from spade_core.errors import PromptFileError

_LINE_END = re.compile(rb"\r\n|\n|\r")


def decode(data: bytes, *, path: str) -> str:
    """Return the text of a file, its byte order mark removed and its line ends as they are.

    UTF-8 with or without a byte order mark, or UTF-16 with one. Raises PromptFileError, naming the line
    and the byte offset, when a byte cannot be decoded; `path` is for its message only.
    """
    encoding, mark = _encoding_of(data, path)
    try:
        return data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        at = len(mark) + error.start
        line = _line_of(data[len(mark) : at], encoding)
        fact = f"byte 0x{data[at]:02x} at offset {at} is not {_NAMES[encoding]} ({error.reason})"
        raise PromptFileError(path, line, fact) from error


_NAMES = {"utf-8": "UTF-8", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16"}


def _encoding_of(data: bytes, path: str) -> tuple[str, bytes]:
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise PromptFileError(path, 1, "the byte order mark says UTF-32; save the file as UTF-8")
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            return encoding, mark
    return "utf-8", b""


def _line_of(before: bytes, encoding: str) -> int:
    """Return the 1-based line on which the text that follows `before`, all of it decodable, begins."""
    if encoding != "utf-8":
        before = before.decode(encoding, "replace").encode("utf-8", "surrogatepass")
    return 1 + sum(1 for _ in _LINE_END.finditer(before))

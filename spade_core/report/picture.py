"""A small picture of few colours as PNG, to stand in a page."""

import zlib
from base64 import b64encode
from collections.abc import Sequence
from itertools import chain

_INDEXED = 3


def indexed_png(rows: Sequence[bytes], colours: Sequence[tuple[int, int, int, int]]) -> str:
    """Return the picture in base64: a byte a cell, which is the number of its colour (red, green, blue, alpha)."""
    header = len(rows[0]).to_bytes(4) + len(rows).to_bytes(4) + bytes([8, _INDEXED, 0, 0, 0])
    chunks = (
        (b"IHDR", header),
        (b"PLTE", bytes(chain.from_iterable(colour[:3] for colour in colours))),
        (b"tRNS", bytes(colour[3] for colour in colours)),
        (b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)),
        (b"IEND", b""),
    )
    return b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)).decode("ascii")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)

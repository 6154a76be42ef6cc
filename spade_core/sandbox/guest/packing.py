"""How the texts of rows go into an interpreter: as UTF-8, and marshalled where UTF-8 has no bytes for them."""

import binascii
import marshal

MARSHAL = 2
"""The last version in which equal values make equal bytes, and no two values are one."""
_MARK = "\0"
"""How a marshalled text begins, and so no other."""


def packed(text: str) -> bytes:
    """Return a text as UTF-8; one with a lone surrogate, which has none, is marshalled."""
    if not text.startswith(_MARK):
        try:
            return text.encode()
        except UnicodeEncodeError:
            pass
    return _MARK.encode() + packed_bytes(marshal.dumps(text, MARSHAL))


def unpacked(text: str) -> str:
    """Return the text that `packed` was given."""
    if not text.startswith(_MARK):
        return text
    found: str = marshal.loads(unpacked_bytes(text[len(_MARK) :]))  # noqa: S302 - the host's
    return found


def packed_bytes(content: bytes) -> bytes:
    """Return bytes as ASCII, which costs an interpreter least."""
    return binascii.b2a_base64(content, newline=False)


def unpacked_bytes(text: str) -> bytes:
    """Return the bytes that `packed_bytes` was given."""
    return binascii.a2b_base64(text)

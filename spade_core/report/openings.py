"""What an editor can open from a report: its elements carry ``data-open`` and ``data-key``, which do nothing in a file.

An assertion's key is its name and a version's its index. Examples and sentences, which may say anything, go by a hash.
"""

import hashlib
from enum import StrEnum


class Opening(StrEnum):
    """The kinds of places."""

    ASSERTION = "assertion"
    EXAMPLE = "example"
    SENTENCE = "sentence"
    VERSION = "version"


def key_of(text: str) -> str:
    """Return the key of an example's id, or of a sentence, whose white space does not count."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()[:16]

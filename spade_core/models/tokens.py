"""How many tokens a text has, about.

The tokenizers of the models are not at hand offline and differ from each other; this counts as byte-pair encodings do
on the whole: short words are one token, long ones one for each six letters, digits go by three, and each character of
a script without spaces is one. What a server counted replaces it as soon as there is a reply.
"""

import re

from spade_core.models.model import Request

_PIECE = re.compile(r"[A-Za-z]+|[0-9]+|\s+|[^\x00-\x7f]|[^A-Za-z0-9\s]")
_PER_MESSAGE = 4


def tokens_in(text: str) -> int:
    """Return an estimate of the tokens of a text; 0 for the empty text."""
    return sum(_weight(piece) for piece in _PIECE.findall(text))


def tokens_of(request: Request) -> int:
    """Return an estimate of the tokens that a request sends, its schema included."""
    schema = tokens_in(str(request.schema.shape)) // 2 if request.schema else 0
    return schema + sum(_PER_MESSAGE + tokens_in(message.text) for message in request.messages)


def _weight(piece: str) -> int:
    if piece.isascii() and piece.isalpha():
        return -(-len(piece) // 6)
    if piece.isascii() and piece.isdigit():
        return -(-len(piece) // 3)
    if piece.isspace():
        return piece.count("\n") if "\n" in piece else 0
    return 1

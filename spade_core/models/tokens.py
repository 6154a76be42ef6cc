"""How many tokens a text has, about.

The tokenizers of the models are not at hand offline and differ from each other; this counts as byte-pair encodings do
on the whole: a word or a part of a name is one token, a long one for each ten letters, digits go by three, marks that
stand together too, and each character of a script without spaces is one. On English, code and JSON it is within a tenth
of OpenAI's encodings. What a server counted replaces it as soon as there is a reply.
"""

import re

from spade_core.models.model import Request

_PIECE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+|\s+|[^\x00-\x7f]|[^A-Za-z0-9\s\x80-\U0010ffff]+")
_PER_MESSAGE = 4


def tokens_in(text: str) -> int:
    """Return an estimate of the tokens of a text; 0 for the empty text."""
    return sum(_weight(piece) for piece in _PIECE.findall(text))


def tokens_of(request: Request) -> int:
    """Return an estimate of the tokens that a request sends, its schema included."""
    schema = tokens_in(str(request.schema.shape)) // 2 if request.schema else 0  # some count it, some do not
    return schema + sum(_PER_MESSAGE + tokens_in(message.text) for message in request.messages)


def _weight(piece: str) -> int:
    if not piece.isascii():
        return 0 if piece.isspace() else 1
    if piece.isspace():
        return int("\n" in piece)
    return -(-len(piece) // (10 if piece.isalpha() else 3))

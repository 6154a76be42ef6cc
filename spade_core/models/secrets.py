"""Strings that look like keys are replaced by stand-ins before a text leaves, and put back in what returns.

A stand-in keeps a key's prefix and length, so that text about it still makes sense. It is derived from a random salt of
this user, so it cannot be turned back by anyone else, and the same key has the same stand-in in every run: the cache of
replies stays valid.
"""

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from spade_core.errors import StorageError
from spade_core.models.folders import private_folder
from spade_core.models.model import Embedder, LanguageModel, Message, Reply, Request

_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"
_SALT_BYTES = 32
_SHORTEST = 6
"""A shorter secret is likely to be a part of some word."""

_SHAPES = tuple(
    re.compile(shape)
    for shape in (
        r"\b(?P<keep>(?:sk|pk|rk)-(?:[a-z]+-)*)(?P<secret>[A-Za-z0-9_-]{16,200})",
        r"\b(?P<keep>(?:sk|pk|rk)_(?:live|test)_)(?P<secret>[A-Za-z0-9]{10,200})",
        r"\b(?P<keep>gh[pousr]_|github_pat_|glpat-|npm_|hf_|xox[abprs]-|dop_v1_|pypi-|AIza|ya29\.)"
        r"(?P<secret>[A-Za-z0-9_\-.]{12,400})",
        r"\b(?P<keep>AKIA|ASIA)(?P<secret>[A-Z0-9]{16})\b",
        r"(?P<keep>\beyJ)(?P<secret>[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,2000})",
        r"(?P<keep>-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)(?P<secret>[A-Za-z0-9+/=\s\\]{20,20000}?)(?=-----END)",
        r"(?P<keep>(?i:\bbearer\s+))(?P<secret>[A-Za-z0-9_\-.=+/]{16,2000})",
        r"(?P<keep>(?i:\b(?:api[_-]?key|access[_-]?token|auth[_-]?token|secret[_-]?key|client[_-]?secret|secret|"
        r"password|passwd|token)[\"']?\s{0,3}[:=]\s{0,3}[\"']?))(?P<secret>(?=[^\s\"']{0,200}[0-9])[A-Za-z0-9_\-+/=.]{12,200})",
        r"(?P<keep>\b[a-z][a-z0-9+]{1,20}://[^\s/:@]{1,80}:)(?P<secret>[^\s/@]{4,200})(?=@)",
    )
)


class StandIns:
    """Replaces what looks like a secret, and remembers what stood for what."""

    def __init__(self, salt: bytes) -> None:
        self._salt = salt
        self._secrets: dict[str, str] = {}

    def hide(self, text: str) -> str:
        """Return the text with a stand-in for everything that looks like a secret."""
        found = sorted(_secrets_in(text), key=lambda span: (span[0], -span[1]))
        out: list[str] = []
        at = 0
        for start, end in found:
            if start >= at:
                out += [text[at:start], self._stand_in(text[start:end])]
                at = end
        return self._without_known("".join([*out, text[at:]]))

    def _without_known(self, text: str) -> str:
        """Return the text without what was hidden before: in another place it need not look like a secret."""
        known = ((secret, stand_in) for stand_in, secret in self._secrets.items() if len(secret) >= _SHORTEST)
        for secret, stand_in in sorted(known, key=lambda pair: (-len(pair[0]), pair[0])):
            text = text.replace(secret, stand_in)
        return text

    def restore(self, text: str) -> str:
        """Return the text with every stand-in given so far turned back into what it stood for."""
        for stand_in, secret in self._secrets.items():
            if stand_in in text:
                text = text.replace(stand_in, secret)
        return text

    def _stand_in(self, secret: str) -> str:
        if secret in self._secrets:  # a stand-in that came back is no secret of its own
            return secret
        size = min(max(len(secret), 16), 40)
        digest = hmac.new(self._salt, secret.encode("utf-8", "surrogatepass"), hashlib.sha512).digest()
        letters = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest)[:size]
        self._secrets[letters] = secret
        return letters


class DiscreetModel:
    """A model that never sees what looks like a secret."""

    def __init__(self, model: LanguageModel, stand_ins: StandIns) -> None:
        self._model = model
        self._stand_ins = stand_ins

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    async def reply(self, request: Request) -> Reply:
        """Return the model's reply to the request without its secrets, with the secrets back in place."""
        hidden = tuple(Message(each.speaker, self._stand_ins.hide(each.text)) for each in request.messages)
        reply = await self._model.reply(replace(request, messages=hidden))
        return replace(reply, text=self._stand_ins.restore(reply.text))


class DiscreetEmbedder:
    """Vectors of texts without what looks like a secret in them."""

    def __init__(self, embedder: Embedder, stand_ins: StandIns) -> None:
        self._embedder = embedder
        self._stand_ins = stand_ins

    async def embed(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        """Return one vector for each text."""
        return await self._embedder.embed([self._stand_ins.hide(text) for text in texts])


def salt_of_user(folder: Path) -> bytes:
    """Return this user's salt, made at random the first time.

    Raises:
        StorageError: it can be neither read nor made.
    """
    path = folder / "salt"
    try:
        private_folder(folder)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        pass
    except OSError as error:
        raise StorageError(str(path), None, f"cannot be made: {error.strerror}") from error
    else:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(_SALT_BYTES))
    try:
        return path.read_bytes()
    except OSError as error:
        raise StorageError(str(path), None, f"cannot be read: {error.strerror}") from error


def _secrets_in(text: str) -> Iterator[tuple[int, int]]:
    for shape in _SHAPES:
        for match in shape.finditer(text):
            yield match.span("secret")

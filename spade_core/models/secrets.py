"""Strings that look like keys are replaced by stand-ins before a text leaves, and put back in what returns.

A stand-in has the shape of what it stands for (capitals, small letters, digits and signs in the same places), so that
text about it still makes sense. It is derived from a random salt of this user, so it cannot be turned back by anyone
else, and the same key has the same stand-in in every run: the cache of replies stays valid.
"""

import hashlib
import hmac
import os
import secrets
import string
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from spade_core.errors import StorageError
from spade_core.models.folders import private_folder
from spade_core.models.model import Embedder, LanguageModel, Message, Reply, Request
from spade_core.models.secret_shapes import holds_secret, secret_spans

_SALT_BYTES = 32
_SHORTEST = 6
"""A shorter secret is likely to be a part of some word."""
_SHORTEST_WORD = 16
"""So is a longer one of letters alone."""
_STAND_IN = (12, 80)
"""Least and most characters: a short one could stand in the text by chance, a long one is only tokens."""


class StandIns:
    """Replaces what looks like a secret, and remembers what stood for what."""

    def __init__(self, salt: bytes) -> None:
        self._salt = salt
        self._secrets: dict[str, str] = {}

    def hide(self, text: str) -> str:
        """Return the text with a stand-in for everything that looks like a secret."""
        ours = self._stand_ins_in(text)
        out: list[str] = []
        at = 0
        for start, end in secret_spans(text):
            if not any(start < its_end and its_start < end for its_start, its_end in ours):
                out += [text[at:start], self._stand_in(text[start:end])]
                at = end
        return self._without_known("".join([*out, text[at:]]))

    def foresee(self, texts: Iterable[str]) -> None:
        """Take note of the secrets in texts that may be sent later: what one text gives away is hidden in all."""
        for text in texts:
            for start, end in secret_spans(text):
                self._stand_in(text[start:end])

    def restore(self, text: str) -> str:
        """Return the text with every stand-in given so far turned back into what it stood for."""
        for stand_in, secret in reversed(self._secrets.items()):
            if stand_in in text:
                text = text.replace(stand_in, secret)
        return text

    def holds_secret(self, text: str) -> bool:
        """Return whether a text holds what looks like a secret, or what was hidden before."""
        return holds_secret(text) or any(secret in text for secret in self._known())

    def _without_known(self, text: str) -> str:
        """Return the text without what was hidden before: in another place it need not look like a secret."""
        by_secret = {secret: stand_in for stand_in, secret in self._secrets.items()}
        for secret in self._known():
            text = text.replace(secret, by_secret[secret])
        return text

    def _known(self) -> list[str]:
        """Return the secrets so far that no ordinary text holds by chance, longest first."""
        known = [
            secret
            for secret in self._secrets.values()
            if len(secret) >= (_SHORTEST_WORD if secret.isalpha() else _SHORTEST)
        ]
        return sorted(known, key=lambda secret: (-len(secret), secret))

    def _stand_ins_in(self, text: str) -> list[tuple[int, int]]:
        """Return where stand-ins are that came back: they are no secrets of their own."""
        found = []
        for stand_in in self._secrets:
            start = text.find(stand_in)
            while start >= 0:
                found.append((start, start + len(stand_in)))
                start = text.find(stand_in, start + len(stand_in))
        return found

    def _stand_in(self, secret: str) -> str:
        least, most = _STAND_IN
        noise = _noise(self._salt, secret)
        shape = secret[:most].ljust(least, "a")
        if sum(map(str.isalnum, shape)) < least - 4:  # of signs alone nothing would change
            shape = "".join(char if char.isspace() or char.isalnum() else "a" for char in shape)
        stand_in, escaped = "", False
        for char in shape:
            stand_in += char if escaped else _like(char, next(noise))
            escaped = char == "\\" and not escaped
        self._secrets[stand_in] = secret
        return stand_in


def _noise(salt: bytes, secret: str) -> Iterator[int]:
    """Yield bytes that only the salt and the secret decide."""
    text = secret.encode("utf-8", "surrogatepass")
    for block in range(256):
        yield from hmac.new(salt, bytes([block]) + text, hashlib.sha512).digest()


def _like(char: str, number: int) -> str:
    """Return a character of the same kind; a sign or a space stays."""
    for kind in (string.digits, string.ascii_uppercase):
        if char in kind:
            return kind[number % len(kind)]
    return string.ascii_lowercase[number % 26] if char.isalnum() else char


class DiscreetModel:
    """A model that never sees what looks like a secret."""

    def __init__(self, model: LanguageModel, stand_ins: StandIns) -> None:
        self.name = model.name
        self._model = model
        self._stand_ins = stand_ins

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

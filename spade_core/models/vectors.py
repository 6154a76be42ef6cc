"""Vectors of texts: how near two are, and those that are kept."""

import json
import math
from collections.abc import Sequence

from spade_core.models.cache import ReplyCache, text_hash
from spade_core.models.model import Embedder, Reply


class CachedEmbedder:
    """Vectors that are kept, text by text, so that what was paid for once is not asked again."""

    def __init__(self, embedder: Embedder, cache: ReplyCache, *, identity: str) -> None:
        """Take an embedder and what its vectors depend on beside the text."""
        self._embedder = embedder
        self._cache = cache
        self._identity = identity

    async def embed(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        """Return one vector for each text."""
        keys = {text: text_hash(f"vector of {self._identity}", text) for text in texts}
        found = {text: tuple(json.loads(reply.text)) for text, key in keys.items() if (reply := self._cache.get(key))}
        if missing := [text for text in keys if text not in found]:
            for text, vector in zip(missing, await self._embedder.embed(missing), strict=True):
                found[text] = vector
                self._cache.put(keys[text], Reply(json.dumps(vector)))
        return [found[text] for text in texts]


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the cosine of two vectors; 0.0 where one is zero or they differ in length."""
    if len(one) != len(other):
        return 0.0
    norms = math.sqrt(sum(x * x for x in one)) * math.sqrt(sum(y * y for y in other))
    return sum(x * y for x, y in zip(one, other, strict=True)) / norms if norms else 0.0

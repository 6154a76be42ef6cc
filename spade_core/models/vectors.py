"""Vectors of texts: how near two are, and those that are kept."""

import json
import math
from collections.abc import Sequence

from spade_core.models.cache import ReplyCache, text_hash
from spade_core.models.model import Embedder, Reply
from spade_core.models.reply_parsing import part


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
        kept = {text: reply.text for text, key in keys.items() if (reply := self._cache.get(key))}
        found = {text: vector for text, each in kept.items() if (vector := _vector(json.loads(each)))}
        if missing := [text for text in keys if text not in found]:
            fresh = await self._embedder.embed(missing)
            if any(len(each) != len(fresh[0]) for each in found.values()):  # another model has the name by now
                missing, fresh = list(keys), await self._embedder.embed(list(keys))
            for text, vector in zip(missing, fresh, strict=True):
                found[text] = vector
                self._cache.put(keys[text], Reply(json.dumps(vector)))
        return [found[text] for text in texts]


def vectors_in(found: object, count: int) -> list[tuple[float, ...]]:
    """Return the vectors in a server's answer, in the order of the texts.

    Raises:
        ValueError: they are not one for each text, not numbers, nothing but zeros, or not all of one length.
    """
    listed = part(found, "data")
    if not isinstance(listed, list) or len(listed) != count:
        raise ValueError(f"{len(listed) if isinstance(listed, list) else 'no'} vectors for {count} texts")
    places = {part(each, "index"): each for each in listed}
    ordered = [places[place] for place in range(count)] if places.keys() == set(range(count)) else listed
    vectors = [vector for each in ordered if (vector := _vector(part(each, "embedding")))]
    if len(vectors) < count:
        raise ValueError("one is no list of numbers, or all zeros")
    if len({len(vector) for vector in vectors}) > 1:
        raise ValueError("they differ in length")
    return vectors


def _vector(said: object) -> tuple[float, ...] | None:
    """Return the vector in a list of numbers; None where it is none, or has no direction."""
    if not isinstance(said, list) or any(isinstance(x, bool) or not isinstance(x, int | float) for x in said):
        return None
    try:
        vector = tuple(map(float, said))
    except OverflowError:
        return None
    return vector if 0 < sum(x * x for x in vector) < math.inf else None


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the cosine of two vectors; 0.0 where one is zero or they differ in length."""
    if len(one) != len(other):
        return 0.0
    norms = math.sqrt(sum(x * x for x in one)) * math.sqrt(sum(y * y for y in other))
    return sum(x * y for x, y in zip(one, other, strict=True)) / norms if norms else 0.0

"""Vectors that a server gives are numbers with a direction, one for each text; whatever else comes is not kept."""

import json
from pathlib import Path

import pytest

from spade_core.errors import ModelError, ModelFault
from spade_core.models.cache import ReplyCache
from spade_core.models.openai_model import OpenAIModel
from spade_core.models.vectors import CachedEmbedder
from spade_core.testing.loopback import LoopbackServer
from tests.models.talk import endpoint


def listed(*vectors: object) -> bytes:
    return json.dumps({"data": [{"embedding": vector, "index": i} for i, vector in enumerate(vectors)]}).encode()


async def vectors_at(server: LoopbackServer, cache: ReplyCache, *texts: str) -> list[tuple[float, ...]]:
    async with OpenAIModel(endpoint(server)) as model:
        return await CachedEmbedder(model, cache, identity="here").embed(texts)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"data": null}', "no vectors for 2 texts"),
        (b'{"data": []}', "0 vectors for 2 texts"),
        (b"[]", "no vectors for 2 texts"),
        (listed("AAAA", "BBBB"), "no list of numbers"),
        (listed([1.0, 2.0], "AAAA"), "no list of numbers"),
        (listed([1.0, 2.0], [True, 1.0]), "no list of numbers"),
        (listed([1.0, 2.0], [float("nan"), 1.0]), "no list of numbers"),
        (listed([1.0, 2.0], [float("inf"), 1.0]), "no list of numbers"),
        (listed([1.0, 2.0], [10**400, 1.0]), "no list of numbers"),
        (listed([1.0, 2.0], [0, 0]), "all zeros"),
        (listed([1.0, 2.0], []), "no list of numbers"),
        (listed([1.0, 2.0], [1.0]), "differ in length"),
        (b'{"detail": "no such model here"}', "no such model here"),
    ],
)
async def test_what_is_no_vector_is_told_and_not_kept(body: bytes, said: str, tmp_path: Path) -> None:
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        with LoopbackServer(lambda _: "", vectors=body) as server, pytest.raises(ModelError, match=said) as caught:
            await vectors_at(server, cache, "a", "b")
        assert caught.value.fault in {ModelFault.UNREADABLE, ModelFault.SERVER}
        with LoopbackServer(lambda _: "", vectors=listed([1, 0], [0, 1])) as server:
            assert await vectors_at(server, cache, "a", "b") == [(1.0, 0.0), (0.0, 1.0)]


async def test_vectors_are_of_the_texts_that_their_index_names(tmp_path: Path) -> None:
    body = json.dumps({"data": [{"embedding": [n, 1], "index": n} for n in (1, 0)]}).encode()
    with ReplyCache(tmp_path / "replies.sqlite") as cache, LoopbackServer(lambda _: "", vectors=body) as server:
        assert await vectors_at(server, cache, "a", "b") == [(0.0, 1.0), (1.0, 1.0)]


async def test_kept_vectors_of_another_length_are_asked_for_anew(tmp_path: Path) -> None:
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        with LoopbackServer(lambda _: "", vectors=listed([1, 2, 3])) as server:
            await vectors_at(server, cache, "a")
        with LoopbackServer(lambda _: "") as server:
            found = await vectors_at(server, cache, "a", "b")
    assert len({len(vector) for vector in found}) == 1

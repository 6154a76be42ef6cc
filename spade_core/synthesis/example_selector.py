"""The demonstrations that one run shows: what people accepted before, and what this run verified."""

import hashlib
import json
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from spade_core.candidates import CandidateAssertion
from spade_core.criteria import Criterion
from spade_core.errors import ModelError
from spade_core.models import Embedder, cosine, holds_secret
from spade_core.synthesis.demonstrations import AcceptedDemonstration, DemonstrationStore
from spade_core.synthesis.function_step import ShownAssertion

_FOR_EACH = 2
_IN_ALL = 4
_LEAST = 0.3
_LEAST_COSINE = 0.6


class ExampleSelector:
    """Shows the most similar demonstrations and takes new ones for this run; what is accepted is kept by `keeping`."""

    def __init__(
        self,
        store: DemonstrationStore,
        *,
        readers: Collection[str],
        embedder: Embedder | None = None,
        embedding_model: str = "",
        read_only: bool = False,
        is_private: Callable[[str], bool] = holds_secret,
    ) -> None:
        """Take a store; with `read_only` what is shown is not remembered (an estimate decides nothing).

        `readers` are the endpoints elsewhere, of models and vectors, that this run sends to: what not all of them may
        read is not shown. An assertion whose criterion or code `is_private` is never shown.
        """
        self._store = store
        self._readers = frozenset(readers)
        self._embedder = embedder
        self._embedding_model = embedding_model
        self._read_only = read_only
        self._is_private = is_private
        self._known = [each for each in store.all() if self._readers <= each.readers]
        self._index: Similarity | None = None
        self.notes: list[str] = []

    async def shown_for(self, criteria: Sequence[Criterion]) -> tuple[ShownAssertion, ...]:
        """Return the demonstrations most like the criteria; the same ones whenever these criteria come again."""
        descriptions = [criterion.description for criterion in criteria]
        decides = [descriptions, self._embedding_model, *sorted(self._readers)]
        key = hashlib.sha256(json.dumps(decides).encode("ascii")).hexdigest()
        known = self._store.remembered(key)
        if known is None:
            found = await self._nearest(descriptions)
            known = tuple((each.criterion, each.code) for each in found)
            if not self._read_only:
                self._store.remember(key, known)
        return tuple(ShownAssertion(criterion, code) for criterion, code in known)

    def accept(self, candidates: Sequence[CandidateAssertion]) -> None:
        """Take verified assertions: they are shown from now on."""
        known = {(each.criterion, each.code) for each in self._known}
        for candidate in candidates:
            for criterion in candidate.criteria:
                pair = (criterion.description, candidate.source)
                if pair not in known and not any(map(self._is_private, pair)):
                    known.add(pair)
                    self._known.append(AcceptedDemonstration(*pair))
        self._index = None

    async def _nearest(self, descriptions: Sequence[str]) -> list[AcceptedDemonstration]:
        every = self._known
        if not every:
            return []
        embedder, ranked = self._embedder, None
        if embedder is not None:
            ranked = await self._by_vectors(embedder, descriptions, every)
        if ranked is None:
            ranked = self._by_words(descriptions, every)
        # one for each criterion in turn, so that a long list of criteria does not leave the last without
        turns = [ranks[turn] for turn in range(_FOR_EACH) for ranks in ranked if turn < len(ranks)]
        return [every[index] for index in list(dict.fromkeys(turns))[:_IN_ALL]]

    def _by_words(self, descriptions: Sequence[str], every: Sequence[AcceptedDemonstration]) -> list[list[int]]:
        if self._index is None:
            self._index = Similarity(each.criterion for each in every)
        index = self._index
        return [[found for found, _ in index.nearest(text, most=_FOR_EACH, least=_LEAST)] for text in descriptions]

    async def _by_vectors(
        self, embedder: Embedder, descriptions: Sequence[str], every: Sequence[AcceptedDemonstration]
    ) -> list[list[int]] | None:
        """Return the nearest by the endpoint's vectors; None, and why, where it gives none."""
        known = {each.criterion: each.vector for each in every if each.vector_model == self._embedding_model}
        missing = [text for text in dict.fromkeys(each.criterion for each in every) if not known.get(text)]
        try:
            found = await embedder.embed([*missing, *descriptions])
        except ModelError as error:
            self.notes.append(f"criteria are compared by their words: {error}")
            self._embedder = None
            return None
        new = dict(zip(missing, found, strict=False))
        self._remember_vectors(new)
        vectors = [new.get(each.criterion) or known[each.criterion] for each in every]
        return [_ranked(vector, vectors) for vector in found[len(missing) :]]

    def _remember_vectors(self, vectors: dict[str, tuple[float, ...]]) -> None:
        model = self._embedding_model
        self._known = [
            replace(each, vector=vectors[each.criterion], vector_model=model) if each.criterion in vectors else each
            for each in self._known
        ]
        self._store.set_vectors(vectors, model)


def _ranked(wanted: Sequence[float], vectors: Sequence[Sequence[float]]) -> list[int]:
    scores = sorted((-cosine(wanted, vector), index) for index, vector in enumerate(vectors))
    return [index for negative, index in scores[:_FOR_EACH] if -negative >= _LEAST_COSINE]


_GRAM = 3
_MOST_CHARACTERS = 400


class Similarity:
    """An index of texts. Rare words and trigrams weigh more (TF-IDF)."""

    def __init__(self, texts: Iterable[str]) -> None:
        features = [_features(text) for text in texts]
        found_in = Counter(feature for each in features for feature in each)
        self._count = len(features)
        self._weights = {f: math.log((1 + self._count) / (1 + n)) + 1.0 for f, n in found_in.items()}
        self._places: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for index, each in enumerate(features):
            norm = self._norm(each)
            for feature, times in each.items():
                self._places[feature].append((index, times * self._weights[feature] / norm))

    def nearest(self, text: str, *, most: int, least: float) -> list[tuple[int, float]]:
        """Return the indices of the nearest texts with their likeness in [least, 1], nearest first, ties in order."""
        wanted = _features(text)
        norm = self._norm(wanted)
        scores: dict[int, float] = defaultdict(float)
        for feature, times in wanted.items():
            for index, weight in self._places.get(feature, ()):
                scores[index] += weight * times * self._weights[feature] / norm
        ranked = sorted(((-score, index) for index, score in scores.items() if score >= least))
        return [(index, min(-negative, 1.0)) for negative, index in ranked[:most]]

    def _norm(self, features: Counter[str]) -> float:
        unseen = math.log(1 + self._count) + 1.0
        squares = sum((times * self._weights.get(feature, unseen)) ** 2 for feature, times in features.items())
        return math.sqrt(squares) or 1.0


def _features(text: str) -> Counter[str]:
    words = "".join(c if c.isalnum() else " " for c in text[:_MOST_CHARACTERS].casefold()).split()
    padded = [f" {word} " for word in words]
    grams = [word[i : i + _GRAM] for word in padded for i in range(max(1, len(word) - _GRAM + 1))]
    return Counter([*(f"w:{word}" for word in words), *grams])

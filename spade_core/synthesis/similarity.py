"""Which of many short texts are like another one, offline: cosine of weighted words and letter trigrams."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable

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

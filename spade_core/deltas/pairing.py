"""Which removed sentence an added one replaces.

Laws: a pair is at least `THRESHOLD` alike; within a hunk pairs never cross; the pairs of a hunk have the greatest
total likeness among all that were compared and do not cross; equal totals resolve the same way each time. A hunk of n
removed and m added sentences costs n * m comparisons up to `MOST_COMPARISONS`; in a larger one each removed sentence is
compared only with the one as far through the hunk as itself and a few that share its rarest words.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from spade_core.deltas.sentence import Sentence, SentenceKind

THRESHOLD = 0.4
"""Least likeness of a sentence and its replacement in one hunk."""
DISTANT_THRESHOLD = 0.7
"""Least likeness of a sentence and its replacement elsewhere."""
MOST_COMPARISONS = 10_000

_WORD = re.compile(r"[\u0e00-\u0e7f\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+")
_STARTS_ALIKE = 0.6
_RAREST = 2
_AROUND = 2


@dataclass(frozen=True, slots=True)
class Words:
    """What of a sentence is compared."""

    ordered: tuple[str, ...]
    bag: frozenset[str]
    rigid: bool
    """Code and delimiters do not count as continued by a longer one."""

    @classmethod
    def of(cls, sentence: Sentence) -> "Words":
        """Return the words of `sentence`; its punctuation when it has none."""
        folded = sentence.text.casefold()
        words = tuple(_WORD.findall(folded)) or tuple(folded.split())
        return cls(words, frozenset(words), sentence.kind in {SentenceKind.DELIMITER, SentenceKind.CODE})


def likeness(one: Words, other: Words) -> float:
    """Return how alike two sentences are, 0.0 to 1.0.

    1.0 when only case, punctuation or white space differ; the Dice coefficient of their words otherwise (characters,
    in scripts without spaces), and no less than 0.6 when one continues the other.
    """
    common = len(one.bag & other.bag)
    if not common:
        return 0.0
    if one.ordered == other.ordered:
        return 1.0
    dice = 2 * common / (len(one.bag) + len(other.bag))
    short = min(len(one.ordered), len(other.ordered))
    if short > 1 and not one.rigid and one.ordered[:short] == other.ordered[:short]:
        return max(dice, _STARTS_ALIKE)
    return min(dice, 0.99)


def pairs(removed: Sequence[Words], added: Sequence[Words]) -> list[tuple[int, int]]:
    """Return the index pairs (into `removed`, into `added`) of a hunk's modified sentences, ascending."""
    if not removed or not added:
        return []
    return _best_chain(_scores(removed, added, THRESHOLD))


def _scores(before: Sequence[Words], after: Sequence[Words], threshold: float) -> dict[tuple[int, int], float]:
    """Return the likeness of all pairs that are alike enough."""
    scores = {}
    for i, candidates in _candidates(before, after):
        words = before[i]
        for j in candidates:
            score = likeness(words, after[j])
            if score >= threshold:
                scores[i, j] = score
    return scores


def _candidates(before: Sequence[Words], after: Sequence[Words]) -> Iterator[tuple[int, Iterable[int]]]:
    """Yield, for each sentence before, the indices of those after to compare it with."""
    if len(before) * len(after) <= MOST_COMPARISONS:
        yield from ((i, range(len(after))) for i in range(len(before)))
        return
    places: defaultdict[str, list[int]] = defaultdict(list)
    for j, words in enumerate(after):
        for word in words.bag:
            places[word].append(j)
    for i, words in enumerate(before):
        middle = i * len(after) // len(before)
        near = {middle}
        rarest = sorted((len(places[word]), word) for word in words.bag if word in places)[:_RAREST]
        for _, word in rarest:
            near.update(_nearest(places[word], middle))
        yield i, sorted(near)


def _nearest(places: Sequence[int], middle: int) -> Sequence[int]:
    """Return the few of the ascending `places` that are around `middle`."""
    at = bisect_left(places, middle)
    return places[max(0, at - _AROUND) : at + _AROUND]


@dataclass(frozen=True, slots=True)
class _Chain:
    total: float
    pair: tuple[int, int]
    before: "_Chain | None"


def _best_chain(scores: dict[tuple[int, int], float]) -> list[tuple[int, int]]:
    """Return the pairs with the greatest total, ascending in both indices.

    A heaviest increasing subsequence: pairs in order of i, and for each the best chain that ends below its j, kept in
    a tree of prefix maxima over j.
    """
    if not scores:
        return []
    width = 1 + max(j for _, j in scores)
    tree: list[_Chain | None] = [None] * (width + 1)
    by_row: dict[int, list[int]] = {}
    for i, j in sorted(scores):
        by_row.setdefault(i, []).append(j)
    for i, columns in by_row.items():
        # From the right, so that two pairs of one removed sentence never stand in one chain.
        for j in reversed(columns):
            best = _best_before(tree, j)
            chain = _Chain(scores[i, j] + (best.total if best else 0.0), (i, j), best)
            _insert(tree, j + 1, chain)
    return _unrolled(_best_before(tree, width))


def _best_before(tree: Sequence[_Chain | None], end: int) -> _Chain | None:
    best: _Chain | None = None
    while end:
        chain = tree[end]
        if chain is not None and (best is None or chain.total > best.total):
            best = chain
        end &= end - 1
    return best


def _insert(tree: list[_Chain | None], at: int, chain: _Chain) -> None:
    while at < len(tree):
        held = tree[at]
        if held is None or chain.total > held.total:
            tree[at] = chain
        at += at & -at


def _unrolled(chain: _Chain | None) -> list[tuple[int, int]]:
    result = []
    while chain is not None:
        result.append(chain.pair)
        chain = chain.before
    return result[::-1]


def distant_pairs(removed: Sequence[Words], added: Sequence[Words]) -> list[tuple[int, int]]:
    """Return the pairs among sentences that found no partner in their hunk: edited and moved at once.

    They must be at least `DISTANT_THRESHOLD` alike; the likest are paired first, and of equals the earlier ones.
    Sentences whose words agree are found at any number; others up to `MOST_COMPARISONS`.
    """
    if not removed or not added:
        return []
    found = _same_words(removed, added)
    taken = set(found.values())
    rest_before = [i for i in range(len(removed)) if i not in found]
    rest_after = [j for j in range(len(added)) if j not in taken]
    if len(rest_before) * len(rest_after) > MOST_COMPARISONS:
        return sorted(found.items())
    scores = _scores([removed[i] for i in rest_before], [added[j] for j in rest_after], DISTANT_THRESHOLD)
    for at_i, at_j in sorted(scores, key=lambda pair: (-scores[pair], pair)):
        i, j = rest_before[at_i], rest_after[at_j]
        if i not in found and j not in taken:
            found[i] = j
            taken.add(j)
    return sorted(found.items())


def _same_words(before: Sequence[Words], after: Sequence[Words]) -> dict[int, int]:
    places: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for j in reversed(range(len(after))):
        places[after[j].ordered].append(j)
    return {i: places[words.ordered].pop() for i, words in enumerate(before) if places[words.ordered]}

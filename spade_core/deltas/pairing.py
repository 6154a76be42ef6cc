"""Which removed sentence an added one replaces.

Laws: a pair is at least `THRESHOLD` alike; within a hunk pairs never cross; the pairs of a hunk have the greatest
total likeness among all that do not cross; equal totals resolve the same way each time. A hunk of n removed and m
added sentences costs n * m comparisons, at most `MOST_COMPARISONS`: in a larger one only sentences at about the same
share of the way through it are compared.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from spade_core.deltas.sentence import Sentence, SentenceKind

THRESHOLD = 0.4
"""Least likeness of a sentence and its replacement in one hunk."""
DISTANT_THRESHOLD = 0.7
"""Least likeness of a sentence and its replacement elsewhere."""
MOST_COMPARISONS = 40_000

_TOKEN = re.compile(r"[\u0e00-\u0e7f\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+|[^\w\s]+")
_STARTS_ALIKE = 0.6


@dataclass(frozen=True, slots=True)
class _Words:
    """What of a sentence is compared."""

    ordered: tuple[str, ...]
    bag: frozenset[str]
    rigid: bool
    """A heading, code or delimiter is replaced by its like only when the words agree."""

    @classmethod
    def of(cls, sentence: Sentence) -> "_Words":
        tokens = _TOKEN.findall(sentence.text.casefold())
        words = tuple(token for token in tokens if token[0].isalnum() or token[0] == "_") or tuple(tokens)
        return cls(words, frozenset(words), sentence.kind in {SentenceKind.DELIMITER, SentenceKind.CODE})


def likeness(one: Sentence, other: Sentence) -> float:
    """Return how alike two sentences are, 0.0 to 1.0.

    1.0 when only case, punctuation or white space differ; the Dice coefficient of their words otherwise (characters,
    in scripts without spaces), and no less than 0.6 when one continues the other.
    """
    return _likeness(_Words.of(one), _Words.of(other))


def _likeness(one: _Words, other: _Words) -> float:
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


def pairs(removed: Sequence[Sentence], added: Sequence[Sentence]) -> list[tuple[int, int]]:
    """Return the index pairs (into `removed`, into `added`) of a hunk's modified sentences, ascending."""
    if not removed or not added:
        return []
    before = [_Words.of(sentence) for sentence in removed]
    after = [_Words.of(sentence) for sentence in added]
    reach = max(len(after), len(before))
    if len(before) * len(after) > MOST_COMPARISONS:
        reach = max(1, MOST_COMPARISONS // (2 * len(before)))
    scores: dict[tuple[int, int], float] = {}
    for i, words in enumerate(before):
        middle = i * len(after) // len(before)
        for j in range(max(0, middle - reach), min(len(after), middle + reach + 1)):
            score = _likeness(words, after[j])
            if score >= THRESHOLD:
                scores[i, j] = score
    return _best_chain(scores)


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


def distant_pairs(removed: Sequence[Sentence], added: Sequence[Sentence]) -> list[tuple[int, int]]:
    """Return the pairs among sentences that found no partner in their hunk: edited and moved at once.

    They must be at least `DISTANT_THRESHOLD` alike; the likest are paired first, and of equals the earlier ones.
    Sentences whose words agree are found at any number; the rest are compared up to `MOST_COMPARISONS`.
    """
    before = [_Words.of(sentence) for sentence in removed]
    after = [_Words.of(sentence) for sentence in added]
    same_words: dict[tuple[str, ...], list[int]] = {}
    for j in reversed(range(len(after))):
        same_words.setdefault(after[j].ordered, []).append(j)
    found = {i: same_words[words.ordered].pop() for i, words in enumerate(before) if same_words.get(words.ordered)}
    taken = set(found.values())
    free_before = [i for i in range(len(before)) if i not in found]
    free_after = [j for j in range(len(after)) if j not in taken]
    if len(free_before) * len(free_after) <= MOST_COMPARISONS:
        scores = ((-_likeness(before[i], after[j]), i, j) for i in free_before for j in free_after)
        for _, i, j in sorted(score for score in scores if -score[0] >= DISTANT_THRESHOLD):
            if i not in found and j not in taken:
                found[i] = j
                taken.add(j)
    return sorted(found.items())

"""Finding what a model names: a source phrase in the sentences of a delta, a category, a function by its name.

Models quote loosely and misspell. Nothing they name is taken on trust: it is matched to what is really there.
"""

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from spade_core.taxonomy import Category
from spade_core.text import Span

_NEAR = 0.6
"""Two phrases whose characters agree to this share are the same phrase, quoted loosely."""
_MOST_WORDS = 60
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Located:
    """Where a phrase was found."""

    index: int
    """Of the text among those searched."""
    span: Span
    exact: bool
    """Whether the words are the same, but for case and white space."""


def locate(phrase: str, texts: Sequence[str]) -> Located | None:
    """Return where `phrase` stands in one of `texts`: its words, else the nearest stretch of words, else None."""
    words = phrase.strip(" \t\r\n\"'`“”‘’").split()
    if not words:
        return None
    pattern = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)
    for index, text in enumerate(texts):
        if (match := pattern.search(text)) is not None:
            return Located(index, Span(*match.span()), exact=True)
    return _nearest_stretch(words[:_MOST_WORDS], texts)


def _nearest_stretch(words: Sequence[str], texts: Sequence[str]) -> Located | None:
    best: tuple[float, Located] | None = None
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(" ".join(words).casefold())
    for index, text in enumerate(texts):
        spans = [match.span() for match in _WORD.finditer(text)]
        sizes = {len(words) - 1, len(words), len(words) + 1} if len(spans) > len(words) else {len(spans)}
        for size in sorted(size for size in sizes if 0 < size <= len(spans)):
            for first in range(len(spans) - size + 1):
                span = Span(spans[first][0], spans[first + size - 1][1])
                matcher.set_seq1(span.of(text).casefold())
                floor = best[0] if best else _NEAR
                if matcher.real_quick_ratio() <= floor or matcher.quick_ratio() <= floor:
                    continue
                if (ratio := matcher.ratio()) > floor:
                    best = (ratio, Located(index, span, exact=False))
    return best[1] if best else None


def nearest_category(name: str) -> Category:
    """Return the category of that name, else the one whose name is nearest."""
    wanted = "_".join(re.findall(r"[a-z]+", name.casefold()))
    found = nearest_name(wanted, (category.value for category in Category), cutoff=0.0)
    return Category(found) if found else Category.QUALITATIVE


def nearest_name(name: str, names: Iterable[str], *, cutoff: float = 0.75) -> str | None:
    """Return the one of `names` that is nearest to `name`; None when none agrees to the share `cutoff`."""
    ranked = sorted((-_likeness(name, each), each) for each in names)
    return ranked[0][1] if ranked and -ranked[0][0] >= cutoff else None


def _likeness(one: str, other: str) -> float:
    if one == other:
        return 1.0
    words, others = set(one.split("_")), set(other.split("_"))
    shared = len(words & others) / max(len(words | others), 1)
    return max(shared, difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()) * 0.999

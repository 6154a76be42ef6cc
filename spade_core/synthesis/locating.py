"""Finding what a model names: a source phrase in the sentences of a delta, a category, a function or a key by its name.

Models quote loosely and misspell. Nothing they name is taken on trust: it is matched to what is really there. For names
the search is that of `spade_core.values`, which says when it is not sure.
"""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from spade_core.models import one_line
from spade_core.taxonomy import Category
from spade_core.text import Span
from spade_core.values import ValueSet, set_of

_NEAR = 0.6
"""Two phrases whose characters agree to this share are the same phrase, quoted loosely."""
_MOST_WORDS = 60
_MOST_KEYS = 20
_PREFIX = "assert_"
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
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


def nearest_category(name: str) -> Category | None:
    """Return the category that a name means: its own, a part of it that no other has, or what is a slip for either."""
    known, category_of = _categories()
    found = known.nearest(name.casefold()).correction
    return category_of[found] if found is not None else None


@cache
def _categories() -> tuple[ValueSet, Mapping[str, Category]]:
    names: dict[str, set[Category]] = {}
    for category in Category:
        words = category.value.split("_")
        for first, last in combinations(range(len(words) + 1), 2):
            names.setdefault(" ".join(words[first:last]), set()).add(category)
    found = {name: next(iter(of)) for name, of in names.items() if len(of) == 1}
    return set_of(list(found)), found


def nearest_name(name: str, names: Iterable[str]) -> str | None:
    """Return the one of `names` that a name is, with or without its ``assert_``, or is a slip for; None if not sure."""
    forms = {form: each for each in sorted(names) for form in (each.removeprefix(_PREFIX), each)}
    found = set_of(list(forms)).nearest(_CAMEL.sub("_", name)).correction
    return forms[found] if found is not None else None


def with_keys(item: Mapping[str, object], keys: tuple[str, ...], notes: list[str]) -> Mapping[str, object]:
    """Return an object of a reply with the keys that were asked for; what is a slip for one is renamed, and noted."""
    strange = [key for key in item if key not in keys]
    lacking = tuple(key for key in keys if key not in item)
    if not strange or not lacking:
        return item
    meant = {key: nearest_name(key, lacking) for key in strange[:_MOST_KEYS]}
    notes.extend(f'took the key "{one_line(key, most=60)}" for {found}' for key, found in meant.items() if found)
    return {meant.get(key) or key: value for key, value in item.items()}

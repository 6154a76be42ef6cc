"""Which names of a template stand in a sentence: those whose change could change what the sentence says."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from spade_core.criteria.passage import Surroundings, folded
from spade_core.deltas import Sentence

_TITLE: Final = re.compile(r"(?:^|_)(?:name|title)s?$", re.IGNORECASE)
"""Matches the fields that a sentence may mean without naming them."""
_PREFIX: Final = 4
"""Characters by which names are looked up: one step for each place of a sentence, however many names there are."""


class Names:
    """The names of one template's surroundings."""

    def __init__(self, around: Surroundings) -> None:
        self._is_json = around.is_json
        self._unnamed = tuple(name for name in around.placeholders if _TITLE.search(name))
        self._lists = tuple(_Index(names) for names in (around.placeholders, around.sections, around.keys))

    def inside(self, *sentences: Sentence) -> tuple[object, ...]:
        """Return what of the surroundings can matter to sentences: equal answers, equal criteria."""
        # Of what a sentence stands under, criteria are read from the innermost line alone.
        lines = dict.fromkeys(line for sentence in sentences for line in (sentence.text, *sentence.context[-1:]))
        haystack = "\n".join(map(_like, lines))
        return (self._unnamed, self._is_json, *(names.inside(haystack) for names in self._lists))


class _Index:
    """Some names, each looked for by how it begins."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._by_prefix: dict[str, list[tuple[str, int]]] = {}
        for number, name in enumerate(names):
            like = _like(name)
            self._by_prefix.setdefault(like[:_PREFIX], []).append((like, number))
        self._lengths = sorted({len(prefix) for prefix in self._by_prefix})

    def inside(self, haystack: str) -> tuple[str, ...]:
        """Return the names in the haystack, in their order."""
        found: set[int] = set()
        for length in self._lengths:
            for at in range(len(haystack) - length + 1):
                if alike := self._by_prefix.get(haystack[at : at + length]):
                    found.update(number for like, number in alike if haystack.startswith(like, at))
        return tuple(self._names[number] for number in sorted(found))


@lru_cache(maxsize=4096)  # the sentences of a long prompt, each asked about whenever the names in it change
def _like(text: str) -> str:
    """Return the text so that what any reader takes for equal is equal: no case, plain quotes, no dots on an i."""
    return folded(text).casefold().replace("ı", "i").replace("i\u0307", "i")

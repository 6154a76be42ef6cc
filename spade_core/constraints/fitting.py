"""A length that a prompt wishes for in words only: one check whose bound is chosen from labelled responses.

Law: no number is guessed. The bound is the one that catches the most bad responses while it fails at most tau of the
good ones; beside it stands what bounds fitted in the same way to four fifths of the labels do on the other fifth. With
fewer than ten labels of either kind, or where a fitted bound does no better than chance on what it was not fitted to,
there is no check.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise
from math import ceil
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause, condition
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.judgement import Judgement
from spade_core.language import any_of, lexicon, normalised
from spade_core.taxonomy import Category
from spade_core.text import Span

FEWEST: Final = 10
"""Labels of each kind from which a bound is fitted."""
_FOLDS: Final = 5


class Wish(StrEnum):
    """Which way a length is wished for."""

    SHORT = "short"
    LONG = "long"


_WORDS: Final = {
    Wish.SHORT: ("concise", "concisely", "brief", "briefly", "short", "succinct", "succinctly", "terse", "tersely",
                 "to the point", "compact", "as short as possible", "not too long"),
    Wish.LONG: ("detailed", "in detail", "in depth", "comprehensive", "comprehensively", "thorough", "thoroughly",
                "long", "lengthy", "extensive", "extensively", "elaborate", "exhaustive"),
}  # fmt: skip
LENGTH_WORDS: Final = frozenset(word for words in _WORDS.values() for word in words)
_SPOKEN_OF: Final = re.compile(
    r"\b(?:you are|adept|ability|skilled|expert|so that|in order to|if|when|whether|where|each|every|below|above|"
    r"provided|given|following|attached|as needed|if necessary|think|read|review|analyze|bullets?|titles?|"
    r"sections?|headings?|sentences?|paragraphs?|include|including|add|put)\b|\d"
)
"""Words beside which a length is not one that the whole response shall have."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A bound on a number that responses have, fitted to labels."""

    bound: float
    good: int
    bad: int
    """Labels that it was fitted on."""
    caught: int
    failed: int
    """Of the bad and of the good, those that bounds fitted without them fail."""

    @property
    def words(self) -> str:
        """Return "fitted on 12 good and 10 bad labels; held out, it catches 8 of 10 bad and fails 1 of 12 good"."""
        return (
            f"fitted on {self.good} good and {self.bad} bad labels; "
            f"held out, it catches {self.caught} of {self.bad} bad and fails {self.failed} of {self.good} good"
        )


@dataclass(frozen=True, slots=True)
class Fitted(Constraint):
    """A bound on the words of the response, fitted to labels."""

    category: ClassVar[Category] = Category.QUANTITY
    wish: Wish
    cut: Cut

    @classmethod
    def read(cls, clause: Clause) -> "tuple[Match, ...]":  # type: ignore[override]
        """Nothing is read as fitted: it takes labels."""
        return ()

    @property
    def named(self) -> str:
        """Return a name that another fit keeps."""
        return f"fitted {self.wish} length"

    def describe(self) -> str:
        """Return "the response has at most 120 words (fitted on ...)"."""
        bound = "at most" if self.wish is Wish.SHORT else "at least"
        return f"the response has {bound} {self.cut.bound:.0f} words ({self.cut.words})"

    def source(self) -> str:
        """Return ``words(response) <= 120``."""
        return f"words(response) {'<=' if self.wish is Wish.SHORT else '>='} {self.cut.bound:.0f}"


def wish_of(judgement: Judgement) -> Wish | None:
    """Return which length an instruction wishes for the whole response in words only; None where that is not sure."""
    text = normalised(judgement.words).text
    if judgement.lead and not re.search(
        r"\b(?:rules|requirements|guidelines|instructions|style|tone|format|output)\b", judgement.lead.lower()
    ):
        return None
    if len(text.split()) > 24 or _SPOKEN_OF.search(text) or condition().search(text):
        return None
    named = [wish for wish in Wish if any(word in text for word in _WORDS[wish])]
    found = [wish for wish in named if _wishing(wish).search(text)]
    return found[0] if len(found) == 1 else None


def wishing_words(sentence: str, wish: Wish) -> Span:
    """Return the words of a sentence that wish for a length; all of it where they are not found."""
    normal = normalised(sentence)
    found = re.search(rf"(?<!\w){any_of(_WORDS[wish])}(?!\w)", normal.text)
    return normal.span(*found.span()) if found is not None else Span(0, len(sentence))


@cache
def _wishing(wish: Wish) -> re.Pattern[str]:
    lex = lexicon()
    words = any_of(_WORDS[wish])
    nouns = any_of([*lex.words("nouns", "response"), *lex.words("nouns", "written")])
    few = r"(?:[a-z]+ (?:, )?(?:and |but )?){0,3}?"
    return re.compile(
        rf"(?:^|[,;.] |\b(?:and|be|keep it|keep them|stay|remain|please|being) )"
        rf"(?:be |very |as )?{few}{words}(?:$| ?[.,;!)]| (?:and|but|as possible)\b)"
        rf"|\b(?:a|an|the|your|keep|all|in) {few}{words} (?:, )?(?:and )?(?:[a-z]+ ){{0,2}}?{nouns}\b"
        rf"|\b{nouns} (?:[a-z]+ ){{0,3}}?(?:is|be|are|stay|stays|remain) {few}{words}\b"
        rf"|{lex.verb('produce')} (?:[a-z]+ ){{0,6}}?{words}(?:$| ?[.,;!])"
    )


def fitted_to(wish: Wish, good: Sequence[int], bad: Sequence[int], *, tau: float) -> Fitted | None:
    """Return the bound on numbers of words that `good` and `bad` responses have; None where labels do not give one."""
    cut = cut_between(good, bad, tau=tau, at_least=wish is Wish.LONG, whole=True)
    return None if cut is None else Fitted(wish, cut)


def cut_between(
    good: Sequence[float], bad: Sequence[float], *, tau: float, at_least: bool, whole: bool = False
) -> Cut | None:
    """Return the least or greatest number that a response may have; None where labels do not give one."""
    if min(len(good), len(bad)) < FEWEST:
        return None
    sign = 1.0 if at_least else -1.0
    bound = _bound([sign * n for n in good], [sign * n for n in bad], tau, whole=whole)
    if bound is None:
        return None
    caught = failed = 0
    for fold in range(_FOLDS):
        inner = _bound(
            [sign * n for n in _without(good, fold)], [sign * n for n in _without(bad, fold)], tau, whole=whole
        )
        if inner is not None:
            caught += sum(sign * n < inner for n in bad[fold::_FOLDS])
            failed += sum(sign * n < inner for n in good[fold::_FOLDS])
    if caught * len(good) <= failed * len(bad):
        return None
    return Cut(sign * bound + 0.0, len(good), len(bad), caught, failed)


def _without(numbers: Sequence[float], fold: int) -> list[float]:
    return [number for at, number in enumerate(numbers) if at % _FOLDS != fold]


def _bound(good: Sequence[float], bad: Sequence[float], tau: float, *, whole: bool) -> float | None:
    """Return the least number that fails the most bad ones within tau, the most lenient of equal ones; None if none."""
    best: tuple[int, int, float] | None = None
    values = sorted({*good, *bad})
    for lenient, strict in pairwise(values):
        bound = _between(lenient, strict, whole=whole)
        failed, caught = (sum(n < bound for n in numbers) for numbers in (good, bad))
        if caught and failed <= tau * len(good) and (best is None or (caught, -failed) > best[:2]):
            best = caught, -failed, bound
    return None if best is None else best[2]


def _between(lenient: float, strict: float, *, whole: bool) -> float:
    """Return a number that only the lenient one is below: the middle, with as few digits as tell the two apart."""
    middle = (lenient + strict) / 2
    rounded = (round(middle, digits) for digits in range(1, 12))
    return ceil(middle) if whole else next((each for each in rounded if lenient < each <= strict), strict)

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
_SPOKEN_OF: Final = re.compile(
    r"\b(?:you are|adept|ability|skilled|expert|so that|in order to|if|when|whether|where|each|every|below|above|"
    r"provided|given|following|attached|as needed|if necessary|think|read|review|analyze|bullets?|titles?|"
    r"sections?|headings?|sentences?|paragraphs?|include|including|add|put)\b|\d"
)
"""Words beside which a length is not one that the whole response shall have."""


@dataclass(frozen=True, slots=True)
class Fitted(Constraint):
    """A bound on the words of the response, fitted to labels."""

    category: ClassVar[Category] = Category.QUANTITY
    wish: Wish
    bound: int
    good: int
    bad: int
    """Labels that it was fitted on."""
    caught: int
    failed: int
    """Of the bad and of the good, those that bounds fitted without them fail."""

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
        return (
            f"the response has {bound} {self.bound} words (fitted on {self.good} good and {self.bad} bad labels; "
            f"held out, it catches {self.caught} of {self.bad} bad and fails {self.failed} of {self.good} good)"
        )

    def source(self) -> str:
        """Return ``words(response) <= 120``."""
        return f"words(response) {'<=' if self.wish is Wish.SHORT else '>='} {self.bound}"


def wish_of(judgement: Judgement) -> Wish | None:
    """Return which length an instruction wishes for the whole response in words only; None where that is not sure."""
    text = normalised(judgement.words).text
    if judgement.lead and not re.search(
        r"\b(?:rules|requirements|guidelines|instructions|style|tone|format|output)\b", judgement.lead.lower()
    ):
        return None
    if len(text.split()) > 24 or _SPOKEN_OF.search(text) or condition().search(text):
        return None
    found = [wish for wish in Wish if _wishing(wish).search(text)]
    return found[0] if len(found) == 1 else None


def wishing_words(sentence: str, wish: Wish) -> Span:
    """Return the words of a sentence that wish for a length; all of it where they are not found."""
    normal = normalised(sentence)
    found = re.search(rf"(?<!\w){any_of(_WORDS[wish])}(?!\w)", normal.text)
    return normal.span(*found.span()) if found is not None else Span(0, len(sentence))


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
    if min(len(good), len(bad)) < FEWEST:
        return None
    bound = _bound(wish, good, bad, tau)
    if bound is None:
        return None
    caught = failed = 0
    for fold in range(_FOLDS):
        inner = _bound(wish, _without(good, fold), _without(bad, fold), tau)
        if inner is not None:
            caught += sum(_fails(wish, n, inner) for n in bad[fold::_FOLDS])
            failed += sum(_fails(wish, n, inner) for n in good[fold::_FOLDS])
    if caught * len(good) <= failed * len(bad):
        return None
    return Fitted(wish, bound, len(good), len(bad), caught, failed)


def _without(numbers: Sequence[int], fold: int) -> list[int]:
    return [number for at, number in enumerate(numbers) if at % _FOLDS != fold]


def _fails(wish: Wish, number: int, bound: int) -> bool:
    return number > bound if wish is Wish.SHORT else number < bound


def _bound(wish: Wish, good: Sequence[int], bad: Sequence[int], tau: float) -> int | None:
    """Return the bound that fails the most bad ones within tau, the most lenient of equal ones; None if none do."""
    best: tuple[int, int, int] | None = None
    values = sorted({*good, *bad}, reverse=wish is Wish.SHORT)
    for strict, lenient in zip(values[1:], values, strict=False):
        bound = (strict + lenient) // 2 if wish is Wish.SHORT else (strict + lenient + 1) // 2
        failed, caught = (sum(_fails(wish, n, bound) for n in numbers) for numbers in (good, bad))
        if caught and failed <= tau * len(good) and (best is None or (caught, -failed) > best[:2]):
            best = caught, -failed, bound
    return None if best is None else best[2]

"""How often something may be said: "don't apologise more than once", 'use "great" at most twice'.

Such words make a ban or a wish a quantity: who rules out a second apology allows the first.
"""

import re
from typing import Final

from spade_core.categories.taxonomy import Category
from spade_core.criteria.numbers import NUMBER, value_of
from spade_core.criteria.passage import NEGATION, Found, Passage
from spade_core.criteria.readings import (
    Content,
    Manner,
    PhraseRule,
    Phrases,
    Quantity,
    Reading,
    Shows,
    Speaks,
    Times,
    Unit,
)
from spade_core.text import Span

_COUNT: Final = re.compile(
    r"\b(?:(?P<above>more than|over)|(?P<upper>at most|at the most|no more than|not more than|up to|(?:a )?max(?:imum)?"
    r"(?: of)?|only|just)|(?P<below>less than|fewer than)|(?P<lower>at least|no less than|not less than|no fewer than)"
    r"|(?P<exact>exactly|precisely))"
    rf" (?:(?P<once>once|one time)|(?P<twice>twice)|(?P<number>{NUMBER}) times)\b"
    r"(?P<part>,? (?:per|an?|each|every|in (?:an?|each|every|any|one))\b)?"
)
_APOLOGY: Final = re.compile(r"\b(?:apologi[sz]\w*|apolog(?:y|ies)|sorry)\b")
_THANKS: Final = re.compile(r"\b(?:thank\w*|gratitude)\b")
_CLAUSE: Final = re.compile(r"(?:[;:.!?]|, (?:and|but|or)|\band|\bbut|,(?! \"|\W*$)) ")
_UNITS: Final = {
    Content.EMOJI: Unit.EMOJIS,
    Content.HASHTAG: Unit.HASHTAGS,
    Content.LINKS: Unit.LINKS,
    Content.QUESTION: Unit.QUESTIONS,
}
_COUNTED_RULES: Final = (PhraseRule.EXCLUDE, PhraseRule.INCLUDE_ALL, PhraseRule.INCLUDE_ANY)


def counted(found: list[Found], passage: Passage) -> list[Found]:
    """Return what was found with the bans and wishes that are counted ("more than once") as quantities.

    Where nothing is known that could count them, they are left out: a judge is asked about the sentence then.
    """
    for count in _COUNT.finditer(passage.spoken):
        clause = Span(_start_of_clause(passage.spoken, count.start()), count.end())
        inside = [item for item in found if _is_countable(item.reading) and _overlap(item.span, clause)]
        rest = [item for item in found if item not in inside]
        bounds = _bounds(passage.spoken, count)
        found = rest + (_quantities(inside, passage, clause, bounds) if count["part"] is None else [])
    return found


def _start_of_clause(text: str, end: int) -> int:
    return max((match.end() for match in _CLAUSE.finditer(text, 0, end)), default=0)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _is_countable(reading: Reading) -> bool:
    """Whether it says that something is there or is not, which "at most once" gives another sense."""
    return isinstance(reading, Speaks | Shows) or (isinstance(reading, Phrases) and reading.rule in _COUNTED_RULES)


def _bounds(text: str, count: re.Match[str]) -> tuple[int | None, int | None]:
    number = 1 if count["once"] else 2 if count["twice"] else value_of(count["number"])
    negated = NEGATION.search(text[: count.start()]) is not None
    if count["above"]:
        return (None, number) if negated else (number + 1, None)
    if count["below"]:
        return (number, None) if negated else (None, max(number - 1, 0))
    if count["lower"]:
        return number, None
    return (None, number) if count["upper"] else (number, number)


def _quantities(
    inside: list[Found], passage: Passage, clause: Span, bounds: tuple[int | None, int | None]
) -> list[Found]:
    lower, upper = bounds
    made: list[Found] = []
    for item in inside:
        match item.reading:
            case Phrases(phrases=phrases):
                made += (Found(Times(phrase, lower, upper), clause, Category.QUANTITY) for phrase in phrases)
            case Shows(content=content) if content in _UNITS:
                made.append(Found(Quantity(_UNITS[content], lower, upper), clause, Category.QUANTITY))
            case Speaks(manner=Manner.EXCLAMATION):
                made.append(Found(Quantity(Unit.EXCLAMATIONS, lower, upper), clause, Category.QUANTITY))
            case _:
                continue
    said = passage.spoken[clause.start : clause.end]
    for manner, words in ((Manner.APOLOGY, _APOLOGY), (Manner.THANKS, _THANKS)):
        if not made and words.search(said):
            made.append(Found(Times(manner, lower, upper), clause, Category.QUANTITY, vague=True))
    return made

"""A stretch of a sentence that speaks for a category, and the clause that it is looked for in."""

import re
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final, NamedTuple

from spade_core.constraints import Clause, Constraint, condition
from spade_core.language import any_of, lexicon
from spade_core.taxonomy import Category


class CategoryMatch(NamedTuple):
    """A stretch of a sentence in normal form and the category that it speaks for."""

    category: Category
    reason: str
    start: int
    end: int
    core: tuple[int, int]
    """The words that tell, without what they speak of."""
    words: str = ""
    """Those words."""
    constraint: Constraint | None = None


@dataclass(frozen=True)
class Asking:
    """One clause, with what was read in it already."""

    clause: Clause
    sure: bool
    """Whether its sentence certainly speaks of the response; a fragment only may."""
    told: list[CategoryMatch] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The clause in normal form."""
        return self.clause.text

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words, to look no further where a word is missing without which nothing can be said."""
        return frozenset(self.text.split(" "))

    def has(self, *categories: Category) -> bool:
        """Whether something of these categories was read."""
        return any(each.category in categories for each in self.told)

    def overlaps(self, span: tuple[int, int], *categories: Category) -> bool:
        """Whether something of these categories was read in a stretch."""
        start, end = span
        return any(start < each.end and each.start < end and each.category in categories for each in self.told)

    def commands(self, at: int) -> bool:
        """Whether a verb in its base form at an offset asks for something."""
        before = self.text[:at]
        return _before_verb().search(before) is not None and _before_no_command().search(before) is None

    def in_condition(self, at: int) -> bool:
        """Whether an offset stands within "if ..." before its comma, or in what is to be found out."""
        if _FOUND_OUT.search(self.text, 0, at) is not None:
            return True
        opened = list(condition().finditer(self.text, 0, at))
        if not opened or _opens_condition().match(self.text, opened[-1].start()) is None:
            return False
        between = self.text[opened[-1].end() : at]
        return _CLOSES.search(between) is None and _IN_BRIEF.search(between) is None


_FOUND_OUT: Final = re.compile(
    r"\b(?:determine|decide|check|judge|see|assess|evaluate|verify) (?:if|whether) (?:(?! and )[^,;:.])*$"
)
"""What is to be found out: "determine whether the question is clear"."""
_CLOSES: Final = re.compile(r" , | : | then ")
_IN_BRIEF: Final = re.compile(r"^ (?:needed|necessary|possible|applicable|appropriate|relevant|available)\b")


def words(table: str, key: str) -> str:
    """Return a pattern for any of the words of a list of the lexicon."""
    return lexicon().alternation(table, key)


@cache
def _before_verb() -> re.Pattern[str]:
    return re.compile(rf"(?:^|[,:;—.!?(>\]⟫⟧] |\b{words('asking', 'before_verb')} )(?:\w+ly )?$")


@cache
def _before_no_command() -> re.Pattern[str]:
    asking_to = "".join(rf"(?<!{word} )" for word in lexicon().words("asking", "before_to"))
    others = r"\b(?:i|we|they|users?)(?: (?:will|can|may|should|must|also|and))* $"
    return re.compile(rf"{others}|\bonly to $|\w \. $|{asking_to}\bto $")


@cache
def _opens_condition() -> re.Pattern[str]:
    opening = ["if", "when", "whenever", "unless", "where", "once", "until", "depending"]
    return re.compile(rf"{any_of([*opening, 'in case', 'in cases', 'for cases'])}\b")

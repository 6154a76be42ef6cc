"""Values: a number in a range, dates of one shape."""

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.part import WHOLE, Part, literal
from spade_core.constraints.parts import last_named, named_part
from spade_core.language import normalised
from spade_core.taxonomy import Category

_SCALE = (
    r"(?:score|rating|rate|rank|number|scale|grade|value|mark|integer|digit|float|percentage|level|"
    r"confidence|probability|relevance)"
)


@dataclass(frozen=True, slots=True)
class InRange(Constraint):
    """A number between two bounds, inclusive."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    low: str
    """The bounds; "" for none."""
    high: str
    part: Part
    """Where it stands."""
    integer: bool = False
    among: bool = False
    """Whether there may be other numbers beside it, and words."""

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the ranges that a clause gives for a score."""
        if clause.conditional:
            return
        item = re.match(r"(?P<name>[a-z][a-z_ ]{2,30}?) ?\( ?(?P<low>\d+) to (?P<high>\d+) ?\)", clause.text)
        if item is not None and (part := named_part(item["name"], clause.around)) is not None:
            yield Match(cls(item["low"], item["high"], part), 0, item.end())
        for found in _ranged().finditer(_BRACKETED.sub(_bounds_of, clause.text)):
            if clause.negated(found.start()) or float(found["low"]) >= float(found["high"]):
                continue
            part = scored_part(clause, found.end())
            is_among = part is None and _is_rated(clause)
            if part is None and not is_among:
                continue
            is_integer = "integer" in clause.text
            yield Match(
                cls(found["low"], found["high"], part or WHOLE, is_integer, is_among), found.start(), found.end()
            )
            return
        if (best := OUT_OF.search(clause.text)) is not None and not clause.negated(best.start()):
            part = scored_part(clause, best.end())
            if part is not None or _is_rated(clause):
                yield Match(cls("0", best["high"], part or WHOLE, among=part is None), best.start(), best.end())

    def describe(self) -> str:
        """Return "the response is a number from 1 to 5"."""
        noun = "an integer" if self.integer else "a number"
        bounds = f"from {self.low} to {self.high}"
        if not (self.low and self.high):
            bounds = f"of at least {self.low}" if self.low else f"of at most {self.high}"
        return f"{self.part.words} {'has' if self.among else 'is'} {noun} {bounds}"

    def source(self) -> str:
        """Return ``number_between(response, 1, 5)``."""
        if self.among:
            return f"any({self.low} <= each <= {self.high} for each in numbers_of(response))"
        low, high = self.low or 'float("-inf")', self.high or 'float("inf")'
        return self.part.test(f"number_between({{part}}, {low}, {high})")

    def excludes(self, other: Constraint) -> bool:
        """Whether the ranges of one part do not meet."""
        if not isinstance(other, InRange) or self.part != other.part:
            return False
        return self._ends_before(other) or other._ends_before(self)

    def _ends_before(self, other: "InRange") -> bool:
        return float(self.high or "inf") < float(other.low or "-inf")


_BRACKETED: Final = re.compile(r"\[ (?:(?P<minus>-) ?)?(?P<low>\d+(?:\.\d+)?) , (?P<high>\d+(?:\.\d+)?) \]")


def _bounds_of(found: re.Match[str]) -> str:
    """Return an interval in brackets as it is said in words, no longer: "[ 0 , 1 ]" is "0 to 1"."""
    return f"{found['minus'] or ''}{found['low']} to {found['high']}".ljust(len(found.group()))


def _is_rated(clause: Clause) -> bool:
    """Whether a clause tells to rate something, where the response is a text without named parts."""
    around = clause.around
    is_text = not (around.keys or around.sections or around.columns or around.is_notation) and clause.part == WHOLE
    return is_text and _RATING.search(clause.text) is not None


OUT_OF: Final = re.compile(
    r"\b(?:rate|score|grade|mark|rating|number)\b[^.;]{0,60}? out of (?P<high>\d+)(?! ?(?:to )?\d)(?! [a-z]+s\b)"
)
"""The best of a score: "rate it out of 10"."""
_RATING: Final = re.compile(
    r"(?:^|, |\b(?:please|must|should|to|will|and|then) )(?:rate|score|grade|rank)\b|\bscale (?:of|from)\b|"
    r"(?:^|, |\b(?:please|must|should|to|will|and|then) )(?:give|assign|provide|output|return|respond with|reply with|"
    r"answer with|be)(?: (?:it|them|me|back))? (?:a|an|the|your)(?: (?!for\b)[a-z]+){0,2} "
    r"(?:score|rating|grade|rank|number|integer|digit)\b"
)


@cache
def _ranged() -> re.Pattern[str]:
    number = r"-?\d+(?:\.\d+)?"
    return re.compile(
        rf"\b{_SCALE}s?\b[^.;]{{0,60}}?(?:\bfrom |\bbetween |\bof |\( ?|\bscale of |, )?(?P<low>"
        rf"{number})(?: \([^)]*\))? (?:to|and|through|—) (?P<high>{number})(?![\w.]* ?(?:words|"
        rf"sentences|characters|items|bullets))"
    )


def scored_part(clause: Clause, end: int) -> Part | None:
    """Return where the number stands: the response itself, a key of its JSON, or None where that is not said.

    A key is that which text[:end] names last; else any of the clause.
    """
    around = clause.around
    if around.keys:
        part = last_named(clause, 0, end) or last_named(clause, 0, len(clause.text))
        is_score = part is not None and _SCORE.search(part.named.lower()) is not None
        part = (part if is_score else None) or _key_of_score(clause) or part
        return part if part is not None and part.each else None
    if clause.part != WHOLE:
        return clause.part
    for noun in re.findall(r"[a-z]+(?: [a-z]+)?", clause.text) if around.columns or around.sections else ():
        part = named_part(noun, around)
        if part is not None:
            return part
    return WHOLE if around.form == "number" else None


def _key_of_score(clause: Clause) -> Part | None:
    """Return the only key that is named as a score, for a clause that tells to rate something."""
    names = [name for name in clause.around.keys if _SCORE.search(name.lower())]
    return named_part(names[0], clause.around) if len(names) == 1 and _RATING.search(clause.text) else None


_SCORE: Final = re.compile(r"(?:score|rating|rate|rank|grade)$")


@dataclass(frozen=True, slots=True)
class Shape(Constraint):
    """Dates or times of the response are written in this shape."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    shape: str
    part: Part = WHOLE

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the shapes that a clause gives."""
        if clause.conditional:
            return
        for found in re.finditer(
            r"(?<!\w)(?P<shape>yyyy-mm-dd|yyyy-mm(?![-\w])|mm/dd/yyyy|dd/mm/yyyy|dd\.mm\.yyyy|hh:mm:ss|hh:mm|"
            r"yyyy/mm/dd|dd-mm-yyyy|mm-dd-yyyy)(?!\w)",
            clause.normal.original.lower(),
        ):
            part = clause.part
            if part == WHOLE and clause.around.keys:
                at = len(normalised(clause.normal.original[: found.start()]).text) - clause.start
                part = last_named(clause, 0, max(at, 0)) or last_named(clause, 0, len(clause.text)) or WHOLE
            if not clause.negated(len(clause.text)) and (part == WHOLE or part.source.startswith("leaves_of(")):
                yield Match(cls(found["shape"].upper(), part), 0, len(clause.text))
                return

    def describe(self) -> str:
        """Return "dates in the response are written YYYY-MM-DD"."""
        if self.part != WHOLE:
            return f"{self.part.words} is written {self.shape}"
        noun = "times" if "H" in self.shape else "dates"
        return f"{noun} in the response are written {self.shape}"

    def source(self) -> str:
        """Return ``all(matches_format(each, "YYYY-MM-DD") for each in dates_of(response))``."""
        if self.part != WHOLE:
            return self.part.test(f"matches_format({{part}}, {literal(self.shape)})")
        source = "times_of(response)" if "H" in self.shape else "dates_of(response)"
        return f"all(matches_format(each, {literal(self.shape)}) for each in {source})"


@dataclass(frozen=True, slots=True)
class Pattern(Constraint):
    """A regular expression is found in the text."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    says: str
    """What is then true of the text: "has no spaces"."""
    expression: str
    part: Part

    def describe(self) -> str:
        """Return 'the value of "slug" has no spaces'."""
        return f"{self.part.words} {self.says}"

    def source(self) -> str:
        """Return ``all(re.search("^[a-z]+$", each) is not None for each in leaves_of(response, "slug"))``."""
        return self.part.test(f"re.search({literal(self.expression)}, {{part}}) is not None")

    @property
    def topic(self) -> Hashable:
        """Patterns are not compared."""
        return type(self), self.expression, self.part

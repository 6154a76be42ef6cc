"""Values of the input that the response has to name, or must not: "address the guest as {name}"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.part import WHOLE, Part, literal
from spade_core.constraints.parts import part_at
from spade_core.taxonomy import Category


@dataclass(frozen=True, slots=True)
class Given(Constraint):
    """The response has the value of an input field, or does not."""

    category: ClassVar[Category] = Category.INCLUSION
    field: str
    wanted: bool = True
    part: Part = WHOLE

    @property
    def kind_of(self) -> Category:
        """Exclusions are a category of their own."""
        return Category.INCLUSION if self.wanted else Category.EXCLUSION

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the fields whose value a clause says to name, where it is a name or a short phrase."""
        if clause.conditional or clause.excepted:
            return
        if "⟪" not in clause.text:
            return
        for found in _NAMED.finditer(clause.text):
            name = clause.normal.field(found["field"])
            is_short = found["noun"] is not None or _SHORT.search(name.lower()) is not None
            if is_short and re.fullmatch(r"\w+", name):
                named = not clause.negated(found.start())
                yield Match(cls(name, named, _stretch(clause, found.start())), found.start(), found.end())

    def describe(self) -> str:
        """Return 'the response contains the value of "name"'."""
        return f'{self.part.words} {"contains" if self.wanted else "does not contain"} the value of "{self.field}"'

    def source(self) -> str:
        """Return ``contains(response, str(example["name"]))``."""
        said = f"contains({{part}}, str(example[{literal(self.field)}]))"
        return self.part.test(said if self.wanted else f"not {said}")

    def excludes(self, other: Constraint) -> bool:
        """Whether one wants what the other rules out."""
        return (
            isinstance(other, Given)
            and (self.field, self.part) == (other.field, other.part)
            and self.wanted != other.wanted
        )


def _stretch(clause: Clause, at: int) -> Part:
    """Return the one part that has the value; the whole response where many may have it."""
    part = part_at(clause, at)
    return WHOLE if part is None or part.each else part


_SHORT: Final = re.compile(
    r"(?:name|keyword|phrase|title|brand|company|url|link|email|city|number|id|code|price|competitor)$"
)
"""How a field is called that holds a few words."""
_NAMED: Final = re.compile(
    r"\b(?:mention|include|contain|use|state|say|repeat|cite|quote|reference)(?:s|ing)?"
    r"(?: (?:the|their|his|her|its|your|exact|full|given))*(?: (?:company|customer|user|product|brand))?"
    r"(?P<noun> (?:name|keyword|phrase|title|word|link|url|number|city|id))?(?: ?[:(,])? (?P<field>⟪\d+⟫)"
    r"(?! ?(?:' ?s\b|(?:as|to|for|from|when|if|and|or|of|with (?:a|the)|information|data|[a-z]+s)\b))"
)
"""What tells to name the value of a field. Behind it nothing may follow that makes the field part of something else."""

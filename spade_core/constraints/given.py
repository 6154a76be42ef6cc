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
        yield from cls._repeated(clause)
        if "⟪" not in clause.text:
            return
        for found in _NAMED.finditer(clause.text):
            name = clause.normal.field(found["field"])
            is_short = (
                found["noun"] is not None or found["person"] is not None or _SHORT.search(name.lower()) is not None
            ) or clause.text.startswith(" by name", found.end())
            if is_short and re.fullmatch(r"\w+", name):
                named = not clause.negated(found.start())
                yield Match(cls(name, named, _stretch(clause, found.start())), found.start(), found.end())
        for found in _LISTED.finditer(clause.text):
            names = [clause.normal.field(mark) for mark in re.findall(r"⟪\d+⟫", found["fields"])]
            for name in () if clause.negated(found.start()) else names:
                if _SHORT.search(name.lower()) and re.fullmatch(r"(?!.*file)\w+", name):
                    part = _stretch(clause, found.start("fields"))
                    yield Match(cls(name, part=part), found.start("fields"), found.end())

    @classmethod
    def _repeated(cls, clause: Clause) -> Iterator[Match]:
        """Yield that the question is not said again, where one field alone holds it."""
        asked = [name for name in clause.around.fields if _ASKED.search(name.lower()) is not None]
        for found in _REPEATED.finditer(clause.text):
            if len(asked) == 1 and re.fullmatch(r"\w+", asked[0]) and clause.negated(found.start()):
                yield Match(cls(asked[0], wanted=False), found.start(), found.end())

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
    r"(?:name|keyword|phrase|title|brand|company|hashtag|url|link|email|city|website|phone|competitor|number|id|code|invoice|order|sku|"
    r"product|place|venue|destination|discount|price|coupon|model|artist|author|song|film|movie|book)$"
)
"""How a field is called that holds a few words."""
_NAMED: Final = re.compile(
    r"\b(?:(?:mention|include|contain|use|integrate|incorporate|state|say|reveal|repeat|cite|quote|reference)(?:s|ing)?"
    r"(?: (?:the|their|his|her|its|your|our|exact|full|first|target|primary|main|focus|given|provided))*"
    r"(?: (?:company|customer|user|client|product|brand|person|author|recipient|candidate|place|event|project|seo)"
    r"(?: ?' ?s)?)?(?P<noun> (?:name|keyword|key phrase|phrase|title|word|brand|company|city|hashtag|link|url|"
    r"discount|price|"
    r"email|id|sku|"
    r"(?:(?:order|invoice|phone|ticket|case|tracking|reference|account|serial|model|confirmation) )?number|"
    r"(?:(?:order|invoice|product|ticket|case|coupon|promo|discount|error|zip|postal|airport) )(?:id|code)))?|"
    r"(?P<person>(?:address|greet|call|refer to|sign)(?: (?:the|them|him|her|it|off|letter|email|message|user|customer|"
    r"client|recipient|guest|reader|person))* (?:as|by|with|from)(?: (?:the|their|name|first|full))*))"
    r"(?: ?(?::|\(|,|of))? (?P<field>⟪\d+⟫)"
    r"(?! ?(?:' ?s\b|(?:as|to|for|from|when|if|and|or|of|with (?:a|the)|information|data|[a-z]+s)\b))"
)
"""What tells to name the value of a field. Behind it nothing may follow that makes the field part of something else."""
_REPEATED: Final = re.compile(
    r"\b(?:repeat|restate|echo|copy|reproduce|quote|repeating|restating|echoing|copying|repetition of|include|"
    r"including)"
    r"(?: back)? (?:the|my|their|this|his|her)(?: (?:user|customer|original|input|given|whole|entire|full|"
    r"exact)(?: ?' ?s)?)* (?:question|query)(?= ?(?:[.,;!)]|$| (?:in|at|before|back|verbatim|itself|again|or|and|"
    r"word)\b))"
)
_ASKED: Final = re.compile(r"(?:^|_)(?:question|query)$")
"""How the field is called that holds what the user asks."""
_LISTED: Final = re.compile(
    r"(?:^|[,;:] |\b(?:and|then|must|should|always|please|to) )(?:mention|include|add|insert|end|close|sign|begin|"
    r"start)\b(?:(?: (?!(?:if|when|for|about|from|based|of|by|like|as|instead|than|whether)\b)[^\s.;⟪]+){0,12}? "
    r"(?:with|including|containing|:|\())?(?: (?:the|a|an|your|their|full|names?|words|keywords|phrases))* "
    r"(?P<fields>⟪\d+⟫(?: ?(?:,|and|, and|&) (?:the )?⟪\d+⟫)*)(?! ?' ?s\b)(?! [a-z]+s\b)"
)
"""What puts the values of fields into the response, behind what they are part of: "a block with {name}, {email}"."""

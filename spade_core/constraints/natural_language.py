"""In which natural language the response is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.part import WHOLE, Part, literal
from spade_core.constraints.parts import part_at
from spade_core.language import any_of, lexicon
from spade_core.taxonomy import Category


@dataclass(frozen=True, slots=True)
class InLanguage(Constraint):
    """The natural language of the response."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    name: str
    """By its English name."""
    part: Part = WHOLE
    wanted: bool = True
    field: str = ""
    """The placeholder that holds it, where the prompt does not name it."""

    @property
    def kind_of(self) -> Category:
        """A language that is ruled out is an exclusion."""
        return self.category if self.wanted else Category.EXCLUSION

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the language that a clause asks for or rules out."""
        if clause.conditional or clause.excepted:
            return
        alone = _language_alone().fullmatch(clause.text)
        if alone is not None and clause.part == WHOLE:
            yield Match(cls(lexicon().languages[alone["name"]]), *alone.span())
        for found in _language().finditer(clause.text):
            negated = clause.negated(found.start("name"))
            is_ban = negated and _NO_LANGUAGE.search(clause.text[: found.start("name")]) is None
            if is_ban or _of_another_thing().match(clause.text, found.end()):
                continue
            part = part_at(clause, found.start())
            if part is not None:
                name = lexicon().languages[found["name"]]
                yield Match(cls(name, part, not negated), found.start(), found.end())
                return
        for found in _language_of_field().finditer(clause.text):
            mark = found["mark"]
            name = clause.normal.field(mark) if mark[0] == "⟪" else clause.normal.quote(mark).strip("{}$ ")
            in_condition = re.search(r"\b(?:if|when|unless) [^,]*$", clause.text[: found.start()]) is not None
            is_language = not in_condition and re.fullmatch(r"(?:\w+_)?lang(?:uage)?(?:_\w+)?", name) is not None
            part = part_at(clause, found.start())
            if is_language and part is not None and not clause.negated(found.start()):
                yield Match(cls("", part, field=name), found.start(), found.end())
                return

    def describe(self) -> str:
        """Return "the response is in French"."""
        if self.field:
            return f'{self.part.words} is in the language of "{self.field}"'
        return f"{self.part.words} is {'' if self.wanted else 'not '}in {self.name}"

    def source(self) -> str:
        """Return ``in_language(response, "French")``."""
        if self.field:
            return self.part.test(f"in_language({{part}}, example[{literal(self.field)}])")
        return self.part.test(f"{'' if self.wanted else 'not '}in_language({{part}}, {literal(self.name)})")

    def excludes(self, other: Constraint) -> bool:
        """Whether the other asks for another language, or rules this one out."""
        if not isinstance(other, InLanguage) or self.part != other.part or self.field or other.field:
            return False
        return self.wanted and other.wanted if self.name != other.name else self.wanted != other.wanted


@cache
def _language_of_field() -> re.Pattern[str]:
    """Return what matches a language that a placeholder holds: "answer in {language}", 'in the "{lang}" language'."""
    lead = (
        r"(?:write|respond|reply|answers?|output|be|response|speak|translate|communicate|summary|summari[sz]e|report|it|"
        r"give|provide|everything|return|explain|describe|content)"
    )
    return re.compile(
        rf"\b{lead}(?: (?:must|should|always|only|be|written|the|your|this|all|text|answer|response|strictly|"
        rf"it|entirely))* "
        rf"(?:in|into)(?: (?:the|only|language|following|:))* (?P<mark>⟪\d+⟫|⟦\d+⟧)"
    )


_NO_LANGUAGE: Final = re.compile(r"\b(?:write|respond|reply|answer|output|speak)\b(?: [a-z]+){0,3} in (?:the )?$")
"""What a ban of a language has before its name: "never answer in"."""


@cache
def _of_another_thing() -> re.Pattern[str]:
    """Return what matches behind a language that is not that of all: "English and French", "English class"."""
    return re.compile(
        rf" ?(?:, (?:or |and )?(?:in )?{any_of(lexicon().languages)}|"
        rf"(?:or|and) (?:in )?(?:{any_of(lexicon().languages)}|your|the|then|their|another)|sentence|"
        r"grammar|words?|name|text|teacher|class|speaker|spelling)\b"
    )


@cache
def _language_alone() -> re.Pattern[str]:
    """Return what matches a clause that is nothing but a language: "English only"."""
    return re.compile(rf"(?:only |strictly )?(?P<name>{any_of(lexicon().languages)})(?: only| please)+ ?[.!]?")


@cache
def _language() -> re.Pattern[str]:
    names = any_of(lexicon().languages)
    lead = (
        r"(?:write|respond|reply|answer|output|written|be|entirely|only|everything|response|use|"
        r"using|translate|translated|speak|communicate|summary|result|poem|letter|essay|it|"
        r"completely|generated|always|text|in)"
    )
    return re.compile(
        rf"(?:^(?:(?:response|output|answer|reply|target|report|summary) )?language ?:|"
        rf"(?:\b{lead}\b(?: [^\s.;,]+){{0,8}}? |^|, |\b(?=using only ))(?:in|into|using|use)|"
        rf"\btranslate(?: [^\s.;,]+){{0,8}}? to)(?: "
        rf"(?:the|only|formal|standard|proper|fluent|natural|clear|correct|idiomatic|good|native|modern|and))*"
        rf" (?P<name>{names})"
        rf"(?: language| only)*(?!\w)"
    )

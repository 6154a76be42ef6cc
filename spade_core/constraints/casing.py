"""Capital and small letters, and how words are joined to names: upper case, title case, snake_case."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.part import WHOLE, Part, each_of, literal
from spade_core.constraints.parts import last_named, part_at, subject_part
from spade_core.language import any_of, lexicon
from spade_core.taxonomy import Category


@dataclass(frozen=True, slots=True)
class Casing(Constraint):
    """All letters are of one case."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    upper: bool
    part: Part = WHOLE
    language: str = ""
    """The language that the same words ask for: "in English and all lower case"."""

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the case that a clause asks for."""
        if clause.conditional or clause.excepted:
            return
        for found in _cased().finditer(clause.text):
            negated = clause.negated(found.start())
            upper = found["upper"] is not None
            if (
                not negated
                and not (clause.around.is_json and _OF_KEYS.search(clause.text))
                and not re.search(
                    r"\b(?:all|only|entire|entirely|whole|everything|fully|every|full|in|convert|change|turn|transform)\b|"
                    r"\b(?:must|should) be (?=lower|upper)",
                    clause.text[: found.start()][-40:] + clause.text[found.start() : found.end() + 5],
                )
                and not _CASE_ALONE.match(clause.text)
            ):
                continue
            if negated and re.match(
                r" ?(?:, (?:or |and )?|or |and )(?!in\b|use\b|with\b|wrap|make|do\b|your|\d|you\b)",
                clause.text[found.end() :],
            ):
                continue
            if negated and (not upper or "caps" in found.group()):
                continue  # "avoid all caps" leaves capitals at the beginning of words
            if re.search(
                r"\b(?:words?|letters?)(?: be)? (?:with|in|having|that are in|of)?(?: all)? ?$|\b(?:some|few) $",
                clause.text[: found.start("upper")] if upper else clause.text[: found.start()],
            ) or re.search(r"^ ?(?:, [a-z]+ )?(?:words|tokens|names|tags|slugs)\b", clause.text[found.end() :]):
                continue
            part = _cased_part(clause, found.start())
            if (
                part is not None
                and re.match(
                    r" ?(?:only )?(?:words?|highlight|for(?! (?:all |the |each |every |json )*(?:keys?|field names)\b)|"
                    r"where|should|must be less|at least|\d)",
                    clause.text[found.end() :],
                )
                is None
            ):
                language = re.search(rf"\bin {any_of(lexicon().languages)}\b", clause.text)
                name = lexicon().languages[language.group()[3:]] if language is not None else ""
                yield Match(cls(upper != negated, part, name), found.start(), found.end())
                return

    def describe(self) -> str:
        """Return "the response is in lower case"."""
        also = f" and in {self.language}" if self.language else ""
        return f"{self.part.words} is in {'capital letters' if self.upper else 'lower case'}{also}"

    def source(self) -> str:
        """Return ``is_lower(response)``."""
        test = "is_upper({part})" if self.upper else "is_lower({part})"
        return self.part.test(f"{test} and in_language({{part}}, {literal(self.language)})" if self.language else test)

    def excludes(self, other: Constraint) -> bool:
        """Whether the other asks for the other case."""
        return isinstance(other, Casing) and self.part == other.part and self.upper != other.upper


def _cased_part(clause: Clause, at: int) -> Part | None:
    """Return what is in a case: the part that the words right before name, "headings in capitals"; None if unknown."""
    part = part_at(clause, at)
    if _OF_KEYS.search(clause.text) is not None:
        return Part("each key", "all_keys_of(response)", each=True) if clause.around.is_json else None
    if part == WHOLE and _EDGE_CASED.search(clause.text[:at]):
        return None
    if (put := _PUT_IN_CASE.search(clause.text[:at])) is not None:
        return subject_part(put["noun"], clause.around)
    subject = _SUBJECT_OF_CASE.fullmatch(re.split(r"[,;:(]| and ", clause.text[:at])[-1].strip())
    if part != WHOLE or subject is None or subject["noun"] in _ALL_LETTERS:
        return part
    named = subject_part(subject["noun"], clause.around)
    is_other = named is not None and named.source == "entries_of(response)" and " " in subject["noun"]
    return None if is_other else named


_EDGE_CASED: Final = re.compile(
    r"\b(?:begin|start|open|end|finish|conclude)s?\b[^;:]*? with (?:the|a|an|your|its|one) [^;:]*$"
)
"""What the response begins or ends with, which is in a case: "begin with the mood, written in all caps"."""
_SUBJECT_OF_CASE: Final = re.compile(
    r"(?:the |all |your |every )?(?P<noun>(?:[a-z]+ )?(?:[a-z]+s|title|headline|heading|subject|slug|name))"
    r"(?: (?:must|should|has to|have to|is|are|be|written|in|all))*"
)
_PUT_IN_CASE: Final = re.compile(
    r"\b(?:write|put|keep|make|format|print|give|set|render|type) (?P<noun>(?:the|your|its|all|every|each) "
    r"(?!(?:letter|character|word|text)s?\b)(?:[a-z]+ ){0,2}?[a-z]+) (?:all |entirely |fully |always )*$"
)
"""What a clause says to write in a case: "put the subject line in lower case"."""
_ALL_LETTERS: Final = frozenset({"letters", "characters", "words"})
"""What is all of the response where it stands before a case."""
_CASE_ALONE: Final = re.compile(
    r"(?:please |always )*(?:use|write|keep(?: it| everything)?) (?:lower ?case|upper ?case)(?: letters)? ?(?:$|[,.;])"
)
"""A clause that says nothing but the case: "use lowercase"."""


@cache
def _cased() -> re.Pattern[str]:
    return re.compile(
        r"(?:(?P<lower>(?:all |only |in |entirely |english and in all )*(?:lower ?case|lower case "
        r"letters|small letters))|(?P<upper>(?:in )?(?:all |only |any |english and in all |"
        r"entirely )*(?:upper ?case|capital letters|all caps|capitals|full caps|block letters)))"
        r"(?: letters?)?(?!\w)"
    )


@dataclass(frozen=True, slots=True)
class Written(Constraint):
    """Names or titles are written in a style: Title Case, snake_case."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    style: str
    part: Part

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the styles that a clause asks for, with what is written so."""
        if clause.conditional or clause.excepted or "case" not in clause.text:
            return
        for found in _STYLED.finditer(clause.text):
            style = _STYLES[re.sub(r"[ _]?case", "", found.group())]
            part = None if clause.negated(found.start()) else _written_part(clause, found, style)
            if part is not None:
                yield Match(cls(style, part), found.start(), found.end())

    def describe(self) -> str:
        """Return 'each key is in snake_case'."""
        return f"{self.part.words} is in {self.style}"

    def source(self) -> str:
        """Return ``is_title_case(title(response))``."""
        is_title = self.style == "Title Case"
        return self.part.test("is_title_case({part})" if is_title else f"in_case({{part}}, {literal(self.style)})")

    def excludes(self, other: Constraint) -> bool:
        """Whether the other asks for another style of the same."""
        return isinstance(other, Written) and self.part == other.part and self.style != other.style


_STYLES: Final = {
    "title": "Title Case",
    "snake": "snake_case",
    "kebab": "kebab-case",
    "camel": "camelCase",
    "pascal": "PascalCase",
}
_STYLED: Final = re.compile(rf"\b(?:{'|'.join(_STYLES)})[ _]?case\b")
_OF_KEYS: Final = re.compile(r"\b(?:keys?|field names|property names|attribute names)\b")


def _written_part(clause: Clause, found: re.Match[str], style: str) -> Part | None:
    """Return what is written in a style; None where that is not sure."""
    around = clause.around
    if style == "Title Case" and re.search(r"\b(?:headings|headers|subheadings)\b", clause.text):
        return each_of("headings_of", "heading")
    if style == "Title Case" and not around.keys:
        is_title = around.written != () and set(around.written) <= {"title", "headline"}
        return WHOLE if is_title else Part("the title", "title(response)", named="title")
    if around.is_json and _OF_KEYS.search(clause.text):
        return Part("each key", "all_keys_of(response)", each=True)
    part = last_named(clause, 0, found.start()) or clause.part
    if part == WHOLE and style != "Title Case":
        subject = _SUBJECT_OF_CASE.fullmatch(re.sub(r"^each ", "all ", clause.text[: found.start()].strip()))
        part = subject_part(f"all {subject['noun']}", around) or part if subject is not None else part
    return part if part.each else None

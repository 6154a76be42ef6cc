"""What code sees in a response, there or not: emoji, links, bold text, commas, the first person."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause, exemplified
from spade_core.constraints.constraint import Constraint, Match, kind
from spade_core.constraints.part import WHOLE, Part
from spade_core.constraints.parts import part_at
from spade_core.language import lexicon
from spade_core.language.lexicon import Thing, any_of
from spade_core.taxonomy import Category

_FORMATS = frozenset(
    {
        "bullet points",
        "a numbered list",
        "a list",
        "a table",
        "Markdown marks",
        "bold text",
        "italics",
        "asterisks",
        "backticks",
        "a code block",
        "headings",
        "a title",
        "line breaks",
    }
)


OF_FORM: Final = {
    "bullets": "bullet points",
    "numbered": "a numbered list",
    "list": "a list",
    "table": "a table",
    "Markdown": "Markdown marks",
    "code": "a code block",
}
"""What code sees in a response of a form, as the lexicon calls it."""
OF_UNIT: Final = {
    "items": ("bullet points",),
    "points": ("bullet points",),
    "hashtags": ("hashtags", "a hashtag"),
    "emojis": ("an emoji",),
    "links": ("a link",),
    "headings": ("headings",),
    "titles": ("a title",),
    "exclamations": ("exclamation marks",),
}
"""What is there where a unit is counted."""


@kind
@dataclass(frozen=True, slots=True)
class Shows(Constraint):
    """A thing of the lexicon that is wanted or not."""

    category: ClassVar[Category] = Category.INCLUSION
    hold: str
    """What it is called in words."""
    found: str
    """The expression that finds it, ``{part}`` for where; or "" where `absent` tells that it is not there."""
    absent: str
    wanted: bool
    part: Part = WHOLE

    @property
    def kind_of(self) -> Category:
        """Exclusions are a category of their own, and so are formats."""
        if not self.wanted:
            return Category.EXCLUSION
        return Category.RESPONSE_FORMAT if self.hold in _FORMATS else Category.INCLUSION

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the things that a clause asks for or rules out."""
        if clause.conditional:
            return
        for mark in re.finditer(r"⟦\d+⟧", clause.text):
            if clause.normal.quote(mark.group()) == "\\n" and clause.negated(mark.start()):
                thing = lexicon().thing["line breaks"]
                yield Match(cls(thing.hold, thing.found, thing.absent, False, clause.part), 0, mark.end())
        for found in _names().finditer(clause.text):
            thing = lexicon().thing[found["name"]]
            negated = clause.negated(found.start())
            if negated:
                if (match := cls._ruled_out(clause, found, thing)) is not None:
                    yield match
            elif thing.found and thing.demanded and cls._is_wanted(clause, found):
                if thing.hold in _FORMATS and clause.around.is_notation:
                    continue
                part = part_at(clause, found.start())
                if part is not None and thing.hold in _OF_SECTIONS and part.source == "sections_of(response)":
                    thing, part = lexicon().thing["headings"], WHOLE
                if part is not None and not clause.excepted:
                    yield Match(
                        cls(thing.hold, thing.found, thing.absent, True, part),
                        _verb_before(clause.text, found.start()),
                        found.end(),
                    )

    @classmethod
    def _ruled_out(cls, clause: Clause, found: re.Match[str], thing: Thing) -> Match | None:
        before, after = clause.text[: found.start()], clause.text[found.end() :]
        if re.search(r"\b(?:invent|fabricate|make up|making up|hallucinate|guess|assume|alter)\w*\b[^.;]*$", before):
            return None
        if thing.absent and re.match(r" ?to\b", after):
            after = ""
        if re.match(r" ?(?:like|such)\b", after):
            after = ""
        if (
            found["name"] == "list"
            and re.match(r" [a-z]", after)
            and re.search(r"\b(?:not|never|to)(?: [a-z]+ly)? $", before)
        ):
            return None
        if _PLACE.search(before) or clause.excepted or _speaks_of_other().match(after) or _RESTRICTED.match(after):
            return None
        if re.search(
            r"\b(?:just|only|solely|exclusively|merely) (?:use|using|rely on)(?: (?:the|a|an|any))* $", before
        ):
            return None
        if thing.hold == "Markdown marks" and re.match(r" (?:code|output|block|fences?)\b", after):
            return None
        if thing.hold in _FORMATS and _SPOKEN_OF.search(before):
            return None
        if re.search(
            r"\b(?:in the|in your|solely|exclusively|merely|non standard|nonstandard|custom|unusual"
            r"|just|only|too many|too much|many|excessive|overuse|unnecessary|over|repeated|"
            r"multiple|more than(?: \w+)?|than|complex|nested|long|the same|same|broken|invalid|"
            r"inside|from|for|as|than|your own|csv|http|email|table|column|request|function|trailing|"
            r"leading|extra) ?(?:use of )?$",
            before,
        ):
            return None
        if re.search(
            r"\b(?:change|modify|alter|remove|break|answer|ignore|skip|forget|translate|copy|repeat|"
            r"follow|click|visit|open|edit|delete)(?: [a-z]+ (?:or|and))?(?: (?:the|any|existing|original))*$",
            before,
        ):
            return None
        part = part_at(clause, found.start())
        if part is None:
            return None
        return Match(
            cls(thing.hold, thing.found, thing.absent, False, part),
            _verb_before(clause.text, found.start()),
            found.end(),
        )

    @classmethod
    def _is_wanted(cls, clause: Clause, found: re.Match[str]) -> bool:
        before, after = clause.text[: found.start()].rstrip(), clause.text[found.end() :]
        if found["name"] == "header" and re.match(r" and footer\b", after):
            return False
        if _ONLY_THERE.search(before):
            return False
        if exemplified().search(before) or (
            re.match(
                r" ?(?:that|which|is|are|from|of|in the|below|above|provided|given|\)|:|if|when|may|can|"
                r"sparingly|rarely|"
                r"to the|about|or)\b",
                after,
            )
            and not re.match(r" ?to (?:highlight|stress|emphasize|mark)\b", after)
        ):
            return (
                re.match(r" ?(?:of|to|in the|or)\b", after) is not None
                and found["name"] not in ("list", "lists", "title", "link", "links", "table", "heading")
                and _asked().search(before) is not None
            )
        return _asked().search(before) is not None

    def describe(self) -> str:
        """Return "the response has no emoji"."""
        if self.wanted:
            return f"{self.part.words} has {self.hold}"
        return f"{self.part.words} has no {re.sub(r'^(?:an?|the) ', '', self.hold)}"

    def source(self) -> str:
        """Return ``not has_emoji(response)``."""
        if not self.wanted and self.absent:
            return self.part.test(self.absent)
        test = self.found if self.wanted else f"not {self.found}"
        if not self.wanted and " in {part}" in self.found and self.found.startswith('"'):
            test = self.found.replace(" in {part}", " not in {part}", 1)
        return self.part.test(test)

    def excludes(self, other: Constraint) -> bool:
        """Whether the other wants what this rules out."""
        if not isinstance(other, Shows) or (self.hold, self.part) != (other.hold, other.part):
            return False
        return self.wanted != other.wanted


_RESTRICTED: Final = re.compile(
    r"(?: ?, (?:[a-z]+ ){0,2}[a-z]+)*(?: ?,)? (?:or|and) (?:[a-z]+ ){1,4}(?:that|which|not|unless|without|beyond)\b"
)
"""What stands behind a thing whose list ends in a restriction: "tables, lists or content that is not there"."""
_SPOKEN_OF: Final = re.compile(
    r"\b(?:explain|describe|discuss|comment on|mention that you (?:are|use)(?: using)?)(?: the| any| your)* $|"
    r"\b(?:mention|reference|refer to|referring to|speak of|talk about)\b[^.;:]* $"
)
_PLACE: Final = re.compile(
    r"\b(?:before|after|outside|around|beside|besides|beyond|between|above|below|within|inside)"
    r"(?: (?:or|and) (?:before|after|outside|around|above|below|inside))?(?: (?:of|the|your|this|a|an|any|"
    r"each|every))* $"
)
"""What says where something else is ruled out: "nothing before or after the list"."""
_OF_SECTIONS: Final = frozenset({"a title", "headings"})
"""What begins a section and is no part of its text."""
_ONLY_THERE: Final = re.compile(r"\bonly (?:apply|use|add|include|create|insert)\b[^.;]* (?:to|for|in|on)\b")


@cache
def _speaks_of_other() -> re.Pattern[str]:
    """Return what matches behind a thing that is not ruled out of the whole response."""
    lex = lexicon()
    own = {"final", "whole", "entire", "formatting", "generated", "blog"}
    own |= {noun.split()[0] for key in ("response", "written") for noun in lex.words("nouns", key)}
    return re.compile(
        r" ?(?:about|that|which|where|from|unless|until|with|to|in the (?:input|text|source|context)|"
        r"of the (?:input|text|source)|without|as (?:a|an)|like|such|in the middle|"
        r"(?:in|at|on|inside|within|before|after|between) "
        rf"(?!(?:the |your |its |this |any |all )*{any_of(own)}(?!\w))\w+)\b"
    )


@cache
def _names() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w⟦])(?P<name>{any_of(lexicon().thing)})(?![\w⟧])")


@cache
def _asked() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:use|uses|using|include|includes|including|add|adding|contain|contains|containing|"
        r"insert|must have|should have|with|provide|give|put|has|have|incorporate|employ|in|apply|"
        r"highlight|emphasize|format|formatted|and)"
        r"(?: (?:the|a|an|some|any|one|appropriate|relevant|proper|clear|descriptive|at least|1|"
        r"one|or|more|few|clickable|short|of|your|its|occasional|various|suitable|,|\w+ly|bold|"
        r"and|text|personal|flair|as|bullets|bullet points|headings|h2|h3|markdown))*$"
    )


def _verb_before(text: str, at: int) -> int:
    verbs = list(
        re.finditer(
            rf"(?<!\w)(?:{lexicon().alternation('negations', 'phrases')}|"
            rf"{lexicon().verb_of('negations')}|{lexicon().verb('produce')})(?!\w)",
            text[:at],
        )
    )
    return verbs[-1].start() if verbs and at - verbs[-1].end() < 90 else at

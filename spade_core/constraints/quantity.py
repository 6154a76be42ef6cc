"""Quantities: between a least and a most number of a unit, in a part of the response.

A quantity has a number, a unit, a comparison before or behind them, and a place; the verb decides what a number without
a comparison means: "write 5 bullets" is five, "the article has 80 words" is nothing.
"""

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause, exemplified, names_another
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.part import WHOLE, Part, each_of, key as value_at, literal, section
from spade_core.constraints.parts import (
    BARE_EACH,
    OF_EACH,
    bare_name,
    entry_nouns,
    entry_plurals,
    inside_of,
    list_of,
    named_part,
    names_called,
    part_at,
    plural,
    singular,
    subject_part,
)
from spade_core.constraints.tree import Node
from spade_core.constraints.whole import OF_PARTS, is_bare, is_labelled, is_of_whole, is_told, without_count
from spade_core.language import any_of, folded, lexicon
from spade_core.taxonomy import Category
from spade_core.text import word_set

LENGTHS: Final = frozenset({"words", "sentences", "characters", "paragraphs", "lines"})
"""Units of which every text has some."""
_OF_CODE: Final = frozenset({"SQL", "Python", "code"})
"""Forms of a response whose entries are no lines of it: "limit to 10 results" in a query."""
_SEEN: Final = frozenset({"emojis", "hashtags", "links", "exclamations", "placeholders", "code_blocks"})
"""Units that code sees in a text of any form."""
_GRAIN: Final = {"paragraphs": 0, "items": 0, "points": 0, "sentences": 1, "words": 2, "characters": 3}
"""Units of length: each paragraph has a sentence, each sentence a word, each word a character."""
_NOUN = {
    "capital_words": "words in capital letters",
    "code_blocks": "code blocks",
    "entries": "entries",
    "items": "list items",
    "points": "bullet points",
    "highlights": "highlighted parts",
    "exclamations": "exclamation marks",
    "len": "entries",
    "tallies": "entries",
}


@dataclass(frozen=True, slots=True)
class Quantity(Constraint):
    """Bounds are inclusive; None is no bound. A bound in words is the name of an input field that holds it."""

    category: ClassVar[Category] = Category.QUANTITY
    unit: str
    """Name of the function of `checks` that counts it."""
    least: int | str | None
    most: int | str | None
    part: Part = WHOLE
    about: bool = False
    """Whether the bounds are loosened because the prompt says "about" or names no comparison."""
    divider: str = ""
    """What stands between the paragraphs that are counted; "" for blank lines."""

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the quantities of a clause."""
        if clause.conditional:
            return
        some = [*cls._amounts(clause)]
        yield from some or cls._given_out(clause)

    @classmethod
    def _amounts(cls, clause: Clause) -> Iterator[Match]:
        text = clause.text
        pattern, at = _amount(_own_nouns(clause)), 0
        while (found := pattern.search(text, at)) is not None:
            if match := cls._read_one(clause, found):
                yield match
            at = found.end("low") if re.search(r"\d", found["adjectives"]) else found.end()
        if at == 0 and (listed := _things_listed(clause)) is not None and (match := cls._read_one(clause, listed)):
            yield match
        yield from cls._capitals(clause)
        yield from cls._numbers_of(clause)
        yield from cls._counts(clause)
        for found in _ones().finditer(text):
            if match := cls._read_single(clause, found):
                yield match

    @classmethod
    def _given_out(cls, clause: Clause) -> Iterator[Match]:
        """Read how many there are of what the clause tells to make, whatever it is: "create a playlist of 10 songs"."""
        inside = inside_of(clause)
        if clause.is_of_task or (len(clause.around.sections) > 1 and inside == WHOLE):
            return  # one of several parts has so many
        for found in _made().finditer(clause.text):
            before, after = clause.text[: found.start("low")].rstrip(), clause.text[found.end() :]
            if (
                found["unit"] in lexicon().words("entries", "measures")
                or clause.negated(found.start())
                or _ALSO.search(clause.text, 0, found.start())
                or _OF_EACH_MADE.search(after)
                or _OF_EACH_MADE.search(before)
                or _ACTS.match(after)
                or _is_one_of_two(clause, found)
                or (found["unit"] == "things" and clause.around.keys)
                or found["low"] == "0"
                or not _may_list(clause, found["unit"])
            ):
                continue
            low, high = _number(clause, found["low"]), int(found["high"]) if found["high"] else None
            if low is None or (isinstance(low, str) and _NUMBER_NAMED.fullmatch(low) is None):
                continue
            bounds = _bounds(before, after, low, high, plus=bool(found["plus"]), negated=False)
            least, most = bounds[:2] if bounds is not None else (low, high or low)
            if inside.is_section:
                yield Match(cls("entries", least, most, inside), found.start(), found.end())
            elif least is not None:
                yield Match(cls("tallies", least, most), found.start(), found.end())

    @classmethod
    def _read_one(cls, clause: Clause, found: re.Match[str]) -> Match | None:
        text = clause.text
        unit = _unit_here(clause, found)
        if (
            unit is None
            or _is_marker(clause, found)
            or _is_of_persons(clause, found, unit)
            or _is_given(text, found)
            or exemplified().search(clause.normal.text, 0, clause.start + found.start())
            or _FOR_LATER.search(text[: found.start()].rstrip())
            or (unit == "steps" and text.startswith(" of ", found.end()))
            or text[: found.start()].endswith(("level ", "heading ", "version "))
            or _WISHED.match(text, found.end())
            or _WISHED_FIRST.search(text, 0, found.start())
            or (unit in ("lines", "steps") and _APART.match(text, found.end()))
            or (unit == "points" and text.startswith((" list", " point list"), found.end()))
            or (unit == "entries" and _is_one_of_two(clause, found))
            or _is_one_of_amounts(text, found)
            or "times" in found["adjectives"]
        ):
            return None
        low, high = _number(clause, found["low"]), _number(clause, found["high"])
        if (
            low is None
            or (low == 0 and found["mid"])
            or (isinstance(low, str) and found["unit"] == singular(found["unit"]))
        ):
            return None  # "{field} question": what kind of question
        before, after = _beside(text, found)
        negated = clause.negated(found.start())
        after = f"{found['mid'] or ''}{after}"
        bounds = _bounds(before, after, low, high, plus=bool(found["plus"]), negated=negated)
        part = _place(clause, found, unit)
        if part is not None and (part == THE_LIST or part.source.startswith(("lists_of(", "values("))):
            unit = "len"
        if unit == "entries" and part == WHOLE and clause.around.separator == " ":
            unit = "words"
        is_named = unit == "sections" and re.search(r" ?(?::|,|\() ?⟦|sections ?: [a-z]", text[found.start() :])
        if part is None or is_named or (part == WHOLE and _EACH_ANSWER.search(text) is not None):
            return None
        if bounds is None:
            if negated or not _is_asked(clause, before, unit):
                return None
            bounds = _unsaid(found, unit, low, high)
        least, most, about = bounds
        most = None if _SPAN.match(found.group()) and _comparing("at_least").search(before) else most  # "at least 3-5"
        least = None if unit in _SEEN and _ONLY_BEFORE.search(before) else least
        least = None if re.match(r" ?(?:at a time|at once|per turn|each time)\b", after) else least
        if least == 1 and most not in (1, None) and part.each and unit in LENGTHS:
            least = None  # what is there has one
        is_rough = high is not None and _ROUGHLY.search(before) is not None
        if about and isinstance(least, int) and isinstance(most, int) and (least == most or is_rough):
            least, most = loosened(least, share=0.25)[0], loosened(most, share=0.25)[1]
        unit = "tallies" if (unit, part) == ("entries", WHOLE) and least is not None else unit
        start = _begin(clause, found)
        divider = _divider(clause, found) if unit == "paragraphs" else ""
        if divider:
            return Match(cls(unit, least, most, part, about, divider), start, len(text))
        if re.search(r"\d", found["adjectives"]):
            return Match(cls(unit, least, most, part, about), start, found.end("low"))
        return Match(cls(unit, least, most, part, about), start, found.end() + (0 if found["mid"] else _tail(after)))

    @classmethod
    def _capitals(cls, clause: Clause) -> Iterator[Match]:
        """Read how often words in capital letters appear: "words in all caps should appear at most 3 times"."""
        for found in _capital_times().finditer(clause.text):
            bounds = _bounds(
                clause.text[: found.start("low")].rstrip(), "", int(found["low"]), None, plus=False, negated=False
            )
            after = clause.text[found.end("low") :]
            if bounds is None and re.match(r" or (?:more|fewer|less)", after):
                bounds = _bounds("", after, int(found["low"]), None, plus=False, negated=False)
            if bounds is not None:
                yield Match(cls("capital_words", bounds[0], bounds[1]), found.start(), found.end())

    @classmethod
    def _numbers_of(cls, clause: Clause) -> Iterator[Match]:
        """Read amounts whose unit stands first: "the total number of words should be 250 or more"."""
        for found in _number_of().finditer(clause.text):
            unit = _unit_of(found["unit"])
            between, after = clause.text[found.end("unit") : found.start("low")].rstrip(), clause.text[found.end() :]
            part = part_at(clause, found.start(), found.end())
            if unit is None or part is None or _unit_behind().match(after) or re.search(r"\(|\binput\b", between):
                continue
            low = _number(clause, found["low"])
            if low is None:
                continue
            most = re.search(r"\bmax(?:imum|imal)? $", clause.text[: found.start()]) is not None
            high = int(found["high"]) if found["high"] else None
            bounds = (None, low, False) if most else _bounds(between, after, low, high, plus=False, negated=False)
            if bounds is not None:
                yield Match(cls(unit, bounds[0], bounds[1], part), found.start(), found.end() + _tail(after))

    @classmethod
    def _counts(cls, clause: Clause) -> Iterator[Match]:
        """Read amounts behind a label or a noun that is the unit: "Word count: max 50", "hashtags (3-5)"."""
        if clause.part != WHOLE:
            return
        behind = list(_bracketed().finditer(clause.text))
        for found in behind:
            yield cls._count(clause, found, _unit_of(found["unit"]))
        if not behind and (named := _counted_as(clause)) is not None:
            yield cls._count(clause, *named)

    @classmethod
    def _count(cls, clause: Clause, found: re.Match[str], unit: str | None) -> Match:
        low, high = int(found["low"]), int(found["high"]) if found["high"] else None
        bounds = _bounds(found["between"].rstrip(), clause.text[found.end() :], low, high, plus=False, negated=False)
        if bounds is None and found.groupdict().get("label") == "limit":
            bounds = None, low, False
        if bounds is None and unit not in LENGTHS:
            bounds = low, low, False
        least, most, about = bounds if bounds is not None else (*loosened(low, share=0.25), True)
        least = least or None  # none is no bound
        each = re.match(r" ?per (?P<noun>[a-z]+)", clause.text[found.end() :])
        part = list_of(each["noun"], clause.around) if each is not None and clause.around.several else None
        end = found.end() + _tail(clause.text[found.end() :])
        return Match(cls(unit or "", least, most, part or WHOLE, about), found.start(), end)

    @classmethod
    def _read_single(cls, clause: Clause, found: re.Match[str]) -> Match | None:
        """Read "a single sentence", "one word", "one-sentence summary"."""
        unit = _unit_of(found["unit"])
        is_more = re.match(r" or (?:2|so|more)\b", clause.text[found.end() :]) is not None
        is_empty = is_more or (unit == "lines" and _EMPTY.search(found.group()) is not None)
        if unit is None or is_empty or clause.negated(found.start()):
            return None
        before, after = clause.text[: found.start()].rstrip(), clause.text[found.end() :]
        of_amount = unit == "paragraphs" and re.match(r" ?of (?:[a-z]+ ){0,3}\d", after) is not None
        if (
            not of_amount
            and re.match(r" ?(?:of|at a time|or more|from|per|by)\b| ?(?:that|which)\b(?! (?:is|flows|reads)\b)", after)
            and not re.match(r" ?of (?:the )?(?:summary|text|explanation|html|code|json|output|response|plain)", after)
        ):
            return None
        if re.search(
            r"\b(?:introductory|intro|opening|closing|headline|summary|concluding|final|first|last|"
            r"lead)\b",
            found.group(),
        ):
            return None
        if unit not in LENGTHS and not re.search(r"\b(?:exactly|only|just|single)\b", found.group() + before[-12:]):
            return None
        if not re.search(
            r"\b(?:in|into|as|with|exactly|only|just|be|is|than|a|write|output|return|provide|give|"
            r"respond|generate|produce|format :)(?: (?:a|an|the|exactly|only|just|most))*$",
            before,
        ) and not _is_asked(clause, before, unit):
            return None
        part = _place(clause, found, unit)
        if part is None:
            return None
        return Match(
            cls(unit, None if re.search(r"(?:at|no more) (?:most|than)$", before) else 1, 1, part),
            found.start(),
            found.end(),
        )

    def describe(self) -> str:
        """Return "the response has at most 80 words"."""
        noun = _NOUN.get(self.unit, self.unit.replace("_", " "))
        low, high = _shown(self.least), _shown(self.most)
        if self.least == self.most:
            amount = f"{'about' if self.about else 'exactly'} {low}"
        elif self.least is None:
            amount = f"at most {high}"
        elif self.most is None:
            amount = f"at least {low}"
        else:
            amount = f"{low} to {high}"
        if self.most == 1 and isinstance(self.most, int):
            noun = {"entries": "entry"}.get(noun, noun.removesuffix("s"))
        return f"{self.part.words} has {amount} {noun}"

    def source(self) -> str:
        """Return ``words(response) <= 80``."""
        count = f"{self.unit}({{part}}, {literal(self.divider)})" if self.divider else f"{self.unit}({{part}})"
        low, high = _bound(self.least), _bound(self.most)
        if self.unit == "tallies":
            held = f"{low} <= each" if self.most is None else f"{low} <= each <= {high}"
            whole = f"{low} in {count}" if low == high else f"any({held} for each in {count})"
            return self.part.test(whole)
        if self.least == self.most and self.about and isinstance(self.least, str):
            test = f"0.75 * {low} <= {count} <= 1.25 * {high}"
        elif self.least == self.most:
            test = f"{count} == {low}"
        else:
            test = f"{'' if self.least is None else f'{low} <= '}{count}{'' if self.most is None else f' <= {high}'}"
            if self.most is None:
                test = f"{count} >= {low}"
        return self.part.test(test)

    @property
    def is_of_things(self) -> bool:
        """Whether it counts what is seen wherever it stands, as emoji and hashtags are."""
        return self.unit in _SEEN

    @property
    def topic(self) -> Hashable:
        """The lengths of one part bound each other, whatever their unit."""
        return type(self), ("length" if self.unit in _GRAIN else self._things), self.part

    def excludes(self, other: Constraint) -> bool:
        """Whether the intervals in one part do not meet, or it has room for fewer of a unit than the other has."""
        if not isinstance(other, Quantity) or self.part != other.part or self._named or other._named:
            return False
        if self._things != other._things:
            return self._is_too_short_for(other)
        return max(self._low, other._low) > min(self._high, other._high)

    def implies(self, other: Constraint) -> bool:
        """Whether its interval lies within the other's."""
        if not isinstance(other, Quantity) or (self.unit, self.part) != (other.unit, other.part):
            return False
        if self._named or other._named:
            return self == other
        return other._low <= self._low and self._high <= other._high

    def _is_too_short_for(self, other: "Quantity") -> bool:
        """Whether it has fewer of a small unit than the other has of one that holds at least one of them."""
        if self.unit not in _GRAIN or other.unit not in _GRAIN or _GRAIN[self.unit] <= _GRAIN[other.unit]:
            return False
        least = other._low
        return self._high < (2 * least - 1 if (self.unit, other.unit) == ("characters", "words") else least)

    @property
    def _things(self) -> str:
        """What is counted, in whatever way."""
        return "entries" if self.unit == "tallies" else self.unit

    @property
    def _named(self) -> bool:
        return isinstance(self.least, str) or isinstance(self.most, str)

    @property
    def _low(self) -> float:
        return self.least if isinstance(self.least, int) else 0

    @property
    def _high(self) -> float:
        return self.most if isinstance(self.most, int) else float("inf")


THE_LIST: Final = Part("the list", "entries_of(response)")
"""The JSON where it is a list."""
_NO_OWN: Final = frozenset({"key", "value", "field", "property", "attribute", "item", "type", "word", "sentence"})
"""Keys whose plural says nothing of what stands there: "only 2 keys"."""


def _is_marker(clause: Clause, found: re.Match[str]) -> bool:
    """Whether the number is that of the sentence in a list: "2-Use short words"."""
    begins = clause.start + found.start() == 0
    return begins and re.match(r"\s*\d{1,2}[-.)]\s?[A-Z][a-z]+\s[a-z]", clause.normal.original) is not None


def _own_nouns(clause: Clause) -> tuple[str, ...]:
    """Return the nouns of a clause that the prompt itself has for what comes one by one: its keys and elements."""
    plurals = set(_plurals_of((*clause.around.keys, *clause.around.elements)))
    if clause.part.named and not clause.part.each:
        named = re.findall(r"(?<=\d )(?:[a-z]+ ){0,2}?([a-z]{3,}s)\b", clause.text)
        plurals.update(_plural_of(name) for name in named)
    return tuple(sorted(name for name in plurals if name in clause.text))


@lru_cache(maxsize=16)
def _plurals_of(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(_plural_of(name) for name in names if name.isascii() and name.lower() not in _NO_OWN)


@lru_cache(maxsize=1 << 13)
def _plural_of(name: str) -> str:
    return plural(singular(folded(name.replace("_", " "))))


@cache
def _told_to_list() -> re.Pattern[str]:
    """Return what matches a clause that tells to list so many of anything: "name the 3 longest rivers"."""
    verbs = lexicon().alternation("entries", "verbs")
    return re.compile(
        r"(?:(?:please|now|then|and|also|always|only|do|not|never|to|you|i|we|must|should|will|can|need|want|"
        r"your|task|job|is) )*"
        rf"(?:{verbs}|(?:the |your )?(?:answer|response|output|reply|result) (?:should|must|will|is to) (?:be|"
        rf"have|contain|"
        r"include|consist of)) (?:me |us )?(?:(?:the|a|an|list|total|of|top|exactly|only|just|at|least|most|up|"
        r"to|no|more|fewer|less|than|between|"
        r"about|around|approximately|maximum|minimum|first|your|my|next|another|other) )*"
        r"(?=(?:\d+ to )?\d+ (?:(?!(?:of|to|or|and|in|for|per)\b)[a-z-]+ (?:, )?){0,3}?[a-z]{3,}s"
        r"(?: (?:of|for|in|about|from|that|which|to|with|at|who|on|related|relevant|based|you|using|as|where|by|"
        r"this|without|not)\b| ?[.,;:()]|$))"
    )


@cache
def _made() -> re.Pattern[str]:
    """Return what matches an amount of whatever the clause tells to make: "create a playlist of 10 songs"."""
    verbs = any_of(sorted({*_MAKING, *lexicon().words("entries", "verbs")}))
    return re.compile(
        rf"(?<!\w)(?<!the )(?<!this )(?<!a )(?<!your )(?:{verbs}) (?:me |us )?"
        r"(?:(?:the|a|an|total|of|top|exactly|only|just|at|least|most|up|to|no|more|"
        r"fewer|less|than|between|about|around|maximum|minimum|first|your|my|another|other|set|list|series|"
        r"[a-z]+(?= of \d)) )*(?P<low>\d+|⟪\d+⟫)(?: to (?P<high>\d+))?(?P<plus> ?\+)?(?: or (?:more|fewer|less))?"
        r"(?: of (?:the|your|all|these))?"
        r"(?P<adjectives>(?: (?:and / or|(?!(?:of|to|or|in|for|per|that|which|by|with|from|word|sentence|line)\b)"
        r"[a-z-]+)(?: ,)?){0,6}?) (?P<unit>[a-z]{3,}(?<!s)s)(?![a-z-])"
    )


def _may_list(clause: Clause, noun: str) -> bool:
    """Whether the keys of the prompt's JSON, where it shows some, leave room for a list of what a noun names."""
    nodes = clause.around.tree.nodes
    return not nodes or any(node.kind == "list" for node in _shown_as(clause, noun) or nodes)


_MAKING: Final = word_set("""
    write generate create produce return output extract present compose draft formulate devise craft design develop
    build find prepare include add curate compile
""")
_OF_EACH_MADE: Final = re.compile(r"\b(?:each|every|per)\b")
_ACTS: Final = re.compile(r" (?:that|who|which) will\b")
"""What says that the things do the work: "a team of 5 agents that will find the facts"."""
_NUMBER_NAMED: Final = re.compile(
    r"(?i)(?:\w+_)?(?:n|k|num|nb|count|counts|number|amount|quantity|max|min|limit|total|top_k)(?:_(?!len|tok|word|char)\w+)?"
)
"""The name of a placeholder that holds a number."""


_THINGS: Final = re.compile(
    r"(?P<low>\d+)(?: to (?P<high>\d+))?(?P<plus> ?\+)?(?P<mid> or (?:more|fewer|less))?"
    r"(?P<adjectives>(?: (?!(?:of|to|or|and|in|for|per)\b)[a-z-]+(?: ,)?){0,3}?) (?P<unit>[a-z]{3,}(?<!s)s)(?![a-z-])"
)
"""An amount of anything."""


def _things_listed(clause: Clause) -> re.Match[str] | None:
    """Return the amount of what a clause tells to list, whatever it is; None where it only measures something."""
    told = _told_to_list().match(clause.text)
    found = _THINGS.match(clause.text, told.end()) if told is not None else None
    return found if found is not None and found["unit"] not in lexicon().words("entries", "measures") else None


@lru_cache(maxsize=256)
def _amount(own: tuple[str, ...] = ()) -> re.Pattern[str]:
    lex = lexicon()
    units = any_of([*lex.units, *entry_plurals(), *own])
    singular_units = any_of(["word", "sentence", "paragraph", "character", "line", "bullet", "item", "step"])
    at_most = r"(?:maximum|max|at most|no more than|not more than|up to)"
    number = r"(?:\d+|⟪\d+⟫|one(?= (?:(?:or|to) \d|italic|bold|highlighted|placeholder|hashtag)))"
    return re.compile(
        rf"(?<![\w.$€£⟦])(?P<low>{number})(?: \( \d+ \))?"
        rf"(?: (?:(?:to|or|and|—)|(?:and|but|,)(?: a)? {at_most}(?: of)?) "
        rf"(?P<high>{number}))?(?P<plus> ?\+)?"
        rf"(?P<mid> (?:or|and) (?:more|fewer|less|longer|greater|above|under))?"
        rf"(?P<adjectives>(?: \d+(?: to \d+)? (?:word|sentence|character|line))?(?: (?:(?<=[a-z] ), )?(?!(?:of|in|to|"
        rf"and|or|for|the|a|an|is|are|as|per|with|than|from|on|by|at|if|be|has|have|had|means|"
        rf"contains|where|that|which|will|can|years?|percent|%)\b)(?:[a-z]+|⟦\d+⟧(?= [a-z]))){{0,4}}?)"
        rf" (?P<unit>{units}|{singular_units})(?!\w)(?! (?:of age|old)\b)"
    )


_OF_QUIZ: Final = re.compile(r"\b(?:quiz|practice|exam|test|mcq|choice|true|false|answer|review|interview)\b")
"""What makes of questions tasks, which may end without a question mark."""


@cache
def _capital_times() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:words? (?:with|in|having|that are in) (?:all )?(?:capital letters|capitals|caps|"
        r"uppercase)(?: letters)?|all caps words|(?:fully )?capitali[sz]ed words|capital words)"
        r"\b[^.;]{0,60}? (?P<low>\d+) (?:or (?:more|fewer|less) )?times"
    )


_COUNT_OF: Final = re.compile(
    r"(?P<unit>word|character|sentence|paragraph) (?P<label>count|limit|length) ?: (?P<between>(?:[a-z]+ ){0,3}?)"
    r"(?P<low>\d+)(?: to (?P<high>\d+))?(?! ?(?:to )?\d| ?(?:words?|characters?|sentences?|paragraphs?)\b)"
)


def _counted_as(clause: Clause) -> tuple[re.Match[str], str] | None:
    """Return an amount behind a label that is its unit, "Word count: max 50", or below such a title; and the unit."""
    found = _COUNT_OF.match(clause.text)
    if found is not None:
        unit = _unit_of(found["unit"])
        return (found, unit) if unit is not None else None
    label = re.match(r"[a-z -]+(?= ?:)", clause.text)
    for title in (label.group().strip() if label is not None else "", *clause.above[-1:]):
        titled = _unit_titled().fullmatch(title)
        amount = _BARE_AMOUNT.search(clause.text) if titled is not None else None
        unit = _unit_of(titled["unit"]) if titled is not None else None
        if amount is not None and unit is not None:
            return amount, unit
    return None


_ONE_RESPONSE: Final = r"(?:post|response|message|tweet|caption|reply)"


@cache
def _bracketed() -> re.Pattern[str]:
    units = any_of(noun for noun, unit in lexicon().units.items() if unit not in LENGTHS)
    return re.compile(
        rf"(?<!\d )\b(?P<unit>{units})(?: (?:very )?(?:sparingly|moderately|only|minimally|in moderation))? ?\( ?"
        r"(?P<between>(?:(?:[a-z]+|[≤<≥>]=?) ){0,3}?)(?P<low>\d+)(?: to (?P<high>\d+))?"
        rf"(?= ?(?:\)|,|at |in total|total|per {_ONE_RESPONSE}\b|max|maximum|or more|or fewer|each|only))"
    )


@cache
def _unit_titled() -> re.Pattern[str]:
    """Return what matches a title that names what is counted under it: "Emojis", "Hashtag rules"."""
    units = any_of(noun for noun, unit in lexicon().units.items() if unit not in (*LENGTHS, "sections"))
    return re.compile(rf"(?P<unit>{units})(?: [a-z]+)?(?: ?:)?")


_BARE_AMOUNT: Final = re.compile(
    r"(?:(?<=^)|(?<=[(:,—] ))(?P<between>(?:[a-z]+ ){0,3}?)(?P<low>\d+)(?: to (?P<high>\d+))?"
    rf"(?= ?(?:$|[.,;)]|(?:in )?total\b|at (?:the )?(?:very )?(?:end|bottom)\b|per {_ONE_RESPONSE}\b|max\b|maximum\b|"
    r"(?:[a-z]+ )?ones\b|(?:or|at) (?:more|fewer|less|most|least)\b))"
)
"""An amount without a unit: "max 3", "0 to 3 per post"."""


@cache
def _number_of() -> re.Pattern[str]:
    units = any_of([*lexicon().units, *entry_plurals()])
    return re.compile(
        rf"\b(?:number|count|amount) of (?:[a-z]+ )?(?P<unit>{units})\b[^.;⟦]{{0,60}}? "
        r"(?P<low>\d+|⟪\d+⟫)(?: (?:to|and) (?P<high>\d+))?(?![\w.])"
    )


@cache
def _unit_behind() -> re.Pattern[str]:
    return re.compile(rf" {any_of([*lexicon().units, *entry_plurals()])}\b")


_GIVEN_ALREADY: Final = re.compile(
    r"\b(?:above|these|those|preceding|previous|aforementioned) $|"
    r"\b(?:merge|combine|compare|join|reconcile|unify|evaluate|assess|given|receive) (?:(?:the|my|our|your) )?$"
)
"""What stands before what the prompt brings: "answer the above 4 questions", "merge two lists"."""


_STATED: Final = re.compile(
    r"(?:this is|these are|here (?:is|are)|below (?:is|are)|you (?:are|will be) given) (?!how|what)"
)
"""What begins a sentence that says what the prompt brings: "this is the list of 10 names to sort"."""


def _is_given(text: str, found: re.Match[str]) -> bool:
    """Whether an amount is that of what the prompt brings."""
    before = text[: found.start()]
    return _GIVEN_ALREADY.search(before) is not None or _STATED.match(before) is not None


_FEW_CHARACTERS: Final = 12


_OF_PERSON: Final = re.compile(r" (?:flaws?|traits?|names?|arcs?|changes|profiles?|sheets?|types?|moments?)\b")


def _is_of_persons(clause: Clause, found: re.Match[str], unit: str | None) -> bool:
    """Whether characters are those of a story: "a dialogue for 2 characters"."""
    is_few = unit == "characters" and found["low"].isdigit() and int(found["low"]) < _FEW_CHARACTERS
    if found["unit"] == "character" and _OF_PERSON.match(clause.text, found.end()):
        return True  # "10-20 character flaws"
    return (
        is_few
        and re.search(r"\b(?:for|between|with|of|the|introduce|has|have) $", clause.text[: found.start()]) is not None
    )


def _is_one_of_two(clause: Clause, found: re.Match[str]) -> bool:
    """Whether there are as many of something else beside it: "3 pros and 3 cons"."""
    return re.search(r"\d (?:[a-z]+ ){1,4}and (?:\d )?$", clause.text[: found.start()]) is not None or (
        re.match(r"(?: [a-z]+){0,3} and \d ", clause.text[found.end() :]) is not None
    )


_OR_SO_MANY_BEFORE: Final = re.compile(r"\d (?:[a-z]+ ){1,3}or (?:(?:at most|up to|under|about) )?$")
_OR_SO_MANY: Final = re.compile(r"(?: [a-z]+){0,2} or (?:(?:at most|up to|under|about) )?\d+ [a-z]")
"""What stands behind an amount that another one may stand for: "3 sentences or 4 bullet points"."""


_EACH_ANSWER: Final = re.compile(r"\b(?:each|every) answer\b")
"""What may speak of the answers to several questions."""


def _is_one_of_amounts(text: str, found: re.Match[str]) -> bool:
    """Whether another amount does as well."""
    is_behind = _OR_SO_MANY.match(text, found.end()) is not None
    return is_behind or _OR_SO_MANY_BEFORE.search(text, 0, found.start()) is not None


def _divider(clause: Clause, found: re.Match[str]) -> str:
    """Return what the paragraphs of an amount are separated by, where that is not a blank line."""
    marked = re.match(
        r" (?:each |all )?(?:separated|divided|split)(?: from each other)? (?:by|with|using) (?:[a-z0-9]+ ){0,5}?"
        r"(?:: ?|\( ?)?(?P<mark>⟦\d+⟧)",
        clause.text[found.end() :],
    )
    mark = clause.normal.quote(marked["mark"]) if marked is not None else ""
    return mark if mark and not mark[0].isalnum() else ""


@cache
def _ones() -> re.Pattern[str]:
    return re.compile(
        r"(?<!\w)(?:(?<=than )a|a single|one single|exactly one|only one|just one|single|one)(?: ?, \d+ word)?"
        r"(?: \d+ word)?(?:(?: ,)?(?: and)? (?!(?:of|or|and|per|on|in|for|to|at)\b)[a-z]+){0,2}? "
        r"(?P<unit>sentence|word|paragraph|"
        r"line|question|bullet point|bullet|emoji)(?!\w)"
    )


def _unit_of(noun: str) -> str | None:
    unit = lexicon().units.get(noun)
    if unit is None and (noun in entry_plurals() or singular(noun) in entry_nouns()):
        return "entries"
    return None if unit == "columns" else unit


_MARKED: Final = frozenset({"words", "phrases", "keywords", "terms", "points", "sentences"})
"""Entries that are highlighted by marks: "highlight 3 phrases", but not "highlight 3 features"."""


def _unit_here(clause: Clause, found: re.Match[str]) -> str | None:
    """Return the unit of an amount by its noun and the words beside it: "highlight 3 sections"; None for no unit."""
    is_own = found.re is _THINGS or found["unit"] in _own_nouns(clause)
    unit = _unit_of(found["unit"]) or ("entries" if is_own else None)
    before, after, adjectives = clause.text[: found.start()].rstrip(), clause.text[found.end() :], found["adjectives"]
    highlighted = re.search(r"\b(?:highlight|italic|bold)\w*\b[^.;]{0,40}$", f"{before} {adjectives}")
    if highlighted and (unit in ("sections", "lines") or (unit == "entries" and found["unit"] in _MARKED)):
        return "highlights"
    in_capitals = re.search(r"\bcapital letter|\ball caps|\bsuch capitalized", adjectives)
    if unit == "words" and (
        in_capitals or re.match(r" (?:be |that are )?(?:in|with) (?:all )?(?:capital|caps|upper)", after)
    ):
        return "capital_words"
    is_quiz = re.match(r"(?: [a-z/]+){0,3} (?:quiz|test|exam|questionnaire|survey)\b", clause.text[found.end() :])
    if unit == "questions" and (is_quiz or _OF_QUIZ.search(adjectives) or re.search(r"\bquiz\b", before)):
        return "entries"
    is_odd = unit == "lines" and _EMPTY.search(adjectives)
    is_kind = unit in _NAMED_APART and not found["unit"].endswith("s") and names_another(after)
    return None if is_odd or is_kind else unit


_NAMED_APART: Final = frozenset({"steps", "headings", "links", "tables", "columns", "rows", "hashtags", "quotations"})
"""Units whose singular before a noun only says of what kind that is: "3 header message options"."""
_EMPTY: Final = re.compile(r"\b(?:new|blank|empty)\b")
"""What says of a line that nothing stands on it."""


def _unsaid(
    found: re.Match[str], unit: str, low: int | str, high: int | str | None
) -> "tuple[int | str | None, int | str | None, bool]":
    """Return the bounds of an amount that is asked for without a comparison, and whether they are loose."""
    if unit == "highlights":
        return low, None, False
    if high is not None or not isinstance(low, int) or unit not in ("words", "characters"):
        return low, low if high is None else high, False
    is_adjective = found["unit"] in ("word", "sentence", "character", "paragraph", "line") and low > 1
    return (*loosened(low, share=0.1 if is_adjective and low < 100 else 0.25), True)


def _number(clause: Clause, text: str | None) -> int | str | None:
    if text is None:
        return None
    if text == "one":
        return 1
    if text.startswith("⟪"):
        name = clause.normal.field(text)
        return name if re.fullmatch(r"(?!(?i:current|previous|existing|original|actual))[\w.]+", name) else None
    return int(text)


@cache
def _comparing(key: str) -> re.Pattern[str]:
    words = lexicon().alternation("comparisons", key)
    return re.compile(
        rf"(?:(?<!\w){words})(?: (?:a|an|the|of|total|to|with|is|be|:|,|around|about|them|it|or|"
        rf"length|approximately|have|any))*$"
    )


@cache
def _behind(key: str) -> re.Pattern[str]:
    words = lexicon().alternation("comparisons", key)
    return re.compile(
        rf"^ ?(?:,|\()?(?: ?(?:in length|long|each|per \w+|in total|or so|of [a-z]+))? ?\(? ?{words}(?!\w)"
        r"(?! ?:? ?(?:of )?[\d⟪])"
    )


def _bounds(
    before: str, after: str, low: int | str, high: int | str | None, *, plus: bool, negated: bool
) -> "tuple[int | str | None, int | str | None, bool] | None":
    """Return least, most and whether they are loose; None when nothing compares."""
    about = _comparing("about").search(before) is not None or _behind("after_about").search(after) is not None
    if high is not None:
        if _comparing("at_most").search(before) or _behind("after_at_most").search(after):
            return None, high, about
        return low, high, about
    if plus or _behind("after_at_least").search(after):
        return low, None, about
    if _behind("after_at_most").search(after):
        return None, low, about
    for key, least, most in (
        ("at_most", None, 0),
        ("at_least", 0, None),
        ("below", None, -1),
        ("above", 1, None),
        ("exactly", 0, 0),
    ):
        if _comparing(key).search(before):
            if key in ("below", "above") and negated:
                return (low, None, about) if key == "below" else (None, low, about)
            return (_moved(low, least), _moved(low, most), False)
    if not negated and _LIMITED_TO.search(before):
        return None, low, False
    return (low, low, about) if about or _behind("after_exactly").search(after) else None


_LIMITED_TO: Final = re.compile(
    r"\b(?:limit|restrict|cap|keep|reduce|shorten)\w*\b[^.;]{0,40} (?:to|at)(?: (?:a|the))?$"
)
"""What makes an amount the most: "cap the summary at"."""


def _beside(text: str, found: re.Match[str]) -> tuple[str, str]:
    """Return what stands before and behind an amount; the bracket of a blank is no comparison: "<2 sentences>"."""
    before, after = text[: found.start()].rstrip(), text[found.end() :]
    return (before.removesuffix("<").rstrip() if ">" in after else before), after


_ONLY_BEFORE: Final = re.compile(r"\b(?:only|just)(?: [a-z]+)?$")
"""What makes an amount of things that need not be there the most: "only include 1 code block"."""
_ROUGHLY: Final = re.compile(r"\b(?:about|around|roughly|approximately|circa)$")
"""What makes a range rough: "about 5 to 10 words"."""


def compared(before: str, after: str, low: str, high: str) -> tuple[str, str] | None:
    """Return the least and the most, "" for no bound, of a number with the words before and behind it.

    None is returned where nothing compares, or only roughly.
    """
    numbers = [int(each) if each.isdigit() else each or None for each in (low, high)]
    bounds = _bounds(before, after, numbers[0] or 0, numbers[1], plus=after.startswith(" +"), negated=False)
    if bounds is None or bounds[2]:
        return None
    return tuple("" if each is None else str(each) for each in bounds[:2])  # type: ignore[return-value]


def _moved(bound: int | str, by: int | None) -> int | str | None:
    if by is None:
        return None
    return bound + by if isinstance(bound, int) else bound


def loosened(number: int, share: float) -> tuple[int, int]:
    """Return the bounds around a number that nothing compares."""
    slack = max(1, round(number * share))
    return max(number - slack, 1), number + slack


_MADE_OF: Final = re.compile(
    r"\b(?:(?:should|must|will|to) (?:consist|be made up|be composed)|(?:write|create|generate|compose|return|output|"
    r"produce|provide) (?:a|an) (?:[a-z]+ ){0,2}(?:list|thread|series|set|sequence|collection)) of$"
)
"""What says how many things the response is made of: "the thread should consist of"."""


@cache
def _asking() -> re.Pattern[str]:
    lex = lexicon()
    return re.compile(
        rf"(?:^|(?<=[\s(])){lex.verb('produce')}(?: (?!{lex.verb('produce')} )[^\s.;:]+){{0,9}}$"
        r"|(?:\b(?:have|has|contain|contains|be|in|with|of|consist of|consists of|consisting of|into|"
        r"should be|must be|using|to|for|exactly|as|by|limit of|length)|:)(?: (?:a|an|the|only|"
        r"just|single|one|short|brief|concise|,))*$|^$|^(?:\W*|the|a|an|short|brief)$"
    )


def _is_asked(clause: Clause, before: str, unit: str) -> bool:
    """Whether a number without a comparison says how many there shall be."""
    tail = before[-120:].rstrip()
    if re.search(
        r"\b(?:following|these|those|the above|all|first|last|next|top|other|previous|given|same|"
        r"provided|of the|from the|the) ?$",
        tail,
    ) and not re.search(r"\b(?:the top|the first)$", tail):
        return (
            unit == "entries"
            and tail.endswith(" the")
            and re.search(rf"\b{lexicon().verb('produce')}(?: me| us)? the$", tail) is not None
        )
    if unit == "entries" and re.search(r"\b(?:in|by|at|on|from|of|for|to) ?$", tail):
        return _MADE_OF.search(tail) is not None
    return _asking().search(without_count(tail) if unit in ("words", "characters") else tail) is not None


def _place(clause: Clause, found: re.Match[str], unit: str) -> Part | None:
    """Return the part in which the unit is counted; None where that is not sure."""
    noun = f"{found.groupdict().get('adjectives') or ''} {found['unit']}".strip()
    if clause.around.is_json and unit not in LENGTHS and _FOR_EACH_GIVEN.match(clause.text, found.end()):
        return None
    if " " in noun and _shown_as(clause, noun):
        return _counted_in(clause, noun, found)  # "3 subject lines" of the key "subject_lines"
    part = _part(clause, found, unit)
    begins = _begin(clause, found)
    if part is not None and part.each and unit in LENGTHS and _is_of_all(clause, begins, found.end()):
        part = clause.part
    is_entry = part is not None and part.source == "entries_of(response)"
    if _is_none_of_ours(clause, unit, found.end()) or (is_entry and len(clause.around.sections) > 1):
        return None
    is_of_part = unit not in LENGTHS and (clause.is_of_task or _has_parts(clause, unit))
    is_of_part = is_of_part or (unit == "entries" and _ALSO.search(clause.text, 0, begins) is not None)
    is_length_of_part = _OF_ONE_BLANK.search(clause.text[:begins]) or _ADDED.match(clause.text)
    is_of_part = is_of_part or (unit in LENGTHS and is_length_of_part is not None)
    is_aim = clause.text.startswith("target ")  # which compares a length, and tells to work on things
    is_of_part = is_of_part or (unit == "entries" and (is_aim or not _is_given_out(clause.text[:begins])))
    is_of_group = found["unit"] in _GROUPS and clause.text[:begins].endswith("into ")
    if part == WHOLE and (is_of_part or is_of_group):
        return None
    if unit in _LISTED and part is not None and part.source.startswith("leaves_of("):
        nodes = clause.around.tree.named(part.named.rsplit(".", 1)[-1])
        is_list = re.search(r"\b(?:array|list) of\b", clause.text[:begins]) is not None
        if is_list or not any(node.kind == "string" for node in nodes):
            return list_at(part.named, part.named)  # "an array of 3 to 7 strings"
    if part is not None and part != THE_LIST and part.source == f"{unit}_of(response)":
        return WHOLE if unit == "steps" else None  # "the steps as a list with at most 7 steps"
    is_whole = part == WHOLE and unit in LENGTHS
    if not is_whole or is_of_whole(clause, begins, found.end()):
        return part
    low = found.groupdict().get("low") or ""
    is_short = unit in _SHORT and low.isdigit() and int(low) <= _SHORT[unit]
    return each_of("entries_of", "entry") if is_short and is_bare(clause, begins) and _is_of_several(clause) else None


@cache
def _verbs() -> re.Pattern[str]:
    """Return what matches a verb of making the response or of the work before it."""
    bases = {*lexicon().words("verbs", "produce"), *lexicon().words("verbs", "think"), "construct"}
    return re.compile(rf"(?<!\w){any_of(sorted(bases))}(?!\w)")


_GIVING_OUT: Final = word_set("""
    write include generate create produce return output extract present make compose draft formulate devise submit state
    show contain have tag rank do answer be
""")


@cache
def _giving_out() -> frozenset[str]:
    """Return the verbs whose object is what a response lists."""
    return _GIVING_OUT.union(lexicon().words("entries", "verbs"))


_LIMITS: Final = re.compile(
    r"\b(?:(?:limit|restrict|cap)(?: [a-z]+)? to|(?:limit|restrict|cap|keep|reduce|shorten)(?: (?:the|your|this|all))?"
    r"(?: (?:list|number|response|output|answer|reply|it|them|total|selection|set|yourself|(?!focus)[a-z]+s))?"
    r"(?: of [a-z ]+)?(?: (?:to|at|under|within|between))?(?: (?:a|the|maximum|max|of|at|most|only|just|top|about))*)"
    r"(?: (?:a|the|maximum|max|of))* ?$"
)
"""What bounds how many there are."""


def _is_given_out(before: str) -> bool:
    """Whether entries are what the clause tells to list: "suggest 3", but not "rank the top 3" of what is planned."""
    verbs = _verbs().findall(before)
    return not verbs or verbs[-1] in _giving_out() or _LIMITS.search(before) is not None


_GROUPS: Final = frozenset({"categories", "groups", "topics", "themes", "classes", "types", "parts"})


def _is_of_all(clause: Clause, begins: int, end: int) -> bool:
    """Whether a length beside one of many things is that of all of them: "at most 90 words in total"."""
    is_total = _IN_TOTAL.match(clause.text, end) is not None
    return is_total or _TOLD_IN.search(clause.text[:begins].rstrip()) is not None


def _is_none_of_ours(clause: Clause, unit: str, end: int) -> bool:
    """Whether an amount says nothing of what the response has: how long things are, or the rows of a query."""
    if unit == "rows":
        return clause.around.form not in ("table", "CSV") and not clause.around.columns
    return unit == "entries" and clause.text.startswith(" long", end)


_ALSO: Final = re.compile(r"\b(?:also|then|finally|additionally|as well as)\b")
"""What says that something else is written, too."""
_OF_ONE_BLANK: Final = re.compile(r"\[[^\[\]]*\][^\[\]]*\[[^\[\]]*$")
"""What stands before an amount in one of several blanks: "[yes/no], [a reason in"."""
_ADDED: Final = re.compile(
    r"(?:and |please )*(?:(?:also|additionally|in addition)\b|(?:then|finally) ,? ?(?:[a-z]+ ){1,4}?"
    r"(?:conclusion|introduction|opening|closing|title|headline|caption|recommendation|example|note|remark)\b)"
)
"""What begins a clause that tells to write a part more: "then write an overall conclusion of 2 sentences"."""
_TOLD_IN: Final = re.compile(
    r"\b(?:summari[sz]e|outline|describe|explain|discuss|sum up) (?!each |every )[^.;,:]{0,40} (?:in|within)$"
)
"""What tells of things together at a length: "summarize the key points in 5 sentences"."""
_FOR_EACH_GIVEN: Final = re.compile(r" (?:for (?:each|every)|per) (?:of )?(?:(?:the|these|given|provided|⟪\d+⟫) )+")
"""What says behind an amount that there are so many for each of what the prompt brings."""
_SHORT: Final = {"words": 40, "characters": 280}
"""How long something is at most that stands on a line of a list."""


def _is_of_several(clause: Clause) -> bool:
    """Whether the response is several things of a kind and nothing else, each as long as a rule says."""
    around = clause.around
    is_list = around.form in ("", "bullets", "numbered", "list")
    return is_list and around.several and not (around.sections or around.titles or around.labels or around.tasks)


def _has_parts(clause: Clause, unit: str) -> bool:
    """Whether the response has more than the entries that a clause counts."""
    around = clause.around
    is_part = OF_PARTS.search(clause.before) is not None and unit in (*_LISTED, "steps")
    if unit == "entries" and is_labelled(clause):
        return True
    parts = max(len((*around.titles, *around.labels)), len(around.sections), len(around.elements))
    return is_part or (unit == "entries" and (around.form in _OF_CODE or parts > 1))


_LISTED: Final = frozenset({"entries", "items", "points"})


def _part(clause: Clause, found: re.Match[str], unit: str) -> Part | None:
    """Return the part in which the unit is counted; None where the words name one that is not known."""
    text = clause.text
    held = _HELD_AT.search(text[: found.start()])
    if held is not None and unit not in LENGTHS:
        return list_at(name := clause.normal.quote(held["mark"]), name)
    inside = re.search(r"(?P<noun>(?:[a-z]+ ){0,2}[a-z]+) ?\( ?(?:[a-z]+ ){0,3}$", text[: found.start()])
    if _OF_MANNER.search(text[: found.start()]) is not None:
        inside = None
    many = _each_of_many(clause, found) or _of_many(clause, found)
    if many is not None:
        return many
    if _is_of_something_else(clause, found, unit) or (
        unit not in LENGTHS
        and BARE_EACH.search(text[: found.start()])
        and _many_before().search(text, 0, found.start())
    ):
        return None
    if inside is not None:
        counted = re.search(r"\d (?:[a-z]+ ){0,2}$", text[: inside.end("noun") - len(inside["noun"].split()[-1])])
        is_length = _unit_of(inside["noun"].split()[-1]) in LENGTHS
        return None if counted is not None and is_length else _parenthesised(clause, inside)
    if (modified := _modified(clause, found)) is not None:
        return modified
    if unit not in LENGTHS and _shown_as(clause, found["unit"]):
        return _counted_in(clause, found["unit"], found)
    if (listed := _listed(clause, found["unit"])) is not None:
        return listed
    return _part_around(clause, found, unit)


_HELD_AT: Final = re.compile(r"(?P<mark>⟦\d+⟧) (?:array|list)\b[^.;⟦]*$")


def _part_around(clause: Clause, found: re.Match[str], unit: str) -> Part | None:
    """Return the part that is named somewhere else in the clause than right beside the amount."""
    text = clause.text
    placed = _placed(clause, found, unit)
    if placed is None or placed != clause.part:
        return placed
    owner = _OWNING.search(text[: found.start()])
    if owner is not None and (unit in LENGTHS or _is_object(clause, owner)):
        return _owned(clause, owner)
    return _named_beside(clause, found)


def _placed(clause: Clause, found: re.Match[str], unit: str) -> Part | None:
    """Return the part that the words around an amount speak of: of "each item has a note of 9 words" the note."""
    placed = part_at(clause, found.start(), found.end())
    owner = _OWNING.search(clause.text[: found.start()]) if unit in LENGTHS else None
    if placed is not None and placed.each and owner is not None and OF_EACH.search(clause.text[: owner.start()]):
        return named_part(owner["noun"], clause.around)
    return placed


_OF_MANNER: Final = re.compile(
    r"\b(?:be|is|are|stay|remain|(?:keep|make) (?:it|them|this|(?:the |your |each |all )?[a-z]+(?: [a-z]+)?)) "
    r"(?:[a-z]+ (?:and|but) )?(?:very |fairly |relatively )?[a-z]+ ?\( ?(?:[a-z]+ ){0,3}$"
)
"""An adjective before an amount in brackets, which is that of the subject: "it should be concise (2 sentences)"."""


_EACH_HAS: Final = re.compile(
    r"\beach (?:with|having|has|containing|contains|including|includes|consisting of) [^.;]*$"
)
"""What stands before the length of a piece that each of several things has: "5 ideas, each with a title and"."""
_UNDER_EACH: Final = re.compile(r"(?:under|for|in|below|within|to) each(?: one| of (?:them|these))? ?,")
"""What a clause begins with that speaks of each of what another sentence names."""


def _is_of_something_else(clause: Clause, found: re.Match[str], unit: str) -> bool:
    """Whether it is the amount of one of many things that the clause does not count."""
    before, after = clause.text[: found.start()], clause.text[found.end() :]
    return (
        _UNDER_EACH.match(clause.text) is not None
        or (unit in LENGTHS and BARE_EACH.search(before) is not None)
        or ((unit in LENGTHS or not clause.around.is_json) and _EACH_ALONE.match(after) is not None)
        or (_ONE_OF_MANY.match(after) is not None and re.search(r"\b(?:a|an|one|1) ?$", before) is not None)
        or (unit in LENGTHS and _EACH_HAS.search(before) is not None)
    )


def _named_beside(clause: Clause, found: re.Match[str]) -> Part | None:
    """Return the part that is named before or behind an amount: "30 words for the summary"."""
    text = clause.text
    is_of_entries = clause.around.is_json and _unit_of(found["unit"]) == "questions"  # with or without a mark
    several = len(clause.around.sections) > 1 or clause.around.keys or is_of_entries
    if clause.part == WHOLE and several and re.search(r"\b(?:response|output|answer|reply)\b", text) is None:
        named = _NAMED_BEFORE.search(text[: found.start()])
        known = subject_part(named["noun"], clause.around) if named is not None else None
        if known is not None and known != WHOLE:
            return known
        if clause.around.is_json:
            return _only_list(clause, found)
        return clause.part if _is_in_total(clause, found) or is_told(text[: _begin(clause, found)].rstrip()) else None
    joined = "for|in|to" if _unit_of(found["unit"]) == "entries" else "for|in|of|to"
    behind = re.match(
        rf"(?: (?:long|each))? ?(?:{joined}) (?P<noun>(?:the |each |your )?[a-z]+(?: [a-z]+)?)", text[found.end() :]
    )
    for words in (behind["noun"], behind["noun"].rsplit(" ", 1)[0]) if behind is not None else ():
        part = subject_part(words, clause.around)
        if part is not None and part != WHOLE:
            return part
    return _of_subject(clause, found)


def _only_list(clause: Clause, found: re.Match[str]) -> Part | None:
    """Return the list that the JSON is, or is all of, where the clause counts what it tells to write."""
    is_entry = _unit_of(found["unit"]) == "entries"
    return THE_LIST if is_entry and clause.around.of_list and _tells_to_write(clause, found) else None


def _tells_to_write(clause: Clause, found: re.Match[str]) -> bool:
    """Whether nothing but a verb of writing stands before an amount."""
    return _TELLS_TO_WRITE.fullmatch(clause.text[: _begin(clause, found)]) is not None


_TELLS_TO_WRITE: Final = re.compile(
    r"(?:(?:using|based on|from|given) [^,;:]* , )?"
    r"(?:(?:please|always|you|must|should|do|not|never|to) )*"
    r"(?:(?:generate|create|write|produce|provide|return|output|give|include|make|list) ?)?"
    r"(?:(?:only|just|the|a|between|from) ?)*"
)


def _is_in_total(clause: Clause, found: re.Match[str]) -> bool:
    """Whether a length is said to be that of all: "100 words total", "Length: 200 words"."""
    if clause.around.is_notation or _unit_of(found["unit"]) not in LENGTHS:
        return False
    said = (*clause.above[-1:], clause.text[: found.start()])
    return _IN_TOTAL.match(clause.text, found.end()) is not None or any(_OF_LENGTH.match(each) for each in said)


_IN_TOTAL: Final = re.compile(r" ?,? ?(?:in )?(?:total|overall|altogether)\b")
_OF_LENGTH: Final = re.compile(r"(?:(?:total|overall|target|word|character) )*(?:length|limit|count)(?: ?:|$)")


def _is_object(clause: Clause, owner: re.Match[str]) -> bool:
    return _OBJECT.match(clause.text[: owner.end("noun")]) is not None


_OWNING: Final = re.compile(
    r"\b(?:a|an|the|one|its|your|each) (?P<noun>(?:(?!(?:in|with|of|and|or|for|to|must|should|shall|will|can|may)\b)"
    r"[a-z]+ ){0,2}(?!consists?\b|total|maximum|minimum|limit|length|count|range|set|series|number|group|"
    r"sequence|budget|cap|max|min|series|string\b|text\b)"
    r"[a-z]+) of(?: (?:about|around|at most|at least|up to|exactly|no more than|roughly|between|approximately|maximum|"
    r"max|only|a maximum of|under|less than|fewer than))* $"
)


_OBJECT: Final = re.compile(
    r"(?:please |now |then )*(?:write|generate|create|provide|give|output|return|compose|produce|suggest|"
    r"propose|come up with)"
    r"(?: me)? (?:a|an|one|1|exactly one|a single) (?:(?!(?:with|of|and|for)\b)[a-z]+ ?){1,4}$"
)
"""What is to be written, as far as the noun: an amount behind it is one of the response."""
_OF_AMOUNT: Final = re.compile(r"\bof (?:[a-z]+ ){0,3}[\d⟪]")


def _owned(clause: Clause, owner: re.Match[str]) -> Part | None:
    """Return the part that an amount belongs to, "a title of 5 words"; None for one that is not known."""
    if len(_OF_AMOUNT.findall(clause.text)) != 1:
        return None
    noun = owner["noun"]
    last = noun.split()[-1]
    written = (*lexicon().words("nouns", "written"), *clause.around.written)
    is_whole = last in lexicon().words("nouns", "response") or any(noun.endswith(known) for known in written)
    goes_on = re.match(r" ?,? (?:and )?then\b", clause.normal.text[clause.end :]) is not None
    part = subject_part(noun, clause.around)
    if (_is_object(clause, owner) and not goes_on) or (is_whole and last not in ("title", "headline")):
        return clause.part
    return part


_NAMED_BEFORE: Final = re.compile(
    r"(?:^|[,;:(] ?|\b(?:the|a|an|each|your|keep|limit|cap|restrict|shorten|write|present) )"
    r"(?P<noun>(?!(?:keep|limit|cap|restrict|shorten|write|present|the|your) )[a-z_]+(?: [a-z]+){0,3}?)"
    r"(?: \(| (?:should|must|of|with|in|under|within|below|at|as|no|that|to|:|is|has|have|≤|<|<=)(?= |$))"
)
_MANY_OF: Final = re.compile(
    r"\b(?P<noun>(?:[a-z]+ )?(?:paragraphs|sentences|bullets|bullet points|items|lines|sections|[a-z]+s)) "
    r"(?:of|(?<=\d paragraphs )(?:with|containing)|(?<=\d bullets )(?:with|containing))"
    r"(?: (?:about|around|at most|at least|up to|exactly|no more than|roughly|between|approximately|maximum|max))*$"
)
_MODIFIED: Final = frozenset(
    {"bullets", "bullet points", "bullet", "points", "items", "sentences", "paragraphs", "titles", "tags", "topics",
     "labels", "phrases"}
)  # fmt: skip


def _of_many(clause: Clause, found: re.Match[str]) -> Part | None:
    """Read "paragraphs of 2 to 4 sentences"."""
    many = _MANY_OF.search(clause.text[: found.start()].rstrip())
    if many is None or found["unit"] not in ("word", "words", "sentence", "sentences", "characters", "lines", "chars"):
        return None
    noun = "bullet" if many["noun"] == "bullet points" else many["noun"].split()[-1]
    return list_of(noun, clause.around, inside_of(clause))


_WISHED: Final = re.compile(
    r" (?:[a-z]+ ){0,2}(?:recommended|ideal|ideally|preferred|suggested|works best|on average)\b"
)
"""What says behind an amount that it is a wish, or holds of all together: "50 characters max recommended"."""
_WISHED_FIRST: Final = re.compile(r"\b(?:ideally|preferably)[^.;:()]{0,24}$")
"""What says so in front of it, in brackets too: "(ideally at most 20 words)"."""


_SPAN: Final = re.compile(r"\d+ (?:to|—) \d")
_APART: Final = re.compile(r" (?:down|up|below|above|apart|later|before|after|further)\b")
"""What says behind lines or steps how far something is away: "two lines down"."""
_FOR_LATER: Final = re.compile(
    r"\bso (?:that )?(?:i|we|they|users?|people) (?:can|could|may|will)\b|"
    r"\bfor (?:a|an|the|my|our) [a-z]+ (?:that|which) will\b|\b(?:since|because) (?:[a-z]+ ){1,3}(?:is|are)\b|"
    r"\bfollowed by(?: a| an| the)?$"
)
"""What stands before an amount of something that is made later, from the response."""
_ONE_OF_MANY: Final = re.compile(r" (?:bullet|bullet point|item|point|line|phrase)\b")
_EACH_BEHIND: Final = re.compile(r"(?: or (?:less|fewer|more))?(?: ?,)? each\b")
_EACH_ALONE: Final = re.compile(rf"{_EACH_BEHIND.pattern}(?= ?(?:[.,;:)]|$))")


@cache
def _many_before() -> re.Pattern[str]:
    nouns = ("bullets", "bullet points", "items", "points", "sentences", "paragraphs", "lines", "steps", "questions")
    return re.compile(rf"\b{any_of((*nouns, *entry_plurals()))}\b")


def _each_of_many(clause: Clause, found: re.Match[str]) -> Part | None:
    """Read "up to 20 bullets of 16 words or less each", "5 bullets, each at most 15 words"."""
    text = clause.text
    many = [*_many_before().finditer(text, 0, found.start())]
    mid = found.groupdict().get("mid") or ""
    is_each = (
        _EACH_BEHIND.match(f"{mid}{text[found.end() :]}") is not None
        or BARE_EACH.search(text[: found.start()]) is not None
    )
    if not many or _unit_of(found["unit"]) not in LENGTHS or not is_each:
        return None
    noun = "bullet" if many[-1].group() == "bullet points" else many[-1].group()
    return list_of(noun, clause.around, _owner_before(clause, many[-1].start()))


def _owner_before(clause: Clause, at: int) -> Part:
    """Return the part whose list is named at an offset, "the IDEAS bullets", or what the clause speaks of."""
    words = clause.text[:at].split()
    owners = (named_part(" ".join(words[-n:]), clause.around) for n in range(min(4, len(words)), 0, -1))
    return next(filter(None, owners), None) or inside_of(clause)


def _modified(clause: Clause, found: re.Match[str]) -> Part | None:
    """Read the noun behind an amount that stands before it: "16-word bullets", "one-sentence summary"."""
    nouns = ("word", "sentence", "character", "line") if "low" in found.re.groupindex else ("sentence", "word")
    if found["unit"] not in nouns:
        return None
    named = re.match(
        r"(?: (?:long|short|brief|max|maximum|length))? (?P<noun>[a-z]+(?: [a-z]+)?)", clause.text[found.end() :]
    )
    for words in (named["noun"], named["noun"].split()[0]) if named is not None else ():
        if words in _MODIFIED:
            return list_of(words, clause.around, inside_of(clause))
        if words.split()[-1] in entry_plurals() and (inside := inside_of(clause)).is_section:
            return each_of("entries_of", singular(words), inside)
        part = subject_part(words, clause.around)
        if part is not None and part != WHOLE:
            return part
    return None


def _of_subject(clause: Clause, found: re.Match[str]) -> Part | None:
    """Return the part that the subject of the clause names: "titles must be under 60 characters"."""
    text = clause.text
    subject = re.search(
        r"(?:^(?!(?:limit|keep|make|ensure|restrict|cap|provide|include|write) )|[,;:(—] ?|"
        r"\b(?:limit|keep|make|ensure|restrict|cap|provide|include|write|with|and|that|a|an|the) )"
        r"(?P<noun>(?:the |your |each |all |every |any )?(?:[a-z]+ ){0,2}?[a-z]+)(?: \([^()]*\))?"
        r"(?: ?\(| (?:should|must|shall|to|is|are|needs to|need to|has to|have to|can|will|may|"
        r"has|have|under|within|of|at|as|no|in|with|short|:)\b)",
        text[: found.start()],
    )
    if subject is not None:
        part = subject_part(subject["noun"], clause.around)
        if part is not None:
            return part if part != WHOLE else clause.part
        last = subject["noun"].split()[-1]
        is_told = subject.start() == 0 and subject["noun"].split()[0] in lexicon().words("verbs", "produce")
        if is_told or text.startswith(" in ", subject.end("noun")):
            return clause.part  # "explain the rule to a child in under 50 words"
        if last in lexicon().words("verbs", "produce") and not subject["noun"].startswith(
            ("the ", "your ", "each ", "every ")
        ):
            return clause.part
        known = lexicon().words("nouns", "response") + lexicon().words("nouns", "written")
        if (
            last not in known
            and last
            not in (
                "length",
                "count",
                "limit",
                "it",
                "this",
                "using",
                "them",
                "you",
                "total",
                "maximum",
                "minimum",
                "number",
                "about",
                "there",
                "which",
                "that",
                "they",
                "i",
                "we",
                "words",
                "task",
                "job",
                "goal",
            )
            and re.search(r"\b(?:should|must|shall|under|is|are|be)\b", text[subject.end("noun") : found.start()])
        ):
            return None
    return clause.part


_COUNTED_EVERYWHERE: Final = frozenset(
    {"words", "sentences", "paragraphs", "characters", "lines", "questions", "steps"}
)


def _shown_as(clause: Clause, noun: str) -> list[Node]:
    """Return the keys of the prompt's samples that are called as a noun is."""
    names = names_called("nodes", bare_name(noun), clause.around)
    return [node for node in clause.around.tree.nodes if node.name in names] if names else []


def _counted_in(clause: Clause, noun: str, found: re.Match[str]) -> Part | None:
    """Return where the JSON has what a noun names, by the keys that are called so; None where it is not a list.

    That is the list of this name; the list of objects that begin with a key of this name, or have one where the clause
    tells to write so many; or a text whose pieces the clause says to be divided by commas.
    """
    tree, nodes = clause.around.tree, _shown_as(clause, noun)
    lists = [node for node in nodes if node.kind == "list"]
    if not lists and len(nodes) == 1:
        [node] = nodes
        owner = tree.at(node.path[:-1])
        beside = [each for each in tree.below(node.path[:-1]) if each.name.lower() not in ("id", "number", "index")]
        is_each = noun.endswith("s") and (beside[:1] == [node] or _tells_to_write(clause, found))
        if is_each and owner is not None and owner.of_objects:
            lists.append(owner)
        elif is_each and owner is None and tree.is_list:
            return THE_LIST
        elif re.search(r"\bcommas?\b", clause.text) and node.kind == "string":
            return value_at(tree.address(node))
    if len(lists) != 1:
        return None
    [node] = lists
    return list_at(tree.address(node), node.name)


def list_at(address: str, name: str) -> Part:
    """Return each list at a key."""
    return Part(f'each list "{name}"', f"lists_of(response, {literal(address)})", each=True, named=name)


def _listed(clause: Clause, noun: str) -> Part | None:
    """Return the list that a key or a section of this name holds."""
    around = clause.around
    wanted = bare_name(noun)
    for name in around.keys if noun.endswith("s") else ():
        if bare_name(name) != wanted:
            continue
        if not around.tree and not name.endswith("s"):  # one of each thing that is counted
            return Part(f'the values of "{name}"', f"values(response, {literal(name)})", named=name)
        return list_at(name, name)
    if len(around.sections) > 1 and noun.endswith("s") and noun not in _COUNTED_EVERYWHERE:
        named = named_part(noun, around)
        return named if named is not None and named.is_section else None
    return None


def _parenthesised(clause: Clause, inside: re.Match[str]) -> Part | None:
    """Return the part that the words before a parenthesis name: "a title (under 60 characters)"."""
    words = [
        word
        for word in inside["noun"].split()
        if word
        not in (
            "a",
            "an",
            "the",
            "and",
            "or",
            "short",
            "brief",
            "concise",
            "your",
            "with",
            "provide",
            "include",
            "write",
            "one",
            "1",
            "keep",
            "very",
            "small",
            "clear",
            "make",
            "stay",
            "be",
        )
    ]
    if clause.part != WHOLE and words in (["paragraph"], ["text"], ["passage"]):
        return clause.part
    for count in (2, 1, 3):
        name = " ".join(words[-count:])
        part = subject_part(name, clause.around) if name else None
        is_one = _AND_ANOTHER.search(clause.text, inside.end()) or _ONE_BEFORE.search(clause.text, 0, inside.end())
        if part == WHOLE and is_one is not None:
            return None  # "a title (max 60 characters) and a description"
        if part is not None:
            return part
    if not words:
        return clause.part
    last = words[-1]
    if last.endswith("s") and (listed := list_of(last, clause.around, clause.part)) is not None:
        return listed
    at = inside.end("noun")
    written = clause.written(at - len(" ".join(words[-2:])), at)
    if (
        len(words) > 1
        and re.search(r"\b(?:a|an|the|1|one) $", clause.text[: max(at - len(" ".join(words)), 0)])
        and written[:1].isupper()
        and not clause.around.is_notation
    ):
        return section(written)
    return clause.part if last in ("length", "brevity", "limit", "output", "response") else None


_AND_ANOTHER: Final = re.compile(
    r"\) ?(?:[,;]|[,;]? ?(?:and|plus|then|followed by|as well as)(?: then)?) (?:a|an|the|your|\d+) "
)
_ONE_BEFORE: Final = re.compile(r"\([^()]*\d[^()]*\) ?(?:,|,? ?and) (?:a|an|the|your|1) ")


def _begin(clause: Clause, found: re.Match[str]) -> int:
    """Return where an amount begins with the comparison before it."""
    before = clause.text[: found.start()].rstrip()
    for name in ("at_most", "at_least", "below", "above", "exactly", "about"):
        comparison = _comparing(name).search(before)
        if comparison is not None:
            return comparison.start()
    return found.start()


def _tail(after: str) -> int:
    for name in ("after_at_most", "after_at_least", "after_exactly"):
        found = _behind(name).match(after)
        if found is not None:
            return found.end()
    return 0


def _shown(bound: int | str | None) -> str:
    return f'the value of "{bound}"' if isinstance(bound, str) else str(bound)


def _bound(bound: int | str | None) -> str:
    return f"int(example[{literal(bound)}])" if isinstance(bound, str) else str(bound)

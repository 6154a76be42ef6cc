"""What code sees in a response, there or not: emoji, links, bold text, commas, the first person."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause, exemplified, is_alternative, names_another
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.part import WHOLE, Part
from spade_core.constraints.parts import part_at, subject_of
from spade_core.language import Thing, any_of, forms_of, lexicon
from spade_core.taxonomy import Category

_FORMATS = frozenset(
    {
        "bullet points",
        "a numbered list",
        "a list",
        "a table",
        "Markdown marks",
        "bold text or italics",
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
_OF_PROSE: Final = frozenset({"Markdown marks", "headings"})
"""What in data or code is seen where there is none: a comment of Python looks like a heading."""

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
    "code_blocks": ("a code block",),
}
"""What is there where a unit is counted."""


_AT_EDGE: Final = re.compile(
    r"\b(?:begin|start|open|end|close|finish)(?:s|ning|ting|ing)? [^.;]*\b(?:with|in|on)\b[^.;]*$"
)
"""What stands before a thing that is ruled out at the beginning or the end only."""
_BETWEEN: Final = re.compile(r"\bbetween (?:[a-z]+ ){1,4}?and(?: the| any| all)?$")
"""What stands before a thing from which another one is set off: "an empty line between paragraphs and"."""
_ALONE_BEFORE: Final = re.compile(r"(?:(?:any|all|the|use|usage|of|using|any kind|kinds?) )*")
_BANNED: Final = re.compile(
    r" (?:must|should) (?:not|never) be used\b| (?:is|are) (?:strictly )?(?:not allowed|forbidden|prohibited)\b"
)
"""What stands behind a thing that is ruled out: "emojis are not allowed"."""


def _is_banned(clause: Clause, found: re.Match[str]) -> bool:
    is_first = _ALONE_BEFORE.fullmatch(clause.text, 0, found.start()) is not None
    return is_first and _BANNED.match(clause.text, found.end()) is not None


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
            if clause.negated(found.start()) or _is_banned(clause, found):
                if (match := cls._ruled_out(clause, found, thing)) is not None:
                    yield match
            elif thing.found and thing.demanded and cls._is_wanted(clause, found):
                if thing.hold in _FORMATS and (clause.around.is_notation or clause.around.form == "HTML"):
                    continue
                part = part_at(clause, found.start())
                if thing.hold == "a title" and part != WHOLE:
                    continue  # a field of each of several things
                if part is not None and not clause.excepted:
                    yield Match(
                        cls(thing.hold, thing.found, thing.absent, True, part),
                        _verb_before(clause.text, found.start()),
                        found.end(),
                    )

    @classmethod
    def _ruled_out(cls, clause: Clause, found: re.Match[str], thing: Thing) -> Match | None:
        if _is_banned(clause, found):
            return Match(cls(thing.hold, thing.found, thing.absent, False, clause.part), 0, len(clause.text))
        before, after = clause.text[: found.start()], clause.text[found.end() :]
        if clause.excepted or _RESTRICTED.match(after) or not _ends_there().match(after):
            return None
        if (
            _NO_ACCESS.search(before)
            or _AT_EDGE.search(before)
            or _place_of_another().search(before)
            or re.search(r"⟦\d+⟧ \([^()]*$", before) is not None
        ):
            return None  # what is said of the words before a bracket
        cue = [each for each in clause.negations() if each[1] <= found.start()][-1:]
        said = before[cue[0][1] :] if cue else before
        if _BESIDE_SOME.search(said.rstrip()) is not None:
            return None
        if not _is_put(said, takes_noun=bool(cue) and _TAKES_NOUN.fullmatch(before[slice(*cue[0][:2])]) is not None):
            return None
        part = _without(clause, found.start())
        formats = _FORMATS if clause.around.is_json else _OF_PROSE if clause.is_of_data else frozenset()
        if part is None or (part in (WHOLE, clause.around.text) and thing.hold in formats):
            return None
        return Match(
            cls(thing.hold, thing.found, thing.absent, False, part),
            _verb_before(clause.text, found.start()),
            found.end(),
        )

    @classmethod
    def _is_wanted(cls, clause: Clause, found: re.Match[str]) -> bool:
        before, after = clause.text[: found.start()].rstrip(), clause.text[found.end() :]
        if is_alternative(clause.text, *found.span()):
            return False
        if _NOTHING_BUT.search(before) or _stands_for_another(clause, found["name"], before, after):
            return False
        if (
            _ONLY_THERE.search(before)
            or _ONLY_SO_MANY.search(before)
            or _ONLY_FOR.match(after)
            or _SELDOM.match(after)
            or _IS_SUBJECT.match(after)
        ):
            return False
        is_of_table = found["name"] == "header" and clause.around.columns != ()
        if is_of_table or (_is_of_words(found["name"]) and _OF_TITLES.search(before)):
            return False  # which are no part of what stands below them
        if found["name"] == "list" and re.search(r" \[ ?[a-z⟦]", after):
            return False  # one of a programming language: "a list such as [a, b]"
        if found["name"] == "list" and (_IS_NOUN.search(before) is None or before.endswith(" in the")):
            return False
        if _INCLUDING.search(clause.before) and _ADJECTIVES.fullmatch(before) and not names_another(after):
            before = f"include {before}".rstrip()
        if before.endswith(" in") and _writes().search(before) is None:
            return False
        is_mark = lexicon().thing[found["name"]].hold == "bullet points" and _AT_EDGE.search(before) is not None
        if _BETWEEN.search(before) or is_mark:
            return False
        if exemplified().search(before) or re.match(
            r" ?(?:that|which|you|we|it|is|are|from|of|in the|below|above|provided|given|\)|:|if|when|may|can|"
            r"sparingly|rarely|occasionally|sometimes|moderately|"
            r"to the|about|or)\b",
            after,
        ):
            if _LINK_TO.match(f"{found['name']}{after}"):
                return _asked().search(before) is not None
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


_OF_TITLES: Final = re.compile(
    r"\b(?:headings?|headers?|titles?|labels?|headlines?)\b(?: (?:of|for|to) [^.;,]{1,40})?"
    r"(?: (?:must|should|be|are|is))* in$"
)
"""What stands before the form of titles: "a heading in bold"."""


def _is_of_words(name: str) -> bool:
    """Whether a thing is how words are set, "bold"."""
    return lexicon().thing[name].hold in ("bold text", "italics", "bold text or italics")


_NOTHING_BUT: Final = re.compile(r"\b(?:only|just|nothing but)(?: (?:the|a|an|one|your|new|final))*$")


def _stands_for_another(clause: Clause, name: str, before: str, after: str) -> bool:
    """Whether the name of a thing is that of a mark, of a part of each of several things, or of how something is."""
    if name.startswith(("docstring", "markdown")):  # in which something stands
        return before.endswith((" in the", " in a", " in each"))
    if name == "headers" and re.search(r"\b(?:table|csv)\b", before):
        return True
    if name == "header":
        return re.match(r" and footer\b", after) is not None
    if name.startswith("subject line"):  # of a commit it is the first line, without a label
        return "commit" in f"{clause.text} {clause.around.written}"
    if name == "title":  # "title case"; "title, date and place" are what stands at the top
        return _OF_EACH_ONE.search(before) is not None or _TITLE_BESIDE.match(after) is not None
    return name.endswith("code blocks")  # which says how code is written, where there is any


_OF_EACH_ONE: Final = re.compile(r"\b(?:each|every|all)\b[^.;]* (?:with|has|have) (?:a|the)$")
_TITLE_BESIDE: Final = re.compile(r" case\b| ?(?:,|/|\+|and) ?[a-z⟦]")


def _without(clause: Clause, at: int) -> Part | None:
    """Return the part that has not what stands at an offset: that of the subject, where the clause names none there."""
    part = part_at(clause, at)
    return subject_of(clause, at) or part if part in (WHOLE, clause.around.text) else part


_INCLUDING: Final = re.compile(r"\b(?:with|include|includes|including|contain|contains|containing) ?:$")
"""A lead-in of what the response has."""
_ADJECTIVES: Final = re.compile(r"(?:a |an |the )?(?:[a-z]+(?: [a-z]+)?)?")
_BESIDE_SOME: Final = re.compile(
    r"\b(?:other|additional|further|extra|more)$|\b(?:unknown|unlisted|undefined)(?: [a-z]+(?: or| and| ,))?$"
)
"""What says before a thing that there are some: "no other headings"."""
_RESTRICTED: Final = re.compile(
    r"(?: ?, (?:[a-z]+ ){0,2}[a-z]+)*(?: ?,)? (?:or|and) (?:[a-z]+ ){1,4}(?:that|which|not|unless|without|beyond)\b"
)
"""What stands behind a thing whose list ends in a restriction: "tables, lists or content that is not there"."""
_IS_SUBJECT: Final = re.compile(r" (?:must|should|shall|will|have to|need to) (?!be (?:included|used|present|added)\b)")
"""What is said behind a thing of how it is where there is one: "code blocks must name their language"."""


_SELDOM: Final = re.compile(r" (?:very |only )?(?:sparingly|rarely|seldom|in moderation|with restraint)\b")
"""What says behind a thing that there is little of it, or none: "use exclamation points very sparingly"."""
_ONLY_FOR: Final = re.compile(r"(?: \(.*?\))? (?:only|just|solely) (?:for|when|where|in|on|to|if)\b")
_LINK_TO: Final = re.compile(
    r"(?:links?|urls?|hyperlinks?) (?:back )?(?:to|of|for) (?:(?:the|your|its|their|each|every|any|all|a|an|full|"
    r"original|relevant|"
    r"corresponding|official|cited|single) )*(?:[a-z]+ )?(?:source|article|page|website|site|documentation|docs|"
    r"product|paper|"
    r"repository|repo|post|job|listing|profile|video|homepage|recipe|report|announcement|pull request|issue|store|"
    r"shop)s?\b"
)
"""A link by what it leads to."""
_ONLY_SO_MANY: Final = re.compile(r"\bonly\b[^.;,]*\b(?:\d+|one|a single)(?: [a-z]+)?$")
"""What makes an amount the most that there may be: "only include 1"."""
_ONLY_THERE: Final = re.compile(r"\bonly (?:apply|use|add|include|create|insert)\b[^.;]* (?:to|for|in|on)\b")


_IS_NOUN: Final = re.compile(
    r"\b(?:an?|the|your|this|that|one|1|as|in|with)(?: (?!and\b|or\b)[\w-]+){0,2}$|\b(?:use|include)$"
)
"""What stands before "list" where it is no verb."""
_JOINED: Final = re.compile(r" ?(?:,|/| or | and | nor )+ ?")


def _is_put(between: str, *, takes_noun: bool) -> bool:
    """Whether the words from a negation to a thing are those of putting it into the response.

    The verb is one of `put`, or there is none. In front of the thing, from the last comma or "or" on, stands nothing
    that makes it one of some kind: "no metadata tables" and "never change links" rule out no table and no link.
    """
    pieces = [each.strip() for each in _JOINED.split(between)]
    begins = _begins_putting().match(pieces[0]) is not None
    if len(pieces) > 1 and takes_noun:
        begins = begins or not pieces[0].split()[0].endswith("ing")
    return begins and _only_points().fullmatch(pieces[-1]) is not None


_NO_ACCESS: Final = re.compile(r"\b(?:have|has|get|gain|with|without) (?:any |direct )?access\b[^.;]*$")
_TAKES_NOUN: Final = re.compile(r"no|without|nor|neither|avoid\w*|exclud\w+|omit\w*|free (?:of|from)|devoid of|none of")
"""What rules out a noun as well as a verb."""


@cache
def _place_of_another() -> re.Pattern[str]:
    """Return what matches before a thing in which another one stands: "no italics in the markdown"."""
    return re.compile(rf"{any_of(lexicon().thing)} (?:[a-z]+ )?(?:in|within|inside) (?:the|your|its) $")


@cache
def _putting() -> str:
    return any_of(form for verb in lexicon().words("verbs", "put") for form in forms_of(verb))


@cache
def _begins_putting() -> re.Pattern[str]:
    """Return what matches how a negation goes on: with a verb of `put`, or with a thing."""
    return re.compile(rf"(?:{_SLIGHT} )*(?:{_putting()}|{_pointing()})(?!\w)|$")


@cache
def _only_points() -> re.Pattern[str]:
    """Return what matches words that say of a thing no more than that there is one."""
    lex = lexicon()
    nouns = any_of((*lex.words("nouns", "response"), *lex.words("nouns", "written"), *lex.forms))
    return re.compile(
        rf"(?:{_SLIGHT} ?)*(?:{_putting()} ?(?:(?:(?:{_pointing()}|{nouns}) ?)*(?:in|with|as|into|using) ?)?)?"
        rf"(?:{_pointing()} ?)*"
    )


@cache
def _pointing() -> str:
    """Return a pattern for the words that point at a thing, and for other things beside it."""
    return rf"(?:{lexicon().alternation('grammar', 'pointing')}|{any_of(lexicon().thing)})"


_SLIGHT: Final = r"(?:from|please|ever|also|even)"


@cache
def _ends_there() -> re.Pattern[str]:
    """Return what matches behind a thing where nothing more is said of it than that it is in the response."""
    lex = lexicon()
    own = {"final", "whole", "entire", "formatting", "generated", "blog", "markdown"}
    own |= {noun.split()[0] for key in ("response", "written") for noun in lex.words("nouns", key)}
    own |= set(lex.forms)
    return re.compile(
        r"(?: (?:format|formatting|syntax|style|marks|characters))? ?"
        r"(?:$|[.,:!?()/]|⟦\d+⟧ ?(?:$|[.,;])|(?:do not|never|use|only|just|"
        r"or|and|nor|at all|whatsoever|anywhere|ever|either|please|needed|required|allowed|here|"
        r"like|such as|etc)\b|(?:in|at|on|inside|outside|within|throughout|before|after|from|around|to) "
        rf"(?:the |your |its |this |any |all )*{any_of(own)}(?: {any_of(own)})*"
        r"(?= ?(?:$|[^\w ]|(?:or|and|nor|of|at|in|to|with)\b)))"
    )


@cache
def _names() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w⟦])(?P<name>{any_of(lexicon().thing)})(?![\w⟧])")


@cache
def _asked() -> re.Pattern[str]:
    adjectives = lexicon().alternation("qualities", "adjectives")
    return re.compile(
        r"\b(?:use|uses|using|include|includes|including|add|adding|contain|contains|containing|"
        r"insert|must have|should have|with|provide|give|put|show(?= an?\b)|attach|return|returns|has|have|incorporate|"
        r"employ|in|apply|"
        r"highlight|emphasize|format|formatted|(?<=s )and)"
        r"(?: (?:the|a|an|some|any|lots of|a lot of|plenty of|loads of|tons of|a ton of|many|numerous|multiple|"
        r"several|one|"
        r"appropriate|relevant|proper|clear|descriptive|at least|second|third|top|level|1|or|more|few|clickable|"
        r"working|direct|full|original|official|canonical|product|source|website|web|article|page|company|profile|short|"
        r"of|your|its|various|suitable|,|\w+ly|bold|"
        rf"and|text|personal|flair|as|bullets|bullet points|headings|h2|h3|markdown|{adjectives}))*$"
    )


@cache
def _writes() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){lexicon().verb('produce')}(?!\w)")


def _verb_before(text: str, at: int) -> int:
    verbs = list(
        re.finditer(
            rf"(?<!\w)(?:{lexicon().alternation('negations', 'phrases')}|"
            rf"{lexicon().verb_of('negations')}|{lexicon().verb('produce')})(?!\w)",
            text[:at],
        )
    )
    return verbs[-1].start() if verbs and at - verbs[-1].end() < 90 else at

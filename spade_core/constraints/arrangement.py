"""How the response is arranged: wrapped in marks, divided, in order, without repetition, with a postscript."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.fact_patterns import COMMIT, FACTS, OF_LISTS
from spade_core.constraints.forms import AT_EDGE
from spade_core.constraints.part import WHOLE, Part, literal
from spade_core.constraints.parts import list_of, named_part, part_at, singular
from spade_core.constraints.whole import is_labelled
from spade_core.language import lexicon
from spade_core.taxonomy import Category


@dataclass(frozen=True, slots=True)
class Fact(Constraint):
    """Something that one expression decides, without parameters of a kind of its own."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    says: str
    expression: str

    @property
    def kind_of(self) -> Category:
        """The person is a matter of style; what must not be there, or not twice, is an exclusion."""
        if self.says.endswith(" person"):
            return Category.QUALITATIVE
        unwanted = self.expression.startswith("not ") or self.says.endswith(" once")
        return Category.EXCLUSION if unwanted else Category.RESPONSE_FORMAT

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield what the patterns of this module find; nothing of a text for people where the response is data."""
        if clause.conditional or clause.excepted:
            return
        yield from _without_repetition(cls, clause)
        yield from _unique(cls, clause)
        yield from _made_up(cls, clause)
        yield from _fenced(cls, clause)
        if clause.around.form in ("JSON", "XML", "YAML", "CSV"):
            return
        text = clause.text
        for pattern, says, expression, wants_negation in FACTS:
            found = pattern.search(text)
            if (
                found is None
                or clause.negated(found.start()) != wants_negation
                or part_at(clause, found.start()) != WHOLE
                or (expression == COMMIT and not _writes_commit(clause))
                or not _is_all(clause, found.groupdict().get("what") or "")
            ):
                continue
            bans = [start for start, end, _ in clause.negations() if end <= found.start()] if wants_negation else []
            yield Match(cls(says, expression), bans[-1] if bans else found.start(), found.end())
        for pattern, says, expression, wants_negation in OF_LISTS:
            found = pattern.search(text)
            if found is not None and clause.part == WHOLE and clause.negated(found.start()) == wants_negation:
                yield Match(cls(says, expression), found.start(), found.end())
        yield from _postscript(cls, clause)
        yield from _separated(cls, clause)
        yield from _of_level(cls, clause)
        yield from _per_line(cls, clause)
        yield from _command(cls, clause)
        yield from _nth_word(cls, clause)
        yield from _marked_sections(cls, clause)

    def describe(self) -> str:
        """Return what it says."""
        return self.says

    def source(self) -> str:
        """Return the expression."""
        return self.expression


def _writes_commit(clause: Clause) -> bool:
    """Whether the response is the message of a commit, and not a text about commits."""
    around = clause.around
    others = {*around.written} - {"commit message", "message", "title", "summary", "description"}
    return not (others or around.labels or around.titles or around.sections)


def _is_all(clause: Clause, what: str) -> bool:
    """Whether what is put somewhere is the response: "your answer", "it", or nothing that is named."""
    lex = lexicon()
    known = {*lex.words("nouns", "response"), *clause.around.written, *lex.forms, "everything", "all", "them", "code"}
    words = set(re.findall(r"[a-z]+", what)).difference(lex.words("grammar", "function")) | ({"it"} & {*what.split()})
    return not words or not known.isdisjoint(words)


def _postscript(cls: "type[Fact]", clause: Clause) -> "Iterator[Match]":
    found = re.search(r"\b(?:postscript|post script)\b|\bp ?\. ?p? ?\.? ?s ?\.?(?!\w)", clause.text)
    if found is None or clause.negated(found.start()):
        return
    mark = re.search(r"\bP\.? ?P?\.? ?S\.?", clause.normal.original)
    name = mark.group().strip() if mark is not None else "P.S."
    yield Match(
        cls(f'the response ends with a postscript "{name}"', f"postscript(response, {literal(name)})"),
        found.start(),
        found.end(),
    )


_NAMED_BEFORE: Final = re.compile(
    r" (?:like|such)$|^(?:labels|headers|headings|instructions|question|prompt|query|input|context|claims|"
    r"statements|criteria|guidelines|rules|examples|options|comments|messages)"
)
"""What stands in the prompt or once in the response, and is no entry among others."""


def _without_repetition(cls: "type[Fact]", clause: Clause) -> "Iterator[Match]":
    for found in re.finditer(
        r"(?<!\bas )\b(?:repeat|repeated|repeating|duplicate|duplicates|duplicated|repetition of|same "
        r"opening words|same first words|same words)\b(?: (?:any|the|of|the same|these|your|same)\b)"
        r"*(?! existing\b| previous\b| given\b| provided\b| \[)(?: (?P<noun>[a-z]+(?: [a-z]+)?))?",
        clause.text,
    ):
        if not clause.negated(found.start()) or _NAMED_BEFORE.search(found["noun"] or ""):
            continue
        is_list = clause.around.listed or clause.around.is_json or "separated" in clause.normal.text
        is_array = clause.around.of_list and not clause.around.keys
        is_list = is_list or found.group().startswith("duplicates")
        if not (found["noun"] or is_list):
            continue  # "do not repeat": itself, the question
        openings = re.search(r"\b(?:start|begin)\w*\b[^.;]{0,30}\b(?:same|identical)\b", clause.text)
        noun = found["noun"] or ("entries" if is_array or "separated" in clause.normal.text else "items")
        is_echo = re.search(r"\b(?:the|this|your) (?!same\b)$", clause.text[: found.start("noun")]) is not None
        if found["noun"] and is_echo and not noun.split()[0].endswith("s"):
            return
        if noun.split()[0] in (*lexicon().words("nouns", "input"), *lexicon().words("grammar", "function")):
            return
        part = list_of(noun.split()[0], clause.around) or list_of(noun, clause.around)
        if openings:
            yield Match(
                cls(
                    "no two items of the response begin with the same words",
                    "unique([word(each, 1) for each in entries_of(response)])",
                ),
                openings.start(),
                openings.end(),
            )
        elif part is not None and part.each:
            if part.source == "entries_of(response)" and clause.around.separator == " ":
                part = Part("each word", "words_of(response)", each=True)
            yield Match(cls(f"{part.words} stands once", f"unique({part.source})"), found.start(), found.end())
        return


_UNIQUE: Final = re.compile(
    r"(?:^|[,;:] |\b(?:and|that|ensure|sure) )(?:(?P<each>each|every) (?P<one>[a-z_]+(?: [a-z]+)?)|"
    r"(?:(?:all|the)(?: the| of the)? )?(?P<many>[a-z_]+s)) (?:(?:must|should|has to|have to|needs? to|shall) be|"
    r"is|are) "
    r"(?:unique|distinct|different)(?: from (?:the others?|each other|1 another|one another|all others))?(?= "
    r"?(?:[.,;)]|$| and ))"
)


_SAME: Final = re.compile(
    r"\b(?:list|repeat|use|give|suggest|include|name|return|output) the same (?P<one>[a-z_]+) "
    r"(?:2 times|again|more than (?:once|1 times))|"
    r"\bno 2 (?P<two>[a-z_]+s) (?:may |can |should |must |are )(?:be )?(?:the same|identical|equal|alike)\b"
)
"""What rules out that a thing comes twice."""


def _unique(cls: "type[Fact]", clause: Clause) -> "Iterator[Match]":
    """Yield that things differ, where the prompt tells to write several of them: "each name must be unique"."""
    around = clause.around
    for found in (*_UNIQUE.finditer(clause.text), *_SAME.finditer(clause.text)):
        is_same = found.re is _SAME
        noun = singular(next(each for each in found.groups() if each and each not in ("each", "every")))
        part = named_part(noun, around) if around.is_json else None
        is_listed = around.several or around.listed or noun in map(singular, around.written)
        if part is None and is_listed and not around.is_data and clause.part == WHOLE:
            part = list_of(noun, around)
        if part is not None and part.each and clause.negated(found.end() - 1 if is_same else found.start()) == is_same:
            yield Match(cls(f"{part.words} stands once", f"unique({part.source})"), found.start(), found.end())


def _of_level(cls: "type[Fact]", clause: Clause) -> "Iterator[Match]":
    """Yield that there are headings of the levels that a clause tells to use: "use H2 headings"."""
    for found in _LEVEL.finditer(clause.text):
        level = int(found["number"] or found["level"] or 0) or found["marks"].count("#")
        is_told = _USES_LEVEL.search(clause.text, 0, found.start()) is not None
        if is_told and 1 <= level <= 6 and clause.part == WHOLE and not clause.negated(found.start()):
            said = f"the response has a heading of level {level}"
            yield Match(cls(said, f"has_heading(response, level={level})"), found.start(), found.end())


_LEVEL: Final = re.compile(
    r"(?<![\w#])(?:h(?P<number>[2-4])|level ?-? ?(?P<level>[2-4])|(?P<marks># ?#(?: ?#){0,2}))(?: \( ?# ?#[# ]*\))?"
    r"(?: markdown)?(?: (?:headings?|headers?|titles?)\b| for (?:[a-z]+ )?(?:headings|section|sections|subsections|"
    r"subheadings|headers|titles)\b)"
)
_USES_LEVEL: Final = re.compile(
    r"^(?!.*\b(?:begin|start|open)s?\b).*\b(?:use|using|with|format|as|include|marked|have|has|organi[sz]ed?|under|by|and)\b"
    r"(?: (?!if\b|when\b|up\b|most\b)[a-z\d]+){0,4} $"
)
"""What stands before a level of headings that the response shall have."""


def _separated(cls: "type[Fact]", clause: Clause) -> "Iterator[Match]":
    text = clause.text
    for found in re.finditer(
        r"\b(?:separated|separate|delimited|split|divided)\b[^.;]{0,40}?\b(?:by|with|using) (?:a |"
        r"an |the )?(?P<mark>commas?|spaces?|new ?lines?|line breaks?|semicolons?|pipes?|dash(?:es)?|hyphens?|⟦\d+⟧)|"
        r"\b(?P<word>comma|space|newline|semicolon|pipe|dash|hyphen) (?:separated|delimited)\b|"
        r"\b(?:use|put|insert|place|add|write) (?:a |an |the )?"
        r"(?P<put>commas?|semicolons?|pipes?|new ?lines?|line breaks?|⟦\d+⟧) (?:to separate|between|in between)\b",
        text,
    ):
        if clause.negated(found.start()) or clause.part != WHOLE or clause.around.is_notation or is_labelled(clause):
            continue
        if re.search(
            r"\b(?:paragraph|section|response|value)s?\b|\b(?:each|every) (?:row|line|word|letter)\b|\( ?$",
            text[: found.start()][-40:],
        ):
            continue
        if (
            re.search(
                r"\b(?:list|entry|them|tags|keywords|labels|types|names|ids|topics|terms|questions|queries|items|"
                r"entries|numbers|options|categories|ingredients|emails|urls|slug|alternatives|"
                r"versions|variants|variations|item|skills|output|string|for each)\b",
                text[max(found.start() - 50, 0) : found.end() + 20],
            )
            is None
        ):
            continue
        mark = found["mark"] or found["word"] or found["put"]
        mark = (
            clause.normal.quote(mark)
            if mark.startswith("⟦")
            else _SEPARATORS[mark.removesuffix("es" if mark.startswith("dash") else "s")]
        )
        if not mark or mark == "***":
            continue
        yield Match(
            cls(*_parted(mark)),
            found.start(),
            found.end(),
        )


def _named(mark: str) -> str:
    return {",": "commas", " ": "spaces", "\n": "line ends", ";": "semicolons"}.get(mark, f'"{mark}"')


def _parted(mark: str) -> tuple[str, str]:
    return f"the parts of the response are separated by {_named(mark)}", f"separated_by(response, {literal(mark)})"


_SEPARATORS: Final = {
    "comma": ",", "space": " ", "newline": "\n", "new line": "\n", "line break": "\n", "semicolon": ";", "pipe": "|",
    "dash": "-", "hyphen": "-", "dashe": "-",
}  # fmt: skip
_PER_LINE: Final = re.compile(
    r"\b(?:one|1|each)(?: [a-z]+){0,3} (?:per|on (?:a|each|every|its own|their own|a new|a separate|an own|own|"
    r"separate)) lines?\b|"
    r"\b(?:each|every) (?:[a-z]+ ){1,4}on (?:a new|its own|a separate) line\b|\b(?:on|in) separate lines\b"
)


def _command(cls: "type[Fact]", clause: Clause) -> "Iterator[Match]":
    r"""Yield that what is asked for stands in a command of LaTeX: "put the final answer in \boxed{}"."""
    for found in re.finditer(r"\b(?:in|inside|within|with|using) (?:a |an |the )?(?P<mark>⟦\d+⟧)", clause.text):
        name = clause.normal.quote(found["mark"])
        takes = f"{name.split('{')[0]}{{" in clause.normal.original
        if takes and re.match(r"\\[a-z]{3,}", name) and not clause.negated(found.start()) and clause.part == WHOLE:
            command = name.split("{")[0]
            source = f"contains_exactly(response, {literal(command + '{')})"
            yield Match(cls(f"the response has {command}", source), found.start(), found.end())


def _per_line(cls: "type[Fact]", clause: Clause) -> "Iterator[Match]":
    found = _PER_LINE.search(clause.text)
    if found is None or clause.part != WHOLE or clause.around.is_data or clause.negated(found.start()):
        return
    yield Match(cls(*_ON_LINES), *found.span())


_ON_LINES: Final = ("the entries of the response stand on lines of their own", 'separated_by(response, "\\n")')


KNOWN: Final = {
    says: (Fact(says, expression), wants_negation)
    for says, expression, wants_negation in (
        (*_ON_LINES, False),
        (*_parted(","), False),
        *(each[1:] for each in FACTS),
    )
}
"""What one expression decides, by what it says, and whether a prompt rules the opposite out."""


SPACED: Final = Fact(*_parted(" "))
"""The response is one line of words with spaces between them."""


def _nth_word(cls: "type[Fact]", clause: Clause) -> "Iterator[Match]":
    found = re.search(
        r"\b(?:paragraph (?P<n>\d+)|the (?P<w>first|second|third|fourth|fifth|sixth|\d+)(?:st|nd|"
        r"rd|th)? paragraph) (?:must|should|has to|needs to|is to)? ?(?:start|begin)s? with "
        r"(?:the )?(?:word )?(?P<word>⟦\d+⟧|\w+)",
        clause.text,
    )
    if found is None:
        return
    number = (
        int(found["n"])
        if found["n"]
        else {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}.get(found["w"], 0)
        or int(found["w"])
    )
    word = (
        clause.normal.quote(found["word"])
        if found["word"].startswith("⟦")
        else clause.written(found.start("word"), found.end("word"))
    )
    part = Part(f"paragraph {number}", f"paragraph(response, {number})")
    yield Match(
        cls(f'{part.words} starts with "{word}"', f"starts_with({part.source}, {literal(word)})"),
        found.start(),
        found.end(),
    )


def _marked_sections(cls: "type[Fact]", clause: Clause) -> "Iterator[Match]":
    found = re.search(
        r"\b(?:mark|indicate|start|begin|label|highlight|name|denote)\w*\b[^.;]{0,60}?\b(?:each|"
        r"every)\b[^.;]{0,30}?\b(?:with|as|by|using|of)\b[^.;]{0,60}$|\beach "
        r"section\b[^.;]{0,60}\b(?:begin|start)\w*\b",
        clause.normal.text,
    )
    mark = re.search(
        r"\b(?P<name>Section|SECTION|PARAGRAPH|Paragraph|Day|Chapter|Part|SECTION|Audience|"
        r"Sentence|Stanza|Round|Act|Scene|Question|Point|Idea|Step) (?:X|x|1|I|\d)\b",
        clause.normal.original,
    )
    count = re.search(r"\b(?P<n>\d+)\+? (?:sections|paragraphs|parts|chapters|days)\b", clause.normal.text)
    if mark is not None and count is not None and found is not None and clause.start == 0:
        name, number = mark["name"], count["n"]
        yield Match(
            cls(
                f'the response has at least {number} parts marked "{name} 1" and so on',
                f"marked_parts(response, {literal(name)}) >= {number}",
            ),
            0,
            0,
        )


_LINKS: Final = r"(?:hyperlinks|hyperlink|links|(?<=a )link|urls|url)"
_FIGURES: Final = r"(?:numbers|figures|statistics|stats|metrics|percentages|prices|quantities)"
_OF_INPUT: Final = (
    r"(?:(?:listed|provided|present|given|found|included|available|shown|supplied|mentioned)\b|"
    r"(?:from|in) (?:⟪|(?:the|this|these|your) "
    r"(?!(?:[a-z]+ ){0,2}(?:format|form|style|end|footer|response|answer|output)\b)))"
)
_MADE_UP: Final = re.compile(
    r"\b(?:invent|make up|made up|fabricat|hallucinat|guess)(?:e|ed|es|ing|s)?\b(?P<what>[^.;:⟦]*)|"
    rf"\bonly (?:[a-z]+ )??(?P<only>{_LINKS}|{_FIGURES}) [^.;⟦]{{0,40}}?{_OF_INPUT}|"
    rf"\b(?P<sourced>{_LINKS}|{_FIGURES}) (?:must|should|may|can) (?:only )?"
    r"(?:come|be taken|be copied|be) (?:only )?from\b|"
    rf"\b(?P<other>{_LINKS}|{_FIGURES}) [^.;⟦]{{0,20}}?\bnot (?:[a-z]+ )?{_OF_INPUT}"
)
"""What rules out links or numbers that the prompt does not bring: "never invent figures", "only links of the page"."""

_SOURCES: Final = re.compile(r"\b(?:context|document|source|article|transcript|resume|page|list)(?=s?\b)")
"""What links and numbers are taken from, where the prompt names it."""


def _made_up(cls: "type[Fact]", clause: Clause) -> "Iterator[Match]":
    """Read that links or numbers are those of the input, where the prompt has the one that it speaks of."""
    for found in _MADE_UP.finditer(clause.text):
        is_ban = found["what"] is not None or found["other"] is not None
        if (is_ban and not clause.negated(found.start())) or not _has_source(clause):
            continue
        for what, nouns in (("links", _LINKS), ("numbers", _FIGURES)):
            if re.search(rf"(?<!section )(?<!page )(?<!line )(?<!phone )(?<!article )\b{nouns}\b", found.group()):
                said = f"the response has no {what} that neither the prompt nor the example holds"
                given = "prompt, [str(each) for each in example.values()]"
                yield Match(cls(said, f"not new_{what}(response, {given})"), *found.span())


def _has_source(clause: Clause) -> bool:
    """Whether the prompt has a field that is called as the source of which a clause speaks; any, if it names none."""
    fields = " ".join(clause.around.fields).lower()
    told = _SOURCES.findall(clause.text)
    return any(each in fields for each in told) if told else fields != ""


def _fenced(cls: "type[Fact]", clause: Clause) -> "Iterator[Match]":
    """Read by which fence the response begins or ends: "start with ```json and end with ```"."""
    for found in re.finditer(r"⟦\d+⟧", clause.text):
        mark = clause.normal.quote(found.group())
        edge = AT_EDGE.search(clause.text[: found.start()])
        if edge is None or re.fullmatch(r"```\w*", mark) is None or clause.negated(edge.start()):
            continue
        begins = edge["edge"] in ("start", "begin")
        test = f"response.strip().{'starts' if begins else 'ends'}with({literal(mark)})"
        yield Match(cls(f"the response {'begins' if begins else 'ends'} with {mark}", test), edge.start(), found.end())

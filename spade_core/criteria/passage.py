"""A sentence made ready for reading, and what a reader finds in it."""

import re
from dataclasses import dataclass

from spade_core.categories.taxonomy import Category
from spade_core.criteria.readings import Reading
from spade_core.deltas.comments import without_comments
from spade_core.deltas.sentence import Sentence
from spade_core.text import Span

_PLAIN = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-", "\u00a0": " "}
)

_QUOTED = re.compile(r"\"[^\"\n]{1,160}\"|(?<!`)`[^`\n]{1,80}`(?!`)|(?<!\w)'[^'\n]{1,80}'(?!\w)")

LONGEST = 1000
"""Characters of a sentence that are read: what is longer is data, and matching takes more than linear time."""

NOT = (
    r"(?:do not|[a-z]+n't|dont|never|must not|should not|shall not|cannot|may not|not)"
    r"(?! (?:forget|hesitate|fail|be afraid)\b)"
)
"""Matches a negation, contracted or not; never that of "do not forget to", which asks for what follows."""

NEGATION = re.compile(
    rf"\b(?:{NOT}|avoid\w*|without|no|refrain\w*|"
    r"omit|exclude|skip|leave out|eliminate|remove|stop|nor|free (?:of|from))\b[^.;:]*$"
)
"""Matches, in the words before something, that it is ruled out."""

CONDITION = re.compile(r"^\W*(?:if|when|whenever|unless|in case)\b|\b(?:unless|only if)\b")
"""Matches a sentence that asks for something only in some cases."""

ROLE = re.compile(r"^\W*(?:you are|you're|act as|imagine|pretend|your (?:role|task|job|objective|goal))\b")
"""Matches a sentence that says who the model is."""


CONDITIONAL = re.compile(
    r"^\W*(?:(?:please|then|also|and|or|but|always|never),? )*"
    r"(?:if(?! (?:at all )?possible)|unless|in case|should (?:the|there|they|it)|when(?:ever)?(?! (?:\w+ing|"
    r"you (?:write|answer|reply))\b)"
    r"|where (?:there|the))\b[^,]*,"
    r"|\b(?:if|when|unless|in case|as long as|provided that) (?:it|they|this|that|he|she|there|the|no|none|any|an?|"
    r"you|one|their|its|something|anything|nothing|somebody|someone|asked|missing|unclear|unsure)\b"
)
"""Matches a sentence that asks for something only in some cases, of which code knows nothing."""
_INDIRECT = re.compile(r"\bask(?:s|ing)? (?:(?:the )?(?!for\b|about\b)\w+ )?(?:if|whether|when)\b")


def is_conditional(text: str) -> bool:
    """Whether a folded sentence asks for something only in some cases; "ask if it is late" has no condition."""
    return CONDITIONAL.search(_INDIRECT.sub("ask", text)) is not None


def _read(sentence: Sentence) -> str:
    """Return what is read of a sentence; a comment that begins in it is none of it, however long."""
    return untagged(without_comments(sentence.text)[:LONGEST])


_TAGS = re.compile(r"\{%.{0,200}?%\}|\{\{[#/^].{0,100}?\}\}|\{\{ ?else ?\}\}", re.DOTALL)


def untagged(text: str) -> str:
    """Return `text` with the template's comments and control tags ({% if %}) blanked, every character at its offset."""
    if "{%" not in text and "{#" not in text and "{{" not in text:
        return text
    return _TAGS.sub(lambda match: " " * len(match.group()), without_comments(text))


def folded(text: str) -> str:
    """Return `text` in lower case with plain quotes and dashes, every character at its old offset."""
    plain = text.translate(_PLAIN)
    lower = plain.lower()
    if len(lower) == len(plain):
        return lower
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in plain)


@dataclass(frozen=True, slots=True)
class NamedSection:
    """A section that a template lists by a label or heading, and where."""

    name: str
    part: int
    span: Span
    """The name in the part's text."""
    label: str
    """The name with its colon, where the prompt writes one."""
    reach: Span
    """The text that is said under the label: to the blank line after it or to the next label."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the rest of a version says that a sentence of it relies on."""

    placeholders: tuple[str, ...] = ()
    """Names of the template's placeholders, in reading order, each once."""
    sections: tuple[str, ...] = ()
    """Names of the sections that the prompt asks for, in order."""
    listed: tuple[NamedSection, ...] = ()
    """Those of them that stand in a list of labels or headings."""
    is_json: bool = False
    """Whether the response is to be JSON."""
    keys: tuple[str, ...] = ()
    """The keys of that JSON, as far as the prompt names them."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence, its text folded for matching, and its surroundings."""

    sentence: Sentence
    lower: str
    lead_ins: tuple[str, ...]
    """The sentence's context, folded, outermost first."""
    around: Surroundings

    @classmethod
    def of(cls, sentence: Sentence, around: Surroundings) -> "Passage":
        """Return the passage of a sentence."""
        lead_ins = tuple(folded(without_comments(line)[:LONGEST]) for line in sentence.context)
        return cls(sentence, folded(_read(sentence)), lead_ins, around)

    @property
    def text(self) -> str:
        """The sentence as written, as far as it is read."""
        return _read(self.sentence)

    @property
    def plain(self) -> str:
        """The text with plain quotes and dashes, its capitals kept."""
        return self.text.translate(_PLAIN)

    @property
    def spoken(self) -> str:
        """The folded text with what it quotes blanked out: the prompt's own words, at their offsets."""
        return _QUOTED.sub(lambda match: " " * len(match.group()), self.lower)

    @property
    def lead_in(self) -> str:
        """The line it stands directly under; empty when there is none."""
        return self.lead_ins[-1] if self.lead_ins else ""

    @property
    def section(self) -> str:
        """The listed section that the sentence says something about; empty when it stands under none."""
        for section in self.around.listed:
            if (
                section.part == self.sentence.part
                and section.reach.start <= self.sentence.span.start < section.reach.end
            ):
                return section.name
        return ""

    def clause_around(self, span: Span) -> str:
        """Return the folded text from the end of the clause before `span` to the end of the one it is in."""
        start = max(self.lower.rfind(mark, 0, span.start) for mark in (". ", "; ", "! ", "? ", ": ")) + 1
        ends = [self.lower.find(mark, span.end) for mark in (". ", "; ", "! ", "? ")]
        return self.lower[start : min((end for end in ends if end >= 0), default=len(self.lower))]


@dataclass(frozen=True, slots=True)
class Found:
    """One reading of a stretch of a passage."""

    reading: Reading
    span: Span
    category: Category
    vague: bool = False

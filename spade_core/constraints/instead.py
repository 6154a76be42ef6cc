"""What a prompt may be answered with instead: "if nothing is found, respond with 'No results'".

The answers are found once, sentence by sentence (`answers_in`), and every constraint that code decides and that such an
answer does not keep is asked only of other responses (`or_instead`).
"""

import re
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from spade_core.constraints.answers import NO_ANSWERS, Answers
from spade_core.constraints.clause import GENERAL, Around, is_conditional
from spade_core.constraints.constraint import Constraint
from spade_core.constraints.evaluation import holds
from spade_core.constraints.judgement import Judgement
from spade_core.language import Normal
from spade_core.structure import Addressee, Area, Placed, addressee_of, divides_prompt, title_of
from spade_core.taxonomy import Category


@lru_cache(maxsize=4096)  # every keystroke asks for each constraint of the blocks that it touches
def _failing(source: str, answers: Answers) -> Answers:
    """Return the answers that an expression over `spade_core.checks` does not accept."""
    return Answers(
        tuple(each for each in answers.texts if not _keeps(source, each)),
        tuple(each for each in answers.empty if not _keeps(source, each)),
        answers.unknown and not _keeps(source, "I don't know."),
    )


def _keeps(source: str, response: str) -> bool:
    return holds(source, response, fields={}) is True


@dataclass(frozen=True, slots=True)
class Unless(Constraint):
    """A constraint of every response that is none of the answers which a prompt accepts instead."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    inner: Constraint
    answers: Answers

    @property
    def kind_of(self) -> Category:
        """That of what it asks of other responses."""
        return self.inner.kind_of

    @property
    def named(self) -> str:
        """The words that name what it asks of other responses."""
        return self.inner.named

    @property
    def topic(self) -> Hashable:
        """That of what it asks of other responses."""
        return self.inner.topic

    def describe(self) -> str:
        """Return 'the response has the section "Aim", unless it is "No results"'."""
        return f"{self.inner.describe()}, unless {' or '.join(self.answers.said)}"

    def source(self) -> str:
        """Return ``is_one_of(response, ["No results"]) or has_section(response, "Aim")``."""
        return " or ".join((*self.answers.sources, self.inner.source()))

    def excludes(self, other: Constraint) -> bool:
        """Whether no other response can keep both."""
        return self.inner.excludes(asked_else(other))

    def implies(self, other: Constraint) -> bool:
        """Whether every response that keeps it keeps the other, of the same prompt."""
        return self.inner.implies(asked_else(other))


def asked_else(constraint: Constraint) -> Constraint:
    """Return what a constraint asks of responses that are no answer which the prompt accepts instead."""
    return constraint.inner if isinstance(constraint, Unless) else constraint


def or_instead(constraint: Constraint, around: Around) -> Constraint:
    """Return a constraint that accepts what its prompt may be answered with instead, too.

    It is itself where no code decides it, or where it does so anyway.
    """
    answers = around.instead
    if answers == NO_ANSWERS or isinstance(constraint, Judgement):
        return constraint
    failing = _failing(constraint.source(), answers)
    return constraint if failing == NO_ANSWERS else Unless(constraint, failing)


_ANSWERING: Final = (
    r"\b(?:(?:answer|respond|reply|output|return|say|write|print|show|state|give|provide|produce|send|emit)|"
    r"by (?:answer|respond|reply|output|return|say|writ|print|stat|giv)ing)\b"
)
_BARE: Final = (
    r"(?: (?:with|only|just|simply|exactly|verbatim|back|by|the|that|an?|as|this|single|literal|exact|following|"
    r"standard|default|fixed|word|words|string|text|phrase|message|sentence|token|response|answer|value|json|object|"
    r"saying|stating|returning|instead|in|:))*"
)
_TARGET: Final = (
    r"(?P<said>⟦\d+⟧)(?! ?(?:(?:and|or|,|/)(?: [a-z]+)? ?⟦|: ?\S))|"
    r"(?P<empty>(?:empty|blank) (?:json |python |string )?(?:list|array|object|string|dict|dictionary|response|output|"
    r"answer|result|set|text|table|map|message)\b|(?:empty|nothing)(?= ?(?:[.,;:)]|$)|(?: at all)| else)|"
    r"\[ \]|\{ \})|"
    r"(?P<word>n / a|[a-z_]+)(?= ?(?:[.,;:)]|$|if |when |and |instead|without|in |rather))"
)
_ANSWER: Final = re.compile(rf"{_ANSWERING}{_BARE} (?:{_TARGET})")
_OR_ANSWER: Final = re.compile(rf"(?<!⟧ )\bor{_BARE} (?:{_TARGET})(?= (?:if|when|where)\b)")
_MUST_BE: Final = re.compile(
    rf"\b(?:response|answer|output|reply|result) (?:should|must|will|shall|is|has to)(?: only| just| simply)?(?: be)?"
    rf"{_BARE} (?:{_TARGET})"
)
_NO_TEXT: Final = re.compile(r"string|text|response|output|answer|result|message|nothing|^empty$")
_SAYS_SO: Final = re.compile(
    r"\b(?:say|state|admit|acknowledge|indicate|mention|tell|inform|answer|respond|reply|let|explain)\b[^.;⟦]{0,40}?"
    r"\b(?:(?:that )?(?:you|it|there|the answer|the information|this)(?: (?:do|does|is|are|can|could|have|was|were)"
    r" ?not| cannot| lack)\b|so(?= ?[.,;)]|$| (?:clearly|explicitly|directly|instead|honestly|plainly|and|rather))|"
    r"(?:you |it )?(?:do not|cannot|could not) (?:know|answer|find))"
)
"""What says to tell that something is not known: "say that you don't know", "say so"."""
_UNWRITTEN: Final = re.compile(
    r"(?!(?:JSON|SQL|CSV|XML|HTML|YAML|ONLY|TRUE|FALSE|YES|NO|API|URL|PDF|MUST|NOT)$)[A-Z][A-Z_]+(?: ?/ ?[A-Z]+)?|"
    r"N/A|None|null"
)
"""An answer without quotation marks."""
_OTHERWISE: Final = re.compile(r"(?:otherwise|else|if not)\b")
_AMISS: Final = re.compile(
    r"\b(?:else|no|not|cannot|never|none|nothing|nobody|neither|without|outside|beyond|otherwise|fails?|failed|spam|"
    r"lacks?|lacking|missing|absent|empty|blank|errors?|malformed|off topic|doubt|unable|unclear|unknown|unsure|"
    r"uncertain|unrelated|unreadable|unsupported|unavailable|unanswerable|ambiguous|insufficient|incomplete|inappropriate|"
    r"irrelevant|invalid|illegible|illegal|impossible|harmful|nonsense|gibberish)\b"
)
"""What says of a case that what is asked cannot be done in it."""
_OF_PART: Final = re.compile(
    r"\b(?:each|every)\b|"
    r"\b(?:for|in|of|as|under|at|to) (?:that|this|the|any|such|those|these|it|its|missing|a|an|all)"
    r"(?: [a-z_]+){0,2}? ?(?:fields?|keys?|values?|columns?|sections?|cells?|attributes?|propert(?:y|ies)|parameters?|"
    r"slots?|entry|entries|items?|rows?|labels?|categor(?:y|ies)|ones?|⟦\d+⟧)\b|"
    r"\b(?:an?|any|the|this|that|some|certain|one|particular|no|⟦\d+⟧|optional|required|[a-z]+'s) (?:[a-z_]+ )?"
    r"(?:field|key|column|cell|attribute|property|parameter|section|slot)s?\b|"
    r"\bfor (?:them|it|those|these|unknown|missing)\b|\bset\b|\btools?\b|\bfunctions?\b|\buser (?:asks|says)\b"
)
"""What makes it an answer at a place of the response, or of something else than the response."""
_OF_INPUT: Final = re.compile(
    r"\b(?:the|this|your|no|given|provided|user ' s|customer ' s|any) (?:[a-z]+ )?"
    r"(?:text|input|article|documents?|context|question|query|transcript|conversation|message|email|code|request|data|"
    r"image|passage|user|information|answer|search results|topic|task|language|schema|page|notes?)\b"
)
"""What a condition speaks of that is no part of the response."""


def answers_in(placed: Placed) -> Answers:
    """Return what a sentence that speaks of the response says to answer with instead, in some case."""
    normal = placed.normal
    text = normal.text
    is_else = _OTHERWISE.match(text) is not None
    is_of_case = is_else or is_conditional(text) or _OR_ANSWER.search(text) is not None
    if not is_of_case or _AMISS.search(text) is None or not _is_of_whole(placed):
        return NO_ANSWERS
    if _OF_PART.search(text) is not None or (addressee_of(placed) is not Addressee.RESPONSE and not is_else):
        return NO_ANSWERS
    found = NO_ANSWERS
    for pattern in (_ANSWER, _OR_ANSWER, _MUST_BE):
        for match in pattern.finditer(text):
            found |= _answer_at(normal, match)
    if len(found.texts) > 1:
        return NO_ANSWERS  # each of them is the answer of a case
    if _SAYS_SO.search(text) is not None:
        found |= Answers(unknown=True)
    return found


_OF_LABEL: Final = re.compile(r"\W*[\w-]+(?: [\w-]+){0,2}\W{0,3}:\s")
"""What an item begins with that tells of one part of the response: "- answer: ..."."""


def _is_of_whole(placed: Placed) -> bool:
    """Whether a sentence speaks of the input, or stands under what divides the prompt and not the response."""
    if placed.shown or placed.area in (Area.INPUT, Area.EXAMPLE) or _OF_LABEL.match(placed.opener):
        return False
    if not placed.heads or _OF_INPUT.search(placed.normal.text) is not None:
        return True
    head = placed.heads[-1]
    return not placed.opener and (
        divides_prompt(title_of(head.original)) or is_conditional(head.text) or GENERAL.search(head.text) is not None
    )


def _answer_at(normal: Normal, found: re.Match[str]) -> Answers:
    if found["empty"] is not None:
        return Answers(empty=("",) if _NO_TEXT.search(found["empty"]) else ("[]",))
    if found["said"] is not None:
        return _of_text(normal.quote(found["said"]))
    written = normal.written(*found.span("word")).strip()
    return _of_text(written) if _UNWRITTEN.fullmatch(written) else NO_ANSWERS


def _of_text(written: str) -> Answers:
    has_blank = re.search(r"[{}<>]|^[YMDHS:/ -]+$|\[[^\]]|\.\.\.|…", written) is not None
    return NO_ANSWERS if has_blank else Answers(texts=(written,))

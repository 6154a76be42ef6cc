"""Lengths that a prompt wishes for in words only, where a number would be surer: "be concise"."""

import re
from typing import Final

from spade_core.criteria.criterion import Criterion
from spade_core.criteria.numbers import NUMBER
from spade_core.criteria.passage import Passage, Surroundings, is_conditional
from spade_core.criteria.readings import Length
from spade_core.deltas.sentence import SentenceKind

_NO_LENGTH: Final = re.compile(r"^(?:all |every |rich|digestible|straight)")
"""Wishes for completeness or ease: no number of words says them."""
_COUNTED: Final = re.compile(
    rf"(?:{NUMBER})[ -](?:[a-z]+ )?(?:words?|sentences?|characters?|chars|letters|paragraphs?|lines?|pages?|tokens?|"
    r"bullets?|bullet points?|points|items|minutes?|steps)\b"
)
_PERSONA: Final = re.compile(
    r"\b(?:you are|you're|you have|would (?:also )?(?:be|have)|adept|ability|skilled|expert in|known for|sense of|"
    r"importance of|distillation|strengths?)\b"
)
"""Words that say who the model is and what it can do."""
_CONSEQUENCE: Final = re.compile(
    r"\b(?:by \w+ing\b[^.;]*,|you'll|will help|helps? (?:to )?(?:provide|create|produce|keep)|so that|in order to|"
    r"(?:needed|required|necessary) for|to (?:determine|decide|understand|find out|see|identify)|if|whether)\b"
)
"""Words before a length that is not asked for in its sentence but spoken of."""
_WORK: Final = re.compile(
    r"\b(?:read|check|analy[sz]e|review|examine|think|study|research|inspect|consider|verify|look|go) "
    r"(?!(?:up )?(?:with|it up))[^.;]*$"
)
"""The work before the response, which may be thorough and has no length."""
_HOW: Final = re.compile(
    r"^(?:thorough(?:ly)?|in[- ]depth|extensive(?:ly)?|exhaustive(?:ly)?|comprehensively|in .*detail)$"
)
_WHERE: Final = re.compile(
    r"\b(?:(?:where|when|if) (?:\w+ )?|as )(?:necessary|needed|appropriate|applicable|asked|relevant|useful)\b"
)
_NOUN: Final = re.compile(r"^brief$")
_IS_NOUN: Final = re.compile(r"\b(?:the|this|your|my|our|their|a|creative|project|design|client|campaign|legal) $")
_NOUN_BEHIND: Final = re.compile(
    r"^(?:\W*$|[.,;:!?)]|s\b| (?:from|below|above|of|in|by|for|and (?:the|then)|is|says|describes|given|provided|"
    r"carefully)\b)"
)
_GIVEN: Final = re.compile(r"\b(?:the|this|these|those|given|following|summari[sz]e|shorten|from|of) (?:\w+ )?$")
_OF_INPUT: Final = re.compile(r"^(?:long(?:er)? |lengthy|detailed$)")
_INPUT_NOUN: Final = re.compile(
    r"^(?: \w+)? ?(?:below|above|provided|given|attached|instructions?|transcripts?|documents?|notes|logs?|data|"
    r"information)\b"
)
_COMMON: Final = re.compile(r"^(?:compact|crisp)$")
_OF_TEXT: Final = re.compile(
    r"^(?:\W*$|[.,;!)]| (?:and|but|or|answers?|responses?|replies|summar\w+|texts?|styles?|form|language|prose|"
    r"sentences?|wording)\b)"
)


def is_vague_length(criterion: Criterion) -> bool:
    """Whether a criterion is a length of the response in words only, and its sentence names no number."""
    if not isinstance(criterion.reading, Length) or criterion.sentence.kind is SentenceKind.HEADING:
        return False
    passage = Passage.of(criterion.sentence, Surroundings())
    text, words = passage.lower, criterion.phrase.of(passage.lower)
    before, after = text[: criterion.phrase.start], text[criterion.phrase.end :]
    return not (
        _NO_LENGTH.search(words)
        or _COUNTED.search(text)
        or is_conditional(text)
        or _WHERE.search(after)
        or _is_spoken_of(before, words)
        or _is_another_word(before, words, after)
    )


def _is_spoken_of(before: str, words: str) -> bool:
    """Whether the length is one that a persona, a purpose or the work on the response has."""
    if _PERSONA.search(before) or _CONSEQUENCE.search(before):
        return True
    return _HOW.search(words) is not None and _WORK.search(before) is not None


def _is_another_word(before: str, words: str, after: str) -> bool:
    """Whether the word means something else here: "the brief", "crisp apples", "the detailed transcript below"."""
    if _NOUN.search(words) and _IS_NOUN.search(before) and _NOUN_BEHIND.search(after):
        return True
    if _COMMON.search(words) and not _OF_TEXT.search(after):
        return True
    if not (_OF_INPUT.search(words) and _GIVEN.search(before)):
        return False
    return not words.startswith("detailed") or _INPUT_NOUN.search(after) is not None

"""Whether a sentence runs on over a line end.

Prompts are written both ways: hard-wrapped at some column, and one instruction a line without a final stop. The rule
for the line end between line A and line B of one block (lines with no blank line, heading, list marker, fence, table
or delimiter between them), first match wins:

1. A ends with a colon or a semicolon, or B begins with a label (``Closing: ...``; in lower case
   only when A is not at wrap width): the sentence ends.
2. A ends with a comma, a backslash, an opening bracket or a word that cannot end a sentence ("the", "of"): it runs on.
3. A ends with a full stop, question or exclamation mark that no abbreviation carries and no quote follows: the
   sentence ends.
4. B begins in lower case: it runs on, unless the block is a paragraph that itself begins in lower case (its writer
   does not capitalise) and A is not at wrap width.
5. B begins with anything else (a capital, a digit, a script without cases): it runs on when A is at wrap width and the
   block is *wrapped*; otherwise it ends.

A is *at wrap width* when the first word of B would not have fitted on it: together they are wider than the block's
widest line less 4 columns (people wrap by hand), and A has at least 40. A block is *wrapped* when it shows so: every
one of its lines that B-lines follow is at wrap width or ends with a stop, and a lower-case line runs on at wrap width
somewhere, or (in a script without cases) three lines or more are in it.

A stop at the end of a line that is joined still splits it, by the rules of `breaks_in`.
"""

import re
from collections.abc import Sequence
from unicodedata import east_asian_width

from spade_core.deltas.layout import LineKind, TextLine
from spade_core.deltas.vocabulary import CARRIERS, DANGLING, SOMETIMES_LAST

_LEAST_WIDTH = 40
_RAGGED = 4
_ENDS = (":", "：", ";", "；")
_RUNS_ON = (",", "，", "、", "\\", "(", "[", "（")
_STOPPED = re.compile(r"[.!?。！？…:;][\"'”’)\]}*_`」』）]*\Z")
_STOP_AT_END = re.compile(r"(?P<word>[^\s(\"'“]*?)(?<!\.)[.!?][)\]*_]*\Z")
_LABEL = re.compile(r"[A-Z][\w'’/-]*(?: [\w'’/&-]+){0,3}:(?=\s|\Z)")
_LOWER_LABEL = re.compile(r"[a-z_]\w*:\s")
_FIRST_CHARACTER = re.compile(r"[\"'“‘«(\[*_`<¿¡「『（]*(.?)")
_LAST_WORD = re.compile(r"[^\W\d_]+\Z")


def joins(block: Sequence[TextLine]) -> list[bool]:
    """Return, for each line end inside `block`, whether the sentence runs on over it; one less than the lines."""
    if len(block) < 2:
        return []
    widths = [line.indent + columns(line.text) for line in block]
    at_width = _at_wrap_width(block, widths)
    wrapped = _is_wrapped(block, at_width)
    begins_lower = block[0].kind is LineKind.TEXT and _first_character(block[0].text).islower()
    return [
        block[i + 1].kind is LineKind.TEXT
        and _runs_on(block[i].text, block[i + 1].text, at_width=at_width[i], wrapped=wrapped, lower=begins_lower)
        for i in range(len(block) - 1)
    ]


def columns(text: str) -> int:
    """Return how wide `text` is in a fixed-pitch font: wide characters count two."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def _at_wrap_width(block: Sequence[TextLine], widths: Sequence[int]) -> list[bool]:
    widest = max(widths)
    return [
        width >= _LEAST_WIDTH and width + _first_word_width(following.text) > widest - _RAGGED
        for width, following in zip(widths, block[1:], strict=False)
    ]


def _first_word_width(text: str) -> int:
    """Return the columns that the first word needs on the line before; without spaces, a single character."""
    if ord(text[0]) >= 0x2E80:
        return 2
    return 1 + columns(text[:100].split(maxsplit=1)[0])


def _is_wrapped(block: Sequence[TextLine], at_width: Sequence[bool]) -> bool:
    proven = False
    uncased = 0
    for index, following in enumerate(block[1:]):
        if following.kind is not LineKind.TEXT:
            continue
        stopped = bool(_STOPPED.search(block[index].text))
        if not at_width[index] and not stopped:
            return False
        first = _first_character(following.text)
        proven = proven or (at_width[index] and not stopped and first.islower())
        uncased += at_width[index] and first.isalpha() and first.lower() == first.upper()
    return proven or uncased > 1


def _first_character(text: str) -> str:
    match = _FIRST_CHARACTER.match(text)
    return match[1] if match else ""


def _runs_on(line: str, following: str, *, at_width: bool, wrapped: bool, lower: bool) -> bool:
    if line.endswith(_ENDS) or _LABEL.match(following) or (not at_width and _LOWER_LABEL.match(following)):
        return False
    if line.endswith(_RUNS_ON) or _ends_dangling(line):
        return True
    if _ends_with_stop(line):
        return False
    if _first_character(following).islower():
        return at_width or not lower
    return at_width and wrapped


def _ends_with_stop(line: str) -> bool:
    stop = _STOP_AT_END.search(line, max(0, len(line) - 60))
    return stop is not None and stop["word"].casefold() not in CARRIERS | SOMETIMES_LAST


def _ends_dangling(line: str) -> bool:
    word = _LAST_WORD.search(line, max(0, len(line) - 12))
    return word is not None and word.group() in DANGLING

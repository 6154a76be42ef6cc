"""Where sentences end inside running text.

The rules, for a stop (``.``, ``!``, ``?``, an ellipsis) and whatever quotes and brackets close after it:

* A stop of a script that has its own (``。！？；؟।``) ends the sentence, white space or not; a quotation that runs
  on into hiragana (``「はい。」と``) or is carried on (``以“谢谢！”结尾``) does not.
* A Latin stop ends it before white space, unless an abbreviation, an initial or a list number carries the stop, or
  the next word is in lower case (after a full stop: and the word before is too short to be a word).
* A stop glued to the next sentence (``one.Two``) ends it between a word (for a full stop: a lower-case one) and a
  capitalised one.
* Nothing ends inside a placeholder, a tag, inline code, an address, or a short quotation, save at its last character.
* A bullet glyph in the middle of a line (``a • b``) begins a sentence, but where it is spoken of ("use • for lists").

Law: the time is linear in the text; every look around a stop is bounded by a constant.
"""

import re
from bisect import bisect_right
from functools import lru_cache

from spade_core.deltas.vocabulary import BEFORE_NUMBERS, CARRIERS, GLYPHS, OPENING, PLACEHOLDER, SOMETIMES_LAST, TAG
from spade_core.text import word_list

_OWN_STOPS = "。！？｡；؟۔।॥։።။៕"
_CLOSERS = "\"'”’»)\\]}*_`\\\\」』】》）〉›\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d"
# One set of characters comes first: that is what makes the search skip quickly over the rest.
_STOP = re.compile(rf"(?P<marks>[.!?…{_OWN_STOPS}{GLYPHS}][.!?…{_OWN_STOPS}]*)[{_CLOSERS}]*")
_PROTECTED = re.compile(
    r"(?P<code>`[^`\n]{1,300}`)"
    r"|(?P<address>(?:https?://|www\.)[^\s<>\"'`]{1,2000}(?<![.,;:!?)\]]))"
    r"|(?P<quote>(?<![\w\"])\"[^\"\n]{1,160}\"(?!\w)|“[^“”\n]{1,160}”|(?<![\w'])'[^'\n]{1,100}'(?!\w))"
    rf"|(?:{PLACEHOLDER.pattern})|(?:{TAG.pattern})"
)
_OPENER = re.compile(r"[`\"“'{%$<\[]")
_OPENER_OR_ADDRESS = re.compile(r"[`\"“'{%$<\[]|https?://|www\.")
_NEXT = re.compile(r"\s*[\"'“‘«(\[*_`¿¡「『（•–—-]*\s?(?P<char></|\S?)(?P<word>\w*)")
_GLUED = re.compile(r"[A-Z][a-z]*(?=[\s,;:'’]|[.!?](?:\s|\Z)|\Z)|(?=[\u3040-\u9fff\uac00-\ud7af])")
_REACH = 40


def breaks_in(text: str) -> tuple[int, ...]:
    """Return the offsets in `text` just after the end of each sentence but the last, ascending."""
    return _known_breaks(text) if len(text) <= _SHORT else _breaks(text)


def _breaks(text: str) -> tuple[int, ...]:
    last = len(text.rstrip())
    first = _STOP.search(text)
    if first is None or (first.end() >= last and first["marks"] not in GLYPHS):
        return ()
    protected = _protected_ranges(text)
    starts = [start for start, _ in protected]
    result: list[int] = []
    for stop in _STOP.finditer(text, first.start()):
        around = bisect_right(starts, stop.start()) - 1
        if around >= 0 and stop.start() < protected[around][1]:
            continue
        end = _end_of_sentence(text, stop, result[-1] if result else 0)
        if end is not None and end < last:
            result.append(end)
    return tuple(result)


_known_breaks = lru_cache(maxsize=4096)(_breaks)
_SHORT = 1000
"""Characters of a line that is remembered: a version repeats most lines of the one before."""


def _protected_ranges(text: str) -> list[tuple[int, int]]:
    """Return the ranges in which no stop counts; a quotation's last stop does count."""
    opener = _OPENER_OR_ADDRESS if "http" in text or "www." in text else _OPENER
    ranges = []
    at = opener.search(text)
    while at is not None:
        found = _PROTECTED.match(text, at.start())
        if found is not None:
            ranges.append((found.start(), found.end() - 2 if found["quote"] else found.end()))
        at = opener.search(text, found.end() if found is not None else at.end())
    return ranges


def _end_of_sentence(text: str, stop: re.Match[str], begin: int) -> int | None:
    """Return where the sentence that began at `begin` ends, when `stop` ends it."""
    end = stop.end()
    if stop["marks"][0] in GLYPHS:
        at = stop.start()
        return at if _stands_alone(text, at) and _MENTIONING.search(text, max(at - _REACH, 0), at) is None else None
    if stop["marks"][0] in _OWN_STOPS:
        closed = stop.end("marks") < end
        return None if text[end : end + 1] in _CLOSING or (closed and _goes_on(text[end : end + 3])) else end
    following = text[end : end + 1]
    if not following or not following.isspace():
        return end if _is_glued(text, stop) else None
    return end if _ends_before_space(text, stop, begin) else None


_MENTIONING = re.compile(r"(?i)\b(?:use|using|or|with|as|like|the|by|than)\s+$")
"""What stands before a glyph that a sentence speaks of."""
_CLOSING = frozenset(",;:，、；：)]}）」』»”.!?…")


def _stands_alone(text: str, at: int) -> bool:
    """Tell whether the character has white space on both sides."""
    return text[at - 1 : at].isspace() and text[at + 1 : at + 2].isspace()


_CARRYING_ON = word_list("结尾 结束 收尾 作结 开头 开始 开场 作为 字样 之类 等 的 这 或 和 并")
"""Chinese words behind a quotation that belong to its sentence: ``以“谢谢！”结尾``."""


def _goes_on(text: str) -> bool:
    """Tell whether a sentence goes on behind a quotation that ended with a stop."""
    return "\u3041" <= text[:1] <= "\u309f" or text.startswith(_CARRYING_ON)


def _is_glued(text: str, stop: re.Match[str]) -> bool:
    """Tell whether a stop with no space after it stands between two sentences: ``one.Two``."""
    if not _GLUED.match(text, stop.end()):
        return False
    if "\u3040" <= text[stop.end()] <= "\ud7af":
        return text[stop.start()] in "!?"
    before = text[max(0, stop.start() - _REACH) : stop.start()]
    token = before.rpartition(" ")[2].lstrip("\"'“‘([*_@#")
    word = token.rstrip(")]\"'”’*_")
    if token.endswith("}") and PLACEHOLDER.fullmatch(token):
        return bool(re.match(r"[A-Z][a-z]* ", text[stop.end() : stop.end() + _REACH]))
    return len(word) > 1 and word.isalpha() and (word.islower() or text[stop.start()] in "!?")


def _ends_before_space(text: str, stop: re.Match[str], begin: int) -> bool:
    following = _NEXT.match(text, stop.end(), stop.end() + _REACH)
    char = following["char"] if following else ""
    if char in _CLOSING or char == "</":  # a closing tag belongs to what it closes
        return False
    marks = stop.group()
    if marks[0] != "." or marks.startswith(".."):
        return not char.islower() or (marks[0] in "!?" and len(marks.rstrip("!?")) == 0)
    return _full_stop_ends(text, stop, begin, char, (char + following["word"]) if following else "")


def _full_stop_ends(text: str, stop: re.Match[str], begin: int, char: str, word: str) -> bool:
    token = _token_before(text[max(begin, stop.start() - _REACH) : stop.start()])
    bare = token.casefold()
    if bare.isdigit() and len(bare) <= 2:
        number = stop.start() - len(token)
        before = text[max(begin, number - _REACH) : number].rstrip()[-1:]
        return bool(before) and before not in ":,;)#*>-"
    if len(bare) == 1 and bare != "i" and token.isalpha() and token.isascii():
        number = stop.start() - 1
        begins_with_it = not text[max(begin, number - _REACH) : number].strip()
        return word.casefold() in OPENING and not begins_with_it
    if bare in BEFORE_NUMBERS and char.isdigit():
        return False
    if bare in CARRIERS:
        return False
    if bare in SOMETIMES_LAST or _is_acronym(token):
        return char.isupper() and (bare in {"etc", "v.v"} or word.casefold() in OPENING)
    return not char.islower() or (len(bare) > 3 and bare.isalpha() and len(stop.group()) == 1)


def _token_before(text: str) -> str:
    return "" if not text or text[-1].isspace() else text.split()[-1].lstrip("\"'“‘([{*_`<")


def _is_acronym(token: str) -> bool:
    return "." in token and all(len(part) == 1 and part.isalpha() for part in token.split("."))

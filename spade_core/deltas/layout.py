"""The lines of a prompt and what each is in its layout, before any sentence is looked for.

Laws: the lines are in reading order and hold every character that is not white space; a line never starts or
ends with white space; the time is linear in the text (every quantifier below is bounded or followed by a
character it cannot match itself).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from spade_core.deltas.comments import block_comments
from spade_core.deltas.vocabulary import ASKING, GLYPHS, LABELLED_PLACEHOLDER, PLACEHOLDER, TAG
from spade_core.text import Span


class LineKind(Enum):
    """What a line is in the layout."""

    TEXT = auto()
    ITEM = auto()
    HEADING = auto()
    CODE = auto()
    TABLE = auto()
    DELIMITER = auto()
    COMMENT = auto()
    """A comment of the template language, with all its lines: to the layout it is not there."""


class HeadingStyle(Enum):
    """How a heading is marked; two headings of one style stand beside each other."""

    HASH = auto()
    UNDERLINED = auto()
    CAPITALS = auto()
    BOLD = auto()
    BRACKETED = auto()
    TITLE = auto()


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line that is not blank, without the white space around it."""

    start: int
    end: int
    """Offsets in the text."""
    indent: int
    """Columns before it; a tab counts four."""
    text: str
    kind: LineKind
    after_blank: bool
    """Whether a blank line, or nothing, stands before it."""
    marker: str = ""
    """The list marker with its number folded: ``-``, ``1.``, ``a)``."""
    body: int = 0
    """Where the item's words begin in `text`."""
    style: HeadingStyle | None = None
    level: int = 0
    """1 to 6 for headings marked ``#`` or underlined."""


FENCES = ("```", "~~~")
_FENCE = re.compile(r"(?:>\s?|(?:[-*+•]|\d{1,3}[.)])\s+)?(`{3,}|~{3,})([^\n]*)")
_ITEM = re.compile(
    r"(?:>\s?)?(?:"
    rf"(?P<glyph>[{GLYPHS}∙])"
    r"|(?P<bullet>[-*+–—·])(?:\s+|(?<=-)(?=[^\W\d_]))"  # "-Extract": people forget the space
    r"|(?P<number>\(\d{1,3}\)|\d{1,3}[.)](?=\s|[^\W\d_])|[（(][\d一二三四五六七八九十]{1,3}[）)]|[\d一二三四五六七八九十]{1,3}、|[①-⑳])"
    r"|(?P<letter>\(?[A-Za-z]\)|[a-zA-H]\.|\([ivx]{2,4}\))(?=\s)"
    r")"
)
_HASH = re.compile(r"(#{1,6})(?:\s+\S|(?<=##)\w)")
_SEPARATOR_ROW = re.compile(r"\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?$")
# A placeholder in double braces opens no object: "{{ name }}, be brief" is language.
_JSON_LINE = re.compile(r"\"[^\"\n]{1,80}\"\s*:|[\[{]{1,2}\s*[\[\"]|\[\s*\{|[\]}]{1,2},?$")
_RULED = re.compile(r"([-=~_+<>])\1\1.*\1\1\1$")
_LITERAL_ESCAPE = re.compile(r"\\[nrt]")
_WORDS = re.compile(r"\w+(?:['’-]\w+)*")
_BRACKETED = re.compile(r"(?:\d{1,2}[.、．])?【[^【】]{1,40}】[:：]?")
_NUMBERED_TITLE = re.compile(r"[A-Z]\w{1,20} #?\d{1,2}[:.]?")  # Example 1
_BOUNDARY_WORD = re.compile(r"\b(?:BEGIN|END|START|STOP)\b")
_ENDS_SENTENCE = (".", "!", "?", "。", "！", "？", ";", ",")


def lines_of(text: str) -> list[TextLine]:
    """Return the lines of `text` that are not blank, each with its kind."""
    return _with_headings(_with_tables(_with_code(_raw_lines(text))))


def line_after(lines: Sequence[TextLine], index: int) -> TextLine | None:
    """Return the next line that is no comment."""
    for following in range(index + 1, len(lines)):
        if lines[following].kind is not LineKind.COMMENT:
            return lines[following]
    return None


def _raw_lines(text: str) -> list[TextLine]:
    lines: list[TextLine] = []
    at = 0
    after_blank = True
    for comment in block_comments(text):
        after_blank = _read_lines(text, Span(at, comment.start), lines, after_blank=after_blank)
        lines.append(TextLine(comment.start, comment.end, 0, comment.of(text), LineKind.COMMENT, after_blank))
        at = comment.end
    _read_lines(text, Span(at, len(text)), lines, after_blank=after_blank)
    return lines


def _read_lines(text: str, stretch: Span, lines: list[TextLine], *, after_blank: bool) -> bool:
    """Append the lines of a stretch; return whether a blank line stands at its end."""
    offset = stretch.start
    pieces = stretch.of(text).split("\n")
    for index, raw in enumerate(pieces):
        stripped = raw.strip()
        if stripped:
            lead = 0 if raw[0] == stripped[0] else len(raw) - len(raw.lstrip())
            columns = len(raw[:lead].expandtabs(4)) if lead else 0
            kind, marker, body = _known_kind(stripped) if len(stripped) <= _SHORT else _kind_alone(stripped)
            start = offset + lead
            lines.append(TextLine(start, start + len(stripped), columns, stripped, kind, after_blank, marker, body))
            after_blank = False
        elif 0 < index < len(pieces) - 1:  # the rest of a comment's own line is no blank line
            after_blank = True
        offset += len(raw) + 1
    return after_blank


def _kind_alone(text: str) -> tuple[LineKind, str, int]:
    """Return what a line is by its own words, its list marker, and where its words begin."""
    if is_delimiter(text):
        return LineKind.DELIMITER, "", 0
    if text[0] in '"[{]}' and _JSON_LINE.match(text):
        return LineKind.CODE, "", 0
    if not text[0].isalpha() or text[1:2] in {")", ".", "、"}:
        item = _ITEM.match(text)
        if item and item.end() < len(text):
            return LineKind.ITEM, _marker(item), item.end()
    return LineKind.TEXT, "", 0


_known_kind = lru_cache(maxsize=4096)(_kind_alone)
_SHORT = 1000
"""Characters of a line that is remembered: a version repeats most lines of the one before."""


def _marker(item: re.Match[str]) -> str:
    if item["number"]:
        return re.sub(r"[\d一二三四五六七八九十]+|[①-⑳]", "1", item["number"])
    if item["letter"]:
        return re.sub(r"[A-Za-z]+", "a", item["letter"])
    return item["glyph"] or item["bullet"]


_RULE = re.compile(r"[-=*_~]{3,}(?:8<)?[-=*_~]*")


def is_rule(text: str) -> bool:
    """Tell whether a line is a rule, which divides what stands above it from what stands below: ``---``, ``--8<--``."""
    return _RULE.fullmatch(text) is not None


def is_delimiter(text: str) -> bool:
    """Tell whether a line only separates or holds a placeholder: ``---``, ``<text>``, ``Tools: {tools}``."""
    if text.isalpha() or (text[0].isalpha() and not text.endswith(("}", ">", "]", "}}", ")s", "%s"))):
        return False
    if not any(c.isalnum() for c in text) or _RULED.match(text):
        return True
    if not any(c in text for c in "{<[$%\\"):
        return False
    if len(text) > 400:
        return False
    bare = _LITERAL_ESCAPE.sub("", TAG.sub("", PLACEHOLDER.sub("", text)))
    return not any(c.isalnum() for c in bare) or bool(LABELLED_PLACEHOLDER.fullmatch(text))


def _with_code(lines: Sequence[TextLine]) -> list[TextLine]:
    """Mark fenced blocks, fence lines included. A fence that is never closed ends at the next blank line."""
    result: list[TextLine] = []
    for fence in _fences(lines):
        result.extend(lines[len(result) : fence.start])
        result.extend(replace(line, kind=LineKind.CODE, marker="") for line in lines[fence.start : fence.end])
    result.extend(lines[len(result) :])
    return result


class _Fence(NamedTuple):
    """A fenced block: the lines [start, end)."""

    mark: str
    start: int
    end: int
    is_closed: bool


def _fences(lines: Sequence[TextLine]) -> Iterator[_Fence]:
    shortest_unclosed: dict[str, int] = {}
    at = 0
    while at < len(lines):
        fence = _opening_fence(lines[at].text)
        if fence is None:
            at += 1
            continue
        end = None
        # What did not find its end from further up cannot find it from here: this keeps the search linear.
        if len(fence) < shortest_unclosed.get(fence[0], len(fence) + 1):
            end = _closing_fence(lines, at + 1, fence)
        closed = end is not None
        if end is None:
            shortest_unclosed[fence[0]] = min(len(fence), shortest_unclosed.get(fence[0], len(fence)))
            end = at + 1
            while end < len(lines) and not lines[end].after_blank:
                end += 1
        yield _Fence(fence, at, end, closed)
        at = end


def open_fence(text: str) -> str | None:
    """Return the fence that is opened in `text` and not closed; None when there is none."""
    if not any(mark in text for mark in FENCES):
        return None
    fences = list(_fences(_raw_lines(text)))
    return fences[-1].mark if fences and not fences[-1].is_closed else None


def _opening_fence(text: str) -> str | None:
    if not any(mark in text for mark in FENCES):
        return None
    match = _FENCE.match(text)
    if match is None or match[1][0] in match[2]:
        return None
    return match[1]


def _closing_fence(lines: Sequence[TextLine], start: int, fence: str) -> int | None:
    """Return the index after the line that closes the fence."""
    closing = closing_line(fence)
    return next((at + 1 for at in range(start, len(lines)) if closing.match(lines[at].text)), None)


@lru_cache(maxsize=16)
def closing_line(fence: str) -> re.Pattern[str]:
    """Return what matches the line that closes a fence: one of its own, or what ends in it, as in "}```"."""
    mark = re.escape(fence[0])
    return re.compile(
        rf"^(?:[^\S\n]*{mark * len(fence)}{mark}*|[^{mark}\n]+{mark * len(fence)})[^\S\n]*$", re.MULTILINE
    )


def _with_tables(lines: list[TextLine]) -> list[TextLine]:
    """Mark table rows: lines in bars, and the lines with bars around a separator row."""
    for index, line in enumerate(lines):
        if "|" not in line.text or line.kind not in {LineKind.TEXT, LineKind.DELIMITER}:
            continue
        if line.text.startswith("|") and line.text.count("|") > 1:
            lines[index] = replace(line, kind=LineKind.TABLE)
        elif _SEPARATOR_ROW.match(line.text):
            for row in _rows_around(lines, index):
                lines[row] = replace(lines[row], kind=LineKind.TABLE)
    return lines


def _rows_around(lines: Sequence[TextLine], separator: int) -> Iterable[int]:
    yield separator
    if separator and not lines[separator].after_blank and "|" in lines[separator - 1].text:
        yield separator - 1
    for index in range(separator + 1, len(lines)):
        if lines[index].after_blank or "|" not in lines[index].text or lines[index].kind is LineKind.TABLE:
            return
        yield index


def _with_headings(lines: list[TextLine]) -> list[TextLine]:
    for index, line in enumerate(lines):
        if line.kind is not LineKind.TEXT:
            continue
        following = line_after(lines, index)
        goes_on = index > 0 and not line.after_blank and lines[index - 1].text.endswith(",")
        style, level = (None, 0) if goes_on else _heading(line, following)
        if style is not None:
            lines[index] = replace(line, kind=LineKind.HEADING, style=style, level=level)
        elif _is_boundary(line.text):
            lines[index] = replace(line, kind=LineKind.DELIMITER)
    return lines


def _heading(line: TextLine, following: TextLine | None) -> tuple[HeadingStyle | None, int]:
    text = line.text
    if text[0] == "#" and (hashes := _HASH.match(text)):
        return HeadingStyle.HASH, len(hashes[1])
    if len(text) > 100 or text.endswith(_ENDS_SENTENCE):
        return None, 0
    directly = following is not None and not following.after_blank
    if directly and following is not None and line.after_blank and following.kind is LineKind.DELIMITER:
        underline = set(following.text)
        if len(following.text) > 2 and underline in ({"="}, {"-"}):
            return HeadingStyle.UNDERLINED, 1 if underline == {"="} else 2
    return _unmarked_style(text, before_list=directly and following is not None and following.kind is LineKind.ITEM), 0


_COUNTED = re.compile(r"\W*(?:[A-Z]+ )?(?:\d+|[A-Z])\b")
"""How a heading begins that counts: "PHASE 2: ROLLOUT"."""


def _unmarked_style(text: str, *, before_list: bool) -> HeadingStyle | None:
    """Return the style of a heading that only its looks give away; None when it is no heading."""
    bare = text.rstrip(": ")
    if text[0] in "*_" and bare[:2] in {"**", "__"} and bare[-2:] == bare[:2] and bare.count(bare[:2]) == 2:
        inner = bare[2:-2].rstrip()
        return None if inner.endswith(_ENDS_SENTENCE) or len(inner.split()) > 12 else HeadingStyle.BOLD
    if _BRACKETED.fullmatch(text):
        return HeadingStyle.BRACKETED
    words = _WORDS.findall(text)
    letters = [word for word in words if word[0].isalpha()]
    if not letters or len(words) > 10:
        return None
    is_line = ": " in bare and _COUNTED.match(text) is None  # a label with its value: "CITY: NAME"
    if text.isupper() and not is_line and not _is_boundary(text) and any(len(word) > 1 for word in letters):
        return HeadingStyle.CAPITALS
    if _NUMBERED_TITLE.fullmatch(text):
        return HeadingStyle.TITLE
    asks = letters[0].casefold() in ASKING
    if asks or not text[0].isupper():
        return None
    if text.endswith((":", "：")) and (len(words) <= 2 or all(w[0].isupper() for w in letters if len(w) > 3)):
        return HeadingStyle.TITLE
    return HeadingStyle.TITLE if before_list and len(words) <= 4 and not text.endswith((":", "：")) else None


def _is_boundary(text: str) -> bool:
    return len(text) < 60 and text.isupper() and bool(_BOUNDARY_WORD.search(text)) and not text.endswith(_ENDS_SENTENCE)

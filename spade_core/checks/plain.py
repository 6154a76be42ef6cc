"""A text as its reader sees it: without Markdown's marks, quotes straight, white space folded."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import Final, TypeVar

__all__ = [
    "folded",
    "plain",
    "without_code",
]

_CODE_FENCE: Final = r"[ \t]*(`{3,}|~{3,})([^\n`]*)$"
_LIST_MARK: Final = r"(?m)^[ \t>]*(?:[-*+•‣◦▪●○·–—]|\(?\d{1,3}[.)]|\*\*\d{1,3}[.)]\*\*|[a-zA-Z]\))(?=[ \t]|$)[ \t]*"
_SIGN_OFF: Final = (
    r"(?:(?:with |my )?(?:(?:best|kind|kindest|warm|warmest|all (?:my|the)) )*(?:regards|wishes|best)|best"
    r"|(?:yours|very) (?:sincerely|truly|faithfully)|sincerely(?: yours)?|respectfully(?: yours)?|cordially|cheers"
    r"|(?:many )?thanks|thank you|warmly|yours|love|xoxo)(?:,.{0,40}|[.!]?)$"
)
_LINE_MARK: Final = r"(?m)^[ \t]*(?:#{1,6}(?=[ \t]|\w|\*|$)|>)[ \t]*"
_LINK_MARK: Final = r"!?\[([^\[\]\n]*)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)"
_EMPHASIS_MARK: Final = r"[*]+|_+|`+|~~"
_RULE_LINE: Final = r"[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,}|─{2,}|—{2,})$"
_STRAIGHT: Final = (
    ("“”„«»″", '"'), ("‘’‚‛′", "'"), ("‐‑‒–—−", "-"), ("…", "..."), ("\u200b\ufeff\u00ad", ""),
)  # fmt: skip
_SHORT: Final = 4_000
"""Characters. A thousand texts so long, with what is remembered of them, take some 60 MB."""
_T = TypeVar("_T")


def _remembered(function: Callable[[str], _T]) -> Callable[[str], _T]:
    """Remember what a function makes of short texts: many checks, one after the other, ask the same of many responses.

    What it returns must be such that nobody can change it.
    """
    kept = lru_cache(maxsize=1024)(function)

    @wraps(function)
    def found(text: str) -> _T:
        return kept(text) if type(text) is str and len(text) <= _SHORT else function(text)

    return found


@_remembered
def _lines_with_code(text: str) -> Sequence[tuple[str, bool]]:
    """Return each line with its end, and whether it belongs to a fenced block; an open fence runs to the end."""
    lines = text.splitlines(keepends=True)
    if "```" not in text and "~~~" not in text:
        return tuple((line, False) for line in lines)
    found: list[tuple[str, bool]] = []
    fence = ""
    for line in lines:
        mark = re.match(_CODE_FENCE, line.rstrip())
        found.append((line, bool(fence or mark)))
        if not fence:
            fence = mark[1] if mark else ""
        elif mark and mark[1].startswith(fence) and not mark[2].strip():
            fence = ""
    return tuple(found)


def _unfenced(text: str) -> str:
    """Return what stands in the only fence of a text that holds nothing else; any other text as it is, stripped."""
    stripped = text.strip().lstrip("\ufeff")
    fence = re.match(r"(`{3,}|~{3,})[^\n`]*\n?", stripped)
    if not fence or not stripped.endswith(fence[1]) or len(stripped) < fence.end() + len(fence[1]):
        return stripped
    inner = stripped[fence.end() : -len(fence[1])]
    closed = re.search(rf"^{fence[1]}", inner, re.MULTILINE)  # a fence that is set in stands inside: in YAML, for one
    return inner.strip() if closed is None else stripped


def _unwrapped(text: str) -> str:
    """Return the Markdown of a response that is one block of Markdown or of no language; any other text as it is."""
    return _unfenced(text) if re.match(r"\s*(?:`{3,}|~{3,})(?:markdown|md)?[ \t]*\n", text) else text


def _is_rule(line: str) -> bool:
    """Tell whether a line is only a divider: ``***``, ``---``, ``===``."""
    return line.lstrip()[:1] in tuple("-*_=─—") and bool(re.match(_RULE_LINE, line.rstrip()))


def without_code(text: str) -> str:
    r"""Return the text without its fenced code blocks, fences included.

    >>> without_code("Run:\n```sh\nls\n```\nDone.")
    'Run:\nDone.'
    """
    if "```" not in text and "~~~" not in text:
        return text
    return "".join(line for line, code in _lines_with_code(text) if not code)


@_remembered
def plain(text: str) -> str:
    """Return the text without Markdown's marks: headings, quotes, bullets, bold, italics, code; links as their words.

    >>> plain("## My **first** [page](https://example.org)")
    'My first page'
    """
    if _holds(text, "#>"):  # most texts hold no mark, and looking for patterns takes long
        text = re.sub(_LINE_MARK, "", text)
    if _holds(text, "-*+•"):
        text = re.sub(r"(?m)^[ \t]*[-*+•][ \t]+", "", text)
    return _without_emphasis(re.sub(_LINK_MARK, r"\1", text) if "](" in text else text)


def _without_emphasis(text: str) -> str:
    """Return the text without the marks of bold, italics and code; ``2 * 3`` and ``snake_case`` keep theirs."""
    return re.sub(_EMPHASIS_MARK, _kept_mark, text) if _holds(text, "*_`~") else text


def _holds(text: str, marks: str) -> bool:
    """Tell whether one of these characters is in a text."""
    return any(map(text.__contains__, marks))


def _kept_mark(mark: re.Match[str]) -> str:
    """Return what stays of a run of marks: nothing when it touches what it marks."""
    before, after = mark.string[max(0, mark.start() - 1) : mark.start()], mark.string[mark.end() : mark.end() + 1]
    touches_before, touches_after = bool(before.strip()), bool(after.strip())
    if mark[0][0] == "_":
        joins_before, joins_after = before.isalnum(), after.isalnum()
        return "" if (touches_after and not joins_before) or (touches_before and not joins_after) else mark[0]
    return "" if mark[0][0] != "*" or touches_before or touches_after else mark[0]


@_remembered
def folded(text: str) -> str:
    r"""Return the text for comparing: lower case, straight quotes and dashes, one space where there is white space.

    >>> folded("  It’s\n FINE ")
    "it's fine"
    """
    return " ".join(_straight(text).casefold().split())


def _straight(text: str) -> str:
    """Return the text with straight quotes and dashes, three dots for an ellipsis, and no invisible marks."""
    if not text.isascii():
        for marks, straight in _STRAIGHT:
            for mark in marks:
                text = text.replace(mark, straight)
    return text

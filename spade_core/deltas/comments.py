"""The comments of template languages, which the model never sees: ``{# ... #}``, ``{{! ... }}``, ``{{!-- ... --}}``.

Laws: comments are in reading order and never overlap; an opening without its end is text; the time is linear.
"""

import re

from spade_core.text import Span

_OPENING = re.compile(r"(?<!\{)\{#(?!\})|\{\{~?!(?:--)?")  # {{#if is no comment, nor is {#}
COMMENT_MARKS = ("{#", "{{!", "{{~!")
"""One of these is in every text with a comment."""
_CLOSINGS = {"{#": re.compile(r"#\}"), "{{!": re.compile(r"~?\}\}"), "{{!--": re.compile(r"--~?\}\}")}
_LONGEST_INLINE = 200


def comments_in(text: str) -> list[Span]:
    """Return the comments of a text, their marks included."""
    if not any(mark in text for mark in COMMENT_MARKS):
        return []
    found = []
    endless: set[str] = set()  # what has no end behind one opening has none behind the next
    opening = _OPENING.search(text)
    while opening is not None:
        mark = opening.group().replace("~", "")
        closing = None if mark in endless else _CLOSINGS[mark].search(text, opening.end())
        if closing is None:
            endless.add(mark)
        else:
            found.append(Span(opening.start(), closing.end()))
        opening = _OPENING.search(text, closing.end() if closing is not None else opening.end())
    return found


def block_comments(text: str) -> list[Span]:
    """Return the comments that are no part of a sentence: they begin or end a line, or run over several."""
    comments = comments_in(text)
    ends = [0, *(comment.end for comment in comments)]
    starts = [*(comment.start for comment in comments[1:]), len(text)]
    return [
        comment
        for comment, end_before, start_after in zip(comments, ends, starts, strict=False)
        if "\n" in comment.of(text)
        or len(comment.of(text)) > _LONGEST_INLINE
        or _begins_line(text[end_before : comment.start], first=end_before == 0)
        or _ends_line(text[comment.end : start_after], last=start_after == len(text))
    ]


def without_comments(text: str) -> str:
    """Return the text with spaces in place of its comments, so that every other character keeps its place."""
    comments = comments_in(text)
    if not comments:
        return text
    pieces = []
    at = 0
    for comment in comments:
        pieces += [text[at : comment.start], " " * (comment.end - comment.start)]
        at = comment.end
    return "".join([*pieces, text[at:]])


def _begins_line(before: str, *, first: bool) -> bool:
    _, newline, rest = before.rpartition("\n")
    return not rest.strip() and (first or bool(newline))


def _ends_line(after: str, *, last: bool) -> bool:
    rest, newline, _ = after.partition("\n")
    return not rest.strip() and (last or bool(newline))

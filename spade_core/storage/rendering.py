"""How the assertions file is written: its header, the comment above a function, edits that leave the rest alone."""

import re
from collections.abc import Mapping, Sequence

from spade_core.candidates import CandidateAssertion
from spade_core.text import Span

_BLANK_LINES = re.compile(r"(?:[ \t\f]*(?:\r\n|\n|\r))+|[ \t\f]*\Z")
_LONGEST_PHRASE = 80
_LOOKED_AT = 1000
"""Characters of a phrase, which may be all of a sample."""
_MOST_COMMENTS = 3


def header_of(prompt: str, newline: str) -> str:
    """Return the first lines of a new assertions file."""
    lines = (
        f"# Assertions for {_one_line(prompt) or 'a prompt'}, written by spade.",
        "#",
        "# Edit, rename, delete or add functions: what you change is yours, and generating again keeps it.",
        "# Each function runs by itself in a sandbox (imports go inside it) and returns True when the response",
        "# passes; `await ask_llm(prompt, response, question)` asks a judge.",
    )
    return "".join(line + newline for line in lines)


def comment_of(candidate: CandidateAssertion) -> str:
    """Return the comment lines above a generated function: the category and source phrase of each criterion."""
    lines = dict.fromkeys(f'# {c.category.label}: "{_one_line(c.source_phrase)}"' for c in candidate.criteria)
    more = len(lines) - _MOST_COMMENTS
    return "\n".join([*list(lines)[:_MOST_COMMENTS], *([f"# and {more} more"] if more > 0 else [])])


def block_of(comment: str, source: str) -> str:
    """Return a function with the comment above it, LF line ends, no final one."""
    body = source.replace("\r\n", "\n").strip("\n")
    return f"{comment}\n{body}" if comment else body


def edited_text(
    text: str, *, replaced: Mapping[Span, str], removed: Sequence[Span], appended: Sequence[str], newline: str
) -> str:
    """Return the text with blocks replaced, removed and added at its end.

    A removed block takes the blank lines after it along; every other character stays.
    """
    edits = {**replaced, **dict.fromkeys(removed)}
    for span in sorted(edits, reverse=True):
        block = edits[span]
        if block is None:
            text = _without(text, span, newline)
        else:
            text = text[: span.start] + block.replace("\n", newline) + text[span.end :]
    if not appended:
        return text
    more = (3 * newline).join(block.replace("\n", newline) for block in appended)
    return _ready_for_more(text, newline) + more + newline


def _without(text: str, span: Span, newline: str) -> str:
    blank = _BLANK_LINES.match(text, span.end)
    before, after = text[: span.start], text[blank.end() if blank else span.end :]
    if after:
        return before + after
    before = before[: _trailing(before)]
    return before + newline if before else ""


def _ready_for_more(text: str, newline: str) -> str:
    """Return the text ending in two blank lines, or as it is when it has more; empty stays empty."""
    content = _trailing(text)
    if content == 0:
        return text
    line_ends = len(re.findall(r"\r\n|\n|\r", text[content:]))
    return text + newline * max(0, 3 - line_ends)


def _trailing(text: str) -> int:
    """Return where the last line that is not blank ends, before its line end."""
    content = len(text.rstrip(" \t\f\r\n"))
    return len(text) - len(text[content:].lstrip(" \t\f"))


def _one_line(text: str) -> str:
    """Return a text as one printable line, cut to a bearable length: it goes into a comment of a program."""
    line = "".join(ch for ch in " ".join(text[:_LOOKED_AT].split()) if ch.isprintable())
    return (
        line if len(line) <= _LONGEST_PHRASE and len(text) <= _LOOKED_AT else line[: _LONGEST_PHRASE - 1].rstrip() + "…"
    )

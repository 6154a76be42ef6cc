"""The parts that can be read by themselves, of a program that cannot be read as a whole.

The text is cut before every line at the left margin. A chunk that does not parse takes in those that follow (the cut
may have gone through a string or a signature); when that does not help it is left out. Law: a function is read whole
or not at all (but for a decorator that the fault tears off).
"""

import ast
import re
from itertools import islice

from spade_core.storage.source_lines import UNREADABLE, SourceLines, parse_python

_AT_MARGIN = re.compile(r"[^\s#]")
_OPENS_A_BODY = re.compile(r"(?:async[ \t]+def|def|class)\b|@")
_MOST_CHUNKS = 16


def readable_chunks(lines: SourceLines) -> list[tuple[int, ast.Module]]:
    """Return the first line (1-based) and the syntax tree of each part that parses.

    What no Python source may hold is read as U+FFFD: it spoils no more than the function that it stands in.
    """
    lines = SourceLines.of(UNREADABLE.sub("\ufffd", lines.text))
    cuts = [*_cuts(lines), lines.count + 1]
    tearing = {cut for cut in cuts if _tears_a_body(lines, cut)}
    found: list[tuple[int, ast.Module]] = []
    at = 0
    while at < len(cuts) - 1:
        for after in range(at + 1, min(at + _MOST_CHUNKS, len(cuts))):
            tree = None if cuts[after] in tearing else _parsed(lines, cuts[at], cuts[after])
            if tree is not None:
                found.append((cuts[at], tree))
                at = after
                break
        else:
            at += 1
    return found


def _parsed(lines: SourceLines, first: int, after: int) -> ast.Module | None:
    try:
        return parse_python(lines.text[lines.start(first) : lines.start(after)])
    except SyntaxError:
        return None


def _cuts(lines: SourceLines) -> list[int]:
    """Return the lines at the left margin, each with the comments and decorators right above it."""
    cuts = []
    for number in range(1, lines.count + 1):
        if not _AT_MARGIN.match(lines.line(number)):
            continue
        first = number
        while first > 1 and lines.line(first - 1).startswith(("@", "#")):
            first -= 1
        cuts.append(first)
    return list(dict.fromkeys(cuts))


def _tears_a_body(lines: SourceLines, cut: int) -> bool:
    """Whether what stands at the margin (a conflict marker, half a statement) tears a body in two."""
    all_below = (lines.line(number) for number in range(cut, lines.count + 1))
    below = list(islice((line for line in all_below if line.strip() and not line.startswith("#")), 2))
    return len(below) > 1 and not _OPENS_A_BODY.match(below[0]) and below[1].startswith((" ", "\t"))

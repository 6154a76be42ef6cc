"""Regular expressions that ask for nothing but words: read as such."""

from spade_core.subsumption.formulas import (
    Contains,
    Formula,
    Literal,
    Matches,
    StartsWith,
    Subject,
    either,
)

_SPECIAL = frozenset(".^$*+?{}[]()|")
_NO_TEXT = "wWdDsSbBAZ0123456789nrtfvxuUN"


def matching(how: str, pattern: str, flags: str, subject: Subject) -> Formula:
    """Return when the pattern matches the subject; `flags` is "" or "i", anything else is left opaque."""
    opaque = Literal(Matches(how, pattern, flags, subject))
    if how == "fullmatch" or flags not in {"", "i"}:
        return opaque
    branches = [_literal(branch) for branch in _branches(_ungrouped(pattern))]
    found: list[Formula] = []
    for branch in branches:
        if branch is None or (flags == "i" and not branch[1].isascii()):
            return opaque
        start, text, end = branch
        seen = subject if flags == "" else Subject(subject.base, lower=True, trim=subject.trim)
        words = text if flags == "" else text.lower()
        if end or not words or (subject.lower and flags == "" and words != words.lower()):
            return opaque
        if start or how == "match":
            found.append(Literal(StartsWith(seen, words)))
        else:
            found.append(Literal(Contains(seen, words)))
    return either(*found)


def _ungrouped(pattern: str) -> str:
    for opening in ("(?:", "("):
        inner = pattern[len(opening) : -1]
        if pattern.startswith(opening) and pattern.endswith(")") and not _SPECIAL & set(inner.replace("|", "")):
            return inner
    return pattern


def _branches(pattern: str) -> list[str]:
    """Return the alternatives of a pattern without groups; the pattern itself when it has any."""
    return [pattern] if "(" in pattern or "[" in pattern or "\\|" in pattern else pattern.split("|")


def _literal(branch: str) -> tuple[bool, str, bool] | None:
    """Return (anchored at the start, text, anchored at the end), or None when it asks for more than a text."""
    start, end = branch.startswith("^"), branch.endswith("$") and not branch.endswith("\\$")
    body = branch[start : len(branch) - end]
    text, place = "", 0
    while place < len(body):
        char = body[place]
        if char == "\\":
            place += 1
            if place == len(body) or body[place] in _NO_TEXT:
                return None
            char = body[place]
        elif char in _SPECIAL:
            return None
        text += char
        place += 1
    return start, text, end

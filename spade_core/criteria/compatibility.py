"""Which stands exclude each other, and why: no response can take both.

Only what is certain is said. Two stands on different topics are always compatible.
"""

from typing import Final

from spade_core.criteria.readings import PhraseRule
from spade_core.criteria.stances import Bounds, Edge, Options, Stance

_WANTED: Final = {
    PhraseRule.NOT_STARTS_WITH: PhraseRule.STARTS_WITH,
    PhraseRule.NOT_ENDS_WITH: PhraseRule.ENDS_WITH,
}
_TOGETHER: Final = frozenset(
    {frozenset({"Markdown", "prose"}), frozenset({"plain text", "prose"}), frozenset({"HTML", "prose"})}
)
"""Formats that one response can have at once."""


def why_not_both(one: Stance, other: Stance) -> str:
    """Return why no response can take both stands, the one that came first named first; empty when one can."""
    if one.topic != other.topic:
        return ""
    match one.says, other.says:
        case Bounds() as first, Bounds() as second:
            return _counts(first, second)
        case Options() as first, Options() as second:
            return _options(first, second)
        case Edge() as first, Edge() as second:
            return _edges(first, second)
        case _:
            return ""


def _counts(first: Bounds, second: Bounds) -> str:
    if first.product and second.product and first.product != second.product:
        return ""
    for low, high in ((first, second), (second, first)):
        if low.least is None or high.most is None or low.least <= high.most:
            continue
        if low.said == high.said:
            return f"one wants {low.said}, the other forbids it"
        return f"one asks for {low.said}, the other for {high.said}"
    return ""


def _options(first: Options, second: Options) -> str:
    if first.wanted and second.wanted:
        if not first.names.isdisjoint(second.names) or first.names | second.names in _TOGETHER:
            return ""
        if len(first.names) > 1 or len(second.names) > 1:
            return "no answer is among the choices of both"
        return f"one wants {_listed(first)}, the other {_listed(second)}"
    wanted, barred = (first, second) if first.wanted else (second, first)
    if wanted.wanted and wanted.names <= barred.names:
        return f"one wants {_listed(wanted)}, the other forbids it"
    return ""


def _listed(options: Options) -> str:
    return " or ".join(sorted(options.names))


def _edges(first: Edge, second: Edge) -> str:
    wanted, forbidden = (first, second) if second.rule in _WANTED else (second, first)
    if forbidden.rule in _WANTED:
        if wanted.rule in _WANTED or len(wanted.phrases) > 1:
            return ""
        [phrase] = wanted.phrases
        edge = next((each for each in forbidden.phrases if _has_edge(phrase, each, wanted.rule)), None)
        return f'one {wanted.rule.value} "{phrase}", the other {forbidden.rule.value} "{edge}"' if edge else ""
    if any(_nested(one, other, first.rule) for one in first.phrases for other in second.phrases):
        return ""
    one, other = (" or ".join(f'"{phrase}"' for phrase in each.phrases) for each in (first, second))
    return f"one {first.rule.value} {one}, the other {other}"


def _has_edge(phrase: str, edge: str, rule: PhraseRule) -> bool:
    """Whether a phrase begins (or ends) with the words of another."""
    low, part = phrase.lower(), edge.lower()
    if rule is PhraseRule.STARTS_WITH:
        return low.startswith(part) and not low[len(part) : len(part) + 1].isalnum()
    return low.endswith(part) and not low[: len(low) - len(part)][-1:].isalnum()


def _nested(one: str, other: str, rule: PhraseRule) -> bool:
    """Whether a response can satisfy both: one phrase begins (or ends) with the other."""
    low, high = sorted((one.lower(), other.lower()), key=len)
    return high.startswith(low) if rule is PhraseRule.STARTS_WITH else high.endswith(low)

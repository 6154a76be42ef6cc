"""The quantities of one sentence as few intervals: "at least 100 words but no more than 200 words" is one."""

from dataclasses import replace

from spade_core.criteria.passage import Found
from spade_core.criteria.readings import Quantity
from spade_core.text import Span


def joined(found: list[Found]) -> list[Found]:
    """Return what was found in a sentence with the quantities of one unit and place as one, where they agree.

    A lower and an upper bound are one interval; one that another implies, or that is meant loosely inside of another,
    goes. Bounds that exclude each other are left as they are.
    """
    kept: list[Found] = []
    for item in found:
        at = next((i for i, other in enumerate(kept) if _is_same(other, item)), None)
        if at is None:
            kept.append(item)
            continue
        both = _both(kept[at], item)
        if both is None:
            kept.append(item)
        else:
            kept[at] = both
    return kept


def _is_same(one: Found, other: Found) -> bool:
    first, second = one.reading, other.reading
    if not (isinstance(first, Quantity) and isinstance(second, Quantity)):
        return False
    return (first.unit, first.scope) == (second.unit, second.scope)


def _both(one: Found, other: Found) -> Found | None:
    """Return the two as one; None where no number is in both."""
    first, second = one.reading, other.reading
    if not (isinstance(first, Quantity) and isinstance(second, Quantity)):
        return None
    if first.approximate != second.approximate:
        exact, loose = (second, first) if first.approximate else (first, second)
        inside = _lower(exact) <= _lower(loose) and _upper(loose) <= _upper(exact)
        return (other if first.approximate else one) if inside else None
    lower, upper = max(_lower(first), _lower(second)), min(_upper(first), _upper(second))
    if lower > upper:
        return None
    span = Span(min(one.span.start, other.span.start), max(one.span.end, other.span.end))
    low = None if first.lower is None and second.lower is None else int(lower)
    high = None if first.upper is None and second.upper is None else int(upper)
    return replace(one, reading=replace(first, lower=low, upper=high), span=span)


def _lower(quantity: Quantity) -> float:
    return float("-inf") if quantity.lower is None else quantity.lower


def _upper(quantity: Quantity) -> float:
    return float("inf") if quantity.upper is None else quantity.upper

"""What criteria speak of, so that only those are held against one another that may contradict.

Two criteria can contradict only where they take different stances on one topic: the bounds of one count, a phrase
wanted and forbidden. A block's topics are worked out once; those of a prompt's blocks are put together at every
keystroke.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from spade_core.criteria import Criterion
from spade_core.criteria.stances import Bounds, Edge, Options, Topic, stances_of

_Stand: TypeAlias = Bounds | Options | Edge


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of some criteria."""

    of_criteria: tuple[frozenset[Topic], ...]
    """Of each criterion."""
    stances: tuple[tuple[Topic, _Stand], ...]
    """Each of them once; of the bounds of one count the strictest."""


def topics_of(criteria: Iterable[Criterion]) -> Topics:
    """Return what criteria speak of."""
    of_criteria: list[frozenset[Topic]] = []
    bounds: dict[Topic, Bounds] = {}
    others: dict[tuple[Topic, _Stand], None] = {}
    for criterion in criteria:
        stances = stances_of(criterion)
        of_criteria.append(frozenset(stance.topic for stance in stances))
        for stance in stances:
            if isinstance(stance.says, Bounds):
                bounds[stance.topic] = _tighter(bounds.get(stance.topic), stance.says)
            else:
                others[stance.topic, stance.says] = None
    return Topics(tuple(of_criteria), (*bounds.items(), *others))


def disputed(every: Iterable[Topics]) -> set[Topic]:
    """Return the topics on which something in them all differs."""
    bounds: dict[Topic, Bounds] = {}
    first: dict[Topic, _Stand] = {}
    found: set[Topic] = set()
    for topics in every:
        for topic, stance in topics.stances:
            if isinstance(stance, Bounds):
                strict = bounds[topic] = _tighter(bounds.get(topic), stance)
                if strict.least is not None and strict.most is not None and strict.least > strict.most:
                    found.add(topic)
            elif first.setdefault(topic, stance) is not stance and first[topic] != stance:
                found.add(topic)
    return found


def _tighter(known: Bounds | None, other: Bounds) -> Bounds:
    if known is None:
        return other
    least, most = known.least, known.most
    if other.least is not None and (least is None or other.least > least):
        least = other.least
    if other.most is not None and (most is None or other.most < most):
        most = other.most
    return known if (least, most) == (known.least, known.most) else Bounds(least, most, "")

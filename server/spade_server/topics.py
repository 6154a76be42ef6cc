"""What criteria speak of, so that only those are held against one another that may contradict.

Two criteria can contradict only where they take different stances on one topic: the bounds of one count, a phrase
wanted and forbidden. A block's topics are worked out once; a keystroke takes those of one block away and adds its new
ones.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
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


class Disputes:
    """The topics on which something in the blocks of a template differs; of an edit only what it touched is compared.

    Law: what `among` returns depends on its argument alone, not on what it was asked before.
    """

    def __init__(self) -> None:
        self._standing: Sequence[Topics] = ()
        self._stands: dict[Topic, dict[_Stand, int]] = {}
        """By topic: what is said on it, and by how many blocks."""
        self._disputed: set[Topic] = set()

    def among(self, every: Sequence[Topics]) -> Set[Topic]:
        """Return the topics on which something in them all differs; good until it is asked again."""
        before, head, tail = self._standing, 0, 0
        most = min(len(before), len(every))
        while head < most and before[head] is every[head]:
            head += 1
        while tail < most - head and before[-1 - tail] is every[-1 - tail]:
            tail += 1
        touched: set[Topic] = set()
        for topics, by in ((before, -1), (every, 1)):
            for each in topics[head : len(topics) - tail]:
                touched.update(self._count(each, by))
        self._standing = every
        for topic in touched:
            if _differ(self._stands.get(topic, {})):
                self._disputed.add(topic)
            else:
                self._disputed.discard(topic)
        return self._disputed

    def _count(self, topics: Topics, by: int) -> Iterator[Topic]:
        for topic, stand in topics.stances:
            stands = self._stands.setdefault(topic, {})
            stands[stand] = stands.get(stand, 0) + by
            if not stands[stand]:
                del stands[stand]
            if not stands:
                del self._stands[topic]
            yield topic


def _differ(stands: Iterable[_Stand]) -> bool:
    bounds: Bounds | None = None
    others = 0
    for stand in stands:
        if isinstance(stand, Bounds):
            bounds = _tighter(bounds, stand)
        else:
            others += 1
    if others > 1:
        return True
    return bounds is not None and bounds.least is not None and bounds.most is not None and bounds.least > bounds.most


def _tighter(known: Bounds | None, other: Bounds) -> Bounds:
    if known is None:
        return other
    least, most = known.least, known.most
    if other.least is not None and (least is None or other.least > least):
        least = other.least
    if other.most is not None and (most is None or other.most < most):
        most = other.most
    return known if (least, most) == (known.least, known.most) else Bounds(least, most, "")

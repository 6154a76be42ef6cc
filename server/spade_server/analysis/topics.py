"""What criteria speak of, so that only those are held against one another that may contradict.

Two constraints can contradict each other only on one topic: the count of one thing, the beginning of one part. A
block's topics are worked out once; a keystroke takes those of one block away and adds its new ones.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from spade_core.constraints import (
    OF_FORM,
    OF_UNIT,
    WHOLE,
    Choice,
    Constraint,
    Fact,
    Form,
    Phrases,
    Quantity,
    Rule,
    Shows,
    asked_else,
    singular,
)
from spade_core.criteria import Criterion
from spade_core.language import any_of, lexicon, normalised

Topic: TypeAlias = Hashable
MOST: Final = 32
"""Different constraints on one topic that are held against one another."""


@dataclass(frozen=True, slots=True)
class Stand:
    """What a criterion asks, and what its instruction is about beyond the response as a whole."""

    constraint: Constraint
    about: frozenset[str]


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of some criteria."""

    of_criteria: tuple[frozenset[Topic], ...]
    """Of each criterion."""
    stands: tuple[tuple[Topic, Stand], ...]
    """Each of them once."""


def may_clash(criterion: Criterion) -> bool:
    """Whether a criterion can be in a contradiction at all."""
    if criterion.constraint is None:
        return False
    constraint = asked_else(criterion.constraint)
    return (
        type(constraint).excludes is not Constraint.excludes
        or bool(_things_of(constraint))
        or bool(_tests_of(constraint))
    )


def stands_of(criterion: Criterion) -> tuple[tuple[Topic, Stand], ...]:
    """Return what a criterion says, by topic: of what it counts or states, and of the thing that it wants or bans."""
    if criterion.constraint is None:
        return ()
    constraint = asked_else(criterion.constraint)
    stand = Stand(constraint, spoken_of(criterion))
    found: list[tuple[Topic, Stand]] = [((constraint.topic, stand.about), stand)]
    length = _length_of(constraint)
    if length is not None:
        short = Stand(length, stand.about)
        found.append(((length.topic, stand.about), short))
    found += [(("thing", thing), stand) for thing in sorted(_things_of(constraint))]
    found += [(("test", test, stand.about), stand) for test in sorted(_tests_of(constraint))]
    return tuple(found)


def _length_of(constraint: Constraint) -> Quantity | None:
    """Return how long a response can be that is one of some choices."""
    choices: tuple[str, ...] = ()
    if isinstance(constraint, Phrases) and constraint.rule is Rule.ONE_OF and constraint.part == WHOLE:
        choices = constraint.phrases
    elif isinstance(constraint, Choice) and not constraint.among and constraint.part == WHOLE:
        choices = constraint.choices
    return Quantity("words", None, max(len(name.split()) for name in choices)) if choices else None


def _tests_of(constraint: Constraint) -> frozenset[str]:
    """Return the tests of the whole response that a constraint is made of, without "not"."""
    if not isinstance(constraint, Fact | Shows):
        return frozenset()
    return frozenset(_IMPLIED.get(each, each) for each in _bare(constraint.source()))


def _bare(source: str) -> Iterator[str]:
    return (each.removeprefix("not ") for each in source.split(" and "))


def _is_denied(one: Constraint, other: Constraint) -> bool:
    """Whether one is the contrary of a test of the other."""
    if not (isinstance(one, Fact | Shows) and isinstance(other, Fact | Shows)):
        return False
    denied = {each.removeprefix("not ") for each in one.source().split(" and ") if each.startswith("not ")}
    asked = {_IMPLIED.get(each, each) for each in other.source().split(" and ") if not each.startswith("not ")}
    return not denied.isdisjoint(asked)


_IMPLIED: Final = {
    "ends_with_question(response)": "has_question(response)",
    "questions(response) == 1": "has_question(response)",
}
"""Tests that hold only where another does."""


def why_not_both(one: Stand, other: Stand) -> str:
    """Say why no response can do both; "" where one can, or where that is not certain."""
    if one.about == other.about:
        why = one.constraint.contradicts(other.constraint) or other.constraint.contradicts(one.constraint)
        if why:
            return why
        if _is_denied(one.constraint, other.constraint) or _is_denied(other.constraint, one.constraint):
            return f"{one.constraint.describe()}, and {other.constraint.describe()}"
    for ban, wish in ((one, other), (other, one)):
        is_ban = isinstance(ban.constraint, Shows) and not ban.constraint.wanted and ban.constraint.part == WHOLE
        if is_ban and not ban.about and _wants(wish.constraint) and wish.about.isdisjoint(_SETTING):
            return f"{one.constraint.describe()}, and {other.constraint.describe()}"
    return ""


def _wants(constraint: Constraint) -> bool:
    """Whether it wants some of its thing."""
    if isinstance(constraint, Shows):
        return constraint.wanted
    if isinstance(constraint, Quantity):
        return isinstance(constraint.least, int) and constraint.least > 0
    return isinstance(constraint, Form)


def _things_of(constraint: Constraint) -> frozenset[str]:
    """Return what a constraint wants or bans, by the names of the lexicon; a bulleted list is a list too."""
    things: Iterable[str] = ()
    if isinstance(constraint, Shows):
        things = (constraint.hold,)
    elif isinstance(constraint, Form):
        things = filter(None, (OF_FORM.get(constraint.form),))
    elif isinstance(constraint, Quantity):
        things = OF_UNIT.get(constraint.unit, ())
    found = frozenset(things)
    return found if found.isdisjoint(_LISTS) or not _wants(constraint) else found | {"a list"}


_SETTING: Final = frozenset({"for", "where", "when", "if", "unless", "except", "help"})
"""Words by which a wish is one for some cases or places."""
_LISTS: Final = frozenset({"bullet points", "a numbered list"})
"""What is a list too."""
_SMALL_WORDS: Final = """
a an the this that it its your you please always only never not no nothing do does be is are should must shall
will can has have had in with of as by to and or but make sure ensure whole entire full final strictly just also
well all any at least most more than less fewer exactly about up limit limited length long total maximum minimum
max min valid written word words sentence sentences character characters response responses answer answers output
text reply replies message result rule rules guideline guidelines requirement requirements format formatting style
instruction instructions note important use using used write provide give return respond include contain add put
keep print produce start starts begin begins end ends open close finish say phrase exact language everything
capital capitals capitalised letters case uppercase lowercase upper lower caps between within under over from
avoid without refrain number numbers one single every solely line free
"""
_SMALL: Final = frozenset(map(singular, _SMALL_WORDS.split()))
_AT_AN_END: Final = frozenset({"start", "begin", "end", "open", "close", "finish"})
_WORDS: Final = re.compile(r"step \d+|[^\W_]+")


@lru_cache(maxsize=4096)
def _words_of(text: str) -> frozenset[str]:
    """Return the words and numbers of a text, in normal form and within quotation marks."""
    normal = normalised(text)
    texts = (normal.text, *normal.quotes, *normal.fields)
    return frozenset(singular(word.casefold()) for each in texts for word in _WORDS.findall(each))


def spoken_of(criterion: Criterion) -> frozenset[str]:
    """Return what a criterion's instruction is about beyond the response as a whole: "title", "if", "customers".

    They are the words of its sentence, and of the line above it, that neither are small nor say what it asks. Two
    criteria are held against each other only where they are about the same.
    """
    constraint = criterion.constraint
    own = frozenset({"entry"}) if _counts_entries(constraint) else _words_of(criterion.description)
    small = (
        _SMALL
        if constraint is None or not _things_of(constraint)
        else (_SMALL | _beside(criterion.sentence.text)) - _AT_AN_END
    )
    above = frozenset(word for line in criterion.sentence.context[-1:] for word in _words_of(line) - _SMALL)
    said = frozenset(word for word in _words_of(criterion.sentence.text) if not word.isdecimal())
    return (said - small - own) | above


@lru_cache(maxsize=4096)
def _beside(text: str) -> frozenset[str]:
    """Return the words of the things that stand in one list: what else a sentence wants or bans."""
    listed = " ".join(found.group() for found in _listed().finditer(normalised(text).text))
    return frozenset(singular(word) for word in _WORDS.findall(listed))


@cache
def _listed() -> re.Pattern[str]:
    name = any_of(lexicon().thing)
    return re.compile(rf"(?<!\w){name}(?: ?(?:,|and|or|nor)(?: any| no)? {name})+(?!\w)")


def _counts_entries(constraint: Constraint | None) -> bool:
    """Whether it counts things that only its sentence names."""
    return isinstance(constraint, Quantity) and constraint.unit == "entries"


def topics_of(criteria: Iterable[Criterion]) -> Topics:
    """Return what criteria that `may_clash` speak of."""
    stands = [stands_of(criterion) for criterion in criteria]
    of_criteria = tuple(frozenset(topic for topic, _ in each) for each in stands)
    return Topics(of_criteria, tuple(dict.fromkeys(pair for each in stands for pair in each)))


class Disputes:
    """The topics on which something in the blocks of a template differs; of an edit only what it touched is compared.

    Law: what `among` returns depends on its argument alone, not on what it was asked before.
    """

    def __init__(self) -> None:
        self._last: Sequence[Topics] = ()
        self._said: dict[Topic, dict[Stand, int]] = {}
        """By topic: what is asked on it, and by how many blocks."""
        self._disputed: set[Topic] = set()

    @property
    def crowded(self) -> tuple[Topic, int] | None:
        """A topic on which not all that is asked is held against each other, and how much it is; None for no such."""
        topic = max(self._said, key=lambda each: len(self._said[each]), default=None)
        count = len(self._said.get(topic, ()))
        return (topic, count) if count > MOST else None

    def among(self, every: Sequence[Topics]) -> Set[Topic]:
        """Return the topics on which something in them all differs; good until it is asked again."""
        before, head, tail = self._last, 0, 0
        most = min(len(before), len(every))
        while head < most and before[head] is every[head]:
            head += 1
        while tail < most - head and before[-1 - tail] is every[-1 - tail]:
            tail += 1
        touched: set[Topic] = set()
        for topics, by in ((before, -1), (every, 1)):
            for each in topics[head : len(topics) - tail]:
                touched.update(self._count(each, by))
        self._last = every
        for topic in touched:
            if _differ(self._said.get(topic, {})):
                self._disputed.add(topic)
            else:
                self._disputed.discard(topic)
        return self._disputed

    def _count(self, topics: Topics, by: int) -> Iterator[Topic]:
        for topic, stand in topics.stands:
            asked = self._said.setdefault(topic, {})
            asked[stand] = asked.get(stand, 0) + by
            if not asked[stand]:
                del asked[stand]
            if not asked:
                del self._said[topic]
            yield topic


def _differ(asked: Iterable[Stand]) -> bool:
    several = list(asked)
    return len(several) > MOST or any(why_not_both(one, other) for one, other in combinations(several, 2))

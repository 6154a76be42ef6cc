"""Whether one formula follows from another: what is known of texts, numbers, keys and elements."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import floor, inf
from typing import TypeAlias

from spade_core.subsumption.formulas import (
    AtMost,
    Atom,
    Conjunction,
    Contains,
    EndsWith,
    Equals,
    Exists,
    Formula,
    HasKey,
    Holds,
    Literal,
    Matches,
    Measure,
    Number,
    StartsWith,
    Subject,
    TooLargeError,
    Trim,
    cases,
    negation,
)

_TextAtom: TypeAlias = Contains | StartsWith | EndsWith | Equals
_MOST_PAIRS = 60
_STRENGTH = {"search": 0, "match": 1, "fullmatch": 2}


@lru_cache(maxsize=4096)
def entails(one: Formula, other: Formula) -> bool:
    """Whether `other` is true whenever `one` is; False when that cannot be shown."""
    try:
        return follows(cases(one), cases(negation(other)))
    except (TooLargeError, RecursionError):
        return False


def follows(given: Sequence[Conjunction], refused: Sequence[Conjunction]) -> bool:
    """Whether none of the cases `given` can hold together with one of the cases `refused`, each possible alone."""
    return all(_clash(_known(one), _known(other)) for one in given for other in refused)


def impossible(literals: Conjunction) -> bool:
    """Whether the literals cannot all hold; False when that cannot be shown."""
    known = _known(literals)
    return _clash(known, known)


@dataclass(frozen=True, slots=True)
class _Known:
    """What a conjunction says and what follows from its single literals, sorted by kind."""

    true: frozenset[Atom]
    false: frozenset[Atom]
    true_texts: tuple[_TextAtom, ...]
    false_texts: tuple[_TextAtom, ...]
    true_others: tuple[Atom, ...]
    false_others: tuple[Atom, ...]
    least: Mapping[Number, float]
    most: Mapping[Number, float]


@lru_cache(maxsize=16384)
def _known(literals: Conjunction) -> _Known:
    known = _with_consequences(literals)
    true = [literal.atom for literal in known if literal.positive]
    false = [literal.atom for literal in known if not literal.positive]
    least, most = _bounds(known)
    return _Known(
        true=frozenset(true),
        false=frozenset(false),
        true_texts=tuple(atom for atom in true if isinstance(atom, Contains | StartsWith | EndsWith | Equals)),
        false_texts=tuple(atom for atom in false if isinstance(atom, Contains | StartsWith | EndsWith | Equals)),
        true_others=tuple(atom for atom in true if isinstance(atom, Matches | Exists | Holds)),
        false_others=tuple(atom for atom in false if isinstance(atom, Matches | Exists | HasKey)),
        least=least,
        most=most,
    )


def _clash(one: _Known, other: _Known) -> bool:
    """Whether the two cannot hold together."""
    if not (one.true.isdisjoint(other.false) and other.true.isdisjoint(one.false)):
        return True
    if _numbers_clash(one.least, other.most) or _numbers_clash(other.least, one.most):
        return True
    if _texts_clash(one, other) or (other is not one and _texts_clash(other, one)):
        return True
    if any(implies(a, b) for a in one.true_others for b in other.false_others):
        return True
    if any(implies(a, b) for a in other.true_others for b in one.false_others):
        return True
    return _elements_clash([*one.true_others, *other.true_others], [*one.false_others, *other.false_others])


def implies(one: Atom, other: Atom) -> bool:
    """Whether the second atom follows from the first alone."""
    if one == other:
        return True
    if isinstance(one, Contains | StartsWith | EndsWith | Equals):
        return _text_implies(one, other)
    if isinstance(one, Matches) and isinstance(other, Matches):
        same = (one.pattern, one.flags, one.subject) == (other.pattern, other.flags, other.subject)
        return same and _STRENGTH[one.how] >= _STRENGTH[other.how]
    if isinstance(one, Exists) and isinstance(other, Exists):
        return one.iterable == other.iterable and entails(one.body, other.body)
    if isinstance(one, Holds):
        return _tested_key(one) == other
    return False


def _tested_key(known: Holds) -> HasKey | None:
    """Return the key that `mapping.get("key")` must have found to be true."""
    container, get, rest = known.expression.rpartition(".get(")
    quoted = rest.removesuffix(")")
    if get and quoted[:1] == "'" and quoted[-1:] == "'" and quoted.count("'") == 2:
        return HasKey(container, quoted[1:-1])
    return None


def _text_implies(one: _TextAtom, other: Atom) -> bool:
    if not isinstance(other, Contains | StartsWith | EndsWith | Equals):
        return False
    subject, text, wanted = one.subject, _text_of(one), _text_of(other)
    if subject.base != other.subject.base or (subject.lower and not other.subject.lower):
        return False
    if other.subject.lower and not subject.lower:
        if isinstance(text, str) and not text.isascii():
            return False
        text = text.lower() if isinstance(text, str) else Subject(text.base, lower=True, trim=text.trim)
    if not isinstance(text, str) or not isinstance(wanted, str):
        return isinstance(other, Contains) and text == wanted and other.subject.trim in (Trim.NONE, subject.trim)
    return _part_of(one, text, other, wanted) and (
        other.subject.trim in _trims(other, subject.trim, text)
        or other.subject.trim in _trims(other, subject.trim, wanted)
    )


def _text_of(atom: _TextAtom) -> str | Subject:
    return atom.needle if isinstance(atom, Contains) else atom.text


def _part_of(one: _TextAtom, text: str, other: _TextAtom, wanted: str) -> bool:
    """Whether the place of the one text shows the other text at its own place."""
    match other:
        case Contains():
            return wanted in text
        case StartsWith():
            return isinstance(one, StartsWith | Equals) and text.startswith(wanted)
        case EndsWith():
            return isinstance(one, EndsWith | Equals) and text.endswith(wanted)
        case Equals():
            return isinstance(one, Equals) and text == wanted


def _trims(kind: _TextAtom, trim: Trim, text: str) -> set[Trim]:
    """Return the trimmings of the subject that still show the text at the same place."""
    left, right = text[:1].strip() != "", text[-1:].strip() != ""
    reached = {trim}
    if isinstance(kind, Contains):
        return set(Trim) if left and right else {trim, Trim.NONE}
    if isinstance(kind, StartsWith):
        reached |= {Trim.BOTH: {Trim.LEFT}, Trim.RIGHT: {Trim.NONE}}.get(trim, set())
        if left and Trim.NONE in reached:
            reached |= {Trim.LEFT}
        if right:
            reached |= {Trim.BOTH} if Trim.LEFT in reached else set()
            reached |= {Trim.RIGHT} if Trim.NONE in reached else set()
        return reached
    if isinstance(kind, EndsWith):
        reached |= {Trim.BOTH: {Trim.RIGHT}, Trim.LEFT: {Trim.NONE}}.get(trim, set())
        if right and Trim.NONE in reached:
            reached |= {Trim.RIGHT}
        if left:
            reached |= {Trim.BOTH} if Trim.RIGHT in reached else set()
            reached |= {Trim.LEFT} if Trim.NONE in reached else set()
        return reached
    return set(Trim) if left and right and trim is Trim.NONE else reached


def _with_consequences(literals: Iterable[Literal]) -> set[Literal]:
    """Return the literals and those that follow from single ones."""
    known = set(literals)
    for literal in tuple(known):
        known.update(_consequences(literal))
    return known


def _consequences(literal: Literal) -> list[Literal]:
    atom, positive = literal.atom, literal.positive
    if isinstance(atom, Contains) and isinstance(atom.needle, str) and atom.needle:
        counted = AtMost(Number(Measure.OCCURRENCES, atom.subject, atom.needle), 0)
        return [Literal(counted, not positive), *(_long_enough(atom.subject, atom.needle) if positive else [])]
    if isinstance(atom, StartsWith | EndsWith | Equals) and positive and atom.text:
        return _long_enough(atom.subject, atom.text)
    if isinstance(atom, AtMost):
        return _from_number(atom, positive=positive)
    if isinstance(atom, HasKey) and positive:
        for split in (".split()", ".splitlines()"):
            if atom.container.endswith(split):
                return [Literal(Contains(subject_of(atom.container.removesuffix(split)), atom.key))]
    return []


def subject_of(source: str) -> Subject:
    """Return the subject that a source text such as ``response.lower()`` stands for."""
    if source.endswith(".lower()"):
        return Subject(source.removesuffix(".lower()"), lower=True)
    return Subject(source)


def _long_enough(subject: Subject, text: str) -> list[Literal]:
    found = [Literal(AtMost(Number(Measure.LENGTH, subject), len(text) - 1), positive=False)]
    if text.strip():
        found.append(Literal(AtMost(Number(Measure.WORDS, Subject(subject.base)), 0), positive=False))
    return found


def _from_number(atom: AtMost, *, positive: bool) -> list[Literal]:
    number, limit = atom.number, atom.limit
    if number.measure is Measure.OCCURRENCES and positive and limit < 1:
        return [Literal(Contains(number.subject, number.of), positive=False)]
    if number.measure is Measure.OCCURRENCES and not positive and limit >= 0:
        return [Literal(Contains(number.subject, number.of))]
    if number.measure is Measure.WORDS and not positive and limit >= 0:
        # n words have n characters at least and n - 1 gaps between them
        length = Number(Measure.LENGTH, number.subject)
        return [
            Literal(AtMost(length, 2 * floor(limit)), positive=False),
            Literal(AtMost(Number(Measure.LENGTH, Subject(number.subject.base, trim=Trim.BOTH)), 0), positive=False),
        ]
    if number.measure is Measure.LENGTH and number.subject.trim is Trim.BOTH and not number.subject.lower:
        plain = Subject(number.subject.base)
        if not positive and limit >= 0:
            words = [Literal(AtMost(Number(Measure.WORDS, plain), 0), positive=False)]
            return [Literal(AtMost(Number(Measure.LENGTH, plain), limit), positive=False), *words]
        if positive and limit < 1:
            return [Literal(AtMost(Number(Measure.WORDS, plain), 0))]
    return []


def _texts_clash(one: _Known, other: _Known) -> bool:
    """Whether a text that is there shows one that is not, or two texts stand at the same place."""
    for atom in one.true_texts:
        if any(_text_implies(atom, absent) for absent in other.false_texts):
            return True
        if not isinstance(atom, Contains) and any(_same_place(atom, present) for present in other.true_texts):
            return True
    return False


def _same_place(atom: StartsWith | EndsWith | Equals, other: _TextAtom) -> bool:
    """Whether two different texts would have to stand at the same place."""
    if isinstance(other, Contains) or type(atom) is not type(other) or atom.subject != other.subject:
        return False
    if isinstance(atom, StartsWith):
        return not (atom.text.startswith(other.text) or other.text.startswith(atom.text))
    if isinstance(atom, EndsWith):
        return not (atom.text.endswith(other.text) or other.text.endswith(atom.text))
    return atom.text != other.text


def _bounds(known: Iterable[Literal]) -> tuple[dict[Number, float], dict[Number, float]]:
    """Return the least and greatest value of each number; the least of one that is not whole is itself excluded."""
    least: dict[Number, float] = {}
    most: dict[Number, float] = {}
    for literal in known:
        if isinstance(literal.atom, AtMost):
            number, limit = literal.atom.number, literal.atom.limit
            limit = floor(limit) if number.whole and limit < inf else limit
            if literal.positive:
                most[number] = min(most.get(number, inf), limit)
            else:
                above = limit + 1 if number.whole else limit
                least[number] = max(least.get(number, -inf), above)
    for number in most:
        least.setdefault(number, 0.0 if number.whole else -inf)
    return least, most


def _numbers_clash(least: Mapping[Number, float], most: Mapping[Number, float]) -> bool:
    for number in least.keys() & most.keys():
        lowest, highest = least[number], most[number]
        if lowest > highest or (lowest == highest and not number.whole):
            return True
    return False


def _elements_clash(true: Sequence[Atom], false: Sequence[Atom]) -> bool:
    """Whether an element that must exist is none of those that remain possible."""
    if not false:
        return False
    for atom in true:
        if isinstance(atom, Exists):
            absent = [other.body for other in false if isinstance(other, Exists) and other.iterable == atom.iterable]
            if not absent:
                continue
            try:
                refused: list[Conjunction] = [frozenset()]
                for body in absent:
                    refused = _all_pairs(refused, cases(negation(body), most=30))
                if follows(cases(atom.body, most=30), refused):
                    return True
            except TooLargeError:
                continue
    return False


def _all_pairs(some: Sequence[Conjunction], others: Sequence[Conjunction]) -> list[Conjunction]:
    if len(some) * len(others) > _MOST_PAIRS:
        raise TooLargeError
    return [one | other for one in some for other in others]

"""Where the cue phrases occur in a sentence: at every word the longest phrase wins and takes its words."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from spade_core.categories.content_phrases import CONTENT
from spade_core.categories.family import Family
from spade_core.categories.structural_phrases import STRUCTURAL
from spade_core.categories.taxonomy import Category
from spade_core.categories.tokens import TokenKind, Tokens
from spade_core.categories.vocabulary import CLASSES, NUMBER_WORDS
from spade_core.categories.word_kinds import (
    SPECIAL,
    is_command,
    is_compound,
    is_counted,
    is_function_word,
    is_number,
    is_of_kind,
)
from spade_core.text import Span


class Hit(NamedTuple):
    """One phrase found in a sentence."""

    family: Family
    first: int
    last: int
    """Index of the last token, included."""
    span: Span
    weight: float = 0.0
    """The family's, or less where the hit stands in a clause that forbids."""


class _Element(NamedTuple):
    words: frozenset[str]
    classes: frozenset[str]
    optional: bool
    gap: int
    command: bool


class _Phrase(NamedTuple):
    family: Family
    elements: tuple[_Element, ...]
    second: frozenset[str] | None
    """The words one of which must follow the first; None where something else may."""
    command: bool
    """Whether it matches only where an instruction can begin."""
    needed: frozenset[str] | None
    """Words one of which must follow its first gap, somewhere; None where something else may."""


_GAPS = {"..": 2, "...": 4}


@cache
def _index() -> dict[str, tuple[_Phrase, ...]]:
    """The phrases by the words and the special classes they can begin with."""
    index: dict[str, list[_Phrase]] = {}
    for family in (*STRUCTURAL, *CONTENT):
        for line in family.phrases.strip().splitlines():
            for elements in _variants(tuple(_element(part) for part in line.split())):
                phrase = _Phrase(family, elements, _second(elements), elements[0].command, _needed(elements))
                for key in _first_keys(elements):
                    index.setdefault(key, []).append(phrase)
    return {key: tuple(phrases) for key, phrases in index.items()}


def _element(part: str) -> _Element:
    if part in _GAPS:
        return _Element(frozenset(), frozenset(), optional=True, gap=_GAPS[part], command=False)
    command = part.startswith("^")
    optional = part.endswith("?") and len(part) > 1
    words: set[str] = set()
    classes: set[str] = set()
    for choice in part.removeprefix("^").removesuffix("?" if optional else "").split("|"):
        if not choice.startswith("@"):
            words.add(choice)
        elif choice[1:] in SPECIAL:
            classes.add(choice)
        else:
            words.update(CLASSES[choice[1:]].split())
            if choice == "@style":
                classes.add("@compound")
    return _Element(frozenset(words), frozenset(classes), optional, gap=0, command=command)


def _variants(elements: tuple[_Element, ...]) -> Iterator[tuple[_Element, ...]]:
    """A gap before an optional element goes with it: ``@number .. @unit?`` is ``@number`` or ``@number .. @unit``."""
    for index in range(len(elements) - 1):
        if elements[index].gap and elements[index + 1].optional:
            rest = elements[index + 2 :]
            required = elements[index + 1]._replace(optional=False)
            yield from _variants((*elements[:index], *rest))
            yield from _variants((*elements[: index + 1], required, *rest))
            return
    yield elements


def _first_keys(elements: tuple[_Element, ...]) -> Iterator[str]:
    for element in elements:
        yield from sorted(element.words)
        yield from sorted(element.classes)
        if not element.optional:
            return


def _second(elements: tuple[_Element, ...]) -> frozenset[str] | None:
    if elements[0].optional:
        return None
    words: frozenset[str] = frozenset()
    for element in elements[1:]:
        if element.gap or element.classes:
            return None
        words |= element.words
        if not element.optional:
            return words
    return None


def _needed(elements: tuple[_Element, ...]) -> frozenset[str] | None:
    gap = next((index for index, element in enumerate(elements) if element.gap), len(elements))
    required = (element for element in elements[gap:] if element.words and not element.classes and not element.optional)
    return next((element.words for element in required), None)


@cache
def _beginnings() -> frozenset[str]:
    """The words at which a phrase can begin; others are passed over at once."""
    return frozenset(_index()) | NUMBER_WORDS


def hits_in(tokens: Tokens) -> tuple[Hit, ...]:
    """Return the phrases found, in reading order; quoted words and placeholders' names begin none."""
    hits: list[Hit] = []
    yielding: list[Hit] = []
    vocabulary = frozenset(tokens.words)
    beginnings = _beginnings()
    plain = [
        kind is TokenKind.WORD and not quoted and "-" not in word
        for word, kind, quoted in zip(tokens.words, tokens.kinds, tokens.quoted, strict=True)
    ]
    position = 0
    taken = 0
    while position < len(tokens.words):
        if plain[position] and tokens.words[position] not in beginnings:
            position += 1
            continue
        candidates = _candidates(tokens, position, vocabulary)
        found = _longest(tokens, position, candidates) if candidates else []
        if position < taken:
            # inside a quantity the layout may still speak: "three bullet points" is both
            found = [hit for hit in found if hit.family.category is Category.RESPONSE_FORMAT]
        position += 1
        if found and any(hit.family.yields for hit in found):
            yielding += (hit for hit in found if hit.family.yields)
            found = [hit for hit in found if not hit.family.yields]
        if found:
            hits.extend(hit for hit in found if hit.family.category is not None)
            taken = max(taken, found[0].last + 1)
            if any(hit.family.category is not Category.QUANTITY for hit in found):
                position = found[0].last + 1
    return tuple(_with_yielding(hits, yielding)) if yielding else tuple(hits)


def _with_yielding(hits: list[Hit], yielding: list[Hit]) -> list[Hit]:
    """Return the hits, and of those that yield the ones that overlap no other."""
    covered = {index for hit in hits for index in range(hit.first, hit.last + 1)}
    for hit in yielding:
        words = range(hit.first, hit.last + 1)
        if covered.isdisjoint(words):
            covered.update(words)
            hits.append(hit)
    return sorted(hits, key=lambda hit: hit.first)


def _candidates(tokens: Tokens, position: int, vocabulary: frozenset[str]) -> list[_Phrase]:
    """Return the phrases that may begin here; the tests are in the order of their price."""
    word = tokens.words[position]
    kind = tokens.kinds[position]
    index = _index()
    beginning: tuple[_Phrase, ...] = ()
    if tokens.quoted[position]:
        beginning = index["@quoted"]
    elif kind is not TokenKind.PLACEHOLDER and kind is not TokenKind.TAG:
        beginning = index.get(word, ())
        if is_compound(word):
            beginning += index["@compound"]
    counts = kind is not TokenKind.MARK and kind is not TokenKind.TAG and not tokens.quoted[position]
    if counts and is_number(tokens, position):
        beginning += index["@number"]
    elif counts and is_counted(tokens, position):
        beginning += index["@counted"]
    if not beginning:
        return []
    following = tokens.words[position + 1] if position + 1 < len(tokens.words) else ""
    candidates = [
        phrase
        for phrase in beginning
        if (phrase.second is None or following in phrase.second)
        and (phrase.needed is None or not vocabulary.isdisjoint(phrase.needed))
    ]
    if not candidates or is_command(tokens, position):
        return candidates
    return [phrase for phrase in candidates if not phrase.command]


def _longest(tokens: Tokens, position: int, candidates: Iterable[_Phrase]) -> list[Hit]:
    """Return the longest phrases that begin here, of each category that of the heaviest family."""
    best = position
    families: dict[Category | None, Family] = {}
    for phrase in candidates:
        if phrase.elements[0].optional:
            end = _end(tokens, phrase.elements, 0, position)
        else:  # what begins the phrase was looked up by it
            end = _end(tokens, phrase.elements, 1, position + 1)
        if end > best:
            best = end
            families.clear()
        if end == best > position:
            heaviest = families.get(phrase.family.category)
            if heaviest is None or heaviest.weight < phrase.family.weight:
                families[phrase.family.category] = phrase.family
    if None in families:
        families = {None: families[None]}
    hits = (
        Hit(family, position, best - 1, tokens.span(position, best - 1), family.weight) for family in families.values()
    )
    return [hit for hit in hits if not _is_label(tokens, hit)]


def _is_label(tokens: Tokens, hit: Hit) -> bool:
    """Whether a single word of work is but a label: ``Review: {review}``."""
    single = hit.first == hit.last and hit.family.category is Category.WORKFLOW_DESCRIPTION
    return single and hit.last + 1 < len(tokens.words) and tokens.words[hit.last + 1] == ":"


def _end(tokens: Tokens, elements: tuple[_Element, ...], element: int, position: int) -> int:
    """Return the index after the longest match of the rest of a phrase, or -1; phrases are short, so is the search."""
    for index in range(element, len(elements)):
        current = elements[index]
        if current.gap:
            return _end_after_gap(tokens, elements, index, position)
        matches = _matches(tokens, current, position)
        if current.optional:
            with_it = _end(tokens, elements, index + 1, position + 1) if matches else -1
            return with_it if with_it >= 0 else _end(tokens, elements, index + 1, position)
        if not matches:
            return -1
        position += 1
    return position


def _end_after_gap(tokens: Tokens, elements: tuple[_Element, ...], element: int, position: int) -> int:
    gap = elements[element].gap
    best = -1
    for skipped in range(gap + 1):
        best = max(best, _end(tokens, elements, element + 1, position + skipped))
        if not _skippable(tokens, position + skipped, meaningful=gap == _GAPS[".."]):
            break
    return best


def _skippable(tokens: Tokens, position: int, *, meaningful: bool) -> bool:
    if position >= len(tokens.words) or tokens.kinds[position] is TokenKind.MARK:
        return False
    return not (meaningful and (is_function_word(tokens.words[position]) or is_number(tokens, position)))


def _matches(tokens: Tokens, element: _Element, position: int) -> bool:
    if position >= len(tokens.words):
        return False
    if element.command and not is_command(tokens, position):
        return False
    if tokens.words[position] in element.words:
        kind = tokens.kinds[position]
        return kind is not TokenKind.PLACEHOLDER and kind is not TokenKind.TAG
    return bool(element.classes) and any(is_of_kind(tokens, position, name) for name in element.classes)

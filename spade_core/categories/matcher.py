"""Where the cue phrases occur in a sentence: at every word the longest phrase wins and takes its words."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from spade_core.categories.phrases import FAMILIES, Family
from spade_core.categories.tokens import TokenKind, Tokens
from spade_core.categories.vocabulary import CLASSES, NUMBER_WORDS, words_of
from spade_core.text import Span


@dataclass(frozen=True, slots=True)
class Hit:
    """One phrase found in a sentence."""

    family: Family
    first: int
    last: int
    """Index of the last token, included."""
    span: Span


@dataclass(frozen=True, slots=True)
class _Element:
    words: frozenset[str]
    classes: frozenset[str]
    optional: bool
    gap: int
    command: bool


@dataclass(frozen=True, slots=True)
class _Phrase:
    family: Family
    elements: tuple[_Element, ...]


_SPECIAL = frozenset({"number", "ing", "any", "quoted"})
_FUNCTION_WORDS = words_of(
    """
    the a an of to in and or is are was were be it its this that these those you your they their for with from on
    at by as if when then than so not no do does which who each all
    """
)
_GAPS = {"..": 2, "...": 4}
_BEFORE_COMMAND = words_of(
    """
    please always also and then must should shall just only first finally next now kindly simply instead try
    """
)
_BEFORE_TO = words_of(
    """
    sure want need needs try remember have has required ensure important aim you
    """
)
_COUNTING = ("num", "count", "limit", "max", "min", "total", "length", "size", "n_", "words", "number")


@cache
def _index() -> dict[str, tuple[_Phrase, ...]]:
    """The phrases by the words and the special classes they can begin with."""
    index: dict[str, list[_Phrase]] = {}
    for family in FAMILIES:
        for line in family.phrases.strip().splitlines():
            phrase = _Phrase(family, tuple(_element(part) for part in line.split()))
            for key in _first_keys(phrase.elements):
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
        elif choice[1:] in _SPECIAL:
            classes.add(choice)
        else:
            words.update(CLASSES[choice[1:]].split())
    return _Element(frozenset(words), frozenset(classes), optional, gap=0, command=command)


def _first_keys(elements: tuple[_Element, ...]) -> Iterator[str]:
    for element in elements:
        yield from sorted(element.words)
        yield from sorted(element.classes)
        if not element.optional:
            return


def hits_in(tokens: Tokens) -> tuple[Hit, ...]:
    """Return the phrases found, in reading order; quoted words and placeholders' names begin none."""
    index = _index()
    hits: list[Hit] = []
    position = 0
    while position < len(tokens):
        found = [] if tokens.quoted[position] else list(_longest_at(tokens, position, index))
        hits.extend(hit for hit in found if hit.family.category is not None)
        position = found[0].last + 1 if found else position + 1
    return tuple(hits)


def _longest_at(tokens: Tokens, position: int, index: dict[str, tuple[_Phrase, ...]]) -> Iterator[Hit]:
    candidates = index.get(tokens.words[position], ()) if tokens.kinds[position] is not TokenKind.PLACEHOLDER else ()
    if is_number(tokens, position):
        candidates += index["@number"]
    best = position
    found: dict[Family, int] = {}
    for phrase in candidates:
        end = _end(tokens, phrase.elements, 0, position)
        if end > position:
            found[phrase.family] = max(end, found.get(phrase.family, 0))
            best = max(best, end)
    for family, end in found.items():
        if end == best:
            yield Hit(family, position, end - 1, tokens.span(position, end - 1))


def _end(tokens: Tokens, elements: tuple[_Element, ...], element: int, position: int) -> int:
    """Return the index after the longest match of the rest of a phrase, or -1; phrases are short, so is the search."""
    if element == len(elements):
        return position
    current = elements[element]
    best = -1
    if current.gap:
        for skipped in range(current.gap + 1):
            best = max(best, _end(tokens, elements, element + 1, position + skipped))
            if best > 0 or not _skippable(tokens, position + skipped, meaningful=current.gap == _GAPS[".."]):
                break
        return best
    if _matches(tokens, current, position):
        best = _end(tokens, elements, element + 1, position + 1)
    if current.optional and best < 0:
        best = _end(tokens, elements, element + 1, position)
    return best


def _skippable(tokens: Tokens, position: int, *, meaningful: bool) -> bool:
    if position >= len(tokens) or tokens.kinds[position] is TokenKind.MARK:
        return False
    return not (meaningful and tokens.words[position] in _FUNCTION_WORDS)


def _matches(tokens: Tokens, element: _Element, position: int) -> bool:
    if position >= len(tokens):
        return False
    if element.command and not is_command(tokens, position):
        return False
    word = tokens.words[position]
    if word in element.words:
        return tokens.kinds[position] is not TokenKind.PLACEHOLDER
    return any(_in_special(tokens, position, name) for name in element.classes)


def _in_special(tokens: Tokens, position: int, name: str) -> bool:
    kind = tokens.kinds[position]
    if name == "@number":
        return is_number(tokens, position)
    if name == "@quoted":
        return tokens.quoted[position]
    if kind is not TokenKind.WORD:
        return False
    return name == "@any" or tokens.words[position].endswith("ing")


def is_number(tokens: Tokens, position: int) -> bool:
    """Whether a token is a number: digits, a number word, or a placeholder whose name counts (``{num_words}``)."""
    word = tokens.words[position]
    kind = tokens.kinds[position]
    if kind is TokenKind.NUMBER:
        return not word.endswith("%")
    if kind is TokenKind.PLACEHOLDER:
        return any(part in word.lower() for part in _COUNTING) or word.lower() in {"n", "k"}
    return word in NUMBER_WORDS


def is_command(tokens: Tokens, position: int) -> bool:
    """Whether an instruction can begin here: at the start, after a mark, after "please", "must", "make sure to"."""
    if position == 0:
        return True
    before = tokens.words[position - 1]
    if tokens.kinds[position - 1] is TokenKind.MARK:
        return before not in "'\"/@)"
    if tokens.kinds[position - 1] is TokenKind.NUMBER:
        return position == 1
    if before == "to":
        return position > 1 and tokens.words[position - 2] in _BEFORE_TO
    return before in _BEFORE_COMMAND

"""What a specification of a key asks of the value there, in whatever notation a prompt writes it.

A specification is a type, and what else the value keeps: "array of strings, 3 to 5, lowercase, no duplicates". It
stands behind a key in a list, in the cells of a table, in the comment of a sample, or is made from a schema. It is read
in pieces between commas; a piece that holds in some cases only asks for nothing. What sentences ask of a response, a
piece may ask of the value, so the kinds read it with the key as its part.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from spade_core.constraints.arrangement import Fact
from spade_core.constraints.casing import Casing, Written
from spade_core.constraints.clause import Around, Clause, is_conditional
from spade_core.constraints.constraint import Constraint
from spade_core.constraints.contents import Shows
from spade_core.constraints.natural_language import InLanguage
from spade_core.constraints.part import Part, key, literal
from spade_core.constraints.phrases import MARK_NAMED, Phrases, Rule
from spade_core.constraints.quantity import LENGTHS, Quantity, compared, list_at
from spade_core.constraints.values import InRange, Pattern
from spade_core.language import Normal, any_of, lexicon, normalised


@dataclass(frozen=True, slots=True)
class Asked:
    """A constraint, and the words of the specification that ask for it."""

    constraint: Constraint
    words: str = ""


@dataclass(frozen=True, slots=True)
class _Piece:
    normal: Normal
    start: int
    end: int
    """Of the text in normal form."""

    @property
    def text(self) -> str:
        return self.normal.text[self.start : self.end]

    @property
    def words(self) -> str:
        return self.normal.written(self.start, self.end)


_BETWEEN: Final = re.compile(
    r" ?(?:[;()]|,(?! (?:(?!no|not|in|with|without|at|of|up|max|each|every|all|under|or)[a-z]+ (?:, )?){1,3}?"
    r"(?:words|sentences|paragraphs|bullets|bullet points|lines|phrases)\b)|—|\.(?= |$)) ?"
)
"""What stands between pieces; no comma between adjectives: "1 to 3 short, plain sentences"."""
_EXAMPLE: Final = re.compile(r"(?:e ?\. ?g|eg|i ?\. ?e|for example|for instance|such as|like|example)\b")
_IN_SOME: Final = re.compile(
    r"(?:or )?(?:null|none|empty|blank|\[ \]|⟦\d+⟧|omit(?:ted)?|only|present)? ?"
    r"(?:if|when|where|unless|for|otherwise)\b|preferably\b|ideally\b|usually\b|may\b|can\b|optional"
)
"""What begins a piece that holds in some cases, or is left open."""


def specified(address: str, said: str, kind: str) -> Iterator[Asked]:
    """Yield what words ask of the value at a key, beside its type, its choices and its lengths.

    `kind` is the type of the value, "" where that is not told.
    """
    pieces = tuple(_pieces(normalised(said)))
    if not pieces:
        return
    for piece in pieces:
        yield from (Asked(each, piece.words) for each in _of_piece(_Told(piece, address, kind)))
    if kind not in ("number", "integer", "boolean"):
        yield from _by_kinds(pieces, address, kind)


def _pieces(normal: Normal) -> Iterator[_Piece]:
    """Yield what stands between commas and brackets, without what holds in some cases and without examples."""
    text, start, in_example = normal.text, 0, False
    ends = [(found.start(), found.end(), found.group().strip()) for found in _BETWEEN.finditer(text)]
    for end, following, mark in (*ends, (len(text), len(text), ".")):
        piece = text[start:end]
        in_example = in_example or _EXAMPLE.match(piece) is not None
        is_open = is_conditional(piece) or _IN_SOME.match(piece) is not None
        if piece.strip() and not in_example and not is_open:
            yield _Piece(normal, start, end)
        start = following
        in_example = in_example and mark not in (".", ")", ";")


# --- what a piece says by itself

_SMALL: Final = r"(?:(?:all|always|only|in|must be|should be|be|are|is|written|entirely|fully|valid|strictly) )*"
_CASED: Final = re.compile(
    rf"{_SMALL}(?:(?P<lower>lower ?case|lower case|small)|(?P<upper>upper ?case|upper case|capital|capitals|all caps))"
    r"(?: letters| letter)?(?: only| text| strings?| tags?| words?| keywords?)?"
)
_UNIQUE: Final = re.compile(
    r"(?:no|without|never)(?: any| exact)? (?:duplicates?|duplicate [a-z]+|repeats?|repetitions?)(?: allowed)?|"
    r"(?:(?:all|each|must be|must|be|values|items|elements|are) )*(?:unique|distinct|different)(?: from each other)?|"
    r"(?:none|each|no [a-z]+|nothing) (?:may appear |listed )?(?:twice|only once|once)"
)
_EDGE: Final = re.compile(
    r"(?:(?:each|every|all|any|it|the [a-z]+|and)(?: 1| of them| [a-z]+)?? )?(?:(?:must|should|has to|have to|"
    r"always|of them) )*(?P<edge>end|start|begin|finish)(?:s|es|ing|ning)? (?:with|in|on|by) (?:an? |the )?"
    r"(?P<mark>⟦\d+⟧|period|full stop|question mark|exclamation mark|exclamation point|colon)(?: [a-z]+){0,2}"
)
_ISO_DATE: Final = re.compile(
    r"(?:(?:an?|the|valid|full|in|as) )*iso(?: ?8601)?(?: format)?(?P<what> (?:date ?time|date|timestamp|time))?"
    r"(?: (?:string|format))*|(?:date|timestamp|date ?time) (?:string )?(?:in|as) (?:an? )?iso(?: ?8601)?(?: format)?"
)
_NO_SPACES: Final = re.compile(r"(?:no|without|never)(?: any)? (?:white ?)?spaces?(?: inside| allowed)?")


@dataclass(frozen=True, slots=True)
class _Told:
    """One piece of the specification of a key."""

    piece: _Piece
    address: str
    kind: str
    """The type of the value."""

    @property
    def part(self) -> Part:
        return key(self.address)

    @property
    def name(self) -> str:
        return self.address.rpartition(".")[2]


def _of_piece(told: _Told) -> Iterator[Constraint]:
    """Yield what one piece asks for by itself."""
    text = told.piece.text.strip()
    found = next(((read, match) for pattern, read in _READERS if (match := pattern.fullmatch(text))), None)
    if found is not None:
        read, match = found
        yield from read(told, match)
    elif told.kind in ("list", "number", "integer"):
        yield from _bounded(text, told.address, told.kind)


def _cased(told: _Told, found: re.Match[str]) -> Iterator[Constraint]:
    yield Casing(found["upper"] is not None, told.part)


def _unique(told: _Told, found: re.Match[str]) -> Iterator[Constraint]:
    if told.kind == "list":
        each = f"all(unique(each) for each in lists_of(response, {literal(told.address)}))"
        yield Fact(f'in each list "{told.name}" nothing stands twice', each)


def _dated(told: _Told, found: re.Match[str]) -> Iterator[Constraint]:
    if told.kind not in ("number", "integer") and "time" in (found["what"] or found.group()):
        yield Pattern("is a date and time of ISO 8601", r"^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}", told.part)
    elif told.kind not in ("number", "integer"):
        yield Pattern("is a date of ISO 8601", r"^\d{4}-\d{2}-\d{2}(?![\d-])", told.part)


def _unspaced(told: _Told, found: re.Match[str]) -> Iterator[Constraint]:
    yield Pattern("has no spaces", r"^\S*$", told.part)


def _edge(told: _Told, found: re.Match[str]) -> Iterator[Constraint]:
    mark = found["mark"]
    words = told.piece.normal.quote(mark) if mark.startswith("⟦") else MARK_NAMED[mark]
    rule = Rule.ENDS if found["edge"] in ("end", "finish") else Rule.STARTS
    if words.strip():
        yield Phrases(rule, (words,), told.part)


_READERS: Final[Sequence[tuple[re.Pattern[str], Callable[[_Told, re.Match[str]], Iterator[Constraint]]]]] = (
    (_CASED, _cased),
    (_UNIQUE, _unique),
    (_EDGE, _edge),
    (_ISO_DATE, _dated),
    (_NO_SPACES, _unspaced),
)
"""What a piece says, and what it then asks for."""


@cache
def _amount() -> re.Pattern[str]:
    lex = lexicon()
    keys = ("at_most", "below", "at_least", "above", "exactly", "after_at_most", "after_at_least", "after_exactly")
    comparing = any_of(word for key in keys for word in lex.words("comparisons", key))
    return re.compile(
        rf"(?P<lead>(?:an? |the )?(?:array|list) (?:of|with) )?(?P<before>(?:(?:{_SLIGHT}|{comparing}) ?)*)"
        r"(?P<low>-?\d+(?:\.\d+)?)(?: ?(?P<mid>to|and|or|till|until|—) ?(?P<high>-?\d+(?:\.\d+)?))?"
        rf"(?P<after>(?: ?(?:{comparing}))*)(?: {_THINGS})*(?P<more>(?: {comparing})*)(?P<noun>(?: [a-z]+){{0,4}})"
    )


_SLIGHT: Final = (
    r"(?:from|between|of|with|has|have|contains?|must|should|be|the|an?|range|scale|score|number|integer|float|value)"
)
_THINGS: Final = r"(?:of )?(?:items?|elements?|entries|objects?|strings?|values|ones|in total|total|inclusive)"


def _bounded(text: str, address: str, kind: str) -> Iterator[Constraint]:
    """Yield how many a list has, or between what a number lies, where a piece says no more than that."""
    found = _amount().fullmatch(text)
    noun = found["noun"].split() if found is not None else []
    is_counted = kind == "list" and len(noun) == 1 and noun != ["based"] and lexicon().units.get(noun[0]) not in LENGTHS
    if (
        found is None
        or (noun and found["lead"] is None and not is_counted)
        or (found["mid"] == "or" and kind != "list")
    ):
        return
    before = re.sub(rf"\b{_SLIGHT}\b ?", "", found["before"]).strip()
    low, high = found["low"], found["high"] or ""
    bounds = compared(before, f"{found['after']}{found['more']}", low, high)
    is_bare = text.strip().isdigit()  # a name, or a code: "PAGE_FAILURE (404)"
    if bounds is None and not before and kind == "list" and not is_bare:
        bounds = (low, low)
    if bounds is None:
        return
    least, most = bounds
    if kind != "list":
        yield from (InRange(least, most, key(address)),) if least != most else ()
    elif (least + most).isdigit():
        part = list_at(address, address.rpartition(".")[2])
        yield Quantity("len", int(least) if least else None, int(most) if most else None, part)


_OF_PIECES: Final = (Quantity, Casing, Written, InLanguage)
_OF_STRETCHES: Final = (Phrases, Shows)
"""Kinds whose negation holds for several things between commas."""
_EDGES: Final = (Rule.STARTS, Rule.ENDS, Rule.NOT_STARTS, Rule.NOT_ENDS, Rule.NONE)


def _by_kinds(pieces: Sequence[_Piece], address: str, kind: str) -> Iterator[Asked]:
    """Yield what the kinds read in the pieces, and in the stretches of them that hold in all cases."""
    around = _around(address.rpartition(".")[2])
    stretches = tuple(_stretches(pieces))
    told = [each for each in pieces if kind != "string" or _EACH.match(each.text) is None]  # of its bullets, in a text
    spans = ((_OF_PIECES, tuple(map(_said_of_each, told))), (_OF_STRETCHES, stretches))
    for kinds, start, end in ((kinds, *span) for kinds, found in spans for span in found):
        clause = Clause(pieces[0].normal, start, end, part=key(address), around=around, before="write :")
        for each in (match for one in kinds for match in one.read(clause)):
            if _may_be_said(each.constraint, address, kind):
                yield Asked(each.constraint, clause.written(each.start, each.end))


_EACH: Final = re.compile(
    r"\s*(?:each|every|all)(?: (?:one|1|of them|items?|elements?|strings?|entry|entries))?(?: |$)"
)


def _said_of_each(piece: _Piece) -> tuple[int, int]:
    """Return where a piece says something, behind "each", which the elements of a list are anyway."""
    each = _EACH.match(piece.text)
    return piece.start + (each.end() if each is not None else 0), piece.end


def _may_be_said(constraint: Constraint, address: str, kind: str) -> bool:
    """Whether something may be asked of a value of a type at a key."""
    part = getattr(constraint, "part", None)
    if not isinstance(part, Part) or part.named not in (address, address.rpartition(".")[2]):
        return False
    if isinstance(constraint, Quantity):
        is_of_text = part.source.startswith("leaves_of(")
        return not is_of_text or constraint.unit in LENGTHS or (constraint.is_of_things and kind != "list")
    return not isinstance(constraint, Phrases) or constraint.rule in _EDGES


@cache
def _around(name: str) -> Around:
    return Around(form="JSON", keys=(name,))


def _stretches(pieces: Sequence[_Piece]) -> Iterator[tuple[int, int]]:
    """Yield where pieces stand beside each other, with nothing left out between them."""
    start, end = pieces[0].start, pieces[0].end
    for piece in pieces[1:]:
        between = pieces[0].normal.text[end : piece.start]
        if len(between.strip(" ")) > 1 or "." in between:
            yield start, end
            start = piece.start
        end = piece.end
    yield start, end

"""Sections and labelled parts of the response, and their order."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, Final, TypeAlias

from spade_core.constraints.clause import Around, Clause
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.part import WHOLE, key, literal, quoted
from spade_core.constraints.parts import named_part, section_name
from spade_core.constraints.tree import STANDS_FOR_OTHERS, TYPES, Tree, is_optional
from spade_core.structure import IN_ORDER
from spade_core.taxonomy import Category


@dataclass(frozen=True, slots=True)
class Sections(Constraint):
    """Sections, or labelled parts, that the response has."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    names: tuple[str, ...]
    ordered: bool = False
    absent: bool = False
    """Whether it must have none of them."""

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the sections that a clause names."""
        if clause.conditional or clause.around.is_notation:
            return
        for names, start, end in sections_in(clause):
            if not clause.negated(start) and any(map(clause.around.may_lack, names)):
                continue
            if clause.negated(start):
                yield Match(cls(names, absent=True), start, end)
            else:
                yield Match(cls(names, len(names) > 1 and IN_ORDER.search(clause.text) is not None), start, end)

    def describe(self) -> str:
        """Return 'the response has the sections "A" and "B"'."""
        noun = "section" if len(self.names) == 1 else "sections"
        if self.absent:
            return f"the response has no {noun} {quoted(self.names, 'or')}"
        return f"the response has the {noun} {quoted(self.names)}{' in this order' if self.ordered else ''}"

    def source(self) -> str:
        """Return ``has_section(response, "A")``."""
        if len(self.names) == 1:
            return f"{'not ' if self.absent else ''}has_section(response, {literal(self.names[0])})"
        if self.absent:
            return f"not any(has_section(response, name) for name in {literal(self.names)})"
        if self.ordered:
            return f"sections_in_order(response, {literal(self.names)})"
        return f"all(has_section(response, name) for name in {literal(self.names)})"

    def implies(self, other: Constraint) -> bool:
        """Whether the other asks for some of its sections."""
        return (
            isinstance(other, Sections)
            and self.absent == other.absent
            and set(other.names) <= set(self.names)
            and (not other.ordered or (self.ordered and _in_order(other.names, self.names)))
        )

    def excludes(self, other: Constraint) -> bool:
        """Whether one wants what the other rules out."""
        return (
            isinstance(other, Sections)
            and self.absent != other.absent
            and not {name.casefold() for name in self.names}.isdisjoint(name.casefold() for name in other.names)
        )


@cache
def _called() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:sections?|headings?|headers?|parts?|blocks?) (?:called|named|titled|labeled|"
        r"labelled|entitled|headed)(?: :)? (?P<names>[^.;()]+)"
    )


_HEADS_OF_TABLE: Final = re.compile(r"\b(?:table|csv)\b.*\bheaders\b")


@cache
def _counted() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:(?:with|use|using|contain|contains|include|includes|have|has|under|of)(?: the)?|[2-8]|following|"
        r"these) (?:main |"
        r"distinct |separate |labeled |labelled |level \d |h\d )?(?:sections|headings|parts|headers|blocks)"
        r"(?:(?: ,)? in (?:this|the|exactly this)(?: (?:following|given|exact|same))* order)?(?: exactly)?"
        r"(?: ?(?::|,|\()|(?= [a-z⟦#])) ?"
        r"(?P<names>[^.;()]+?)(?=(?: ?,)? (?:in (?:this|that|the|exactly)|each) |[.;()]|$)"
    )


_LONGEST_NAME: Final = 4
"""Words of a name in a list of names."""


def _listed(found: re.Match[str]) -> Sequence[tuple[int, int]]:
    """Return where each of the names stands that follow a noun in the plural: "sections called Aim, Way and End"."""
    if not found.group().split()[0].endswith("s"):
        return ()
    parted = re.sub(r" (?:and|or) ", lambda m: "," * len(m.group()), found["names"])
    return [each.span() for each in re.finditer(r"[^\s,](?:[^,]*[^\s,])?", parted)]


_OF_ITEM_SECTION: Final = re.compile(r"(?:an?|the) (?P<name>⟦\d+⟧|[a-z][a-z &/]{2,40}?) section\b(?! of\b)")
"""What an item begins with that is a section by itself: "A Summary section that ..."."""
_IN_SECTION: Final = re.compile(
    r"\b(?:result|output|response|it|block|json|list|them|these|add|include) (?:as [a-z ]{2,30}? )?(?:\([^()]*\) )?"
    r"(?:in|into|under|as)? ?(?:an?|the) (?P<name>\[? ?[a-z][a-z &/]{2,40}? ?\]?) section\b"
)


_MADE_SECTION: Final = (
    r"\b(?:create|write|include|add|provide|produce|have|generate|with|under|append|insert|return|output) "
    r"(?:an?|the|its own) "
)
_QUOTED_SECTION: Final = re.compile(
    rf"{_MADE_SECTION}(?:[a-z]+ )?(?:(?P<mark>⟦\d+⟧) (?:section|heading|header|part)\b|"
    r"(?:section|heading) (?P<behind>⟦\d+⟧))"
)
_A_SECTION: Final = re.compile(rf"{_MADE_SECTION}(?P<name>[a-z][a-z &/]{{2,60}}?) section\b")
_DESCRIBED: Final = re.compile(r"(?:(?!(?:in|of|to|for|from|the|and|or)\b)[a-z-]+ ){1,3}(?=[A-Z])")
"""What is said of a section before its name: "a short ASSUMPTIONS section"."""


_OTHER_NOUN: Final = re.compile(r" (?:an?|the|its|this|each|every|one)$")
"""How what stands before a section ends that is no name of it: "a SCORE in a section"."""
_NO_SECTIONS: Final = re.compile(
    r"\b(?:includ(?:e|ing)|add(?:ing)?|writ(?:e|ing)|creat(?:e|ing)|have|contain|append|output|provide|no) (?:any "
    r"|a |an |the )?"
    r"(?P<names>[a-z]+(?:(?: ?, (?:or |and )?| or | and | / )[a-z]+)*) sections?(?= ?(?:[.,;:)]|$| (?:in|at|to)\b))"
)
"""Several sections that are ruled out by their names: "no summary or conclusion sections"."""
_QUALIFIED: Final = frozenset(
    {"additional", "extra", "other", "new", "more", "empty", "separate", "unnecessary", "redundant", "repeated", "long",
     "short", "any", "such", "irrelevant", "optional", "unrelated", "incomplete", "duplicate", "the", "these", "those"}
)  # fmt: skip
"""What says of a section how it is, and names none."""


_PIECE: Final = re.compile(r"\b(?!(?:or|and) )[a-z]+(?: (?!(?:or|and)\b)[a-z]+)?")


def _sections_ruled_out(clause: Clause) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Yield the names of several sections that a clause rules out in a row."""
    for found in _NO_SECTIONS.finditer(clause.text):
        start = found.start("names")
        named = [each.span() for each in _PIECE.finditer(found["names"])]
        if clause.negated(start) and _QUALIFIED.isdisjoint(found["names"].split()):
            yield tuple(clause.written(start + at, start + end) for at, end in named), found.start(), found.end()


def sections_in(clause: Clause) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Yield the names of sections that a clause gives, with their place."""
    text = clause.text
    for found in _called().finditer(text):
        start = found.start("names")
        end = found.end("names")
        if "⟦" in found["names"]:
            marks = tuple(clause.normal.quote(mark).strip(" :#*") for mark in re.findall(r"⟦\d+⟧", found["names"]))
            if all(marks):
                yield marks, found.start(), start + found["names"].rindex("⟧") + 1
            continue
        several = tuple(clause.written(start + begin, start + stop).strip("*_`\"' ") for begin, stop in _listed(found))
        if len(several) > 1 and all(name[:1].isupper() and len(name.split()) <= _LONGEST_NAME for name in several):
            yield several, found.start(), end
            continue
        name = section_name(clause, start, end)
        if name is not None:
            yield (name,), found.start(), min(start + len(name) + 2, end)
    for found in _QUOTED_SECTION.finditer(text):
        if _ELEMENT.fullmatch(clause.normal.quote(found["mark"] or found["behind"])):
            continue
        yield (clause.normal.quote(found["mark"] or found["behind"]).strip(" :#*"),), found.start(), found.end()
    yield from _sections_ruled_out(clause)
    item = _OF_ITEM_SECTION.match(text) if clause.start == 0 and clause.before else None
    for found in (*_IN_SECTION.finditer(text), *_A_SECTION.finditer(text), *((item,) if item is not None else ())):
        named = clause.written(found.start("name"), found.end("name")).strip("[]*\"' ")
        written = named[described.end() :] if (described := _DESCRIBED.match(named)) else named
        is_other = "⟦" in found["name"] or _OTHER_NOUN.search(found["name"]) is not None
        if written[:1].isupper() and len(written.split()) <= 5 and not is_other:
            yield (written,), found.start(), found.end()
    for found in _counted().finditer(text if _HEADS_OF_TABLE.search(text) is None else ""):
        start = found.start("names")
        listed = re.sub(r"\b(?:and|or)\b", lambda m: "," * len(m.group()), found["names"])
        pieces = [(m.start(), m.end()) for m in re.finditer(r"[^\s,:](?:[^,:]*[^\s,:])?", listed)]
        names = [
            clause.written(start + begin, start + stop).strip("#* ")
            if found["names"][begin] == "#"
            else section_name(clause, start + begin, start + stop)
            for begin, stop in pieces
            if found["names"][begin:stop].strip(" :#")
        ]
        kept = tuple(name for name in names if name)
        if len(kept) > 1 and len(kept) == len(names) and all(name[0].isupper() or name[0] in "⟦" for name in kept):
            yield kept, found.start(), found.end()


@dataclass(frozen=True, slots=True)
class Keys(Constraint):
    """Keys of the JSON in the response."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    keys: tuple[str, ...]
    """Each by its path from the top, "quiz.question"; lists on the way add nothing to it."""
    deep: bool = False
    """Whether they are names that may stand at any depth, because the prompt does not say where."""
    in_some: bool = False
    """Whether only some responses have JSON, and these have them."""
    _known: frozenset[str] = field(init=False, repr=False, compare=False)
    """The keys that a response has by it; made once, for thousands of others are held against these."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_known", frozenset(self.keys))

    @property
    def names(self) -> tuple[str, ...]:
        """The keys without what they stand in."""
        return self.keys if self.deep else tuple(path.rpartition(".")[2] for path in self.keys)

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the keys that a clause names."""
        if clause.conditional or not (clause.around.is_json or _OF_DICT.search(clause.text)):
            return
        tree = clause.around.tree
        item = _key_of_item(clause)
        if item:
            is_of_each = clause.around.of_list and _OF_EACH_ONE.search(" ".join(clause.above[-1:])) is not None
            named = keys_named((item,), tree, deep=not is_of_each)
            yield from (Match(asked, 0, len(clause.text)) for asked in named)
            return
        is_each = _OF_EACH_ONE.search(clause.text) is not None
        for reader in (_known_keys, _bare_keys, _quoted_keys):
            for keys, start, end in reader(clause):
                if not clause.negated(start):
                    yield from (Match(asked, start, end) for asked in keys_named(keys, tree, deep=is_each))

    def describe(self) -> str:
        """Return 'the JSON has the keys "a" and "b"'."""
        has = f"has the {'key' if len(self.keys) == 1 else 'keys'} {quoted(self.keys)}"
        return f"JSON in the response {has}" if self.in_some else f"the JSON {has}"

    def source(self) -> str:
        """Return ``has_keys(response, ["a", "b"])``."""
        if not self.deep:
            either = "not has_json(response) or " if self.in_some else ""
            return f"{either}has_keys(response, {literal(self.keys)})"
        if len(self.keys) == 1:
            return f"bool(values(response, {literal(self.keys[0])}))"
        return f"all(values(response, key) for key in {literal(self.keys)})"

    def implies(self, other: Constraint) -> bool:
        """Whether the other asks for some of its keys."""
        if not isinstance(other, Keys) or (self.deep and not other.deep) or (self.in_some and not other.in_some):
            return False
        is_anywhere = other.deep and not self.deep  # below a list that is empty there may be none
        return other._known <= self._known and not (is_anywhere and any("." in name for name in other.keys))


@dataclass(frozen=True, slots=True)
class OnlyKeys(Constraint):
    """No keys at the top of the JSON but these."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    keys: tuple[str, ...]

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield that a clause rules out other keys than those that the prompt names."""
        around = clause.around
        if clause.conditional or not around.is_json or clause.part not in (WHOLE, around.text):
            return
        found = _NO_OTHERS.search(clause.text)
        if found is not None:
            yield from (Match(each, found.start(), found.end()) for each in cls.of(around))

    @classmethod
    def of(cls, around: Around) -> "Iterator[OnlyKeys]":
        """Yield that there are no keys but those that the prompt names, where they are names of their own."""
        tops = tuple(node.name for node in around.tree.nodes if len(node.path) == 1)
        keys = tuple(dict.fromkeys((*tops, *(around.keys if not tops else ()))))
        if keys and not any(map(STANDS_FOR_OTHERS.search, keys)):
            yield cls(keys)

    def describe(self) -> str:
        """Return 'the JSON has no other keys than "a" and "b"'."""
        return f"the JSON has no other {'key' if len(self.keys) == 1 else 'keys'} than {quoted(self.keys)}"

    def source(self) -> str:
        """Return ``only_keys(response, ["a", "b"])``."""
        return f"only_keys(response, {literal(self.keys)})"


_KEY_NOUN: Final = r"(?:top level )?(?:json )?(?:keys?|fields?|property|properties|attributes?)"
_OTHER_KEYS: Final = rf"(?:other|additional|extra|further|more|unknown|new) {_KEY_NOUN}"
_NO_OTHERS: Final = re.compile(
    rf"\b(?:no|not|never|without)\b[^.;]{{0,30}}?\b{_OTHER_KEYS}\b(?! (?:values?|in|empty|blank|null)\b)|"
    rf"\b{_OTHER_KEYS} (?:are |is |must )?(?:not|never|forbidden|prohibited)\b|"
    rf"\b(?:no|not [a-z]+ any) {_KEY_NOUN} (?:besides|beyond|other than|except|but|may be added|"
    rf"(?:is|are) added|outside)\b|"
    rf"\b(?:exactly|only) (?:these|those|the following|this)(?: \d+)? {_KEY_NOUN}\b|"
    rf"\bthese exact(?: \d+)? {_KEY_NOUN}\b|\bnot add (?:any )?{_KEY_NOUN}\b"
)
"""What rules out other keys than those that are named."""


_OF_EACH_ONE: Final = re.compile(r"\b(?:each|every|per|all)\b")


def keys_named(names: tuple[str, ...], tree: Tree, *, deep: bool) -> Iterator[Keys]:
    """Yield the demand for keys that a prompt names, where its samples have them; nothing for what they may lack.

    With no sample they stand at the top, or anywhere when `deep`. A name that samples have nowhere may stand anywhere.
    """
    shown = [node for node in tree.nodes if node.name in names and node in tree.nearest(node.name)]
    paths = tuple(".".join(node.path) for node in shown if tree.is_required(node))
    if paths:
        yield Keys(paths)
    known = {node.name for node in shown}
    others = tuple(name for name in names if name not in known)
    if others:
        yield Keys(others, deep or bool(tree))


_ITEM: Final = re.compile(r"(?P<mark>⟦\d+⟧)(?: \([^)]*\))? ?(?::|—) ")
_OF_ITEM: Final = re.compile(
    r"(?:(?:an?|the|valid|each)(?: [a-z]+){0,2} )?(?P<mark>⟦\d+⟧)"
    r"(?! (?:field |key |value )?(?:should|must|is|are|can|may|only|has)\b)"
)


def _key_of_item(clause: Clause) -> str:
    """Return the key that a list item is about: '"mood": how it feels', "a valid `mood`"; "" for none."""
    if clause.start or is_optional(clause.normal.original):
        return ""
    item = _ITEM.match(clause.text)
    named = clause.normal.quote(item["mark"]) if item is not None else ""
    if re.fullmatch(r"[\w-]{1,40}", named):
        above = clause.above[-1] if clause.above else ""
        is_key = named in clause.around.keys or not above or _OF_KEYS.search(above) is not None
        return named if is_key else ""
    known = _OF_ITEM.match(clause.text)
    name = clause.normal.quote(known["mark"]) if known is not None else ""
    return name if name in clause.around.keys else ""


_OF_KEYS: Final = re.compile(
    r"^(?:provide|give|extract|generate|for (?:each|every)) |\b(?:json|keys?|fields?|propert(?:y|ies)|attributes?|"
    r"schema|objects?|structure|format|return|output|respond|response|contains?|includes?|following|have|has)\b"
)
"""What a line above says of the keys that stand below it."""
_JSON_HAS: Final = (
    r"(?:containing|with|that has|having|has|contains|includes|including|which has|that contains|that includes|"
    r"(?:must|should|has to|needs to|will) (?:have|contain|include))"
)
_OF_DICT: Final = re.compile(
    r"\b(?:return|output|produce|provide|respond|generate|answer)\b[^.;]*\b(?:dict|dictionary|dictionaries|dicts)\b"
)
"""What asks for a dictionary of Python, which checks read as they do JSON."""
_JSON_WITH: Final = re.compile(
    rf"\b(?:json|dict|dictionary)(?: [a-z]+)? {_JSON_HAS}(?: only| both)?(?P<colon> :)? "
    r"(?P<keys>(?:(?:a|an|the) )?\w+(?:(?: ?,)?(?: and| ,) (?:(?:a|an|the) )?\w+)+)"
)
"""Keys without a word for them, which samples of the prompt show: "JSON with a score and a reason"."""


_NO_KEYS: Final = frozenset(
    {"keys", "values", "fields", "indentation", "quotes", "spaces", "tabs", "newlines", "comments", "markdown", "text"}
)
"""What JSON has, or has beside it, that is no key."""
_Named: TypeAlias = Iterator[tuple[tuple[str, ...], int, int]]
"""Keys and where they are named."""


def _known_keys(clause: Clause) -> _Named:
    known = clause.around.keys_in_lower_case
    for found in _JSON_WITH.finditer(clause.text):
        bare = re.sub(r"\b(?:a|an|the) ", "", found["keys"])
        names = [name for name in re.split(r" ?, ?(?:and )?| and ", bare) if name]
        is_named = all(name in known or "_" in name for name in names) or any("_" in name for name in names)
        is_bare = bare == found["keys"] and _NO_KEYS.isdisjoint(re.split(r"\W+", bare))
        is_list = (found["colon"] is not None or is_bare) and re.match(
            r" ?(?:[.;)]|$)", clause.text[found.end() :]
        ) is not None
        if is_named or is_list:
            start = found.start("keys")
            written = re.sub(r"\b(?:a|an|the) ", "", clause.written(start, found.end("keys")))
            keys = [name for name in re.split(r"\s*,\s*(?:and )?|\s+and\s+", written) if name]
            yield tuple(known.get(key.lower(), key) for key in keys), found.start(), found.end()


def _bare_keys(clause: Clause) -> _Named:
    for found in _bare().finditer(clause.text):
        at, end = found.span("keys" if found["keys"] else "named")
        listed = re.sub(rf" ?\([^()]*\)| ?: {_TYPE_NAME}", "", clause.text[at:end])
        names = [name for name in re.split(r" ?, ?(?:and )?| and ", listed.strip()) if name]
        written = clause.written(at, at + len(clause.text[at:end].rstrip()))
        said = re.findall(r"([A-Za-z]\w*)\s*(\([^()]*\)|:\s*\w+)?", re.sub(r"\band\b(?![^(]*\))", " ", written))
        if len(said) == len(names) > 1:
            yield tuple(name for name, more in said if not is_optional(more)), found.start(), found.end()


def _quoted_keys(clause: Clause) -> _Named:
    patterns = (_keys_named(), _OF_EACH, _EXPLAINED_KEYS)
    for found in (match for pattern in patterns for match in pattern.finditer(clause.text)):
        listed = re.sub(r"\([^()]*\)", "", next(filter(None, found.groups())))  # in brackets stands what they hold
        marks = re.findall(r"⟦\d+⟧", listed)
        keys = tuple(dict.fromkeys(clause.normal.quote(mark).strip() for mark in marks))
        if all(re.fullmatch(r"[\w .-]{1,40}", each) for each in keys):
            yield keys, found.start(), found.end()


_EXPLAINED_KEYS: Final = re.compile(
    r"\b(?:json|dictionary|dict)\b[^.;⟦]{0,60}?\b(?:containing|contains?|with|including|includes?|has|having) "
    r"(?:(?:the|an?|exactly|only|following|\d|keys|fields|properties|attributes|:) )*"
    r"(?P<more>⟦\d+⟧(?:(?: key| field)?(?: (?:for|as|being|which|with|set|holding|containing|is|—|:|\()| ,(?: an?)?) "
    r"[^⟦.;]{1,80}⟦\d+⟧(?! or ⟦))+)"
)
"""Keys, each with what it is for: "JSON with `name` for the place and `since` for the year"."""
_OF_EACH: Final = re.compile(
    r"\b(?:each|every)(?: (?:[a-z]+ )?(?:object|item|entry|element|dictionary|record|one))? (?:[a-z]+ ){0,3}?"
    r"(?:must|should|has|have|contains?|includes?|with|having|containing)(?: (?:have|contain|include|the|"
    r"a|an|following|:|be|both|keys|fields))* "
    r"(?P<more>⟦\d+⟧(?: ?\([^()]*\))?(?:(?: ?(?:,|and|,? ?and)(?: the| an?)? ?)+⟦\d+⟧(?: ?\([^()]*\))?)*)"
)


@cache
def _bare() -> re.Pattern[str]:
    key = rf"\w+(?: \([^()]*\)| ?: {_TYPE_NAME})?"
    return re.compile(
        r"(?:\b(?:with|has|have|include|includes|contain|contains|containing|following|these|exactly)"
        r"(?: [a-z0-9]+){0,3}? (?:keys|fields|properties|attributes)(?: ?:| are| of| named| \()? |"
        r"^(?:json |output |required )*(?:keys|fields) ?: )"
        rf"(?P<keys>{key}(?: ?, (?:and )?{key}| and {key})+)(?= ?[.;:)]| like| in| as|$)|"
        r"\b(?:with|have|has|having|include|includes|including|contain|contains|containing)(?: (?:the|a|an|both|"
        r"only|2|3|4))* "
        rf"(?P<named>{key}(?: ?, (?:and )?{key}| and {key})+) (?:keys|fields|properties|attributes)(?= ?[.,;:)]|$)"
    )


@cache
def _keys_named() -> re.Pattern[str]:
    mark = r"⟦\d+⟧(?: ?\([^()]*\))?"
    marks = rf"(?P<keys>{mark}(?:(?: ?(?:,|and|or|,? ?and)(?: the| an?)? ?)+{mark})*)"
    return re.compile(
        rf"\bjson(?: (?!array\b|list\b)[a-z]+){{0,2}}? (?:that )?{_JSON_HAS}"
        rf"(?: (?:the|an?|both|only|exactly|following|\d|entries|:))* "
        rf"{marks.replace('<keys>', '<inside>')}(?: (?:keys?|fields?|properties|attributes))?"
        rf"(?! ?(?:,|and|or) ?(?:and |or )?⟦)(?= ?(?:[.,;:)]|$|and\b|where\b|for\b|as\b|at\b|in\b|about\b))|"
        rf"\b(?:keys?|fields?|properties|attributes|property|values? for)(?: (?:named|called|of|are|should be|"
        rf"must be|:|the|following|in an? [a-z]+))* ?(?::|,|\()? ?{marks}|(?:with|has|have|include|includes|"
        rf"contain|contains|containing|under|in)(?: (?:the|a|an|2|3|4|5|following|exactly))* "
        rf"{marks.replace('<keys>', '<more>')} (?:keys?|fields?|properties|attributes|property|arrays|lists)"
    )


_TYPE_NAME: Final = r"(?:string|str|integer|int|number|float|boolean|bool|list|array|object)\b"
_GIVEN_IN: Final = re.compile(
    r"\b(?:text|content|data|everything|anything|whatever|message|words) $|"
    r"\b(?:provided|given|found|contained|delimited|specified|supplied|shown|stated|described)(?: to you)?(?: by)? $|"
    r"\b(?:which|that) (?:is|are) $|"
    r"^the (?!(?:[a-z]+ )*(?:response|answer|output|reply|result|solution)s? )(?:[a-z']+ ){1,5}(?:is|are) $|"
    r"^(?:please |carefully )*(?:analy[sz]e|examine|review|read|study|inspect|consider|look at|evaluate)\b[^,;]*$"
)
"""What says of something in tags that the model is given it."""
_FOR_KEY: Final = re.compile(
    r"(?:for (?:the )?(?P<mark>⟦\d+⟧|\w+)(?: (?:key|field|property))? ?,? (?:use|give|return|provide|write|output)|"
    r"(?:^|[,;] ?(?:and )?|\band )(?:the )?(?:(?:value|type|content) (?:of|for) (?:the )?)?(?P<subject>⟦\d+⟧|\w+)"
    r"(?: (?:key|field|property|value|attribute))? (?:must|should|has to|needs to|shall) (?:always )?be) "
    r"(?:(?:an?|json|single|valid|of type) )*(?P<type>integer|number|string|boolean|array|list|object)\b"
    r"(?! or (?!null))"
)


_TYPE_BEHIND: Final = re.compile(
    rf"(?P<mark>⟦\d+⟧|\b\w+) ?(?:\( ?(?:an? )?(?={_TYPE_NAME}(?:[ ,][^()]*)?\))|: (?={_TYPE_NAME} ?[,.;])|"
    rf"(?<=⟧ )[:,] an? (?={_TYPE_NAME}(?! of| or)))"
    r"(?P<type>\w+)\)?"
)


@dataclass(frozen=True, slots=True)
class KeyType(Constraint):
    """The type of every value at JSON keys."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    keys: tuple[str, ...]
    type: str
    """"string", "number", "integer", "boolean", "list" or "object"."""

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the type that the values of the key above are asked to have."""
        if clause.conditional or clause.excepted:
            return
        typed = (*_TYPE_BEHIND.finditer(clause.text), *_FOR_KEY.finditer(clause.text)) if clause.around.is_json else ()
        for found in typed:
            group = "mark" if found["mark"] is not None else "subject"
            is_quoted = found[group].startswith("⟦")
            name = clause.normal.quote(found[group]) if is_quoted else clause.written(*found.span(group))
            known = named_part(name, clause.around)
            if known is not None and known.source.startswith("leaves_of(") and TYPES[found["type"]] != "string":
                yield Match(cls((known.named,), TYPES[found["type"]]), found.start(), found.end())

    def describe(self) -> str:
        """Return 'the value of "score" is a number'."""
        if len(self.keys) > 1:
            return f"the values of {quoted(self.keys)} are {self.type}s"
        return f"{key(self.keys[0]).words} is {'an' if self.type[0] in 'aeiou' else 'a'} {self.type}"

    def source(self) -> str:
        """Return ``all(has_type(value, "number") for value in values(response, "score"))``."""
        if len(self.keys) > 1:
            values = f"for key in {literal(self.keys)} for value in values(response, key)"
            return f"all(has_type(value, {literal(self.type)}) {values})"
        return f"all(has_type(value, {literal(self.type)}) for value in values(response, {literal(self.keys[0])}))"

    def implies(self, other: Constraint) -> bool:
        """Whether it says so of the other's keys, too."""
        return isinstance(other, KeyType) and self.type == other.type and set(other.keys) <= set(self.keys)


_TAG_AROUND: Final = re.compile(
    r"\b(?:wrap\w*|enclos\w*|inside|within|between|in|surround\w*|put|place)\b[^.;]{0,60}?"
    r"(?P<marks>⟦\d+⟧)"
    r"(?:[^.;⟦<]{0,30}?\b(?:tags?|elements?)\b|(?: and| to|,| or)? ⟦\d+⟧)"
)
_TAG_PAIR: Final = re.compile(
    r"\b(?:wrap\w*|enclos\w*|inside|within|between|in|with|surround\w*|put|place)(?: [a-z]+){0,5}? (?P<marks>⟦\d+⟧)"
)
"""What stands before both tags of an element: "in <answer></answer>"."""
_TAG_AS_SECTION: Final = re.compile(
    r"\b(?:in|inside|within|into|with|us(?:e|ing)|includ(?:e|es|ing)|provid(?:e|es|ing)|add|writ(?:e|ing)|have|has|"
    r"contains?|creat(?:e|ing)|output)(?: of)? (?:a|an|1|your|its own|a separate|a single) "
    r"(?P<mark>⟦\d+⟧) (?:xml )?(?:tag|element|section|block)\b"
)
"""An element that is called a section: "in a <notes> section"."""
_ELEMENT: Final = re.compile(r"</?(?P<name>[A-Za-z_][\w-]*)>(?:</(?P=name)>)?")
_MARKS: Final = r"(?P<marks>⟦\d+⟧(?:(?: ?, and | ?, | and )⟦\d+⟧)+)"
_TAGS_IN_A_ROW: Final = re.compile(
    r"\b(?:us(?:e|ing)|with|ha(?:s|ve|ving)|includ(?:e|es|ing)|contain(?:s|ing)?|consists? of|output|return|"
    r"write|generate|produce|provide)(?: (?:the|these|following|exactly|both|all|only|\d))*(?: :)? "
    rf"{_MARKS} (?:(?:start|end|open|close|opening|closing|xml|and|/|html) )*(?:tags|elements|blocks|delimiters)\b"
)
"""Several tags that are named in a row: "use <why> and <answer> tags"."""


def _tag_name(tag: str) -> str:
    element = _ELEMENT.fullmatch(tag)
    return element["name"] if element is not None else tag.strip("<>/ ")


@dataclass(frozen=True, slots=True)
class Elements(Constraint):
    """Elements of the XML in the response."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    names: tuple[str, ...]

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the tags that the response is to be wrapped in, or to have."""
        if clause.conditional:
            return
        patterns = (_TAG_AROUND, _TAGS_IN_A_ROW, _TAG_PAIR)
        for found in _TAG_AS_SECTION.finditer(clause.text):
            name = _ELEMENT.fullmatch(clause.normal.quote(found["mark"]))
            if name is not None and not clause.negated(found.start()):
                yield Match(cls((name["name"],)), found.start(), found.end())
        for found in (match for pattern in patterns for match in pattern.finditer(clause.text)):
            marks = re.findall(r"⟦\d+⟧", found["marks"])
            tags = [clause.normal.quote(mark) for mark in marks]
            opening = [tag for tag in tags if not tag.startswith("</")] or tags
            names = tuple(dict.fromkeys(_tag_name(tag) for tag in opening))
            is_pair = any(f"></{names[0]}>" in tag for tag in tags)
            is_tag = is_pair
            if found.re is not _TAG_PAIR:
                is_tag |= "tag" in found.group() or f"</{names[0]}>" in clause.normal.quotes
                is_tag |= len(tags) > 1 and all(map(_ELEMENT.fullmatch, tags))
            is_tag = is_tag and _GIVEN_IN.search(clause.text[: found.start()]) is None
            is_named = all(re.fullmatch(r"[A-Za-z_][\w-]*", name) for name in names)
            if is_tag and is_named and not clause.negated(found.start()):
                yield Match(cls(names), found.start(), found.end())

    def describe(self) -> str:
        """Return 'the response has the element "a"'."""
        return f"the response has the {'element' if len(self.names) == 1 else 'elements'} {quoted(self.names)}"

    def source(self) -> str:
        """Return ``bool(tags_of(response, "a"))``."""
        if len(self.names) == 1:
            return f"bool(tags_of(response, {literal(self.names[0])}))"
        return f"all(tags_of(response, name) for name in {literal(self.names)})"

    def implies(self, other: Constraint) -> bool:
        """Whether the other asks for some of its elements."""
        return isinstance(other, Elements) and set(other.names) <= set(self.names)


_COLUMNS: Final = re.compile(
    r"\b(?:columns?(?! (?:markdown )?table\b)|(?<=with )headers?|(?<=with the )header(?: row| line)?|"
    r"(?<=with a )header(?: row| line)?) ?"
    r"(?:for|called|named|titled|headers?|are|with|headed|labeled)*(?: (?:the "
    r"following|these))? ?(?::|,)? (?P<names>[^.;()]+?)(?= for (?:each|every|all)\b|"
    r" ?,? (?:and )?(?:sorted|ordered|sort|order|show|add|include|in that|in this)\b|[.;()]|$)"
)
"""What stands before the names of columns: "with the columns Name and Price"."""


@dataclass(frozen=True, slots=True)
class Columns(Constraint):
    """Columns of the table in the response."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    names: tuple[str, ...]

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the columns that a clause names."""
        if clause.conditional:
            return
        is_csv = clause.around.form == "CSV" or re.search(r"\bcsv\b", clause.text) is not None
        for found in _COLUMNS.finditer(clause.text):
            start = found.start("names")
            pieces = [
                piece
                for piece in re.finditer(r"[^,|]+", re.sub(r"\band\b", ",,,", found["names"]))
                if piece.group().strip(" :")
            ]
            names = []
            for piece in pieces:
                raw = found["names"][piece.start() : piece.end()].strip()
                written = (
                    clause.normal.quote(raw)
                    if re.fullmatch(r"⟦\d+⟧", raw)
                    else clause.written(
                        start + piece.start() + (len(piece.group()) - len(piece.group().lstrip())), start + piece.end()
                    )
                )
                names.append(written.strip(" .:*`\"'|"))
            if (
                len(names) > 1
                and all(
                    name and (is_csv or name[0].isupper() or "⟦" in found["names"]) and len(name.split()) < 5
                    for name in names
                )
                and not clause.negated(found.start())
            ):
                yield Match(cls(tuple(names)), found.start(), found.end())

    def describe(self) -> str:
        """Return 'the table has the columns "a" and "b"'."""
        return f"the table has the columns {quoted(self.names)}"

    def source(self) -> str:
        """Return ``has_columns(response, ["a", "b"])``."""
        return f"has_columns(response, {literal(self.names)})"

    def implies(self, other: Constraint) -> bool:
        """Whether the other asks for some of its columns."""
        return isinstance(other, Columns) and set(other.names) <= set(self.names)


@dataclass(frozen=True, slots=True)
class Line(Constraint):
    """A sentence or line of a format sample, its slots filled in."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    pattern: str
    """With ``___`` for each slot."""

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the line that a clause quotes as a format or an end: 'in the form "Rating: [[5]]"'."""
        if clause.conditional or clause.excepted:
            return
        for found in _PATTERNED.finditer(clause.text):
            if clause.negated(found.start()):
                continue
            pattern = line_pattern(clause.normal.quote(found["mark"]))
            if pattern:
                yield Match(cls(pattern), found.start(), found.end())

    def describe(self) -> str:
        """Return 'the response has the words "I speak with ___"'."""
        return f'the response has the words "{self.pattern}", filled in'

    def source(self) -> str:
        """Return ``has_words_like(response, "I speak with ___.")``."""
        return f"has_words_like(response, {literal(self.pattern)})"


_PATTERNED: Final = re.compile(
    r"(?:\b(?:in|of|with|as|by|using|use|follow|following|strictly following|have|has) "
    r"(?:(?:the|this|a|an|exact|exactly|following|same|strict|specific|line) )*(?:format|form|pattern|"
    r"syntax|structure)\b"
    r"(?: (?:of|like|such as|is|exactly))* ?(?::|\()? ?|"
    r"\b(?:final|last|first) line (?:of (?:the|your) (?:response|answer|output) )?(?:must|should|is|has to|to) "
    r"(?:be|read|have the form|say)(?: (?:of|exactly|in|the|form|format|like))* ?:? ?|"
    r"\b(?:end|finish|conclude|close)s?(?: [^\s.;⟦]+){0,6}? with(?: [^\s.;⟦]+){0,6}? ?:? ?)"
    r"(?P<mark>⟦\d+⟧)(?! (?:if|when|for|section|key|field|or|and ⟦))"
)
_BLANK: Final = re.compile(
    r"<[A-Za-z][^<>]{0,60}>|\{\{?[^{}]{1,60}\}?\}|\$\{?[A-Za-z_]\w*\}?|(?<=\[\[)[^\[\]]{1,60}(?=\]\])|"
    r"(?<!\[)\[[^\[\]]{1,60}\](?!\])|_{2,}|\.{3}|…|"
    r"\b[XYN]{1,3}\b|\bx{2,}\b|\b[nxNXY](?=/\d)|\b(?<!/)\d+(?:\.\d+)?(?![\w/])(?!\]\])"
)


def line_pattern(written: str) -> str:
    """Return a line with ``___`` for its blanks, "Score: ___/10"; "" where it has no blank, or no words beside them.

    Blanks are placeholders, what stands in angle or square brackets, dots, X and N, and numbers given as examples.
    """
    if written.startswith("\\") or OF_PROGRAM.search(written) is not None:
        return ""  # a command of LaTeX, whose braces are no blank
    pattern = re.sub(r"___(?:\s*___)+", "___", _BLANK.sub("___", written))
    is_said = re.search(r"[^\W_]{2}", pattern) is not None
    return pattern if "___" in pattern and is_said and "\n" not in written else ""


OF_PROGRAM: Final = re.compile(r"=>|\.(?:map|join|get|format)\(|\$\{[^{}]*[.(`]|\{[^{}]*\bfor [\w, ]+ in\b")
"""What a program makes, rather than the response."""


@dataclass(frozen=True, slots=True)
class Labels(Constraint):
    """Lines ``Label: ...`` that a format sample shows, in its order, or that each of several things has."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    names: tuple[str, ...]
    of_each: bool = False
    """Whether they belong to each of several things, of which there may be none."""

    def describe(self) -> str:
        """Return 'the response has the labels "a" and "b" in this order'."""
        if self.of_each:
            return f"the response has the labels {quoted(self.names)} equally often"
        if len(self.names) == 1:
            return f'the response has the label "{self.names[0]}"'
        return f"the response has the labels {quoted(self.names)} in this order"

    def source(self) -> str:
        """Return ``labels_in_order(response, ["a", "b"])``."""
        if self.of_each:
            return f"labels_equally_often(response, {literal(self.names)})"
        return (
            f"has_label(response, {literal(self.names[0])})"
            if len(self.names) == 1
            else f"labels_in_order(response, {literal(self.names)})"
        )

    def implies(self, other: Constraint) -> bool:
        """Whether the other asks for some of its labels."""
        return isinstance(other, Labels) and self.of_each == other.of_each and _in_order(other.names, self.names)


def _in_order(some: Iterable[str], names: Sequence[str]) -> bool:
    """Whether names stand among others in the same order."""
    rest = iter(names)
    return all(name in rest for name in some)

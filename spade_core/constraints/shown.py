"""What the samples of a prompt show: the keys of its JSON, their types and choices; elements; labels and headings."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from spade_core.constraints.choices import Choice, choices_written
from spade_core.constraints.clause import Around, Clause
from spade_core.constraints.constraint import Constraint
from spade_core.constraints.forms import Form
from spade_core.constraints.layout import OF_PROGRAM, Columns, Elements, Keys, KeyType, Line, OnlyKeys
from spade_core.constraints.part import Part, element, key
from spade_core.constraints.patterns import ends_soon
from spade_core.constraints.quantity import Quantity
from spade_core.constraints.specification import Asked, specified
from spade_core.constraints.tree import TYPE, TYPES, Node, Tree, tree_of
from spade_core.constraints.values import InRange, Pattern, Shape
from spade_core.constraints.worded import asked_in, described_in
from spade_core.language import OTHER, any_of, lexicon, normalised, spoken
from spade_core.structure import Notation, Sample, SampleRole, Structure, is_case, is_instruction


@dataclass(frozen=True, slots=True)
class Shown:
    """What a sample shows, and where in its text: -1 for the sample as a whole."""

    constraint: Constraint
    line: int = -1
    words: str = ""
    """Those of the line that ask for it, "" for all of it."""


def notation_form(sample: Sample) -> str:
    """Return the form of a response that looks like a sample; "" when it does not say."""
    match sample.notation:
        case Notation.JSON:
            return "YAML" if sample.is_yaml else "JSON block" if sample.tagged else "JSON"
        case Notation.XML:
            return "XML"
        case _:
            return {
                "csv": "CSV",
                "sql": "SQL",
                "html": "HTML",
                "latex": "LaTeX",
                "python": "Python",
            }.get(sample.language, "")


def elements_of(sample: Sample) -> tuple[str, ...]:
    """Return the names of the elements of an XML sample that close, in order."""
    return tuple(dict.fromkeys(re.findall(r"<([A-Za-z_][\w-]*)(?:\s[^<>\n]*)?>(?=[\s\S]*?</\1>)", sample.body)))


def readings_of(sample: Sample, around: Around, *, shows_format: bool) -> Iterator[Shown]:
    """Yield what a sample shows of the responses that are asked for."""
    match sample.notation:
        case Notation.JSON:
            if around.is_json or (shows_format and around.form == ""):
                yield from _json(sample, around)
        case Notation.XML:
            yield from _xml(sample, shows_format=shows_format)
        case Notation.CODE if shows_format and sample.fenced and not around.is_json:
            yield Shown(Form("code"))
        case Notation.TEXT if shows_format and not around.is_json:
            yield from _text(sample.body, around)


def _json(sample: Sample, around: Around) -> Iterator[Shown]:
    yield Shown(Form(around.form if around.form in ("JSON block", "YAML") else notation_form(sample)))
    tree = tree_of(sample.body)
    told = {node.path for node in around.tree.nodes if node.optional}
    required = [
        node
        for node in tree.required()
        if not any(node.path[:length] in told for length in range(1, len(node.path) + 1))
    ]
    is_one = around.several and not tree.is_of_list  # of several things that the response has
    if required:
        names = ((node.name if is_one else ".".join(node.path)) for node in required)
        asked = Keys(tuple(dict.fromkeys(names)), deep=is_one)
        yield Shown(asked)
        yield from (Shown(asked, at) for node in required[:_MOST_VALUES] for at in node.at)
    if tree.closed_at >= 0:
        yield Shown(OnlyKeys(tuple(node.name for node in tree.nodes if len(node.path) == 1)), tree.closed_at)
    yield from _types_joined(
        [shown for node in tree.nodes[:_MOST_VALUES] for shown in _value(tree.address(node), node)]
    )


_MOST_VALUES: Final = 1000
"""Keys of a sample of which is read what stands there; that others are there is read, too."""


def told_of_keys(structure: Structure) -> str:
    """Return what is to be told of samples with so many keys that not all are read; "" where all are."""
    formats = (each for each in structure.samples if each.notation is Notation.JSON)
    nodes = [len(tree_of(each.body).nodes) for each in formats if structure.role_of(each) is SampleRole.FORMAT]
    left = sum(max(number - _MOST_VALUES, 0) for number in nodes)
    return f"a sample has very many keys: of {left:,} of them only that they are there is read" if left else ""


def tree_of_objects(outputs: Sequence[str]) -> Tree:
    """Return what outputs that are all JSON have in common; what one of them lacks, a response may lack."""
    is_list = all(each.startswith("[") for each in outputs)
    objects = (each.strip()[1:-1] if is_list else each for each in outputs)
    return replace(tree_of(f"[{','.join(filter(str.strip, objects))}]"), is_list=is_list)


def of_objects(tree: Tree) -> Iterator[Constraint]:
    """Yield what outputs that are all JSON show of every response: its keys, and the types of what stands there."""
    yield Form("JSON")
    if required := tree.required():
        yield Keys(tuple(dict.fromkeys(".".join(node.path) for node in required)))
    typed = [node for node in tree.nodes if node.kind in ("list", "boolean", "number")]
    shown = [Shown(KeyType((tree.address(node),), node.kind)) for node in typed]
    yield from (each.constraint for each in _types_joined(shown))


def _types_joined(shown: Sequence[Shown]) -> Iterator[Shown]:
    """Yield what a sample shows, the keys of one type together."""
    keys: dict[str, dict[str, None]] = {}
    for each in shown:
        if isinstance(each.constraint, KeyType):
            keys.setdefault(each.constraint.type, {}).update(dict.fromkeys(each.constraint.keys))
    joined = {kind: KeyType(tuple(found), kind) for kind, found in keys.items()}
    for each in shown:
        told = each.constraint
        yield replace(each, constraint=joined[told.type]) if isinstance(told, KeyType) else each


def _describes(value: str) -> bool:
    """Whether a value says what stands there, rather than being an example of it."""
    bare = value.strip("\"' ")
    return (
        bare.lower() in TYPES
        or re.match(
            r"(?i)[<\[{(]|(?:the|a|an|your|one|brief|short|clear|list|string|number|integer|float|"
            r"bool|at most|at least|up to|max|exactly|comma|array|true or)\b|"
            r"-?\d+(?:\.\d+)?\s?(?:[-–]|to\b)\s?\d|\.\.\.$|[^()]{3,60}\((?:[a-z]+ ){0,2}\d+(?:\s?[-–]\s?\d+)? "
            r"(?:words?|sentences?|characters?|chars)\b",
            bare,
        )
        is not None
    )


def _names_of(value: str, *, is_data: bool = True) -> tuple[str, ...]:
    """Return the names of which a value is one: without null, and in data no types, as "true/false" is."""
    names = tuple(name for name in choices_written(value) if name.lower() != "null")
    is_type = is_data and ("/".join(names).lower() in TYPES or any(name.lower() in TYPES for name in names))
    are_several = any(" " in name and "/" in name for name in names)  # "unit PASS/FAIL | all PASS/FAIL"
    return names if len(names) > 1 and not is_type and not are_several else ()


def choices_at(node: Node) -> tuple[str, ...]:
    """Return what a sample says that a value may be; nothing where it does not."""
    return _names_of(node.value.rstrip(",; ")) or _names_of(node.said) or _names_of(node.elements)


_LONGEST_MATCHED: Final = 4000
"""Characters of a value in which a pattern of a prompt is looked for."""


def _value(address: str, node: Node) -> Iterator[Shown]:
    """Yield what a sample says of the value at a key; a number or a truth value there tells the type alone."""
    value, at = node.value.rstrip(",; "), node.at[0]
    choices = choices_at(node)
    if node.pattern and ends_soon(node.pattern, _LONGEST_MATCHED):
        yield Shown(Pattern(f'matches "{node.pattern}"', node.pattern, key(address)), at)
    if len(choices) > 1:
        yield Shown(Choice(choices, key(address)), at)
    else:
        yield from _value_said(address, node, value.strip("\"' "))
    yield from _comment(address, node, is_choice=len(choices) > 1)
    try:
        example = json.loads(value) if re.fullmatch(r"-?\d+(?:\.\d+)?|true|false", value) else None
    except ValueError:
        example = None
    if node.kind == "list":
        yield Shown(KeyType((address,), "list"), at)
    elif isinstance(example, bool):
        yield Shown(KeyType((address,), "boolean"), at)
    elif isinstance(example, int | float):
        yield Shown(KeyType((address,), "number"), at)


def _value_said(address: str, node: Node, bare: str) -> Iterator[Shown]:
    """Yield what the value itself says in words, in a sample or for a schema."""
    bare = bare.strip("<>") if bare.endswith(">") else bare  # "<12 words" is no blank
    at, language = node.at[0], spoken(bare)
    if language not in ("en", OTHER):
        yield from (Shown(each.constraint, at) for each in asked_at(address, bare, language, node))
    elif _describes(node.value):
        asked = tuple(asked_at(address, bare, "en"))
        yield from (Shown(each.constraint, at, each.words) for each in asked)


def _comment(address: str, node: Node, *, is_choice: bool) -> Iterator[Shown]:
    """Yield what is said of a value beside it; how many there are, where it is one of a choice."""
    for each in asked_at(address, node.said, spoken(node.said), node) if node.said else ():
        told = each.constraint
        is_said = isinstance(told, Quantity) and told.unit == "len" if is_choice else not isinstance(told, KeyType)
        if node.is_text and isinstance(told, Quantity) and told.unit == "len":
            told = replace(told, unit="points", part=key(address))  # bullets in a text
        if is_said or (isinstance(told, KeyType) and not is_choice and node.kind in ("", told.type)):
            yield Shown(told, node.at[0], each.words or node.said)


_NUMBERS: Final = re.compile(
    r"(?<![\w.])(?<!\d-)(?P<low>-?\d+(?:\.\d+)?)\s?(?:\.\.\.?|-|–|to|and)\s?\+?(?P<high>\d+(?:\.\d+)?)(?![\w.]|-\d|[-\s]?"
    r"(?:word|sentence|char|item|bullet|paragraph|line|point|symbol|letter))"
)
_SCALED: Final = re.compile(
    r"(?i)\b(?:score|rating|number|float|integer|int|scale|confidence|between|from|percent|relevanc\w+)\b|^\W*\d"
)


def asked_at(name: str, value: str, code: str, node: Node | None = None) -> Iterator[Asked]:
    """Yield what words ask of the value at a key, with the words that do.

    That it is a string is said of nearly every key and broken by hardly any response: it is no demand.
    `name` is the key by which checks find it; `value` what stands in a sample as a blank, or behind it in a list of
    keys; `code` is its language and `node` what a sample has there, where one does.
    """
    if code not in ("en", OTHER):
        found = described_in(name, value, code, node)
        yield from (Asked(each) for each in found if not isinstance(each, KeyType) or each.type != "string")
        return
    value = _LABELLED.sub(r"\1 ", of_value(value))
    written = type_written(value)
    kind = written or (node.kind if node is not None else "")
    asked = tuple(each for each in asked_of(key(name), value) if not isinstance(each, Quantity))
    is_choice = any(isinstance(each, Choice) for each in asked)
    if kind == "list":
        asked = tuple(each for each in asked if not isinstance(each, InRange))
    if written not in ("", "string") and (not is_choice or written == "list") and _IS_OPEN.search(value[:40]) is None:
        yield Asked(KeyType((name,), written), value)
    more = [each for each in specified(name, value, kind) if not is_choice or isinstance(each.constraint, Quantity)]
    ranged = any(isinstance(each, InRange) for each in asked)
    yield from (Asked(each) for each in asked)
    yield from (each for each in more if not (ranged and isinstance(each.constraint, InRange)))


_LABELLED: Final = re.compile(r"(\d)\s*\([^()\d]{1,30}\)\s*(?=to\b|-|–)")
"""What the low end of a range means, in brackets: "1 (low) to 5 (high)"."""


def of_value(said: str) -> str:
    """Return what words say of a value itself, without what they say of the keys of the objects in it."""
    return _INNER.split(said, maxsplit=1)[0]


_INNER: Final = re.compile(
    r"(?i)(?<=object) (?=with\b|\{)|(?<=objects) (?=with\b|\{|having\b|containing\b|of\b)|"
    r"\b(?:each|every)(?: [a-z]+)?? (?=with\b|has\b|having\b|contain)"
)
"""What stands before the keys of the objects in a list, of which what follows is said."""
_IS_OPEN: Final = re.compile(r"(?i)\bor (?:an? )?(?!null|none|empty|more|fewer|less|higher|lower)[a-z]+")
"""Another type beside the one that a value has."""


_UNION: Final = re.compile(
    r"(?i)\W*(?:string|number|integer|boolean|object|array)(?:\[\])? ?\| ?(?!null|undefined)[a-z]"
)
"""Several types of which a value has one: "number | string"."""


def type_written(value: str) -> str:
    """Return the type of JSON that words begin with: "list" for "string[], 3 to 5"; "" where they name none."""
    if _UNION.match(value) is not None:
        return ""
    if re.match(r"\W*\w+\[\]", value) is not None or value.strip("<>() ").endswith("[]"):
        return "list"
    described = TYPE.match(value)
    if described is not None:
        return TYPES[described["type"].lower()]
    pieces = (TYPES.get(each.strip("<>()[] ").lower(), "") for each in (value, *value.split(",")))
    return next(filter(None, pieces), "")


def asked_of(part: Part, value: str) -> Iterator[Constraint]:
    """Yield what words ask of a part that they stand for: its choices, a range, lengths, the shape of a date."""
    choices = _names_of(value, is_data=part.source.startswith("leaves_of("))
    if choices:
        yield Choice(choices, part)
        return
    if (language := spoken(value)) not in ("en", OTHER):
        yield from asked_in(part, value, language)
        return
    clause = _told_in(part, value)
    chosen = next((match.constraint for match in Choice.read(clause)), None)
    if isinstance(chosen, Choice) and chosen.part == part:
        yield chosen
        return
    yield from _forms_held(part, clause)
    amounts = _amounts(part, value) or _amounts(part, " ".join(_IN_BRACKETS.findall(value)))
    yield from amounts
    if not part.named.endswith("format"):  # which holds the shape itself
        yield from (match.constraint for match in Shape.read(clause))
    ranged = _NUMBERS.search(value)
    if (
        ranged is None
        or _NUMBERS.search(value, ranged.end()) is not None
        or amounts
        or float(ranged["low"]) >= float(ranged["high"])
    ):
        return
    if "separated" in value:
        return  # so many of something
    beside = value[max(ranged.start() - 30, 0) : ranged.end() + 12]
    if _SCALED.search(beside if ranged.start() else value):
        yield InRange(ranged["low"], ranged["high"], part, "int" in value.lower())


@cache
def _begins_with_form() -> re.Pattern[str]:
    forms = any_of(name for name, form in lexicon().forms.items() if form in ("bullets", "numbered", "table"))
    return re.compile(
        rf"\W*(?:(?:as|in|use|an?|the|one|simple|short|brief|\d|to|[a-z]+ly) )*(?P<form>{forms})(?![\w/])(?! or\b)"
    )


def _forms_held(part: Part, clause: Clause) -> Iterator[Constraint]:
    """Yield in what form a section is by the first words of what it holds: "A bulleted list of all decisions"."""
    found = _begins_with_form().match(clause.text) if part.is_section else None
    if found is not None:
        yield Form(lexicon().forms[found["form"]], part)
        yield from (match.constraint for match in Columns.read(clause))


_IN_BRACKETS: Final = re.compile(
    r"(?i)\(((?:[a-z]+ ){0,3}~?\d[\d –-]* ?(?:words?|sentences?|characters?|chars)[^()]{0,12})\)"
)
"""An amount in brackets: "a title (at most 60 characters)"."""


def _told_in(part: Part, value: str) -> Clause:
    """Return what a value tells to write, as a clause; the bracket of a blank is no comparison."""
    normal = normalised(re.sub(r"^<([^<>]*)>$", r"\1", value.strip()))
    return Clause(normal, 0, len(normal.text), part=part, before="write :")


def _amounts(part: Part, value: str) -> tuple[Constraint, ...]:
    clause = _told_in(part, value)
    found = (match.constraint for match in Quantity.read(clause))
    return tuple(each for each in found if isinstance(each, Quantity) and each.part.named == part.named)


def _xml(sample: Sample, *, shows_format: bool) -> Iterator[Shown]:
    names = elements_of(sample)
    if not _OF_HTML.isdisjoint(names):
        return  # whose elements the response may choose
    if names and not any(re.search(r"\d$", name) for name in names):
        yield Shown(Elements(names[:20]))
    for found in re.finditer(r"<(?P<name>[A-Za-z_][\w-]*)>(?P<text>[^<>]*)</(?P=name)>", sample.body):
        if found["name"] in names and len(found["text"].split()) > 1 and not found["name"][-1].isdigit():
            yield Shown(Elements((found["name"],)), found.start())
        if found["name"] in names and shows_format:
            yield from (Shown(each, found.start()) for each in asked_of(element(found["name"]), found["text"]))


_OF_HTML: Final = frozenset({"div", "span", "p", "ul", "ol", "li", "table", "tr", "td", "h1", "h2", "h3", "body"})
"""Elements that a page has."""


def _lines(body: str, slots: list[str]) -> Iterator[Shown]:
    """Yield the lines of a sample that have fixed words around their slots, or are nothing but a marker."""
    at = 0
    for line in body.split("\n"):
        begin, at = at, at + len(line) + 1
        bare = re.sub(r"^\s*(?:[-*+>]\s+)*", "", line).strip()
        if not any(slot in bare for slot in slots) or re.match(r"[#|\"“]|<(\w+)[ >].*</\1>$", bare):
            continue
        if is_case(re.split("[:：]", bare)[0], spoken(bare)):
            continue
        fixed = _SLOT.sub(" ___ ", bare)
        words = re.findall(r"[^\W_]{2,}", fixed.replace("___", " "))
        is_label = re.match(r"[\w ]{1,40}:\s*___\s*$", fixed.strip()) is not None
        if len(words) > 2 and not is_label:
            yield Shown(Line(" ".join(fixed.split())), begin)


_SLOT = re.compile(
    r"\{\{?(?![%#])[^{}\n]{1,80}\}?\}|<[A-Za-zÀ-ỹ\u3400-\u9fff][^<>\n]{1,200}>|\[(?:[A-Za-zÀ-ỹ][^\[\]\n]|[\u3400-\u9fff])[^\[\]\n]{1,80}\](?!\()|\$\$[^$\n]+\$\$|\$[A-Z][A-Z_]+\b|_{3,}|"
    r"\bv?[XYZN](?:\.[XYZN])*\b"
)


def _text(body: str, around: Around) -> Iterator[Shown]:
    """Yield the lines of a format sample that have fixed words around what is to be filled in."""
    slots = [
        slot.group()
        for slot in _SLOT.finditer(body)
        if not slot.group().startswith("{") or slot.group().strip("{} ") not in around.fields
    ]
    slots = [slot for slot in dict.fromkeys(slots) if re.search(r"[a-z]{3}|_{3}|\$[A-Z]|[\u3400-\u9fffà-ỹ]", slot)]
    slots = [slot for slot in slots if slot[0] != "<" or f"</{slot[1:]}" not in body]
    slots = [slot for slot in slots if slot[0] != "<"] or slots
    if slots and around.form in ("", "bullets", "numbered", "list"):
        yield from _lines(body, slots)


def line_of(text: str, around: Around) -> Constraint | None:
    """Return the line with fixed words that a text is, where it is one to fill in."""
    found = next(_text(text, around), None) if OF_PROGRAM.search(text) is None else None
    is_said = is_instruction(normalised(text).text)
    return found.constraint if found is not None and not is_said else None

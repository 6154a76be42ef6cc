"""What a prompt lays out below a line: the sections of the response, its labelled lines, the keys of its JSON.

A line that ends with a colon, or a heading such as "OUTPUT", announces them; below it each item is a title, a title
with what it holds, or a key with its type. One item that is none of these, and the list says something else.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

from spade_core.constraints.clause import Around, is_conditional, rules_out
from spade_core.constraints.constraint import Constraint
from spade_core.constraints.layout import Columns, Elements, Keys, Labels, Sections, keys_named
from spade_core.constraints.part import behind, element, section
from spade_core.constraints.parts import OF_EACH, address_of, named_part
from spade_core.constraints.phrases import Phrases, Rule
from spade_core.constraints.shown import asked_at, asked_of, choices_at, line_of, of_value, type_written
from spade_core.constraints.specification import Asked, specified
from spade_core.constraints.tree import is_optional
from spade_core.constraints.turns import turns_in
from spade_core.deltas import SentenceKind
from spade_core.language import HALF, OTHER, normalised, spoken, wording
from spade_core.structure import (
    Addressee,
    Area,
    Layout,
    Notation,
    Placed,
    SampleRole,
    Structure,
    addressee_of,
    announcing,
    is_blank,
    is_case,
    is_lead,
    layouts_in,
    lines_in,
    marks_in,
    names_sample,
    title_of,
)
from spade_core.text import Span


@dataclass(frozen=True, slots=True)
class Item:
    """One line of what is laid out."""

    placed: Placed
    name: str
    holds: str = ""
    """What the prompt says behind the name."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A line and what it announces."""

    lead: Placed
    items: tuple[Item, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names, each once."""
        return tuple(dict.fromkeys(item.name for item in self.items))


_MOST: Final = 30
"""Sentences below a line in which keys that begin paragraphs are looked for."""
_MARKER: Final = re.compile(r"\s*(?:(?:[-*+•]|\(?\d{1,3}[.)])\s+|\d{1,2}[.、．]|[一二三四五六七八九十]{1,2}、\s*)?")
_KEY: Final = re.compile(
    r"(?:[*`\"']{1,3}|_{0,3})(?P<name>_?[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*)[*_`\"']{0,3}\s*(?P<type>\([^()\n]{1,80}\))?\s*"
    r"(?:(?:[*_]{0,2}(?::|=|\s[-–—]\s)[*_]{0,2}\s*|"
    r"(?<=[`\"'])\s*(?:is|(?:must|should) be)(?=\s(?:an?|the|one|either|\d)\s)\s)"
    r"(?P<holds>.*))?",
    re.DOTALL,
)
_ANY_KEY: Final = re.compile(
    r"[*_`\"'“]{0,3}(?P<name>[A-Za-z_][A-Za-z_0-9]*|[\u3400-\u9fff]{1,10})[*_`\"'”]{0,3}\s*(?P<type>\([^()\n]{1,80}\))?\s*"
    r"(?:(?:[*_]{0,2}(?::|=|\s[-–—]\s|——)|(?<=[A-Za-z_] )(?=[\u3400-\u9fff]))[*_]{0,2}\s*(?P<holds>.*))?",
    re.DOTALL,
)
_IN_BRACKETS: Final = re.compile(
    r"[^():\n]{1,40}\((?P<name>[A-Za-z_][A-Za-z_0-9]*)(?P<type>)\)\s*(?:(?:[:,=]|\s[-–—]\s|——)\s*(?P<holds>.*))?",
    re.DOTALL,
)
"""What stands at a key, and behind it the key: "合同金额（amount）：数字"."""
_OF_KEYS: Final = re.compile(
    r"^(?:(?:the|json|output|response|expected|following) )*schema ?:$|"
    r"\b(?:keys|fields|properties|attributes|json|(?:each|every) (?:key|field|property|attribute))\b[^.;]*:$|"
    r"\bobjects? (?:with|having|containing|of)(?: the following)? ?:?$"
)
_WITH: Final = re.compile(
    r"^(?:(?:if|when|for (?:each|every|all)) [^,:]{2,60}?(?: ,)? )?"
    r"(?:produce|return|output|provide|extract|give|create|generate|write|include|report|respond|reply)\b"
    r"[^.;]*(?:\b(?:with|containing|including|contains|has)|^[a-z]+|:) ?:?$"
)
"""A line that leads in keys by what is to be made of them: "For each clause, produce a finding with:"."""
_NO_TITLES: Final = frozenset({"note", "notes", "example", "examples", "important", "input", "for example"})


@lru_cache(maxsize=4)
def keys_laid_out(structure: Structure) -> tuple[Outline, ...]:
    """Return the keys of JSON that a prompt lists below a line, each list with that line."""
    found: list[Outline] = []
    given = {placeholder.name for placeholder in structure.template.placeholders}
    for at, each in enumerate(structure.placed):
        if each.shown or not any(leads(structure, at) for leads in (_leads_keys, _heads_typed, _heads_each)):
            continue
        language = spoken(each.sentence.text)
        form = _KEY if language in ("en", OTHER) else _ANY_KEY
        texts = ((other, _unmarked(other).translate(HALF)) for other in _items_below(structure, at))
        lines = [(other, line) for other, text in texts for line in (_key_lines(text) if form is _KEY else [text])]
        if form is _ANY_KEY and lines and all(map(_IN_BRACKETS.fullmatch, (line for _, line in lines))):
            form = _IN_BRACKETS
        below = [(other, form.fullmatch(line)) for other, line in lines]
        items = [
            Item(other, match["name"], f"{(match['type'] or '').strip('()')} {match['holds'] or ''}".strip())
            for other, match in below
            if match is not None
            and (form is _IN_BRACKETS or match["holds"] is not None or match["type"] or _is_coded(other, match["name"]))
        ]
        ends = len(items) > 2 and form is _ANY_KEY and all(match is None for _, match in below[len(items) :])
        if len(items) < _FEWEST_ALIKE and form is _KEY and _announces_keys(each):
            alone = _keys_in_paragraphs(structure, at)
            items, below = (alone, below[: len(alone)]) if len(alone) >= _FEWEST_ALIKE else (items, below)
        if any(mark.name in given for item in items for mark in marks_in(item.holds)):
            continue  # the prompt fills them in
        is_told = len(items) > 1 or any(" " in item.holds or _is_coded(item.placed, item.name) for item in items)
        if (
            items
            and is_told
            and (ends or len(items) >= len(below) or _are_keys(each, items))
            and not any(_is_title(item.name) and not item.name.islower() for item in items)
        ):
            found.append(Outline(each, tuple(items)))
    return tuple(found)


_FEWEST_ALIKE: Final = 2


def names_data(structure: Structure) -> bool:
    """Whether a prompt lists the keys of what it asks for as those of data are called, whatever it says of a form."""
    return any(
        _ANSWERED_WITH.search(each.lead.normal.text) is not None
        and len(each.names) >= _FEWEST_ALIKE
        and any("_" in name for name in each.names)
        and all(name.islower() for name in each.names)
        and addressee_of(each.lead) is Addressee.RESPONSE
        for each in keys_laid_out(structure)
    )


_ANSWERED_WITH: Final = re.compile(r"\b(?:return|output|provide|report|respond|reply|produce)\b[^.;]*:$")


def _are_keys(lead: Placed, items: Sequence[Item]) -> bool:
    """Whether items are the keys of JSON also where some beside them say what a value means: '"yes" means that ...'."""
    is_of_json = re.search(r"\bjson\b", lead.normal.text) is not None
    return is_of_json and len(items) >= _FEWEST_ALIKE and all(_is_coded(each.placed, each.name) for each in items)


def _keys_in_paragraphs(structure: Structure, at: int) -> list[Item]:
    """Return the keys that begin lines of their own below a line, with more than one line on each."""
    found: list[Item] = []
    for other in structure.placed[at + 1 : at + 1 + _MOST]:
        if other.sentence.part != structure.placed[at].sentence.part or other.sentence.text.startswith("#"):
            break
        named = _KEY.fullmatch(other.sentence.text)
        is_own = named is not None and named["name"].islower() and bool(named["holds"]) and not other.shown
        if named is not None and is_own and _begins_line(structure, other):
            found.append(Item(other, named["name"], f"{(named['type'] or '').strip('()')} {named['holds']}".strip()))
    return found


def _cells(row: Placed) -> list[str]:
    return [cell.strip(" *_`") for cell in row.sentence.text.strip().strip("|").split("|")]


def _table_heads(structure: Structure) -> Iterator[tuple[int, Placed]]:
    """Yield the rows that are the heads of tables, with their places."""
    for at, (each, below) in enumerate(pairwise(structure.placed)):
        is_rule = _RULE_OF_TABLE.fullmatch(below.sentence.text.strip()) is not None
        if is_rule and each.sentence.kind is SentenceKind.TABLE and each.area not in (Area.INPUT, Area.ROLE):
            yield at, each


def _leads_keys(structure: Structure, at: int) -> bool:
    return _announces_keys(structure.placed[at])


_OF_EACH_OBJECT: Final = re.compile(
    r"(?:each|every) [a-z ]{2,30} (?:(?:must|should) )?(?:has|have|contains?|includes?)(?: the following)? ?:"
)


def _heads_each(structure: Structure, at: int) -> bool:
    """Whether a line leads in what each of several things has, in a prompt that speaks of JSON: "Each case has:"."""
    lead = structure.placed[at]
    if _OF_EACH_OBJECT.fullmatch(lead.normal.text) is None or lead.area in (Area.INPUT, Area.EXAMPLE):
        return False
    named = [_KEY.fullmatch(_unmarked(each)) for each in structure.placed[at + 1 : at + 1 + _FEWEST_ALIKE]]
    are_keys = all(each is not None and each["name"].islower() and each["holds"] for each in named)
    return are_keys and _JSON.search(structure.template.parts[lead.sentence.part].text) is not None


def _heads_typed(structure: Structure, at: int) -> bool:
    """Whether the items below a line are keys of JSON by how they are written: `- "total": (float) with tax`."""
    title = structure.placed[at]
    below = structure.placed[at + 1 : at + 6]
    is_list = below and title.sentence.kind is not SentenceKind.LIST_ITEM
    if not is_list or _TYPED_KEY.match(below[0].sentence.text) is None:
        return False
    typed = sum(_TYPED_KEY.match(each.sentence.text) is not None for each in below)
    return typed >= _FEWEST_ALIKE and _JSON.search(structure.template.parts[title.sentence.part].text) is not None


def may_type_keys(text: str) -> bool:
    """Whether keys with their types may stand in the lines of a text, whatever line is above them."""
    return any(map(_TYPED_KEY.match, text.split("\n")))


_JSON: Final = re.compile(r"(?i)\bjson\b")
_TYPED_KEY: Final = re.compile(
    r"\s*(?:[-*+•]\s+)?[*_]{0,2}[`\"'](?P<name>\w+)[`\"'][*_]{0,2}\s*:?\s*[(:]\s*"
    r"(?:string|str|text|float|int|integer|number|bool|boolean|list|array|object|dict|date)\b"
)


_SOURCE: Final = re.compile(r"\b(?:from|in|of) (?:the |this |each )?(?:input|given|provided)\b")
"""What says where the values of keys are taken from: "Extract these fields from the input text:"."""


def _announces_keys(placed: Placed) -> bool:
    """Whether a line leads in the keys of the JSON that the response is."""
    text, language = placed.normal.text, spoken(placed.sentence.text)
    if language in ("en", OTHER):
        given = re.search(r"\b(?:input|given|not|provided|receives?|received)\b", _SOURCE.sub("", text))
        announced = _OF_KEYS.search(text) is not None or _WITH.search(text) is not None
        return announced and given is None
    words, lead = wording(language), re.split("[,，]", placed.sentence.text.lower())[-1]
    other = any(words.find(*table).search(lead) for table in (("headings", "given"), ("negations", "bans")))
    return is_lead(placed.sentence.text) and words.names_keys(lead) and not other


def _is_coded(placed: Placed, name: str) -> bool:
    """Whether a name is marked as one of a key: in quotation marks or with an underscore."""
    return "_" in name or re.search(rf"[`\"']{re.escape(name)}[`\"']", placed.sentence.text) is not None


def _is_title(name: str) -> bool:
    return name.lower() in _NO_TITLES


def required_of(layout: Layout) -> tuple[str, ...]:
    """Return the names of a layout that a response may not lack."""
    return tuple(
        dict.fromkeys(
            entry.name
            for entry in layout.entries
            if entry.name
            and not is_optional(f"{entry.placed.sentence.text} {entry.holds}"[:200])
            and not normalised(entry.name).text.endswith(("header", " name", " title"))  # which stands there itself
            and (layout.is_labels or layout.sample is not None or entry.name.casefold() not in _WITHOUT_TITLE)
        )
    )


_WITHOUT_TITLE: Final = frozenset({"title", "headline", "标题", "tiêu đề"})
"""What stands on top without the word for it."""


def layouts_of(structure: Structure) -> tuple[Layout, ...]:
    """Return what a prompt lays out as the response in every case."""
    return tuple(each for each in layouts_in(structure) if not each.of_each and not _is_of_case(each))


def _is_of_case(layout: Layout) -> bool:
    return layout.lead is not None and leads_a_case(layout.lead)


def of_some(layouts: Sequence[Layout]) -> frozenset[str]:
    """Return the names that one of several layouts has and another lacks, where the response has one of them.

    Layouts are alternatives where their titles end in the same word, "Short Format" and "Long Format", or where each
    has names of the other and some of its own.
    """
    odd: set[str] = set()
    for one, other in combinations(layouts, 2):
        mine, others = set(one.names), set(other.names)
        leads = [
            title_of(each.lead.sentence.text).lower().split() if each.lead is not None else [] for each in (one, other)
        ]
        is_same_kind = all(leads) and leads[0][-1] == leads[1][-1] and leads[0] != leads[1]
        if len(mine) > 1 < len(others) and (is_same_kind or (mine & others and mine - others and others - mine)):
            odd |= mine ^ others
    return frozenset(odd)


def leads_a_case(placed: Placed) -> bool:
    """Whether a sentence that leads in a sample holds in some cases only."""
    lines = (*placed.sentence.context[-2:], placed.sentence.text)
    if any(is_case(line, spoken(line)) for line in lines):
        return True
    led = (re.sub(r"\([^()]*\)(?= ,)", "", each.text) for each in (*placed.heads[-2:], placed.normal))
    return any(is_conditional(text) or _FOR_TOOLS.match(text) is not None for text in led)


_FOR_TOOLS: Final = re.compile(
    r"(?:you (?:must|should|can|may) )?(?:to )?(?:use|call|invoke) (?:(?:a|an|the|any|your|these) )?(?:[a-z]+ )?"
    r"(?:tools?|functions?|apis?|commands?|actions?|them)\b"
)
"""What begins a line that says how a tool is called, which not every response does."""


def _of_layout(layout: Layout, odd: frozenset[str], around: Around) -> Iterator[tuple[Constraint, Placed, Span]]:
    """Yield that the response has what is laid out, and what is said of each part: "Verdict: PASS / FAIL"."""
    names = tuple(name for name in required_of(layout) if name not in odd and not around.may_lack(name))
    if layout.is_running or not names:
        return
    if layout.is_ordered and layout.lead is not None and not layout.lead.shown:
        whole = Labels(names) if layout.is_labels else Sections(names, ordered=len(names) > 1)
        yield whole, layout.lead, announcing(layout.lead)
    for entry in layout.entries:
        if entry.name not in names:
            continue
        own = Labels((entry.name,)) if layout.is_labels else Sections((entry.name,))
        yield own, entry.placed, entry.title
        is_told = layout.sample is not None or is_blank(entry.holds) or spoken(entry.holds) in ("en", OTHER)
        if entry.holds and is_told and (is_blank(entry.holds) or not _BESIDE_OTHERS.search(entry.holds)):
            part = behind(entry.name) if entry.is_inline and is_blank(entry.holds) else section(entry.name)
            phrase = entry.phrase if entry.told is entry.placed else Span(0, len(entry.told.sentence.text))
            yield from ((each, entry.told, phrase) for each in asked_of(part, entry.holds))


def _of_each(layout: Layout) -> Iterator[tuple[Constraint, Placed, Span]]:
    """Yield that each of several things has all labels or none, and what is said of each label."""
    names = required_of(layout)
    for entry in layout.entries:
        if len(names) > 1 and entry.name in names:
            yield Labels(names, of_each=True), entry.placed, entry.title
        part = behind(entry.name)
        yield from ((each, entry.told, entry.phrase) for each in asked_of(part, entry.holds))


_BESIDE_OTHERS: Final = re.compile(r"[^\s*_]\s*\[[^\[\]]*\d[^\[\]]*\]|\[[^\[\]]*\d[^\[\]]*\]\s*[^\s*_.]")
"""A blank that says how much stands there, beside other words: "~X hours - [5-10 word description]"."""


def beside_data(layouts: Sequence[Layout]) -> tuple[Layout, ...]:
    """Return the layouts of several parts of which one is a fenced block of data or code, below its label."""
    return tuple(
        each
        for each in layouts
        if len(each.names) > 1
        and any(_leads_block(entry.placed) and not entry.form.is_heading for entry in each.entries)
    )


def _leads_block(placed: Placed) -> bool:
    return placed.leads is not None and placed.leads.fenced and placed.leads.notation is not Notation.TEXT


LAID_OUT_IN: Final = frozenset({"", "plain", "Markdown", "bullets", "numbered", "list"})
"""Forms of responses that have sections."""


def of_outline(structure: Structure, around: Around) -> Iterator[tuple[Constraint, Placed, Span]]:
    """Yield that the response has what the prompt lays out: for the line that announces it, and for each item."""
    for constraint, placed, words in _of_lists(structure, around):
        yield constraint, placed, place_of(words, placed.sentence.text) if words else _naming(constraint, placed)
    if around.turn and (turns := turns_in(structure)) is not None:
        yield from ((turns.turn, placed, Span(0, len(placed.sentence.text))) for placed in turns.lines)
    elif around.form in (*LAID_OUT_IN, "JSON block"):
        layouts = layouts_of(structure)
        layouts = layouts if around.form in LAID_OUT_IN else beside_data(layouts)
        odd = of_some(layouts)
        for layout in layouts:
            yield from _of_layout(layout, odd, around)
        for layout in layouts_in(structure) if around.form in LAID_OUT_IN else ():
            if layout.of_each:
                yield from _of_each(layout)
        yield from _said_again(structure, layouts, around)
        titles = {id(entry.placed) for layout in layouts for entry in layout.entries}
        yield from _in_line(structure)
        yield from _tagged(structure)
        for placed, text in lines_in(structure):
            is_asked = id(placed) not in titles and not leads_a_case(placed)
            line = line_of(text, around) if is_asked else None
            if line is not None:
                yield line, placed, Span(0, len(placed.sentence.text))
    elif around.form == "XML":
        yield from _tagged(structure)


_LAID_OUT_IN_LINE: Final = re.compile(r"\b(?:format|form|template|structure)\b|\b(?:as follows|like (?:this|so))\b")
_LABELLED_BLANK: Final = re.compile(
    r"(?<=[\s:,\"'`])[\"'`]?(?P<label>(?P<name>(?![NX]:)[A-Z][A-Za-z]*(?: (?![NX]:)[A-Za-z]+){0,2}): ?)"
    r"(?P<blank><[^<>\n]{2,80}>|\[[^\[\]\n]{2,80}\](?!\()|_{3,})"
)


def _in_line(structure: Structure) -> Iterator[tuple[Constraint, Placed, Span]]:
    """Yield the labels of a format that stands in the sentence that asks for it: "in the form Verdict: <a|b>"."""
    for placed in structure.placed:
        text = placed.sentence.text
        leads = _LAID_OUT_IN_LINE.search(placed.normal.text)
        if leads is None or "\n" in text or leads_a_case(placed) or addressee_of(placed) is not Addressee.RESPONSE:
            continue
        for found in _LABELLED_BLANK.finditer(text):
            yield Labels((found["name"],)), placed, Span(found.start("label"), found.end())
            asked = asked_of(behind(found["name"]), found["blank"])
            yield from ((each, placed, Span(found.start("label"), found.end())) for each in asked)


_LEADS_ELEMENTS: Final = re.compile(
    r"\b(?:format|formatted|structure|structured|template|xml|tags)\b[^.;]*:$|\b(?:like (?:this|so)|as follows) :$"
)
_ELEMENT: Final = re.compile(r"\s*<(?P<name>[A-Za-z_][\w-]*)(?:\s[^<>\n]*)?>")
_ONE_FIELD: Final = re.compile(r"\s*\{+(?!\s*[A-Za-z]+(?: [a-z,'-]+){2,})[^{}\n]{1,80}\}+\s*")
"""Nothing but a placeholder, which the prompt fills in; words in braces are a blank: "{{Analysis of each issue}}"."""


def elements_led_in(structure: Structure) -> tuple[str, ...]:
    """Return the names of the elements of the response that stand below a line, one below the other."""
    asked = (each for each, _, _ in _tagged(structure))
    return tuple(name for each in asked if isinstance(each, Elements) for name in each.names)


@lru_cache(maxsize=4)  # the first pass asks for them, and then the second
def _tagged(structure: Structure) -> tuple[tuple[Constraint, Placed, Span], ...]:
    """Return what is asked of the elements that stand under a line which leads in a format, and in no sample."""
    return tuple(_elements_below(structure))


def _leads_elements(placed: Placed) -> bool:
    """Whether a line leads in the elements of the response."""
    is_led = not placed.shown and _LEADS_ELEMENTS.search(placed.normal.text) is not None
    return is_led and placed.area not in (Area.INPUT, Area.EXAMPLE) and not leads_a_case(placed)


def _elements_below(structure: Structure) -> Iterator[tuple[Constraint, Placed, Span]]:
    for at, (lead, below) in enumerate(pairwise(structure.placed)):
        if below.shown or lead.sentence.part != below.sentence.part or not _leads_elements(lead):
            continue
        text = structure.template.parts[lead.sentence.part].text
        found = list(_elements_at(text, lead.sentence.span.end))
        if not found:
            continue
        yield Elements(tuple(dict.fromkeys(name for name, _ in found))), lead, announcing(lead)
        for name, inside in found:
            said = inside.of(text).strip()
            asked = tuple(asked_of(element(name), said)) if is_blank(said) else ()
            place = next((each for each in structure.placed[at + 1 :] if each.sentence.span.end > inside.start), lead)
            yield from ((each, place, Span(0, len(place.sentence.text))) for each in asked)


_BETWEEN_ELEMENTS: Final = re.compile(r"(?:\s*(?:[A-Z][\w '-]{2,60}:|[-*•] [^\n]*|\.\.\.)[^\S\n]*(?=\n))*")
"""Labels and items, which stand in a format beside its elements."""


def _elements_at(text: str, at: int) -> Iterator[tuple[str, Span]]:
    """Yield the names of the elements that stand one behind the other at a place, and where what they hold stands.

    None, where they are filled in.
    """
    while (between := _BETWEEN_ELEMENTS.match(text, at)) and (opening := _ELEMENT.match(text, between.end())):
        closing = text.find(f"</{opening['name']}>", opening.end())
        is_filled_in = closing >= 0 and _ONE_FIELD.fullmatch(text, opening.end(), closing) is not None
        if closing < 0 or is_filled_in or names_sample(opening["name"]):
            return
        yield opening["name"], Span(opening.end(), closing)
        at = closing + len(opening["name"]) + 3


def _said_again(
    structure: Structure, layouts: Sequence[Layout], around: Around
) -> Iterator[tuple[Constraint, Placed, Span]]:
    """Yield the sections that a list names, too, which the prompt lays out elsewhere."""
    laid_out = {entry.name.casefold(): entry.name for layout in layouts for entry in layout.entries if entry.name}
    titles = {id(entry.placed) for layout in layouts for entry in layout.entries}
    for placed in structure.placed if laid_out else ():
        if placed.sentence.kind is SentenceKind.LIST_ITEM and id(placed) not in titles and not placed.shown:
            name = laid_out.get(_without_marker(placed.sentence.text).strip(" .*_:").casefold())
            if name is not None and not around.may_lack(name):
                yield Sections((name,)), placed, Span(0, len(placed.sentence.text))


def _naming(constraint: Constraint, placed: Placed) -> Span:
    """Return where a line asks: up to the name of the key where an item asks for its own, else all of it."""
    text = placed.sentence.text
    own = constraint.names if isinstance(constraint, Keys) and placed.sentence.kind is SentenceKind.LIST_ITEM else ()
    end = text.find(own[0]) if len(own) == 1 else -1
    return Span(0, end + len(own[0]) if end >= 0 else len(text))


def place_of(words: str, text: str) -> Span:
    """Return where words stand in a text; all of it where they do not."""
    at = text.find(words) if words else -1
    return Span(at, at + len(words)) if at >= 0 else Span(0, len(text))


def _of_lists(structure: Structure, around: Around) -> Iterator[tuple[Constraint, Placed, str]]:
    """Yield what lists of keys and phrases, and tables, ask for, with the words that do; "" for the whole sentence."""
    if around.is_json:
        chosen = frozenset(name for node in around.tree.nodes for name in choices_at(node))
        for outline in keys_laid_out(structure):
            if not chosen.isdisjoint(outline.names):
                continue  # what a value may be, each with what it means
            required = tuple(dict.fromkeys(item.name for item in outline.items if not _is_optional(outline, item)))
            if "{" not in outline.lead.sentence.text:
                is_deep = len(required) == 1 or _is_of_each(outline.lead) or not _announces_keys(outline.lead)
                is_deep = is_deep or _names_owner(outline.lead, around)
                is_deep = is_deep or (around.several and not around.tree)
                is_deep = is_deep and not (around.of_list and _is_of_each(outline.lead))
                yield from ((asked, outline.lead, "") for asked in keys_named(required, around.tree, deep=is_deep))
            for item in outline.items:
                address = address_of(item.name, around)
                told = tuple(_told_of(item, address, around)) if address is not None else ()
                yield from ((each.constraint, item.placed, each.words) for each in told)
                if item.name in required and not told:  # the line above asks for all of them
                    is_top = around.of_list and _is_of_each(outline.lead)
                    named = keys_named((item.name,), around.tree, deep=not is_top)
                    yield from ((own, item.placed, "") for own in named)
    yield from ((each, placed, "") for each, placed in _barred(structure))
    yield from ((each, placed, "") for each, placed in _tabled(structure, around))


def _barred(structure: Structure) -> Iterator[tuple[Constraint, Placed]]:
    """Yield the phrases that stand alone in the items below a line that rules them out: "Never use:"."""
    for placed in structure.placed:
        lead = placed.lead
        if lead is None or placed.shown or placed.sentence.kind is not SentenceKind.LIST_ITEM:
            continue
        if _QUOTES_ALONE.fullmatch(placed.normal.text) is None or not rules_out(lead.text):
            continue
        phrases = tuple(dict.fromkeys(quote.strip(" .,…") for quote in placed.normal.quotes))
        if all(re.fullmatch(r"[^\[\]<>{}\n]{2,80}", phrase) and "..." not in phrase for phrase in phrases):
            yield Phrases(Rule.NONE, phrases), placed


_QUOTES_ALONE: Final = re.compile(r"⟦\d+⟧(?: ?(?:/|,|or)* ?⟦\d+⟧)*(?: ?\.)?")


def _tabled(structure: Structure, around: Around) -> Iterator[tuple[Constraint, Placed]]:
    """Yield the columns of the tables in formats, and of the one that a prompt shows where the response is a table."""
    if around.form in LAID_OUT_IN:
        for sample in structure.samples:
            if sample.notation is Notation.TEXT and structure.role_of(sample) is SampleRole.FORMAT:
                yield from _tables_in(structure.inside(sample))
    yield from _heads_alone(structure)
    heads = list(_table_heads(structure))
    if around.form != "table" or len(heads) != 1:
        return
    [(at, head)] = heads
    before = next((each for each in reversed(structure.placed[:at]) if not each.shown), None)
    if before is not None and (names := _columns_in(head)):
        yield Columns(names), head
        yield Columns(names), before


def _heads_alone(structure: Structure) -> Iterator[tuple[Constraint, Placed]]:
    """Yield the columns of a row that stands alone below a line that leads in columns."""
    for before, row, below in zip(structure.placed, structure.placed[1:], (*structure.placed[2:], None), strict=False):
        is_row = re.fullmatch(r"\|(?:[^|\n]{1,40}\|){2,}", row.sentence.text.strip()) is not None
        is_alone = below is None or not below.sentence.text.lstrip().startswith("|")
        is_led = is_lead(before.sentence.text) and re.search(r"\b(?:columns|table)\b", before.normal.text) is not None
        if is_row and is_alone and is_led and not row.shown and (names := _columns_in(row)):
            yield Columns(names), row
            yield Columns(names), before


def _tables_in(inside: Sequence[Placed]) -> Iterator[tuple[Constraint, Placed]]:
    """Yield the columns of each table that stands in a sample of a format."""
    is_row = [re.fullmatch(r"\|.+\|", row.sentence.text.strip()) is not None for row in inside]
    for row, is_head, is_below in zip(inside, is_row, [False, *is_row], strict=False):
        if is_head and not is_below and (names := _columns_in(row)):
            yield Columns(names), row


def _columns_in(head: Placed) -> tuple[str, ...]:
    """Return the names in the head of a table; nothing where one is to be filled in, or there is only one."""
    names = tuple(_cells(head))
    is_named = len(names) > 1 and all(re.fullmatch(r"\w[^\[\]<>{}]{0,40}", name) for name in names)
    return names if is_named else ()


def may_tabulate(text: str) -> bool:
    """Whether a table may stand in a text."""
    return "|" in text and any(_RULE_OF_TABLE.fullmatch(line.strip()) for line in text.split("\n"))


_RULE_OF_TABLE: Final = re.compile(r"\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?\s*)?")


def _names_owner(lead: Placed, around: Around) -> bool:
    """Whether a line begins with the key of the object that the keys below it stand in: "Content fields:"."""
    first = lead.normal.text.split(" ", 1)[0]
    return any(first == known.lower() for known in around.keys)


def _is_of_each(lead: Placed) -> bool:
    """Whether a line speaks of each of several objects."""
    language = spoken(lead.sentence.text)
    if language in ("en", OTHER):
        return OF_EACH.search(lead.normal.text) is not None
    return wording(language).find("slots", "all_of_many").search(lead.sentence.text.lower()) is not None


def _told_of(item: Item, address: str, around: Around) -> Iterator[Asked]:
    nodes = around.tree.named(item.name)
    yield from asked_at(address, item.holds, spoken(item.placed.sentence.text), nodes[0] if len(nodes) == 1 else None)


def specified_in(placed: Placed, around: Around) -> tuple[Asked, ...] | None:
    """Return what a sentence in English asks of a key that it specifies, or that the item does which it goes on.

    None where it specifies none.
    """
    if not around.is_json or placed.area in (Area.INPUT, Area.EXAMPLE):
        return None
    lines = _key_lines(_without_marker(placed.opener or placed.sentence.text))
    asked = [_specified(line, placed, around) for line in (lines[-1:] if placed.opener else lines)]
    known = [each for each in asked if each is not None]
    return tuple(one for each in known for one in each) if known else None


def _specified(line: str, placed: Placed, around: Around) -> tuple[Asked, ...] | None:
    """Return what a line asks of the key that it specifies, or the sentence that goes on it; None for no such line."""
    named = _KEY.fullmatch(line)
    if named is None or not (named["type"] or named["holds"]) or named["name"] not in around.keys:
        return None
    part = named_part(named["name"], around)
    if part is None or not part.source.startswith("leaves_of("):
        return None
    holds = f"{(named['type'] or '').strip('()')} {named['holds'] or ''}".strip()
    nodes = around.tree.named(named["name"])
    node = nodes[0] if len(nodes) == 1 else None
    if not placed.opener:
        return tuple(asked_at(part.named, holds, "en", node))
    kind = type_written(holds) or (node.kind if node is not None else "")
    return tuple(specified(part.named, of_value(placed.sentence.text), kind))


_IN_BRACKETS_BEHIND: Final = re.compile(
    r"(?P<mark>[\"'`*]{0,3})(?<![\w.])(?P<name>[A-Za-z_]\w{0,40})(?P=mark) ?\((?P<said>[^()]{2,80})\)"
)
"""A key and what is said of it in brackets: 'a "title" (max 5 words)'."""


def bracketed(placed: Placed, around: Around) -> Iterator[Asked]:
    """Yield what a sentence says in brackets of the keys that it names."""
    text = placed.sentence.text
    if "(" not in text or not around.is_json or is_conditional(placed.normal.text):
        return
    for found in _IN_BRACKETS_BEHIND.finditer(text):
        address = address_of(found["name"], around) if found["name"] in around.keys else None
        if address is not None and not is_optional(found["said"]):
            nodes = around.tree.named(found["name"])
            asked = asked_at(address, found["said"], "en", nodes[0] if len(nodes) == 1 else None)
            yield from (Asked(each.constraint, found["said"]) for each in asked)


def _key_lines(text: str) -> Sequence[str]:
    """Return the lines of a text each of which specifies a key; the text itself where some line does not."""
    lines = [line.strip() for line in text.split("\n")]
    found = [_KEY.fullmatch(line) for line in lines]
    return lines if all(each is not None and (each["type"] or each["holds"]) for each in found) else [text]


def _is_optional(outline: Outline, item: Item) -> bool:
    in_some_cases = re.match(r"(?:if|when)\b", outline.lead.normal.text) is not None
    return in_some_cases or is_optional(item.holds) or is_optional(outline.lead.sentence.text)


def optional_keys(structure: Structure) -> frozenset[str]:
    """Return the names of which a prompt says that a response may lack them, in its lists of keys or in a sentence."""
    listed = {
        item.name for outline in keys_laid_out(structure) for item in outline.items if _is_optional(outline, item)
    }
    said = {
        name
        for placed in structure.placed
        if not placed.shown and _MAY_LACK.search(placed.normal.text) is not None
        for name in placed.normal.quotes
    }
    return frozenset(listed | said)


_MAY_LACK: Final = re.compile(r"\b(?:optional|omit|omitted|leave out|left out)\b")


def _items_below(structure: Structure, at: int) -> list[Placed]:
    """Return the sentences that begin the items, lines or headings right below a line."""
    lead = structure.placed[at]
    name = plain_text(_unmarked(lead))
    found: list[Placed] = []
    for number in range(at + 1, len(structure.placed)):
        other = structure.placed[number]
        context = other.sentence.context
        if other.sentence.part != lead.sentence.part or not any(plain_text(line) == name for line in context):
            break
        if other.shown and (not found or len(context) <= len(found[0].sentence.context)):
            return []
        begins = (not found or context == found[0].sentence.context) and _begins_line(structure, other)
        if begins:
            found.append(other)
    return found


def _begins_line(structure: Structure, placed: Placed) -> bool:
    text = structure.template.parts[placed.sentence.part].text
    start = placed.sentence.span.start
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _unmarked(placed: Placed) -> str:
    return _without_marker(placed.sentence.text)


def _without_marker(text: str) -> str:
    marker = _MARKER.match(text)
    return text[marker.end() if marker is not None else 0 :].strip()


def plain_of(placed: Placed) -> str:
    """Return the words of a sentence as a lead-in has them."""
    return plain_text(placed.sentence.text)


@lru_cache(maxsize=4096)
def plain_text(text: str) -> str:
    """Return words in lower case without marks."""
    return re.sub(r"[\W_]+", " ", text.lower()).strip()[-60:]

"""What a prompt lays out below a line: the sections of the response, its labelled lines, the keys of its JSON.

A line that ends with a colon, or a heading such as "OUTPUT", announces them; below it each item is a title, a title
with what it holds, or a key with its type. One item that is none of these, and the list says something else.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Final

from spade_core.constraints.choices import choices_written
from spade_core.constraints.clause import Around, rules_out
from spade_core.constraints.constraint import Constraint
from spade_core.constraints.layout import Columns, Sections, keys_named
from spade_core.constraints.part import behind, section
from spade_core.constraints.parts import address_of, named_part, title_of
from spade_core.constraints.phrases import Phrases, Rule
from spade_core.constraints.shown import asked_of, described_at
from spade_core.constraints.tree import is_optional
from spade_core.constraints.values import InRange, range_in
from spade_core.constraints.worded import is_case
from spade_core.deltas import SentenceKind
from spade_core.language import HALF, OTHER, Wording, lexicon, normalised, said, spoken, wording
from spade_core.structure import Area, Placed, Structure, area_of, is_instruction, is_lead, leads_rules


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

    @property
    def optional(self) -> frozenset[str]:
        """The names of which the title itself says so: "Notes (optional)"."""
        return frozenset(item.name for item in self.items if re.match(r"(?i)\W*optional\b", item.holds))


_OUTPUT_HEAD: Final = re.compile(
    r"^\W*(?:expected |required |final |report |response |desired |mandatory )?(?:output|output format|output "
    r"structure|response format|response structure|format|report format|deliverable|answer format|"
    r"output template|output contract|output requirements|"
    r"response template|deliverables|output sections|sections|structure|report structure|"
    r"(?:how to )?(?:format|structure|formatting|structuring)(?: of)? (?:the|your) (?:output|response|answer|reply))"
    r"s?\W*$"
)
_LISTING: Final = re.compile(
    r"\b(?:following|these|under|below)\b.*\b(?:sections|categories|headings|fields|parts|"
    r"headers|labels)\b|\b(?:sections|headings)\b"
)
_ANNOUNCING: Final = re.compile(
    r"\b(?:format|formatted|structure|structured|organized|organised|template|layout|laid out|outline)\b[^.;]*:$|"
    r"\bas follows :$"
)
_OF_OTHER: Final = re.compile(
    r"^(?:you (?:can|may|will|are|have)|i|we|they)\b|\b(?:look at|json|xml|csv|yaml|input|examples?|one "
    r"of|one or more|choose|select|pick|classify|categorize|avoid|exclude|"
    r"not|steps|process|rules|guidelines|instructions|principles|criteria|convert|follow|focus on|consider|user|tools?|"
    r"questions|dates?|citations?|references?)\b"
)
_MOST: Final = 30
"""Sentences below a line that are looked at."""
_TITLE: Final = re.compile(
    r"(?:\*\*|__)?(?P<name>[A-Z][\w &/'()-]{1,48}?)(?:\*\*|__)?\s*(?:\([^()\n]{1,60}\)(?:\*\*)?)?\s*(?::|\s[-–—]\s)"
    r"(?:\*\*|__)?\s*(?P<holds>.*)",
    re.DOTALL,
)
_BARE: Final = re.compile(
    r"(?:\*\*|__)?(?P<name>[A-Z][\w&/'-]*(?: [\w&/'-]+){0,4})(?:\*\*|__)?(?P<holds>\s*\((?i:optional)[^()\n]{0,40}\))?"
)
_ANY_TITLE: Final = re.compile(
    r"(?:\*\*|【)?(?P<name>[^\W\d第][^:：*【】\n{}<>\"“，,。；;（(]{0,44}?)(?:\s?[（(][^()（）]*[)）])?"
    r"(?:[:：]?\*\*[:：]?|】[:：]?|[:：]|——|\s[-–—]\s)(?P<holds>.*)",
    re.DOTALL,
)
"""A title in a language of any script, with what the prompt says behind it."""
_ANY_BARE: Final = re.compile(
    r"(?P<name>[^\W\d第][^:：*【】\n{}<>\"“，,。；;（(]{1,44}?)\s?(?P<holds>[（(][^()（）]*[)）])?[；;。.]?"
)
_CHAPTER: Final = re.compile(r"\s*[一二三四五六七八九十]{1,2}、")
"""The number of a title that other items stand under: "一、"."""
_OF_MANNER: Final = (("addressee", "manner"), ("nouns", "response"), ("headings", "output"))
"""What the items of a list of demands begin with, which are no titles: "language: ...", "length: ..."."""
_MARKER: Final = re.compile(r"\s*(?:(?:[-*+•]|\(?\d{1,3}[.)])\s+|\d{1,2}[.、．]|[一二三四五六七八九十]{1,2}、\s*)?")
_KEY: Final = re.compile(
    r"[*_`\"']{0,3}(?P<name>[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*)[*_`\"']{0,3}\s*(?P<type>\([^()\n]{1,80}\))?\s*"
    r"(?:[*_]{0,2}(?::|=|\s[-–—]\s)[*_]{0,2}\s*(?P<holds>.*))?",
    re.DOTALL,
)
_ANY_KEY: Final = re.compile(
    r"[*_`\"'“]{0,3}(?P<name>[A-Za-z_][A-Za-z_0-9]*|[\u3400-\u9fff]{1,10})[*_`\"'”]{0,3}\s*(?P<type>\([^()\n]{1,80}\))?\s*"
    r"(?:(?:[*_]{0,2}(?::|=|\s[-–—]\s|——)|(?<=[A-Za-z_] )(?=[\u3400-\u9fff]))[*_]{0,2}\s*(?P<holds>.*))?",
    re.DOTALL,
)
_OF_KEYS: Final = re.compile(r"\b(?:keys|fields|properties|attributes|json)\b[^.;]*:$")
_WITH: Final = re.compile(
    r"^(?:(?:if|for each) [^,:]{2,60}, )?(?:produce|return|output|provide|extract|give|create|generate|write|include)\b"
    r"[^.;]*(?:\b(?:with|containing|including|contains|has)|^[a-z]+|:) ?:?$"
)
"""A line that leads in keys by what is to be made of them: "For each clause, produce a finding with:"."""
_NO_TITLES: Final = frozenset({"note", "notes", "example", "examples", "important", "input", "for example"})
_NOT_OURS: Final = frozenset({"observation", "observations", "tool output", "tool result", "user", "human"})
"""What somebody else writes: the response cannot have all of such a list."""


_BLANK: Final = re.compile(r"[\[<{][^\n]*[\]>}]|\.{3}|…|_{2,}")
"""What stands behind a title to be filled in."""


def may_outline(line: str) -> bool:
    """Whether a line may be the heading under which the sections of the response are laid out."""
    is_heading = (
        line.lstrip("> ").startswith(("#", "*", "_")) and _OUTPUT_HEAD.search(normalised(line).text) is not None
    )
    return is_heading or _opens_output(line) != ""


def _opens_output(line: str) -> str:
    """Return the name of the tag that a line is, where the response is laid out in it: "<output_format>"; else ""."""
    tag = re.fullmatch(r"\s*<([A-Za-z][\w-]*)>\s*", line)
    return tag[1] if tag is not None and _OUTPUT_HEAD.search(re.sub(r"[_-]", " ", tag[1].lower())) is not None else ""


@lru_cache(maxsize=4)  # the first pass asks for them, and then the second
def outlined(structure: Structure) -> tuple[Outline, ...]:
    """Return the sections that a prompt lays out, each list with the line that announces it."""
    found: list[Outline] = []
    placed = structure.placed
    for at, each in enumerate(placed):
        if each.shown:
            continue
        if _heads_output(each):
            items = _headings_below(placed, at) or _titled_below(structure, at)
            if len(items) > 1:
                found.append(Outline(each, items))
        elif name := _opens_output(each.sentence.text):
            inside = takewhile(lambda other: other.sentence.text.strip() != f"</{name}>", placed[at + 1 :])
            titles = [other for other in inside if other.sentence.kind is SentenceKind.HEADING and not other.shown]
            items = tuple(filter(None, map(_titled, titles)))
            if len(items) > 1 and len(items) == len(titles):
                found.append(Outline(each, items))
        elif is_lead(each.sentence.text) and not _is_of_other(each):
            items = _titled_below(structure, at)
            blank = sum(_BLANK.fullmatch(item.holds) is not None or bool(choices_written(item.holds)) for item in items)
            is_form = 2 * blank >= len(items) and is_instruction(each.normal.text)
            is_marked = _holds(each) and all(_is_bold(item.placed) for item in items)
            if _names_choices(each, items):
                continue
            if len({item.name for item in items}) > 1 and (is_form or is_marked or _lays_out(each)):
                found.append(Outline(each, items))
    given = frozenset(placeholder.name for placeholder in structure.template.placeholders)
    return tuple(outline for outline in found if not (_is_given(outline, given) or _tells_manners(outline)))


def _tells_manners(outline: Outline) -> bool:
    """Whether titles name what is asked of the whole response: its tone, its length."""
    return any(normalised(name).text in _MANNERS for name in outline.names)


_MANNERS: Final = frozenset(
    {"tone", "style", "length", "language", "format", "formatting", "audience", "target audience", "voice", "tense",
     "word count", "clarity", "accuracy", "readability", "perspective", "point of view", "keywords", "structure"}
)  # fmt: skip
"""What demands on the whole response are called in a list of them."""


def _is_given(outline: Outline, given: frozenset[str]) -> bool:
    """Whether every title has a placeholder of the prompt behind it: what the model is told, not what it writes."""
    return all(item.holds.strip("{}$* \"'“”") in given for item in outline.items)


_PARTS_OF_TEXT: Final = frozenset(
    {"introduction", "intro", "opening", "body", "closing", "hook", "call to action", "cta", "greeting", "salutation",
     "sign off", "signature", "opening paragraph", "closing paragraph", "middle", "beginning", "end", "ending"}
)  # fmt: skip
"""What the parts of a running text are called, which nobody writes over them."""
_DESCRIBED_PART: Final = re.compile(
    r"(?:[a-z-]+ )+(?:title|headline|introduction|intro|hook|opening|body|content|paragraphs?|sentences?|conclusion|"
    r"ending|closing|call to action)(?: (?:with|that|of) .*)?"
)
"""The same with what it is like: "a strong opening", "engaging introduction with hook"."""


def _tells_parts(outline: Outline) -> bool:
    """Whether titles name parts of a letter, a post or a story, which stand there without a heading."""
    are_headings = any(item.placed.sentence.text.lstrip().startswith("#") for item in outline.items)
    are_bold = any(_is_bold(item.placed) for item in outline.items)
    names = [normalised(name).text for name in outline.names]
    are_described = not are_bold and any(_DESCRIBED_PART.fullmatch(name) for name in names)
    return not are_headings and (are_described or any(name in _PARTS_OF_TEXT for name in names))


@lru_cache(maxsize=4)
def keys_laid_out(structure: Structure) -> tuple[Outline, ...]:
    """Return the keys of JSON that a prompt lists below a line, each list with that line."""
    found: list[Outline] = []
    for at, each in enumerate(structure.placed):
        if each.shown or not (_announces_keys(each) or _heads_group(structure, at)):
            continue
        language = spoken(each.sentence.text)
        form = _KEY if language in ("en", OTHER) else _ANY_KEY
        below = [(other, form.fullmatch(_unmarked(other).translate(HALF))) for other in _items_below(structure, at)]
        items = [
            Item(other, match["name"], f"{(match['type'] or '').strip('()')} {match['holds'] or ''}".strip())
            for other, match in below
            if match is not None and (match["holds"] is not None or match["type"] or _is_coded(other, match["name"]))
        ]
        ends = len(items) > 2 and form is _ANY_KEY and all(match is None for _, match in below[len(items) :])
        if (
            items
            and (ends or len(items) == len(below))
            and not any(_is_title(item.name) and not item.name.islower() for item in items)
        ):
            found.append(Outline(each, tuple(items)))
    return tuple(found)


_OF_DATA: Final = re.compile(
    r"\b(?:data|informations?|details|values|fields|attributes)\b[^.;:]*\b(?:extract|return|collect|output)\w*\b[^.;:]*:$|"
    r"\b(?:extract|return|collect|output)\b[^.;:]*\b(?:data|informations?|details|values|fields|attributes)\b[^.;:]*:$"
)
"""What leads in groups of keys: "the data to extract:", with a title over each group."""
_MOST_WORDS_OF_TITLE: Final = 6


def _heads_group(structure: Structure, at: int) -> bool:
    """Whether a line is the title of one of several groups of keys that a line above leads in."""
    title = structure.placed[at]
    if not is_lead(title.sentence.text) or len(title.sentence.text.split()) > _MOST_WORDS_OF_TITLE:
        return False
    for above in reversed(structure.placed[:at]):
        if _OF_DATA.search(above.normal.text) is not None:
            return above.sentence.kind is not SentenceKind.LIST_ITEM
        is_item = above.sentence.kind is SentenceKind.LIST_ITEM and _KEY.fullmatch(_unmarked(above)) is not None
        is_title = is_lead(above.sentence.text) and len(above.sentence.text.split()) <= _MOST_WORDS_OF_TITLE
        if not (is_item or is_title) or above.sentence.part != title.sentence.part:
            return False
    return False


def _announces_keys(placed: Placed) -> bool:
    """Whether a line leads in the keys of the JSON that the response is."""
    text, language = placed.normal.text, spoken(placed.sentence.text)
    if language in ("en", OTHER):
        given = re.search(r"\b(?:input|given|not|provided)\b", text)
        announced = _OF_KEYS.search(text) is not None or _WITH.search(text) is not None
        return announced and given is None
    words, lead = wording(language), re.split("[,，]", placed.sentence.text.lower())[-1]
    other = any(words.find(*table).search(lead) for table in (("headings", "given"), ("negations", "bans")))
    return is_lead(placed.sentence.text) and words.names_keys(lead) and not other


def _names_choices(lead: Placed, items: Sequence[Item]) -> bool:
    """Whether a line leads in labels or categories to take one of, which are named and no more."""
    return re.search(r"\b(?:labels|categories)\b", lead.normal.text) is not None and not any(
        item.holds for item in items
    )


def _is_coded(placed: Placed, name: str) -> bool:
    """Whether a name is marked as one of a key: in quotation marks or with an underscore."""
    return "_" in name or re.search(rf"[`\"']{re.escape(name)}[`\"']", placed.sentence.text) is not None


def _is_title(name: str) -> bool:
    return name.lower() in _NO_TITLES


def _of_sections(outline: Outline) -> Iterator[tuple[Constraint, Placed]]:
    """Yield that the response has sections, and what their blanks say: "Verdict: PASS / FAIL"."""
    if _tells_parts(outline):
        return
    asked = tuple(name for name in outline.names if name not in outline.optional)
    if outline.lead.sentence.kind not in (SentenceKind.HEADING, SentenceKind.DELIMITER) and asked:
        yield Sections(asked), outline.lead
    for item in outline.items:
        if item.placed is outline.lead or item.name not in asked:
            continue
        if not normalised(item.name).text.endswith("header"):  # whose lines stand without a title
            yield Sections((item.name,)), item.placed
        is_blank = _BLANK.fullmatch(item.holds) is not None or bool(choices_written(item.holds))
        if is_blank or (item.holds and spoken(item.holds) in ("en", OTHER)):
            part = behind(item.name) if is_blank else section(item.name)
            yield from ((each, item.placed) for each in asked_of(part, item.holds))


def of_outline(structure: Structure, around: Around) -> Iterator[tuple[Constraint, Placed]]:
    """Yield that the response has what the prompt lays out: for the line that announces it, and for each item."""
    if around.form in ("", "plain", "bullets", "numbered", "list"):
        for outline in outlined(structure):
            yield from _of_sections(outline)
    if around.is_json:
        for outline in keys_laid_out(structure):
            required = tuple(dict.fromkeys(item.name for item in outline.items if not _is_optional(outline, item)))
            if "{" not in outline.lead.sentence.text:
                is_deep = len(required) == 1 or _is_of_each(outline.lead) or not _announces_keys(outline.lead)
                yield from ((asked, outline.lead) for asked in keys_named(required, around.tree, deep=is_deep))
            for item in outline.items:
                address = address_of(item.name, around)
                told = tuple(_told_of(item, address, around)) if address is not None else ()
                yield from ((constraint, item.placed) for constraint in told)
                if item.name in required and not told:  # the line above asks for all of them
                    yield from ((own, item.placed) for own in keys_named((item.name,), around.tree, deep=True))

        yield from _scored(structure, around)
    yield from _barred(structure)
    yield from _tabled(structure, around)


def _scored(structure: Structure, around: Around) -> Iterator[tuple[Constraint, Placed]]:
    """Yield the range of each key that stands below a line that gives one for all: "Score each from 0 to 10:"."""
    for at, lead in enumerate(structure.placed):
        if lead.shown or not is_lead(lead.sentence.text) or _OF_ONE.search(lead.normal.text) is None:
            continue
        ranged = range_in(lead.normal.text)
        for other in _items_below(structure, at) if ranged is not None else ():
            found = _KEY.fullmatch(_unmarked(other))
            part = named_part(found["name"], around) if found is not None else None
            if ranged is not None and part is not None and part.each:
                yield InRange(*ranged, part), other
                yield InRange(*ranged, part), lead


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
    """Yield the columns of the one table that a prompt shows, where the response is to be a table."""
    placed = structure.placed
    heads = [
        at
        for at, each in enumerate(placed[:-1])
        if each.sentence.kind is SentenceKind.TABLE
        and _RULE_OF_TABLE.fullmatch(placed[at + 1].sentence.text.strip()) is not None
        and each.area not in (Area.INPUT, Area.ROLE)
    ]
    if around.form != "table" or len(heads) != 1:
        return
    head = placed[heads[0]]
    names = tuple(name.strip(" *_`") for name in head.sentence.text.strip().strip("|").split("|"))
    before = next((each for each in reversed(placed[: heads[0]]) if not each.shown), None)
    if before is not None and len(names) > 1 and all(re.fullmatch(r"\w[^\[\]<>{}]{0,40}", name) for name in names):
        yield Columns(names), head
        yield Columns(names), before


def may_tabulate(text: str) -> bool:
    """Whether a table may stand in a text."""
    return "|" in text and any(_RULE_OF_TABLE.fullmatch(line.strip()) for line in text.split("\n"))


_RULE_OF_TABLE: Final = re.compile(r"\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?\s*)?")
_OF_ONE: Final = re.compile(r"\b(?:each|every|per)\b")


_UNDER: Final = re.compile(r"\b(?:under|inside|within) (?:the )?(?:key )?⟦\d+⟧")
"""What names the key that others stand under."""


def _is_of_each(lead: Placed) -> bool:
    """Whether a line speaks of each of several objects."""
    language = spoken(lead.sentence.text)
    if language in ("en", OTHER):
        return _OF_ONE.search(lead.normal.text) is not None or _UNDER.search(lead.normal.text) is not None
    return wording(language).find("slots", "all_of_many").search(lead.sentence.text.lower()) is not None


def _told_of(item: Item, address: str, around: Around) -> Iterator[Constraint]:
    nodes = around.tree.named(item.name)
    yield from described_at(
        address, item.holds, spoken(item.placed.sentence.text), nodes[0] if len(nodes) == 1 else None
    )


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


def _heads_output(placed: Placed) -> bool:
    """Whether a line is a heading under which the response is laid out."""
    if placed.sentence.kind is not SentenceKind.HEADING:
        return False
    words, text = _worded(placed)
    if words is None:
        return _OUTPUT_HEAD.search(text) is not None
    return area_of(placed.sentence.text) is Area.OUTPUT and _lays_out(placed) and not _is_of_other(placed)


def _worded(placed: Placed) -> tuple[Wording | None, str]:
    """Return the words of the language of a line, where that is not English, and the line in the form to be read."""
    language = spoken(placed.sentence.text)
    if language in ("en", OTHER):
        return None, placed.normal.text
    return wording(language), said(placed.sentence.text, language).text


def _is_of_other(placed: Placed) -> bool:
    """Whether a line speaks of something else than the response, or of some responses only."""
    words, text = _worded(placed)
    if words is None:
        return _OF_OTHER.search(text) is not None
    others = (("negations", "phrases"), ("nouns", "key"), ("samples", "input"))
    said_so = [piece for piece in text.split(",") if words.find("slots", "outline").search(piece)] or [text]
    is_other = any(words.find(*each).search(piece) for each in others for piece in said_so)
    return is_other or is_case(placed.sentence.text, words.code)


def _lays_out(placed: Placed) -> bool:
    """Whether a line announces the parts of the response."""
    words, text = _worded(placed)
    if words is not None:
        text = re.split(" [—–-] ", text)[0]
        own = (words.find_any("forms"), words.find("nouns", "part"))
        behind = [text[found.end() :].lstrip() for found in words.find("slots", "outline").finditer(text)]
        return not words.names_rules(text) and any(not any(each.match(rest) for each in own) for rest in behind)
    if not text.endswith(":") or _OF_OTHER.search(text) is not None:
        return False
    if _LISTING.search(text):
        return re.search(rf"\b{lexicon().verb('produce')}\b|\bmust|\bshould", text) is not None
    return _ANNOUNCING.search(text) is not None


def _holds(placed: Placed) -> bool:
    """Whether a line says what the thing to write has in it: "Create a summary that includes:"."""
    words, text = _worded(placed)
    if words is not None:
        named = words.find("nouns", "written").search(text) or words.find("nouns", "response").search(text)
        return named is not None and re.search(rf"{words.any('verbs', 'include')} ?:$", text) is not None
    verb = lexicon().verb("produce")
    has = r"\b(?:includ(?:es?|ing)|contain(?:s|ing)?|covers?|covering|has|with|consists? of)\b[^.;:]{0,40} ?:$"
    return _OF_OTHER.search(text) is None and re.search(rf"(?:^|, )(?:please )?{verb} [^.:]*{has}", text) is not None


def _is_bold(placed: Placed) -> bool:
    """Whether a line begins with a title in bold: "1. **Key Decisions**: ..."; in Chinese parentheses mark one, too."""
    return (
        re.match(r"(?:\*\*|__)[^\Wa-z][^*_\n]{1,48}(?:\*\*|__|:)|[^\W\d][^（(，,:：]{1,12}[（(]", _unmarked(placed))
        is not None
    )


def _items_below(structure: Structure, at: int) -> list[Placed]:
    """Return the sentences that begin the items, lines or headings right below a line."""
    lead = structure.placed[at]
    name = plain_text(_unmarked(lead))
    found: list[Placed] = []
    for other in structure.placed[at + 1 : at + 1 + _MOST]:
        context = other.sentence.context
        if other.sentence.part != lead.sentence.part or not any(plain_text(line) == name for line in context):
            break
        if other.shown and (not found or len(context) <= len(found[0].sentence.context)):
            return []
        begins = (not found or context == found[0].sentence.context) and _begins_line(structure, other)
        kinds = (found[0].sentence.kind if found else other.sentence.kind, other.sentence.kind)
        if begins and kinds[0] is SentenceKind.LIST_ITEM is not kinds[1]:
            break  # a paragraph behind the list
        if begins:
            found.append(other)
    return found


def _begins_line(structure: Structure, placed: Placed) -> bool:
    text = structure.template.parts[placed.sentence.part].text
    start = placed.sentence.span.start
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _titled_below(structure: Structure, at: int) -> tuple[Item, ...]:
    """Return the titled items below a line; nothing where one of them has no title."""
    items: list[Item] = []
    below = structure.placed[at + 1 : at + 1 + _MOST]
    if any(_unmarked(other).partition(":")[0].lower() in _NOT_OURS for other in below if ":" in other.sentence.text):
        return ()
    lines = _items_below(structure, at)
    for other in [line for line in lines if _CHAPTER.match(line.sentence.text)] or lines:
        if items and leads_rules(other.sentence.text):
            break
        item = _titled(other)
        if item is None:
            return ()
        if not _is_title(item.name):
            items.append(item)
    return () if only_numbered([item.name for item in items]) else tuple(items)


def only_numbered(names: Sequence[str]) -> bool:
    """Whether two names differ by their number alone, so that they stand for any: "Topic 1", "Topic 2"."""
    counted = r"(?:^| )\d+\b|[一二三四五六七八九十\d]{1,2}$"
    bare = [re.sub(counted, "", normalised(f"x {name}").text.strip(" .")) for name in names]
    return len(set(bare)) < len(set(names))


def _unmarked(placed: Placed) -> str:
    text = placed.sentence.text
    marker = _MARKER.match(text)
    return text[marker.end() if marker is not None else 0 :].strip()


def _titled(placed: Placed) -> Item | None:
    text = _unmarked(placed)
    if placed.sentence.kind is SentenceKind.HEADING:
        name = title_of(text)
        is_name = (
            not _heads_rules(placed, name) and 0 < len(name.split()) < 7 and re.search(r"[{}<>\[\]]", name) is None
        )
        is_short = text.startswith("#") and len(name.split()) < 4  # "Score Summary" asks for nothing
        return Item(placed, name) if is_name and (is_short or not is_instruction(normalised(name).text)) else None
    words, _ = _worded(placed)
    if words is not None:
        titled = _ANY_TITLE.match(text) or _ANY_BARE.fullmatch(text)
        name = titled["name"].strip() if titled is not None else ""
        longest = len(name.split()) > 7 or (not words.spaced and len(name) > 12)
        is_rule = any(words.find(*each).fullmatch(name.lower()) for each in _OF_MANNER)
        is_rule = is_rule or words.find("addressee", "demand").match(name.lower()) is not None
        is_rule = is_rule or words.find("forms", "bullets").match(name.lower()) is not None
        return None if titled is None or longest or is_rule else Item(placed, name, (titled["holds"] or "").strip())
    found = _TITLE.match(text) or _BARE.fullmatch(text.rstrip(":"))
    if found is None or (is_instruction(normalised(found["name"]).text) and not text.startswith("**")):
        return None
    name = re.sub(r"\s*\([^()]*\)", "", found["name"]).strip()
    return Item(placed, name, (found["holds"] or "").strip(" ()")) if name else None


def _heads_rules(placed: Placed, name: str) -> bool:
    """Whether a heading in another language only says that rules for the response stand below it: "format"."""
    words, _ = _worded(placed)
    return words is not None and words.find("headings", "output").fullmatch(name.lower()) is not None


def _headings_below(placed: Sequence[Placed], at: int) -> tuple[Item, ...]:
    """Return the headings that stand below the heading of the output, up to the next heading beside it."""
    marks = _marks(placed[at].sentence.text)
    items: list[Item] = []
    for each in placed[at + 1 :]:
        if each.sentence.kind is not SentenceKind.HEADING or each.shown:
            continue
        own = _marks(each.sentence.text)
        is_beside = own == marks or (marks > 0 and own < marks)
        if is_beside and (own > 0 or marks > 0 or area_of(each.sentence.text) is not Area.OTHER):
            break
        name = title_of(each.sentence.text)
        if _heads_rules(each, name) or len(name.split()) > 6:
            return ()
        if re.search(r"[{}<>\[\]]", name) is None:  # else it is filled in
            items.append(Item(each, name))
    return tuple(items)


def _marks(text: str) -> int:
    return len(text) - len(text.lstrip("#"))


def plain_of(placed: Placed) -> str:
    """Return the words of a sentence as a lead-in has them."""
    return plain_text(placed.sentence.text)


@lru_cache(maxsize=4096)
def plain_text(text: str) -> str:
    """Return words in lower case without marks."""
    return re.sub(r"[\W_]+", " ", text.lower()).strip()[-60:]

"""Quantities: "at most 100 words", "3-5 bullet points", "a couple of sentences", "each bullet under 15 words"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from spade_core.categories.taxonomy import Category
from spade_core.criteria.numbers import NUMBER, value_of
from spade_core.criteria.passage import NOT, Found, Passage
from spade_core.criteria.readings import WHOLE, FieldQuantity, Place, Quantity, Scope, Unit
from spade_core.text import Span

_UNIT_WORDS = {
    Unit.WORDS: r"words?(?! (?:or|from|like|such|that|in the|to(?! (?:ensure|keep|make|maintain|help))|of|with)\b)",
    Unit.SENTENCES: r"sentences?|sentance(?:s)?",
    Unit.CHARACTERS: r"characters?|chars?|letters",
    Unit.PARAGRAPHS: r"paragraphs?",
    Unit.LINES: r"lines?",
    Unit.ITEMS: (
        r"bullet(?:ed)?[ -]?points?|bullets?|list items?|key points?|main points?|points?|(?:key "
        r")?takeaways?"
    ),
    Unit.STEPS: r"steps?",
    Unit.ENTRIES: (
        r"items?|tips?|ideas?|suggestions?|recommendations?|reasons?|examples?|options?|keywords?|tags?|"
        r"facts?|insights?"
        r"|alternatives?|titles?|headlines?|topics?|names?|movies?|books?|products?|articles?|entries|"
        r"benefits|features?"
        r"|highlights?|arguments?|actions?(?: items?)?|improvements?|issues?|queries|tweets?|posts?|outfits?|pieces?"
        r"|strateg(?:y|ies)|ways|things|quotes?|jokes?|slides?|scenes?|verses?|stanzas?|recipes?|"
        r"exercises?|places|activities"
        r"|songs?|films?|phrases?|synonyms?|responses?|answers?|versions?|variations?|categor(?:y|ies)|"
        r"themes?|objections?"
    ),
    Unit.SECTIONS: r"sections?|headings?|subheadings?|chapters?",
    Unit.EMOJIS: r"emojis?|emoticons?",
    Unit.QUESTIONS: r"(?:follow[ -]?up )?questions?",
    Unit.HASHTAGS: r"hashtags?",
    Unit.LINKS: r"links?|urls?",
    Unit.EXCLAMATIONS: r"exclamation (?:marks?|points?)",
}
_UNIT = "|".join(f"(?P<{unit.name}>{words})" for unit, words in _UNIT_WORDS.items())
_ADJECTIVES = (
    r"(?:(?!of\b|newline|special|the\b|in\b|for\b|to\b|and\b|or\b|from\b|with\b|per\b|are\b|is\b|"
    r"that\b|which\b)[a-z][a-z-]*,? ){0,3}?"
)

_UPPER = (
    r"<=|\u2264|limit:|maximum:|max:|at most|no more than|not more than|nothing more than|up to|"
    r"maximum(?: of)?|max(?:\.|"
    r"imum)?(?: of)?|within|"
    r"(?:not |[a-z]+n't |dont |cannot |never |"
    r"without )(?:be |go |get |run |use |write )?(?:exceed(?:ing)?|(?:any )?longer than|"
    r"over|beyond|above|more than)|"
    r"no longer than|not to exceed|limit(?:ed)?(?: \w+){0,5}? to|(?:keep|restrict(?:ed)?|cap(?:ped)?|"
    r"cut|trim|shorten|reduce)"
    r"(?: \w+){0,5}? (?:to|at)(?: no more than| at most| under| within| about)?|no greater than"
)
_BELOW = r"<(?!=)|under|below|less than|fewer than|shorter than|smaller than"
_LOWER = (
    r">=|\u2265|at least|a minimum of|minimum(?: of)?|min\.?(?: of)?|no (?:less|fewer) than|not less "
    r"than|no shorter than"
)
_ABOVE = r">|more than|over|longer than|above|exceeding"
_ABOUT = r"about|around|approximately|approx\.?|roughly|circa|~|some|nearly|close to|aim for|in the region of"
_EXACT = r"exactly|precisely|only|just|strictly"
_VAGUE = {
    "a couple of": (1, 3),
    "a couple": (1, 3),
    "couple of": (1, 3),
    "a few": (2, 5),
    "several": (3, 8),
    "few": (2, 5),
}
_VAGUE_WORDS = "|".join(sorted(_VAGUE, key=len, reverse=True))

_BOUND = (
    rf"(?P<upper>{_UPPER})|(?P<below>{_BELOW})|(?P<lower>{_LOWER})|(?P<above>{_ABOVE})|"
    rf"(?P<about>{_ABOUT})|(?P<exact>{_EXACT})"
)
_AFTER = (
    r"(?P<post_upper>,? ?\(?(?:or (?:less|fewer)|max(?:imum)?\b|at (?:the )?most|tops|or shorter|and no more|"
    r"limit)(?! (?:of )?\d))"
    r"|(?P<post_lower> (?:or more|minimum|at least|or longer))"
)
_QUANTITY = re.compile(
    rf"(?<![\w-])(?:(?:{_BOUND})(?: a| an| the)?(?: total of| maximum of)? ?)?"
    rf"(?:(?P<between>between )?(?:from )?(?P<from>{NUMBER})"
    rf"(?(between) ?(?:and|to|-) ?| ?(?:to|-|or) ?)(?P<to>{NUMBER})"
    rf"|(?P<number>{NUMBER})(?P<mid_lower> or more|\+)?(?P<mid_upper> or (?:fewer|less))?|(?P<loose>{_VAGUE_WORDS}))"
    rf"(?:[ -]|(?=words))(?:{_ADJECTIVES})(?:{_UNIT})(?![\w-])(?:{_AFTER})?"
)
_ONE = re.compile(
    rf"(?<![\w-])(?:in|into|as|with|exactly|write|return|output|give) (?:an?|one) (?:short |single |"
    rf"brief |concise |simple )*(?P<what>{_UNIT_WORDS[Unit.SENTENCES]}|"
    rf"{_UNIT_WORDS[Unit.PARAGRAPHS]})(?![\w-])"
)
_SINGLE_WORD = re.compile(
    r"\b(?:in|with|as|to|just|only|exactly|write|return|output|give|be|is) (?:just |only |exactly )?"
    r"(?:a single|(?:just |only )?one)[ -](?P<what>word)\b(?! (?:or|from|like|such|that|per|at)\b)"
)
_COUNT_LABEL = re.compile(
    rf"\b(?P<unit>word|character|sentence) (?:count|limit)(?: of|:| is|=|should be| must be)* ?(?P<about>{_ABOUT})? ?"
    rf"(?P<bound>{_UPPER}|{_BELOW})? ?(?P<from>{NUMBER})(?: ?(?:-|to) ?(?P<to>{NUMBER}))?"
)
_FIELD = re.compile(
    (
        rf"(?:(?:{_BOUND}) ?)?(?P<number>[{{\[<$]{{1,2}} ?(?P<field>[A-Za-z_]\w*) ?[}}\]>]{{0,2}})(?:[ "
        rf"-])(?:{_ADJECTIVES})(?:{_UNIT})(?![\w-])"
    ),
    re.IGNORECASE,
)

_NUMBER_NAME = re.compile(
    r"(?:^|_)(?:n|k|x|num|nr|no|number|count|max|min|maximum|minimum|limit|length|total|amount|quantity|size)(?:_|\d|$)"
    r"|^(?:n|num|max|min)[A-Z]|(?:Count|Number|Limit|Length)$",
)
"""The name of a field that holds a number."""
_NOT_ASKED = re.compile(
    r"\b(?:you (?:will |are |have been |were )?(?:be )?(?:given|receive|provided|get)|the (?:user|"
    r"customer|input|text|following)(?: \w+)? (?:has|have|gives?|is|are|contains?|provides?)|there "
    r"(?:are|is)|for example|e\.g\.)"
)
_WANTED_VERB = re.compile(
    r"\b(?:write|list|give|provide|generate|create|suggest|include|use|produce|return|output|identify|"
    r"name|offer|propose|make|answer|"
    r"respond|reply|summari[sz]e|describe|explain|present|add|pick|choose|select|recommend|come up "
    r"with|ask|mention|compose|draft|"
    r"should|must|limit|keep|contain|contains|have|has|consist|consists|be|is|are|in|into|need|want|"
    r"extract|highlight|state|break|split|compile|show|find|formulate)\b"
)
_PER = {
    Place.EACH_ITEM: (
        r"(?:each|every|per|all|any|a) (?:\w+ )?(?:bullet(?: point)?s?|list items?|items?|points?|steps?|entry|"
        r"entries|suggestions?|tips?|options?|keywords?|tags?|takeaways?)\b"
    ),
    Place.EACH_PARAGRAPH: r"(?:each|every|per|all) (?:\w+ )?(?:paragraph|message|verse|stanza)s?\b",
    Place.EACH_SENTENCE: r"(?:each|every|per|all) (?:\w+ )?sentences?\b|sentences (?:should|must|under|of|with)",
    Place.EACH_LINE: r"(?:each|every|per|all) (?:\w+ )?(?:line|tweet|post)s?\b",
}
_PLACE_UNIT = {
    Place.EACH_ITEM: {Unit.ITEMS, Unit.ENTRIES, Unit.STEPS},
    Place.EACH_PARAGRAPH: {Unit.PARAGRAPHS},
    Place.EACH_SENTENCE: {Unit.SENTENCES},
    Place.EACH_LINE: {Unit.LINES},
}
_EACH_OF_UNIT = {
    Unit.PARAGRAPHS: Place.EACH_PARAGRAPH,
    Unit.ITEMS: Place.EACH_ITEM,
    Unit.STEPS: Place.EACH_ITEM,
    Unit.ENTRIES: Place.EACH_ITEM,
    Unit.SENTENCES: Place.EACH_SENTENCE,
    Unit.LINES: Place.EACH_LINE,
}
_EACH_ONE = re.compile(
    r"\beach(?: one)?(?: of| at| no| not| up| under| below| over| with| having| containing| about| around| between| "
    r"exactly| max\w*| fewer| less| more| should| must| is| being| limited| kept| within| only| \d+)\b"
    r"|\b(?:words?|sentences?|characters?|lines?)(?: long)? (?:each|apiece)\b"
)
_REPEATED = re.compile("|".join(f"(?P<{unit.name}>\\b(?:{_UNIT_WORDS[unit]})\\b)" for unit in _EACH_OF_UNIT))
_OTHER_EACH = re.compile(
    r"\b(?:each|every|per)(?: \w+)? (?!line|time|bullet|item|point|paragraph|sentence|response|answer|output)\w+"
)
_FOR_EACH = re.compile(r"\bfor (?:each|every)(?: one)? (?!response|answer|output|reply)\w+")
_IN_TITLE = re.compile(
    r"\W*(?:\w+ )?(?:in|as|at the start of|to) (?:the |your )?(?:title|headline|subject(?: line)?|"
    r"first line)\b"
)
_TITLE = re.compile(r"\b(?:title|headline|subject line|heading)s?\b")


@dataclass(frozen=True, slots=True)
class _Bounds:
    lower: int | None
    upper: int | None
    approximate: bool = False


def quantities(passage: Passage) -> Iterator[Found]:
    """Yield the quantities that a sentence asks for."""
    taken: list[Span] = []
    readers = [_of_fields] if _NOT_ASKED.search(passage.lower) else [_of_fields, _of_numbers, _of_labels, _of_articles]
    for reader in readers:
        for found in reader(passage):
            if not any(found.span.start < other.end and other.start < found.span.end for other in taken):
                taken.append(found.span)
                yield found


def _of_fields(passage: Passage) -> Iterator[Found]:
    for match in _FIELD.finditer(passage.text):
        found = _field_quantity(passage, match)
        if found is not None:
            yield found


def _of_numbers(passage: Passage) -> Iterator[Found]:
    for match in _QUANTITY.finditer(passage.lower):
        counts_nothing = (
            _unit(match) is Unit.ENTRIES and match["number"] and value_of(match["number"]) < 2
        )  # "one idea"
        if not counts_nothing and _is_asked(passage, match) and not _is_refused(passage.lower, match):
            bounds, start = _with_the_other(passage.lower, match, _bounds(passage.lower, match))
            yield from _found(passage, bounds, _unit(match), Span(start, match.end()))


_OTHER_BOUND = re.compile(
    rf"(?<![\w-])(?:(?P<lower>{_LOWER})|(?P<upper>at most|no more than|not more than|up to|a maximum of)) "
    rf"(?P<number>{NUMBER}),? (?:and|but|or)(?: also)? $"
)
"""Before a quantity with one bound, the other one, which has no unit of its own: "at least 3 and"."""


def _with_the_other(text: str, match: re.Match[str], bounds: _Bounds) -> tuple[_Bounds, int]:
    """Return bounds with the one that stands before them, and where it all begins."""
    other = _OTHER_BOUND.search(text, 0, match.start())
    if other is None or bounds.approximate or (bounds.lower is None) == (bounds.upper is None):
        return bounds, match.start()
    number = value_of(other["number"])
    if other["lower"] and bounds.upper is not None and number <= bounds.upper:
        return _Bounds(number, bounds.upper), other.start()
    if other["upper"] and bounds.lower is not None and bounds.lower <= number:
        return _Bounds(bounds.lower, number), other.start()
    return bounds, match.start()


def _of_labels(passage: Passage) -> Iterator[Found]:
    for match in _COUNT_LABEL.finditer(passage.lower):
        yield from _found(passage, _labelled_bounds(match), Unit(match["unit"] + "s"), Span(*match.span()))


def _of_articles(passage: Passage) -> Iterator[Found]:
    for match in (*_wholes(passage), *_SINGLE_WORD.finditer(passage.lower)):
        if _REFUSED.search(passage.lower[: match.start()] + " "):
            continue
        unit = next(unit for unit, words in _UNIT_WORDS.items() if re.fullmatch(words, match["what"]))
        yield from _found(passage, _Bounds(1, 1), unit, Span(*match.span()))


def _wholes(passage: Passage) -> Iterator[re.Match[str]]:
    """What is to be one sentence or paragraph as a whole: not the one that it ends with."""
    for match in _ONE.finditer(passage.lower):
        if not _EDGE.search(passage.lower[: match.start() + 1]):
            yield match


_EDGE = re.compile(r"\b(?:start|begin|open|end|finish|conclud|clos|follow|add|lead|introduc)\w*\b[^.;,]*$")


def _unit(match: re.Match[str]) -> Unit:
    return next(unit for unit in Unit if match[unit.name] is not None)


def _is_asked(passage: Passage, match: re.Match[str]) -> bool:
    """Whether a number is a demand: it has a bound, or a verb that asks stands before it, or it opens the sentence."""
    if any(match[name] for name in ("upper", "below", "lower", "exact", "post_upper", "post_lower")):
        return True
    before = passage.lower[: match.start()]
    return not before.strip(" -*#>0123456789.)\"'") or _WANTED_VERB.search(before) is not None or bool(passage.lead_ins)


def _is_refused(text: str, match: re.Match[str]) -> bool:
    """Whether a plain number is the one that is not wanted: "never answer with one word"."""
    bounded = any(
        match[name] for name in ("upper", "below", "lower", "above", "post_upper", "post_lower", "from", "loose")
    )
    return not bounded and _REFUSED.search(text[: match.start()]) is not None


_REFUSED = re.compile(
    rf"\b(?:{NOT})(?: (?:just|only|ever))? (?:answer|reply|respond|write|use|give)(?: \w+){{0,2}}? (?:in|with|as)? "
    r"?(?:just |only )?$"
)


def _bounds(text: str, match: re.Match[str]) -> _Bounds:
    if match["loose"]:
        low, high = _VAGUE[match["loose"]]
        capped = match["upper"] or match["below"]
        return _Bounds(None if capped else low, None if match["lower"] or match["above"] else high, approximate=True)
    if match["from"]:
        low, high = sorted((value_of(match["from"]), value_of(match["to"])))
        if match["lower"]:
            return _Bounds(low, None)
        if match["upper"] and not match["upper"].startswith(("keep", "limit", "within", "restrict")):
            return _Bounds(None, high)
        return _Bounds(low, high)
    number = value_of(match["number"])
    negated = match["above"] is not None and _negated(text[: match.start()])
    if match["upper"] or match["post_upper"] or match["mid_upper"] or negated:
        return _Bounds(None, number)
    if match["below"]:
        if _negated(text[: match.start()]):
            return _Bounds(number, None)
        return _Bounds(None, max(number - 1, 0))
    if match["lower"] or match["post_lower"] or match["mid_lower"]:
        return _Bounds(number, None)
    if match["above"]:
        return _Bounds(number + 1, None)
    loose = match["about"] is not None or (number >= 20 and match["exact"] is None)
    return _Bounds(number, number, approximate=loose)


def _negated(before: str) -> bool:
    """Whether the words right before "more than" or "longer than" turn it into an upper bound."""
    return re.search(r"(?:\bno|\bnot|n't|\bnever|\bwithout|\bavoid)(?: \w+){0,6} ?$", before) is not None


def _labelled_bounds(match: re.Match[str]) -> _Bounds:
    number = value_of(match["from"])
    if match["to"]:
        return _Bounds(number, value_of(match["to"]), approximate=match["about"] is not None)
    if match["bound"] or "limit" in match[0]:
        return _Bounds(None, number)
    return _Bounds(number, number, approximate=True)


def _found(passage: Passage, bounds: _Bounds, unit: Unit, span: Span) -> Iterator[Found]:
    scope = scope_of(passage, span, unit)
    if scope == WHOLE and (_OTHER_EACH.search(_near(passage, span)) or _FOR_EACH.search(passage.clause_around(span))):
        # "three examples for each term": how many there are in all is unknown, that there are three is not.
        if bounds.lower is None:
            return
        bounds = _Bounds(bounds.lower, None, bounds.approximate)
    reading = Quantity(unit, bounds.lower, bounds.upper, scope, bounds.approximate)
    yield Found(reading, span, Category.QUANTITY, vague=bounds.approximate)


def _near(passage: Passage, span: Span) -> str:
    """The words around a quantity, to the commas on either side."""
    start = passage.lower.rfind(",", 0, span.start) + 1
    end = passage.lower.find(",", span.end)
    return passage.lower[start : end if end >= 0 else len(passage.lower)]


def _field_quantity(passage: Passage, match: re.Match[str]) -> Found | None:
    field = next((name for name in passage.around.placeholders if name.lower() == match["field"].lower()), None)
    if field is None:
        return None
    low = any(match[name] for name in ("lower", "above"))
    high = any(match[name] for name in ("upper", "below"))
    if not (low or high or match["exact"] or match["about"]) and not _counts(match):
        return None
    reading = FieldQuantity(_unit(match), field, at_least=low or not high, at_most=high or not low)
    return Found(reading, Span(*match.span()), Category.QUANTITY)


def _counts(match: re.Match[str]) -> bool:
    """Whether a field without a bound before it is a number: {n} ideas, {word_count} words; not {item} by name."""
    unit = match[_unit(match).name]
    directly = (
        match[0].lower().rpartition(unit.lower())[0].rstrip(" -").endswith(("}", "]", ">", match["field"].lower()))
    )
    return _NUMBER_NAME.search(match["field"]) is not None or (directly and _unit(match) is not Unit.ENTRIES)


def scope_of(passage: Passage, span: Span, unit: Unit | None = None) -> Scope:
    """Return the part of the response that the words at `span` are about."""
    clause = passage.clause_around(span)
    repeated = _repeated_before(passage, span)
    if repeated is not None and unit not in _PLACE_UNIT[repeated]:
        return Scope(repeated)
    key = key_before(passage, span)
    if key and unit is not Unit.SECTIONS:
        return Scope(Place.KEY, key)
    for place, words in _PER.items():
        if unit not in _PLACE_UNIT[place] and re.search(words, clause):
            return Scope(place)
    before = passage.lower[: span.start]
    section = section_in(before, passage.around.sections) or passage.section
    if unit not in (Unit.ITEMS, Unit.ENTRIES, Unit.SECTIONS) and (
        _TITLE.search(before[-60:]) or _IN_TITLE.match(passage.lower[span.end :])
    ):
        return Scope(Place.TITLE)
    if section:
        return Scope(Place.SECTION, section)
    return WHOLE


def _repeated_before(passage: Passage, span: Span) -> Place | None:
    """The place that a bare "each" stands for: in "2 paragraphs, each of at most 50 words", each paragraph."""
    near = passage.lower[max(passage.lower.rfind(",", 0, span.start), 0) : span.end + 9]
    each = _EACH_ONE.search(near)
    if each is None:
        return None
    before = list(_REPEATED.finditer(passage.lower[: span.start]))
    return _EACH_OF_UNIT[Unit[before[-1].lastgroup or ""]] if before else None


_QUOTED_KEY = re.compile(r"[\"'`](?P<key>[a-z_][\w-]{0,40})[\"'`]", re.IGNORECASE)


def key_before(passage: Passage, span: Span) -> str:
    """Return the JSON key that the words at `span` say something about; empty where the response is no JSON."""
    if not passage.around.is_json:
        return ""
    for marks in ((", ", ". ", "; "), (". ", "; ")):
        start = max(passage.lower.rfind(mark, 0, span.start) for mark in marks) + 1
        named = keys_in(passage.text[start : span.start], passage.around.keys)
        if named:
            return named[0] if len(named) == 1 else ""
    return ""


def keys_in(text: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return the JSON keys that a text names, in quotes or among those known, each once."""
    known = [key for key in keys if re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", text, re.IGNORECASE)]
    quoted = [match["key"] for match in _QUOTED_KEY.finditer(text)]
    return tuple(dict.fromkeys([*quoted, *known]))


def section_in(text: str, sections: tuple[str, ...]) -> str:
    """Return the last-named of `sections` that occurs in the folded `text`; empty when none does."""
    places = [
        (text.rfind(name.lower()), name) for name in sections if re.search(rf"\b{re.escape(name.lower())}\b", text)
    ]
    return max(places)[1] if places else ""

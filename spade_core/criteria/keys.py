"""The keys of a response in JSON, what their values must be, and the columns of a table."""

import re
from collections.abc import Iterator

from spade_core.categories.taxonomy import Category
from spade_core.criteria.formats import INPUT, layouts
from spade_core.criteria.passage import NEGATION, Found, Passage, is_conditional
from spade_core.criteria.readings import (
    Format,
    JsonKeys,
    KeyChoice,
    KeyRange,
    Layout,
    PhraseRule,
    Phrases,
    Reading,
)
from spade_core.text import Span

_KEYS = re.compile(
    r"\b(?:keys?|fields?|properties|attributes|columns?|headers?)\b(?: (?:named|called|are|should be|"
    r"must be|as follows|following))*"
    r" ?:? ?(?P<names>[\w\"'`-]+(?: ?(?:,|and|,? and|or) ?[\w\"'`-]+)*)"
)
_LISTED_KEYS = re.compile(r"\b(?:fields?|keys?|json)\b[^:]*: ?(?P<names>[\w\"'`-]+(?:, ?(?:and )?[\w\"'`-]+)+)\W*$")
_STOP_KEYS = {
    "and",
    "or",
    "the",
    "a",
    "an",
    "of",
    "in",
    "for",
    "with",
    "from",
    "to",
    "is",
    "are",
    "that",
    "which",
    "should",
    "must",
    "as",
    "value",
    "values",
}


def wants_json(passage: Passage) -> bool:
    """Whether a sentence asks for JSON."""
    asked = [found.reading for found in layouts(passage)] if "json" in passage.lower else []
    kinds = (Format.JSON, Format.JSON_ARRAY, Format.JSON_OBJECT)
    return any(isinstance(reading, Layout) and reading.wanted and reading.format in kinds for reading in asked)


_ADDED_KEY = re.compile(
    r"\b(?:add|include|contain|insert|have|has|with|and|plus|provide|return|give)s? (?:also )?"
    r"(?:an? |the |another |its )?(?:\w+ )?(?:key |field |property )?[\"'`](?P<key>[a-z_][\w-]{0,40})[\"'`]"
    r"(?! ?(?:as the value|if\b|when\b))",
    re.IGNORECASE,
)
_NO_KEY = re.compile(r"\b(?:words?|phrases?|text|string|value|say|write|saying|sentence|line)s?[,:]? [\"'`]")


def json_keys(passage: Passage) -> tuple[str, ...]:
    """Return the keys of a response in JSON that a sentence names or adds."""
    named = [key for found in keys_and_columns(passage) for key in _keys_of(found.reading)]
    if not _NO_KEY.search(passage.lower) and NEGATION.search(passage.spoken) is None:
        named += [match["key"] for match in _ADDED_KEY.finditer(passage.text)]
    return tuple(dict.fromkeys(named))


def _keys_of(reading: Reading) -> tuple[str, ...]:
    return reading.keys if isinstance(reading, JsonKeys) else ()


def added_keys(passage: Passage) -> Iterator[Found]:
    """Yield the keys that a sentence adds to the JSON: 'Add a "reason" of at most 20 words'."""
    if not passage.around.is_json or any(_keys_of(found.reading) for found in keys_and_columns(passage)):
        return
    keys = json_keys(passage)
    if keys:
        places = [match.span() for match in _ADDED_KEY.finditer(passage.text)]
        span = Span(places[0][0], places[-1][1])
        yield Found(JsonKeys(keys, closed=False), span, Category.RESPONSE_FORMAT)


_DECIMAL = r"-?\d+(?:\.\d+)?"
_RANGE = re.compile(
    r"(?P<key>[\"'`]?[a-z_][\w-]*[\"'`]?)(?P<called> (?:value|score|level|number|key|field|property))?"
    r"(?::| \(| (?:is|as|must be|should be|has to be|needs to be|ranges?|lies|must lie|goes|being))"
    r"(?: ?(?:always|an?|in|the|range|of|number|float|decimal|integer|value|score|real|floating|point))*,? ?"
    rf"(?P<how>between|from|in)? ?\[?(?P<low>{_DECIMAL}) ?(?:and|to|-|,) ?(?P<high>{_DECIMAL})(?!\d| \w+s\b)"
)
_ONE_OF = re.compile(
    r"(?P<key>[\"'`]?[a-z_][\w-]*[\"'`]?)(?P<called> (?:value|key|field|property))?"
    r"(?::| (?:is|must be|should be|has to be|needs to be|can be|may be|can only be|as|being))"
    r"(?: (?:always|either|exactly|only))* (?:one of|either|any of)(?: the following| these)?:? ?(?P<list>.+?)\W*$"
)


def key_values(passage: Passage) -> Iterator[Found]:
    """Yield what a sentence says of the values of one key of the JSON: a range, or what to choose from."""
    if not passage.around.is_json or is_conditional(passage.lower):
        return
    for match in _RANGE.finditer(passage.lower):
        key = _known_key(passage, match)
        if key and float(match["low"]) < float(match["high"]):
            yield Found(KeyRange(key, match["low"], match["high"]), Span(*match.span()), Category.RESPONSE_FORMAT)
    chosen = _ONE_OF.search(passage.lower)
    key = _known_key(passage, chosen) if chosen is not None else ""
    if chosen is not None and key:
        written = passage.text[chosen.start("list") : chosen.end("list")]
        names = [name.strip(" \"'`.") for name in re.split(r",|/|\||\bor\b|\band\b", written)]
        choices = tuple(dict.fromkeys(name for name in names if name))
        if len(choices) > 1 and all(len(name.split()) <= 3 for name in choices):
            yield Found(KeyChoice(key, choices), Span(*chosen.span()), Category.RESPONSE_FORMAT)


def _known_key(passage: Passage, match: re.Match[str]) -> str:
    """The key as the prompt writes it where it is known; else as the sentence does, if in quotes or called a key."""
    written = passage.text[match.start("key") : match.end("key")]
    bare = written.strip("\"'`")
    known = {key.lower(): key for key in passage.around.keys}
    return known.get(
        bare.lower(), bare if written != bare or match["called"] in (" key", " field", " property") else ""
    )


def keys_and_columns(passage: Passage) -> Iterator[Found]:
    """Yield the keys of the JSON, or the columns of the table, that a sentence names."""
    is_json = re.search(r"\bjson\b", passage.lower) is not None or "json" in passage.lead_in
    is_table = re.search(r"\b(?:csv|table)\b", passage.lower) is not None
    if not (is_json or is_table) or INPUT.search(passage.lower):
        return
    for match in (*_KEYS.finditer(passage.lower), *_LISTED_KEYS.finditer(passage.lower)):
        written = passage.text[match.start("names") : match.end("names")]
        names = [name.strip("\"'`.,") for name in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+or\s+|\s+", written)]
        if (
            not all(names)
            or any(name.lower() in _STOP_KEYS for name in names)
            or (len(names) < 2 and written == names[0])
        ):
            continue
        span = Span(*match.span())
        reading: Reading = JsonKeys(tuple(dict.fromkeys(names)))
        if not is_json:
            reading = Phrases(PhraseRule.INCLUDE_ALL, tuple(dict.fromkeys(names)))
        yield Found(reading, span, Category.RESPONSE_FORMAT)
        return

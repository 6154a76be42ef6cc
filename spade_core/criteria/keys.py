"""The keys of a response in JSON, what their values must be, and the columns of a table."""

import re
from collections.abc import Iterator
from dataclasses import replace

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
from spade_core.deltas.sentence import SentenceKind
from spade_core.text import Span

_KEYS = re.compile(
    r"\b(?:keys?|fields?|properties|attributes|columns?|headers?)\b(?: (?:named|called|are|should be|"
    r"must be|as follows|following))* ?:? ?(?=[\w\"'`-])"
)
_LISTED_KEYS = re.compile(r"\b(?:fields?|keys?|json)\b[^:]*: ?(?=[\w\"'`-])")
_REMARK = r"(?: ?\((?:[^()\n]|\([^()\n]*\))*\))?"
"""What parentheses say of a name of a list: `"priority" (1 to 5)`."""
_TYPE = r"(?: ?: ?(?:an? )?[\w-]+(?: of [\w-]+)?(?= ?[,;.]| and [\"'`]|\s*$))?"
"""What a colon says of it: `"priority": number`."""
_QUOTED_NAME = re.compile(rf"(?:\"([^\"\n]{{1,60}})\"|`([^`\n]{{1,60}})`|'([^'\n]{{1,60}})')(?:{_REMARK}{_TYPE})")
_BARE_NAME = re.compile(rf"([\w-]+)(?![\"'`]){_REMARK}")
_QUOTED_NEXT = re.compile(
    r" ?(?:,|/|&|\b(?:and|or|plus|as well as)\b)(?: ?\b(?:and|or|plus|as well as|optionally|optional|an?|the|its)\b)*"
    r" ?(?=[\"'`])"
)
_BARE_NEXT = re.compile(r" ?(?:,(?: ?(?:and|or)\b)?|\b(?:and|or)\b) ?(?=[\w-])")
_MORE_KEYS = re.compile(
    r"[\"'`][a-z_][\w -]{0,60}[\"'`]|^ ?[(:/&]|^,? (?:and|plus|as well as)\b(?! (?:nothing|no|only)\b)"
)
_SOME_KEYS = re.compile(r"\b(?:optional(?:ly)?|etc|such as|for example|e\.g|at least|and so on)\b")
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
    r"\b(?P<cue>add|include|contain|insert|have|has|with|and|plus|provide|return|give)s? (?:also )?"
    r"(?:an? |the |another |its )?(?:\w+ )?(?P<noun>key |field |property )?[\"'`](?P<key>[a-z_][\w-]{0,40})[\"'`]"
    r"(?! ?(?:as the value|if\b|when\b))",
    re.IGNORECASE,
)
_NO_KEY = re.compile(r"\b(?:words?|phrases?|text|string|value|say|write|saying|sentence|line)s?[,:]? [\"'`]")


_KEYS_BELOW = re.compile(r"\b(?:keys|fields|properties|attributes)\b[^.]*:\W*$")
_KEY_ITEM = re.compile(
    r"^\s*(?:[-*+\u2022]|\d{1,2}[.)])\s+(?:\*\*)?[\"'`]?(?P<key>[A-Za-z_][\w-]{0,40})[\"'`]?(?:\*\*)?"
    r"(?=\s*(?:$|[:(\u2013\u2014]|- |[,;.]\s*$|(?:is|are|must|should|has to)\b))"
)


def listed_keys(passage: Passage) -> Iterator[Found]:
    """Yield the key that an item names of the list under "with the following keys:"."""
    if passage.around.is_json:
        match = _key_item(passage)
        if match is not None:
            reading = JsonKeys((match["key"],), closed=False)
            yield Found(reading, Span(*match.span("key")), Category.RESPONSE_FORMAT)


def _key_item(passage: Passage) -> re.Match[str] | None:
    """The item's beginning where it names a key; none where the list is of the keys of an object inside."""
    announced = [line for line in passage.lead_ins if _KEYS_BELOW.search(line)]
    if len(announced) != 1 or announced[0] != passage.lead_in or passage.sentence.kind is not SentenceKind.LIST_ITEM:
        return None
    of_input = INPUT.search(passage.lead_in) or _OF_INPUT.search(passage.lead_in)
    return None if of_input else _KEY_ITEM.match(passage.plain)


_OF_INPUT = re.compile(
    r"\b(?:inputs?|receives?|received|given|provided|(?:will )?get|incoming|requests?|sources?|never|not|no|avoid|"
    r"optional)\b"
)
"""A lead-in to keys that the response need not have, or must not."""


def json_keys(passage: Passage) -> tuple[str, ...]:
    """Return the keys of a response in JSON that a sentence names or adds."""
    item = _key_item(passage)
    return (item["key"],) if item is not None else _keys_named(passage)


def _keys_named(passage: Passage) -> tuple[str, ...]:
    named = [key for found in keys_and_columns(passage) for key in _keys_of(found.reading)]
    named += [match["key"] for match in _additions(passage)]
    return tuple(dict.fromkeys(named))


_OBJECT = re.compile(r"\b(?:json|objects?|keys?|fields?|propert(?:y|ies)|entr(?:y|ies)|items?|arrays?|dict\w*)\b")


def _additions(passage: Passage) -> list[re.Match[str]]:
    """The keys that a sentence adds; "with" and "and" add one only to an object or to another key."""
    if _NO_KEY.search(passage.lower):
        return []
    found: list[re.Match[str]] = []
    for match in _ADDED_KEY.finditer(passage.text):
        before = passage.spoken[: match.start()]
        cue = match["cue"].lower()
        joins = cue in ("with", "and", "plus")
        added = match["noun"] or not joins or _OBJECT.search(before) or (found and cue != "with")
        if added and NEGATION.search(before) is None:
            found.append(match)
    return found


def _keys_of(reading: Reading) -> tuple[str, ...]:
    return reading.keys if isinstance(reading, JsonKeys) else ()


def added_keys(passage: Passage) -> Iterator[Found]:
    """Yield the keys that a sentence adds to the JSON: 'Add a "reason" of at most 20 words'."""
    if not passage.around.is_json or any(_keys_of(found.reading) for found in keys_and_columns(passage)):
        return
    keys = _keys_named(passage)
    if keys:
        places = [match.span() for match in _additions(passage)]
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
    r"(?: (?:always|either|exactly|only))* (?:one of|either|any of)(?: the following| these)?:? ?"
    r"(?P<list>[^;]+?)(?:;|\W*$)"
)
_ONE_OF_BESIDE = re.compile(
    r"(?P<key>[\"'`]?[a-z_][\w-]*[\"'`]?)(?P<called> (?:value|key|field|property))?"
    r" \((?:(?:always|exactly|either|must be|any of|one of)(?: the following| these)?:? )*(?P<list>[^()]+)\)"
)
"""The choices in parentheses: `"mood" (one of "calm", "angry")`."""
_BETWEEN = re.compile(r"(?:[,/|\s]|\bor\b|\band\b)*")
_QUOTES = re.compile(r"\"([^\"\n]+)\"|`([^`\n]+)`|(?<!\w)'([^'\n]+)'(?!\w)")


def key_values(passage: Passage) -> Iterator[Found]:
    """Yield what a sentence says of the values of one key of the JSON: a range, or what to choose from."""
    if not passage.around.is_json or is_conditional(passage.lower):
        return
    for match in _RANGE.finditer(passage.lower):
        key = _known_key(passage, match)
        if key and float(match["low"]) < float(match["high"]):
            yield Found(KeyRange(key, match["low"], match["high"]), Span(*match.span()), Category.RESPONSE_FORMAT)
    whole = _ONE_OF.search(passage.lower)
    taken: set[str] = set()
    for chosen in [*_ONE_OF_BESIDE.finditer(passage.lower), *([whole] if whole is not None else [])]:
        key = _known_key(passage, chosen)
        choices = _choices_of(passage, chosen)
        if key and key not in taken and choices:
            taken.add(key)
            yield Found(KeyChoice(key, choices), Span(*chosen.span()), Category.RESPONSE_FORMAT)


def _choices_of(passage: Passage, match: re.Match[str]) -> tuple[str, ...]:
    """The names to choose from, those in quotes where there are some; empty where the list is none of names."""
    written = passage.plain[match.start("list") : match.end("list")]
    in_quotes: list[str] = []
    end = 0
    for quote in _QUOTES.finditer(written):
        if in_quotes and _BETWEEN.fullmatch(written, end, quote.start()) is None:
            break
        in_quotes.append(next(filter(None, quote.groups())))
        end = quote.end()
    if match.re is _ONE_OF_BESIDE and not re.search(r"\b(?:one of|either|any of)\b", match.group()):
        rest = re.sub(r",|/|\||\bor\b", "", _QUOTES.sub("", written))
        if len(in_quotes) < 2 or rest.strip():
            return ()  # a remark of another kind
    split = [name.strip(" \"'`.") for name in re.split(r",|/|\||\bor\b|\band\b", written)]
    choices = tuple(dict.fromkeys(name for name in (in_quotes if len(in_quotes) > 1 else split) if name))
    return choices if len(choices) > 1 and all(len(name.split()) <= 3 for name in choices) else ()


_LABEL_KEY = re.compile(r"(?:^|_)(?:categor(?:y|ies)|labels?|class(?:ification)?|intent|type|sentiment|verdict|topic)$")


def in_json(found: list[Found], keys: tuple[str, ...]) -> list[Found]:
    """Return readings with what a response in JSON may be in words read as the value of the key that classifies."""
    return [_in_json(item, [key for key in keys if _LABEL_KEY.search(key.lower())]) for item in found]


def _in_json(item: Found, keys: list[str]) -> Found:
    reading = item.reading
    if not isinstance(reading, Phrases) or reading.rule is not PhraseRule.ONE_OF:
        return item
    if len(keys) == 1:
        return replace(item, reading=KeyChoice(keys[0], reading.phrases))
    return replace(item, reading=Phrases(PhraseRule.INCLUDE_ANY, reading.phrases, reading.scope))


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
        names, end, quoted = _names_from(passage, match.end())
        if not all(names) or (not quoted and (len(names) < 2 or any(name.lower() in _STOP_KEYS for name in names))):
            continue
        rest = passage.lower[end:]
        if match.re is _LISTED_KEYS and (len(names) < 2 or rest.strip(" .;:!)*_")):
            continue
        reading: Reading = JsonKeys(names, closed=not (_MORE_KEYS.search(rest) or _SOME_KEYS.search(passage.lower)))
        if not is_json:
            reading = Phrases(PhraseRule.INCLUDE_ALL, names)
        yield Found(reading, Span(match.start(), end), Category.RESPONSE_FORMAT)
        return


def _names_from(passage: Passage, start: int) -> tuple[tuple[str, ...], int, bool]:
    """The names of the list that starts at an offset, remarks in parentheses left out; its end; whether it quotes."""
    quoted = passage.lower[start] in "\"'`"
    item, following = (_QUOTED_NAME, _QUOTED_NEXT) if quoted else (_BARE_NAME, _BARE_NEXT)
    names: list[str] = []
    end = at = start
    while (match := item.match(passage.plain, at)) is not None:
        names.append(next(filter(None, match.groups())).strip())
        end = match.end()
        more = following.match(passage.lower, end)
        if more is None or (not quoted and _ENDS_LIST.search(passage.lower[start:at])):
            break
        at = more.end()
    return tuple(dict.fromkeys(names)), end, quoted


_ENDS_LIST = re.compile(r"\b(?:and|or) ?$")
"""Before the last of a list of bare words: what "and" adds after it is said of something else."""

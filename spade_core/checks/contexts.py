"""What a response says that its contexts do not hold: numbers, dates, names, quotations, citations.

Contexts are texts, or objects with ``text`` and perhaps ``id``; other sources, such as the question, stand beside them.
None of this is faithfulness: a response of the right numbers and names may still be wrong. What is not sure is not
named, so that an empty list proves little and a full one much.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from spade_core.checks.figures import _DATE, _MONTH, _day, dates_of
from spade_core.checks.markup import quotations_of
from spade_core.checks.plain import folded, plain

__all__ = [
    "contexts_of",
    "copied_words",
    "new_dates",
    "new_names",
    "new_numbers",
    "new_quotations",
    "says_unknown",
    "speaks_of",
    "unanswered",
    "unknown_citations",
]

_TEXTS: Final = ("text", "page_content", "pageContent", "content", "chunk", "passage", "body")
_MOST_DIGITS: Final = 200
_FEWEST_QUOTED: Final = 3
"""Words from which a quotation is one, and no word used with a wink."""
_SCALES: Final = {
    "hundred": 1e2, "thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "mn": 1e6, "billion": 1e9, "bn": 1e9, "b": 1e9,
    "trillion": 1e12,
}  # fmt: skip
_SMALL: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS: Final[dict[str, float]] = {
    **{name: float(value) for value, name in enumerate(_SMALL)},
    **{name: 10.0 * place for place, name in enumerate(_TENS, 2)},
    "dozen": 12, "half": 0.5, "both": 2, "twice": 2, "couple": 2, "quarter": 0.25, "tenth": 0.1, "hundred": 100,
    "thousand": 1000, "million": 1e6, "first": 1, "second": 2, "third": 3, "once": 1,
}  # fmt: skip
_UNITS: Final = r"(?:second|minute|hour|day|week|month|year|metre|meter|kilo|mile|dollar|euro|pound|percent|per cent)"
_DIGITS: Final = re.compile(
    r"(?<![\w.])(?<![A-Za-z]-)(?P<number>(?:\d{1,3}(?:[, \u00a0\u202f]\d{3})+|\d+)(?:\.\d+)?)"
    r"(?:[ \u00a0-]?(?P<scale>hundred|thousand|million|billion|trillion|mn|bn|[kmb])\b)?"
    r"(?:[ \u00a0]?(?P<noon>[ap])\.?m\b)?(?!\d)",
    re.IGNORECASE,
)
_SPELT: Final = re.compile(rf"\b(?P<word>{'|'.join(_WORDS)})\b(?:[ -](?P<next>{'|'.join(_WORDS)})\b)?", re.IGNORECASE)
_CLOCK: Final = re.compile(r"\b(\d{1,2})[:.h]([0-5]\d)\b(?:[ \u00a0]?([ap])\.?m\b)?", re.IGNORECASE)
_LIST_NUMBER: Final = re.compile(r"(?m)^[ \t>]*\(?\d{1,3}[.)][ \t]+(?=\S)")
_CITATION: Final = re.compile(r"(?<!\w)\[(\^?[\w.:#-]{1,60}(?: ?[,;] ?\^?[\w.:#-]{1,60}){0,20})\](?![(:\w])")
_NAME: Final = re.compile(r"[^\W\d_][\w'’-]*", re.UNICODE)
_IDENTIFIER: Final = re.compile(r"\b[A-Z]{2,}-?\d{3,}\b")
_STARTS: Final = re.compile(r"(?:^|[.!?:;…]|\n)[\s\"'“”‘’()*_>#•–—-]*$")
_TITLE: Final = re.compile(r"\b(?:Dr|Mrs?|Ms|Prof|St)\.\s$")
_NO_NAMES: Final = frozenset(
    (
        "i", "i'm", "i've", "i'll", "i'd", "dr", "mr", "mrs", "ms", "prof", "st", "celsius", "fahrenheit", "kelvin",
        "internet", "ok", "okay", "yes", "no", "ph",
    )
)  # fmt: skip
_STOP: Final = frozenset(
    (
        "the", "a", "an", "and", "or", "but", "if", "of", "in", "on", "at", "to", "for", "from", "by", "with",
        "without", "about", "into", "over", "under", "than", "then", "so", "as", "is", "are", "was", "were", "be",
        "been", "being", "am", "do", "does", "did", "done", "can", "could", "may", "might", "must", "shall", "should",
        "will", "would", "have", "has", "had", "having", "it", "its", "this", "that", "these", "those", "there",
        "here", "he", "she", "they", "them", "their", "his", "her", "we", "us", "our", "you", "your", "my", "me",
        "who", "whom", "whose", "what", "when", "where", "why", "which", "how", "much", "many", "long", "often", "far",
        "old", "high", "not", "no", "nor", "any", "some", "all", "each", "every", "both", "few", "more", "most",
        "other", "such", "only", "own", "same", "very", "just", "also", "too", "please", "tell", "explain", "describe",
        "give", "list", "name", "happened", "say", "says", "said", "get", "got", "make", "made", "use", "used", "need",
        "want", "know", "think", "mean",
    )
)  # fmt: skip
_UNKNOWN: Final = re.compile(
    r"\b(?:(?:do|does|did|could|can|was|were|is|are|am|would)(?: not|n't)(?: \w+){0,2} (?:know|find|found|answer"
    r"|determine|tell|say|mention|contain|provide|include|specify|cover|state|address|discuss|indicate|able|sure|have"
    r"(?: \w+){0,2} (?:information|details?|data|answer)|"
    r"mentioned|stated|specified|provided|covered|included|available|given|contained|discussed|addressed|clear)"
    r"|(?:cannot|can't|unable to|not able to|couldn't) (?:be )?(?:find|answer|determine|tell|say|help|provide|confirm|"
    r"answered|determined|found)"
    r"|(?:no|not any|lack(?:s|ing)?|without|not enough|insufficient|not sufficient|too little) (?:\w+ ){0,2}"
    r"(?:information|mention|answer|details?|data|evidence|context|reference|documents?|sources?)"
    r"|information (?:\w+ ){0,3}(?:insufficient|not enough|not sufficient|missing|lacking|unavailable)"
    r"|sa(?:ys?|id) nothing|nothing (?:\w+ )?(?:about|on|in|is said|is known)"
    r"|not (?:mentioned|stated|specified|provided|covered|included|available|given|contained|discussed|addressed|known)"
    r"|(?:outside|beyond) (?:of )?(?:the|my|these) (?:scope|context|documents?|knowledge|sources?)|unknown|no idea)\b"
)
_WH: Final = (
    r"(?:who(?:m|se)?|what|when|where|why|how|which|is|are|was|were|do|does|did|can|could|will|would|should|has|have)"
)
_PARTS: Final = re.compile(rf"\?+\s*|,? (?:and|or|but|;)(?: also| then)? (?={_WH}\b)", re.IGNORECASE)
_ANSWERS: Final = (
    (r"^(?:when|(?:in |on )?(?:what|which) (?:year|day|date|month|time))\b",
     rf"\d|{_MONTH}\b|day\b|today|tomorrow|yester|ago\b|now\b|soon|never|always|noon|night|morning|century|spring|summer"
     rf"|autumn|winter|week|year|after|before|until|since|once"),
    (r"^how (?:long|old)\b",
     r"year|month|week|day|hour|minute|second|decade|century|forever|always|until|since|metre|meter|mile|feet|foot"
     r"|\d ?k?[msh]\b"),
    (r"^(?:how much|what (?:do|does|did|will|would|is|are|was|were)\b.{0,60}\b(?:costs?|prices?|fees?)\b)",
     r"\d|free\b|nothing|dollar|euro|pound|cents?\b|percent|cheap|expensive"),
    (r"^where\b",
     r"\b(?:at|in|near|on|by|along|behind|beside|opposite|from|to|under|above|here|there)\b"
     r"|street|address|\d"),
    (r"^(?:what|which) .*\bhours\b",
     r"\d.{0,40}?(?:to|-|–|until|till)|[ap]\.?m\b|\d:\d|open|clos|daily|always|o'clock"),
    (r"^how many\b", r"\d|none|no one|nobody|all\b|every|several|many|few|no\b|" + "|".join(_WORDS)),
    (r"^what (?:is|was|were|are) .{0,40}\bscores?\b", r"\d|draw|tie|nil"),
    (r"^who\b", r"(?-i:\b[A-Z]\w+)|nobody|no one|everyone|everybody|anyone|staff|team|people|resident|member|owner"),
)  # fmt: skip
"""What a part of a question asks for, and what an answer to it cannot do without."""


def contexts_of(contexts: Any) -> list[str]:
    """Return the texts of contexts: of a text, of a list of texts, or of objects with ``text``.

    >>> contexts_of(["Tea is hot.", {"id": "a", "text": "Ice is cold."}])
    ['Tea is hot.', 'Ice is cold.']
    """
    if isinstance(contexts, str):
        return [contexts]
    if isinstance(contexts, Mapping):
        found = next((contexts[key] for key in _TEXTS if isinstance(contexts.get(key), str)), None)
        return [str(found)] if found is not None else [text for each in contexts.values() for text in contexts_of(each)]
    return [text for each in contexts for text in contexts_of(each)] if isinstance(contexts, list | tuple) else []


def new_numbers(text: str, *sources: Any) -> list[str]:
    """Return the numbers that no source holds, in digits or words; those of dates, citations and lists are none.

    ``1.2 million`` is 1,200,000, ``5 p.m.`` is 17, and 232 stands for 231.9. A number in words counts before a unit.

    >>> new_numbers("It costs $1,200 for 3 days.", ["The price is 1.2 thousand for two days."])
    ['3']
    """
    held = [number for source in _texts(sources) for number in _numbers(source)]
    known = set(held) | {number * 60 for number in held if number == 0.5}
    rounded = {round(number) for number in held} | {round(number, 1) for number in held}
    said = _CITATION.sub(" ", _LIST_NUMBER.sub("", plain(text)))
    clocks = {clock for source in _texts(sources) for clock in _clocks(source)}
    found = [clock[0] for clock in _CLOCK.finditer(said) if _is_clock(clock) and not {*_clocks(clock[0])} & clocks]
    said = _without_dates(_CLOCK.sub(lambda match: " " if _is_clock(match) else match[0], said))
    for match in _DIGITS.finditer(said):
        values = {*_values(match)}
        if not values & known and not (values & rounded and max(values) > 9):
            found.append(match[0].strip())
    for match in _SPELT.finditer(said):
        follows = match["next"] or re.match(rf"[ -]{_UNITS}", said[match.end() :], re.IGNORECASE)
        if follows and _spelt(match) >= 2 and _spelt(match) not in known:
            found.append(match[0])
    return list(dict.fromkeys(found))


def new_dates(text: str, *sources: Any) -> list[str]:
    """Return the dates that no source holds, however they are written there; a day that no source tells is new.

    >>> new_dates("From 4 June 1932 to 5 June", ["It opened on 1932-06-04."])
    ['5 June']
    """
    known = [day for source in _texts(sources) for date in dates_of(source) for day in _days(date)]
    return [
        date
        for date in dict.fromkeys(dates_of(_CITATION.sub(" ", plain(text))))
        if _is_date(date)
        and not any(all(a in (0, b) for a, b in zip(day, one, strict=True)) for day in _days(date) for one in known)
    ]


def new_names(text: str, *sources: Any) -> list[str]:
    """Return the capitalised words and identifiers that no source holds in any case; beginnings of sentences are none.

    >>> new_names("Then Dr. Ada Lovelace met Babbage.", "Lovelace wrote about the engine.")
    ['Ada', 'Babbage']
    """
    said = _without_dates(_CITATION.sub(" ", plain(text)))
    known = {_stem(word) for source in _texts(sources) for word in _NAME.findall(source)}
    heads = {each[:4] for each in known}
    found: list[str] = []
    words = list(_NAME.finditer(said))
    capital = [_is_capitalised(match[0]) for match in words]
    for place, match in enumerate(words):
        word = re.sub(r"['’]s?$", "", match[0])
        if not capital[place] or len(word) < 2 or word.lower() in _NO_NAMES | _STOP or word.lower() in _WORDS:
            continue
        before = said[max(0, match.start() - 40) : match.start()]
        following = words[place + 1][0] if place + 1 < len(words) and capital[place + 1] else ""
        if (
            _STARTS.search(before)
            and not _TITLE.search(before)
            and not (following and _is_new(_stem(following), known, heads))
        ):
            continue
        if all(_is_new(_stem(part), known, heads) for part in re.split(r"[-'’]", word) if part[:1].isupper()):
            found.append(word)
    marks = "\n".join(_texts(sources)).lower()
    found += (each for each in _IDENTIFIER.findall(said) if each.lower() not in marks)
    return list(dict.fromkeys(found))


def new_quotations(text: str, *sources: Any) -> list[str]:
    """Return the quotations of three words or more that stand word for word in no source; ``...`` leaves words out.

    >>> new_quotations('It says "no dogs are allowed" and "please be quiet".', "Here, NO dogs are allowed.")
    ['please be quiet']
    """
    known = [_words_alone(source) for source in _texts(sources)]
    found = []
    for quotation in dict.fromkeys(quotations_of(text)):
        quoted = quotation.strip('"“”„«»「」 ')
        pieces = [_words_alone(piece) for piece in re.split(r"\.{3}|…|\[[^\]]*\]", quoted)]
        if len(quoted.split()) >= _FEWEST_QUOTED and not all(any(p in each for each in known) for p in pieces):
            found.append(quoted)
    return found


def unknown_citations(text: str, contexts: Any) -> list[str]:
    """Return the citations in square brackets of contexts that are not there: ``[4]`` of three, ``[d9]`` of other ids.

    >>> unknown_citations("Tea is hot [1][3].", ["Tea is hot.", "Ice is cold."])
    ['3']
    """
    given = list(contexts) if isinstance(contexts, list | tuple) else [contexts]
    ids = {
        str(each[key]).lower() for each in given if isinstance(each, Mapping) for key in ("id", "_id") if key in each
    }
    marked = {
        each.lower()
        for source in contexts_of(contexts)
        for cited in _CITATION.findall(source)
        for each in _cited(cited)
    }
    shapes = {_shape(each) for each in ids | marked}
    cited = [each for match in _CITATION.findall(text) for each in _cited(match)]
    first = 0 if "0" in cited else 1
    places = {str(place) for place in range(first, first + len(given))} if len(given) > 1 or not marked else set()
    return [
        each
        for each in dict.fromkeys(cited)
        if ((each.isdecimal() and len(each) < 4) or _shape(each) in shapes)
        and each.lower() not in ids | marked | places
    ]


def copied_words(text: str, contexts: Any) -> int:
    """Return the most words in a row that are copied from a context, quotations left out.

    >>> copied_words("They say that tea is served hot.", ["In winter tea is served hot or warm."])
    4
    """
    pieces, at = [], 0
    for quotation in [*quotations_of(text), ""]:
        start = text.find(quotation, at) if quotation else len(text)
        pieces.append(_words_alone(text[at:start]).split())
        at = start + len(quotation)
    known = [_words_alone(each).split() for each in contexts_of(contexts)]
    low, high = 0, max((len(piece) for piece in pieces), default=0)
    while low < high:
        middle = (low + high + 1) // 2
        runs = {run for each in known for run in _runs(each, middle)}
        low, high = (
            (middle, high)
            if any(run in runs for piece in pieces for run in _runs(piece, middle))
            else (low, middle - 1)
        )
    return low


def says_unknown(text: str) -> bool:
    """Tell whether a response says that it does not know, or that what it was given does not tell.

    >>> says_unknown("The documents do not mention that."), says_unknown("It is green.")
    (True, False)
    """
    return _UNKNOWN.search(folded(plain(text)).replace("’", "'")) is not None


def speaks_of(contexts: Any, *texts: str) -> bool:
    """Tell whether a context holds a word or a number of one of the texts, in some form; also where these have none.

    >>> speaks_of(["A button resets routers."], "How do I reset it?"), speaks_of(["Tea is hot."], "How do I reset it?")
    (True, False)
    """
    given = [text for text in contexts_of(contexts) if text.strip()]
    if not given:
        return False
    said = [word for text in texts for word in re.findall(r"\d+|[^\W\d_][\w'’-]*", str(text))]
    asked = {_stem(word) for word in said if (len(word) > 2 and word.lower() not in _STOP) or word.isdecimal()}
    known = {_stem(word) for text in given for word in re.findall(r"\d+|[^\W\d_][\w'’-]*", text)}
    heads = {each[:4] for each in known}
    return not asked or any(not each.isascii() or not _is_new(each, known, heads) for each in asked)


def unanswered(text: str, question: str) -> list[str]:
    """Return the parts of a question of several that have no answer of their kind: no number, no date, no name.

    >>> unanswered("Mary Shelley wrote it.", "Who wrote it and when did it appear?")
    ['when did it appear']
    """
    parts = [part.strip(" .,?!") for part in _PARTS.split(str(question)) if part and part.strip(" .,?!")]
    if len(parts) < 2 or says_unknown(text):
        return []
    said = _without_starts(_CITATION.sub(" ", plain(text)))
    wanted = [
        next((answer for asked, answer in _ANSWERS if re.search(asked, part, re.IGNORECASE)), "") for part in parts
    ]
    return [part for part, kind in zip(parts, wanted, strict=True) if not re.search(kind, said, re.IGNORECASE)]


def _texts(sources: tuple[Any, ...]) -> list[str]:
    return [text for source in sources for text in contexts_of(source)]


def _numbers(text: str) -> Iterator[float]:
    for match in _DIGITS.finditer(text):
        yield from _values(match)
    for each in re.findall(r"\d+(?:\.\d+)?", text):
        yield float(each[:_MOST_DIGITS])
    for match in _SPELT.finditer(text):
        yield from (_WORDS[match["word"].lower()], _spelt(match))
    for match in re.finditer(
        r"\b(?:a|an|one) (kilo|hour|minute|second|day|week|month|year|dozen)", text, re.IGNORECASE
    ):
        yield 12.0 if match[1].lower() == "dozen" else 1.0


def _values(match: re.Match[str]) -> Iterator[float]:
    """Yield what a number may stand for."""
    number = float(re.sub(r"[, \u00a0\u202f]", "", match["number"])[:_MOST_DIGITS])
    scale = _SCALES.get((match["scale"] or "").lower(), 1.0)
    yield round(number * scale, 6)
    if scale > 1 and len(match["scale"]) == 1:
        yield number
    if match["noon"]:
        yield number % 12 + (12 if match["noon"] in "pP" else 0)


def _spelt(match: re.Match[str]) -> float:
    first, second = _WORDS[match["word"].lower()], _WORDS.get((match["next"] or "").lower())
    if second is None:
        return first
    return first * second if second >= 100 else first + second if first >= 20 else first


def _is_clock(match: re.Match[str]) -> bool:
    return int(match[1]) < 25 and ("." not in match[0][:3] or match[3] is not None)


def _clocks(text: str) -> Iterator[tuple[int, int]]:
    for match in _CLOCK.finditer(text):
        hour, minute = int(match[1]), int(match[2])
        if _is_clock(match):
            yield hour % 12 + (12 if match[3] in ("p", "P") else 0) if match[3] else hour, minute


def _is_date(date: str) -> bool:
    """Tell whether a date is no ``18 may``."""
    month = re.search(rf"(?i){_MONTH}", date)
    return month is None or month[0][:1].isupper() or len(month[0]) > 4


def _days(date: str) -> list[tuple[int, int, int]]:
    """Return the days that a date may stand for, as year, month and day, 0 where it names none."""
    year, month, day = _day(date)
    slashed = re.fullmatch(r"\d{1,2}[/-]\d{1,2}[/-]\d+", date) is not None
    return [(year, month, day), (year, day, month)] if slashed and 0 < day < 13 else [(year, month, day)]


def _without_dates(text: str) -> str:
    return re.sub(_DATE, lambda match: " " if _is_date(match[0]) else match[0], text)


def _is_capitalised(word: str) -> bool:
    return word[:1].isupper() and word[1:2] != "" and not word.isupper()


def _without_starts(text: str) -> str:
    """Return a text in which words that are no names begin with a small letter."""
    return _NAME.sub(lambda match: match[0].lower() if match[0].lower() in _STOP else match[0], text)


def _stem(word: str) -> str:
    return re.sub(r"(?:['’]s?)$", "", word.lower())


def _is_new(stem: str, known: set[str], heads: set[str]) -> bool:
    """Tell whether no known word is the same but for its last two letters."""
    if stem in known or stem.rstrip("s") in known or f"{stem}s" in known:
        return False
    least = max(4, len(stem) - 2)
    return stem[:4] not in heads or not any(
        each[:least] == stem[:least] and abs(len(each) - len(stem)) < 3 for each in known
    )


def _words_alone(text: str) -> str:
    """Return the words of a text in small letters, one blank between two."""
    words = re.findall(r"\w+", folded(text))
    return f" {' '.join(words)} " if words else ""


def _runs(words: list[str], length: int) -> Iterator[tuple[str, ...]]:
    return (tuple(words[at : at + length]) for at in range(len(words) - length + 1))


def _cited(text: str) -> list[str]:
    return [each.strip(" ^") for each in re.split(r"[,;]", text)]


def _shape(text: str) -> str:
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", text))

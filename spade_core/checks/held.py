"""The numbers of a response that its contexts do not hold, in any notation, and that do not follow from theirs."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from itertools import combinations, islice, pairwise, permutations, product
from typing import Any, Final

from spade_core.checks.amounts import (
    _CARDINALS,
    _DIGITS,
    _ORDINAL,
    _ORDINALS,
    _ROMAN,
    _UNITS,
    Amount,
    _values,
    amounts_of,
)
from spade_core.checks.figures import _DATE, _MONTH, _day, dates_of
from spade_core.checks.plain import plain, without_code

__all__ = ["contexts_of", "new_numbers"]

_TEXTS: Final = ("text", "page_content", "pageContent", "content", "chunk", "passage", "body")
_CITATION: Final = re.compile(r"(?<!\w)\[(\^?[\w.:#-]{1,60}(?: ?[,;] ?\^?[\w.:#-]{1,60}){0,20})\](?![(:\w])")
_ABOUT: Final = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|nearly|almost|over|under|above|below|(?:more|less) than"
    r"|some|circa)\b|~)[^.!?]*$",
    re.IGNORECASE,
)
_ABOUT_SHARE: Final = 0.1
_CONVERTED_SHARE: Final = 0.03
_ROUNDED_SHARE: Final = 0.01
_NOON_BEHIND: Final = re.compile(r"\s?(?:to|and|until|-|–|—)\s?\d{1,2}\s?([ap])\.?m\b", re.IGNORECASE)
_TWICE: Final = re.compile(
    r"\b(?:twice|double|half|both ways|there and back|round trip|return trip|each)\b", re.IGNORECASE
)
_PERIOD: Final = re.compile(
    r"\b(?:years?|yearly|annual\w*|months?|monthly|weeks?|weekly|days?|daily|hours?|hourly|minutes?)\b", re.IGNORECASE
)
_PERIODS: Final = frozenset((7, 12, 24, 30, 52, 60, 365))
"""How many of a time another one has: what costs 9 a month is 108 a year."""
_PER: Final = re.compile(r"\b(?:per|for|serves|makes|each|every) (?P<number>\d+(?:\.\d+)?|[a-z]+)\b", re.IGNORECASE)
_OPEN: Final = re.compile(r"\b([01]?\d|2[0-4])(?:[:.]00)? ?(?:to|until|till|and|-|–|—) ?([01]?\d|2[0-4])\b(?![:.]\d|%)")
_GREATEST: Final = 1e15
_MOST_DERIVED: Final = 12
"""Numbers that are put together: of a sentence, of a unit."""
_MOST_SENTENCES: Final = 500
"""Sentences of the sources whose numbers are put together."""
_MOST_PRICES: Final = 4
_MOST_BOUGHT: Final = 100
_CLOCK: Final = re.compile(r"\b(\d{1,2})[:.h]([0-5]\d)\b(?:[ \u00a0]?([ap])\.?m\b)?", re.IGNORECASE)
_LIST_NUMBER: Final = re.compile(r"(?m)(?:^[ \t>]*|(?<=[\s:;]))\(?(?:(\d{1,3})[.)]|[A-Z][a-z]+ (\d{1,3}):)[ \t]+(?=\S)")
_SENTENCE_ENDS: Final = re.compile(r"(?<=[.!?])\s+|\n")
_DATES: Final = _DATE.removeprefix("(?i)")
_DAYS_BESIDE: Final = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?\s?(?:-|–|—|to|and|or|,)\s?(?P<date>{_DATES})"
    rf"|(?P<first>{_MONTH}\.? \d{{1,2}})(?:st|nd|rd|th)?\s?(?:-|–|—|to|and|or)\s?\d{{1,2}}(?![\d:%.,])",
    re.IGNORECASE,
)
_SCORE: Final = re.compile(r"(?<![\d.,/-])(\d{1,3})\s?[-–]\s?(\d{1,3})(?![\d%])")
_IDIOM: Final = re.compile(r"\b(?:24/7|50/50|9-to-5)\b")
_YEAR_OF: Final = "year of"
_MEASURED: Final = frozenset(_UNITS)


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
    """Return the numbers that no source holds, in digits or words; those of dates, citations, lists and code are none.

    ``1.2 million`` is 1,200,000, ``5 p.m.`` 17, ``48 hours`` two days, ``42 cm`` 0.42 m and 10 km 6.2 miles; 232 stands
    for 231.9, "about 1,200" for 1204 and the 1880s for 1886. What follows from numbers of one sentence or of one unit
    is held: sums, differences, products, shares, years. A number in words counts before a unit.

    >>> new_numbers("It costs $1,200 for 3 days.", ["The price is 1.2 thousand for two days."])
    ['3']
    """
    given = _source_texts(sources)
    said = _as_read(_CITATION.sub(" ", _unnumbered(plain(without_code(text)))))
    clocks = {clock for source in given for clock in _clocks(source)}
    found = [clock[0] for clock in _CLOCK.finditer(said) if _is_clock(clock) and not {*_clocks(clock[0])} & clocks]
    if found:
        reached = {*_reached(clocks, (each for source in given for each in amounts_of(source)))}
        found = [clock for clock in found if not {*_clocks(clock)} & reached]
    said = _without_dates(_CLOCK.sub(lambda match: " " if _is_clock(match) else match[0], said))
    held = {number for source in given for number in _held_numbers(source)}
    unheld = [(r, s) for r, s in _asserted(said) if not any(_is_among(one, s, held) for one in r)]
    if unheld:
        known = _Known(given, said, held)
        found += (s[r[0].start : r[0].end].strip() for r, s in unheld if not known.holds(r, s))
    return list(dict.fromkeys(found))


class _Known:
    """The amounts of the sources, and what follows from them."""

    def __init__(self, given: list[str], said: str, held: set[float]) -> None:
        """Read the amounts; ``held`` are all numbers of the sources, and take in what is found to follow from them."""
        self._held = held
        self._said = amounts_of(said)
        told = list(dict.fromkeys(sentence for source in given for sentence in _sentences(source)))
        sentences = [amounts_of(sentence) for sentence in told[:_MOST_SENTENCES]]
        self._groups = [sentences[0] if sentences else [], *([*a, *b] for a, b in pairwise(sentences))]
        self._kinds: dict[str, list[Amount]] = {}
        for each in (each for sentence in sentences for each in sentence):
            same = self._kinds.setdefault(each.kind, [])
            if len(same) < _MOST_DERIVED and all((each.value, each.unit) != (one.value, one.unit) for one in same):
                same.append(each)
        self._groups += (same for kind, same in self._kinds.items() if kind in _MEASURED)
        everything = [each for sentence in sentences for each in sentence]
        self._groups.append(everything if len(everything) <= _MOST_DERIVED else [])
        self._made = [made for each in self._groups for made in _put_together(each) if _is_telling(made)]
        self._made += (made for each in sentences for made in _years_from(each))
        counts = [each.value for each in (*everything, *self._said) if each.kind not in ("money", _YEAR_OF)]
        self._made += _bills(self._kinds.get("money", []), (each for each in counts if each < _MOST_BOUGHT))
        self._made += _in_proportion(told, sentences, [each.value for each in (*self._said, *everything)])
        years = self._kinds.get(_YEAR_OF, [])
        spans = (
            abs(a.value - b.value) - less for a, b in permutations(years, 2) for less in (0, 1)
        )  # before a birthday
        self._made += (Amount(span, "year", 0, 0) for span in spans)
        self._spans = _spans({date for source in given for date in dates_of(source)})
        self._spans |= {span for sentence in told for span in _opened(sentence)}
        self._listed = {count for sentence in (*told, *_sentences(said)) for count in _listed(sentence)}

    def holds(self, readings: list[Amount], sentence: str) -> bool:
        """Tell whether a reading of a number follows from the sources, or from what the response has from them."""
        follows = any(
            self._is_converted(one) or self._is_nearly(one, sentence) or self._is_made(one, sentence)
            for one in readings
        )
        if follows:
            self._held |= {one.value for one in readings}
            self._made += _put_together([readings[0], *self._groups[-1]])
        return follows

    def _is_converted(self, one: Amount) -> bool:
        same = self._kinds.get(one.kind, []) if one.kind in _MEASURED else []
        if one.kind == "heat":
            signed = (sign * each.value for each in same for sign in (1, -1))
            return any(abs(one.value - abs(heat)) <= 1 for t in signed for heat in (t * 1.8 + 32, (t - 32) / 1.8))
        return any(each.unit != one.unit and _is_near(one.size, each.size, _CONVERTED_SHARE) for each in same) or (
            one.kind == "time" and any(_is_near(one.size, days, _CONVERTED_SHARE) for days in self._spans)
        )

    def _is_nearly(self, one: Amount, sentence: str) -> bool:
        """Tell whether a number is a rounded one, or stands behind "about"."""
        about = _is_about(one, sentence)
        return any(
            (one.value > 9 and one.value in (round(each), round(each, 1)))
            or (
                one.unit != _YEAR_OF
                and _digits(one.value) < _digits(each)
                and _is_near(one.value, each, _ROUNDED_SHARE)
            )
            or (about and _is_near(one.value, each, _ABOUT_SHARE))
            for each in self._held
        )

    def _is_made(self, one: Amount, sentence: str) -> bool:
        """Tell whether a number counts what is listed, or is what others come to."""
        if one.kind not in _MEASURED and one.value in self._listed:
            return True
        beside = [each for each in self._said if each.value in self._held and each.value != one.value][:_MOST_DERIVED]
        made = [*self._made, *_put_together(beside), *_years_from(beside)]
        made += _totals([each for each in (*beside, *self._kinds.get("money", [])) if each.kind in ("money", "")])
        if one.kind == "share":
            made += (share for group in (*self._groups, beside) for share in _shares(group))
        factors = {2} if _TWICE.search(sentence) else set[int]()
        factors |= _PERIODS if one.kind != "time" and _PERIOD.search(sentence) else set()
        made += (Amount(value, "", 0, 0) for each in self._held for f in factors for value in (each * f, each / f))
        about = _is_about(one, sentence)
        return any(
            _is_same(one, each)
            or (about and (one.value == round(each.value) or _is_near(one.value, each.value, _CONVERTED_SHARE)))
            for each in made
        )


def _is_about(one: Amount, sentence: str) -> bool:
    return _ABOUT.search(sentence, max(0, one.start - 60), one.start) is not None


def _put_together(amounts: list[Amount]) -> Iterator[Amount]:
    """Yield sums, differences and means of what is of a kind, products, quotients, and shares of the rest."""
    alike: dict[str, list[float]] = {}
    for each in amounts[:_MOST_DERIVED]:
        alike.setdefault(each.unit if each.kind in (*_MEASURED, _YEAR_OF) else "", []).append(each.value)
    for unit, values in alike.items():
        if len(values) > 1 and unit != _YEAR_OF:
            yield from (Amount(made, unit, 0, 0) for made in (sum(values), sum(values) / len(values)))
    for a, b in permutations(amounts[:_MOST_DERIVED], 2):
        if a.kind == b.kind and a.kind in _MEASURED:
            size = a.value / a.size if a.size else 1.0
            yield from (Amount(round(made * size, 6), a.unit, 0, 0) for made in (a.size + b.size, a.size - b.size))
        elif _YEAR_OF not in (a.kind, b.kind) and (a.kind not in _MEASURED or b.kind not in _MEASURED):
            unit = a.unit if a.kind in _MEASURED else b.unit if b.kind in _MEASURED else ""
            yield from (Amount(made, unit, 0, 0) for made in (a.value + b.value, a.value - b.value))
        if b.kind == "share":
            yield from (
                Amount(a.value * share, a.unit, 0, 0) for share in (b.value / 100, 1 - b.value / 100, 1 + b.value / 100)
            )
        elif _YEAR_OF not in (a.kind, b.kind):
            yield Amount(a.value / (b.value or 1.0), "", 0, 0)
            if len({a.kind, b.kind} & _MEASURED - {"money"}) < 2:
                yield Amount(a.value * b.value, "", 0, 0)


def _is_telling(made: Amount) -> bool:
    """Tell whether a number is not so small that many sums come to it."""
    return made.value >= 10 or made.value % 1 != 0


def _totals(prices: list[Amount]) -> Iterator[Amount]:
    """Yield what three and four amounts of money come to."""
    distinct = list({each.value: each for each in prices}.values())[:_MOST_DERIVED]
    for few in (3, 4):
        yield from (Amount(sum(each.value for each in some), "$", 0, 0) for some in combinations(distinct, few))


def _in_proportion(told: list[str], sentences: list[list[Amount]], others: list[float]) -> Iterator[Amount]:
    """Yield what is told for so many, for as many as another number: 52 per 100 g in 40 g."""
    others = list(dict.fromkeys(others))[:_MOST_DERIVED]
    for place in range(len(sentences)):
        starts = {match.start("number") for match in _PER.finditer(told[place])}
        bases = {each.value for each in sentences[place] if each.start in starts and each.kind != "time"} - {0.0, 1.0}
        beside = [each for near in sentences[max(0, place - 1) : place + 2] for each in near][: 2 * _MOST_DERIVED]
        for base, each, other in product(bases, beside, others):
            if base not in (each.value, other):
                yield Amount(each.value * other / base, each.unit, 0, 0)


def _shares(same: list[Amount]) -> Iterator[Amount]:
    """Yield what one amount is of another in percent, how far they are apart, and what is left of a share."""
    for a, b in permutations(same[:_MOST_DERIVED], 2):
        known = {a.kind, b.kind} & {*_MEASURED, _YEAR_OF}
        if b.size and "share" not in known and (a.kind == b.kind or not known or "" in (a.kind, b.kind)):
            yield from (Amount(abs(part) * 100 / b.size, "%", 0, 0) for part in (a.size, a.size - b.size))
    yield from (Amount(100 - each.value, "%", 0, 0) for each in same if each.kind == "share")


def _years_from(amounts: list[Amount]) -> Iterator[Amount]:
    """Yield the years so many years before and after others."""
    years = [each.value for each in amounts if each.unit == _YEAR_OF]
    spans = [round(each.size / 365.25, 6) for each in amounts if each.kind == "time" and each.size >= 365]
    yield from (Amount(year + sign * span, _YEAR_OF, 0, 0) for year in years for span in spans for sign in (-1, 1))


def _opened(sentence: str) -> Iterator[float]:
    """Yield how long it is between the times of day of a sentence, in days."""
    minutes = sorted({hour * 60 + minute for hour, minute in islice(_clocks(sentence), _MOST_DERIVED)})
    spans = [b - a for a, b in combinations(minutes, 2)] + [(int(b) - int(a)) * 60 for a, b in _OPEN.findall(sentence)]
    yield from ((span % day) / 1440 for each in spans for span in (each, -each) for day in (720, 1440))


def _reached(clocks: set[tuple[int, int]], amounts: Iterable[Amount]) -> Iterator[tuple[int, int]]:
    """Yield the times of day that are so many hours and minutes before and after others."""
    spans = sorted({round(each.size * 1440) for each in amounts if each.kind == "time" and 0 < each.size < 1})
    spans += [a + b for a, b in combinations(spans[:_MOST_DERIVED], 2)]
    for (hour, minute), span, sign in product(sorted(clocks)[:_MOST_DERIVED], spans, (-1, 1)):
        yield divmod((hour * 60 + minute + sign * span) % 1440, 60)


def _spans(dates: Iterable[str]) -> set[float]:
    """Return how many days dates are apart; one without a year is of the year that another names."""
    told = sorted(map(_day, dates))[-_MOST_DERIVED:]
    default = max((year for year, _, _ in told), default=0) or 2001
    days = []
    for year, month, day in told:
        with suppress(ValueError):
            days.append(date(year or default, month, day).toordinal())
    return {float(abs(a - b) + more) for a, b in permutations(days, 2) for more in (0, 1)}


def _bills(prices: list[Amount], counts: Iterable[float]) -> Iterator[Amount]:
    """Yield what things come to at a few prices, each bought not at all, once, or as often as a number tells."""
    often = list(dict.fromkeys((0.0, 1.0, *counts)))
    if 0 < len(prices) <= _MOST_PRICES and len(often) <= _MOST_PRICES + 2:
        for each in product(often, repeat=len(prices)):
            yield Amount(sum(count * price.size for count, price in zip(each, prices, strict=True)), "$", 0, 0)


def _listed(sentence: str) -> Iterator[float]:
    """Yield how many things a sentence may list."""
    commas, ands = sentence.count(","), len(re.findall(r"\b(?:and|or)\b|&", sentence))
    if commas:
        yield from (float(commas + more) for more in range(1, min(ands, 2) + 2))
    if ands:
        yield float(ands + 1)


def _is_same(one: Amount, made: Amount) -> bool:
    """Tell whether two amounts are the same, as exactly as the first is told, and their units do not differ in kind."""
    if not 0 < made.value < _GREATEST:
        return False
    if one.kind in _MEASURED and made.kind in _MEASURED:
        if one.kind != made.kind:
            return False
        made = made._replace(value=made.size * one.value / one.size) if one.size else made
    decimals = len(f"{one.value:.6f}".rstrip("0").partition(".")[2])
    share = 1.0 if one.kind == made.kind == "share" else _ROUNDED_SHARE
    return round(made.value, decimals) == one.value and _is_near(one.value, made.value, share)


def _is_near(one: float, other: float, share: float) -> bool:
    return abs(one - other) <= share * abs(other)


def _digits(number: float) -> int:
    """Return how many digits a number has without the zeros at its ends."""
    return len(f"{number:.6f}".replace(".", "").strip("0"))


def _asserted(said: str) -> Iterator[tuple[list[Amount], str]]:
    """Yield the readings of each number that a response asserts, with its sentence."""
    for sentence in dict.fromkeys(_sentences(said)):
        idle = [match.span() for match in _IDIOM.finditer(sentence)]
        idle += [match.span() for match in _SCORE.finditer(sentence) if int(match[1]) >= int(match[2])]
        readings: dict[int, list[Amount]] = {}
        for each in amounts_of(sentence):
            readings.setdefault(each.start, []).append(each)
        for start, given in readings.items():
            word = sentence[start : given[0].end]
            spelt = word[:1].isalpha()
            counted = re.search(r"[ -]", word) or (given[0].kind in _MEASURED and given[0].value >= 2)
            if any(low <= start < high for low, high in idle) or (spelt and (not counted or _is_name(word, start))):
                continue
            yield given, sentence


def _is_name(word: str, start: int) -> bool:
    """Tell whether a number in words is part of a name: "Eighty Mile Beach"."""
    return word[:1].isupper() and start > 0


def _is_among(one: Amount, sentence: str, held: set[float]) -> bool:
    """Tell whether the sources hold a number as it is, at another hour of the clock, or its decade or century."""
    if one.value in held:
        return True
    if noon := _NOON_BEHIND.match(sentence, one.end):
        return one.value % 12 + (12 if noon[1] in "pP" else 0) in held
    behind = sentence[one.end : one.end + 12]
    if behind[:1] == "s" and one.value >= 1000:
        return any(one.value // 10 == each // 10 for each in held)
    return re.match(r"(?:st|nd|rd|th)[ -]centur", behind) is not None and any(
        one.value == (each - 1) // 100 + 1 for each in held
    )


def _source_texts(sources: tuple[Any, ...]) -> list[str]:
    return [_as_read(text) for source in sources for text in contexts_of(source)]


def _as_read(text: str) -> str:
    """Return a text with accents on their letters, without the blanks that tools leave: ``May 1 , 2024``."""
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFC", text)
    return re.sub(r"(?<=[\w)]) (?=[,.;:%)](?:\s|$))", "", text)


def _sentences(text: str) -> list[str]:
    return [each for each in _SENTENCE_ENDS.split(text) if each]


def _held_numbers(text: str) -> Iterator[float]:
    yield from (each.value for each in amounts_of(text))
    yield from (float(each[:200]) for each in re.findall(r"\d+(?:\.\d+)?", text))
    yield from (float(a + b) for a, b in re.findall(r"\b([12]\d)\d\d ?(?:--?|–|/) ?(\d\d)\b", text))
    yield from (
        _CARDINALS[each[0].lower()] for each in re.finditer(rf"\b(?:{'|'.join(_CARDINALS)})\b", text, re.IGNORECASE)
    )
    yield from (_ORDINALS.index(each[0].lower()) + 1.0 for each in _ORDINAL.finditer(text))
    yield from (_ROMAN.index(each) + 2.0 for each in re.findall(rf"\b(?:{'|'.join(_ROMAN)})\b", text))
    for values, words in (({1.0}, "once|an?"), ({2.0}, "both|twice|couple|pair|double"), ({3.0}, "triple|thrice")):
        yield from values if re.search(rf"\b(?:{words})\b", text, re.IGNORECASE) else ()


def _unnumbered(text: str) -> str:
    """Return a text without the numbers of its lists, also of those that run on in one line."""
    expected = 1

    def left(match: re.Match[str]) -> str:
        nonlocal expected
        number = int(match[1] or match[2])
        starts = not match.string[match.string.rfind("\n", 0, match.start()) + 1 : match.start()].strip()
        if not (starts and match[1]) and number not in (1, expected):
            return match[0]
        expected = number + 1
        return " "

    return _LIST_NUMBER.sub(left, text)


def _is_clock(match: re.Match[str]) -> bool:
    return int(match[1]) < 25 and ("." not in match[0][:3] or match[3] is not None)


def _clocks(text: str) -> Iterator[tuple[int, int]]:
    for match in _CLOCK.finditer(text):
        hour, minute = int(match[1]), int(match[2])
        if _is_clock(match):
            yield hour % 12 + (12 if match[3] in ("p", "P") else 0) if match[3] else hour, minute
    for match in _DIGITS.finditer(text):
        if match["noon"]:
            yield from ((int(value), 0) for value in _values(match) if value < 25)


def _is_date(date: str) -> bool:
    """Tell whether a date is no ``18 may``, and no ``2007-11``, which may be years."""
    month = re.search(rf"(?i){_MONTH}", date)
    return (month is None or month[0][:1].isupper() or len(month[0]) > 4) and not re.fullmatch(r"\d{4}-\d\d", date)


def _without_dates(text: str) -> str:
    """Return a text without its dates, and without the days beside them: ``5 or 6 June``."""
    text = _DAYS_BESIDE.sub(lambda match: " " if _is_date(match["date"] or match["first"]) else match[0], text)
    return re.sub(_DATE, lambda match: " " if _is_date(match[0]) else match[0], text)

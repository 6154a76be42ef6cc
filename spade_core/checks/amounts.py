"""Amounts as texts write them: a number in digits or words, and the unit that stands beside it."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

__all__: list[str] = []

_MOST_DIGITS: Final = 200
_SCALES: Final = {
    "hundred": 1e2, "thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "mn": 1e6, "billion": 1e9, "bn": 1e9, "b": 1e9,
    "trillion": 1e12,
}  # fmt: skip
_SMALL: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth",
)  # fmt: skip
_ROMAN: Final = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI")
_FRACTIONS: Final = {"half": 1 / 2, "third": 1 / 3, "quarter": 1 / 4, "fifth": 1 / 5, "tenth": 1 / 10}
_CARDINALS: Final = {
    **{name: float(value) for value, name in enumerate(_SMALL)},
    **{name: 10.0 * place for place, name in enumerate(_TENS, 2)},
    "dozen": 12.0, "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9,
}  # fmt: skip
_SPELT_NUMBERS: Final = (*_CARDINALS, *_ORDINALS, *_FRACTIONS, "both", "twice", "couple", "once", "double", "triple")
"""Words that tell a number."""
_UNITS: Final[dict[str, str]] = {
    name: names.split()[0]
    for names in (
        "millisecond ms msec",
        "second sec", "minute min", "hour hr h", "day", "night", "week", "fortnight", "month", "year yr", "decade",
        "century centurie", "micron µm μm micrometre micrometer",
        "mm millimetre millimeter", "cm centimetre centimeter", "m metre meter",
        "km kilometre kilometer", "inch inche", "foot feet ft", "yard", "mile mi", "mph", "knot kt kn", "mg", "g gram",
        "kg kilo kilogram", "tonne ton t", "ounce oz", "pound lb £ gbp", "ml millilitre milliliter", "cl", "dl",
        "litre liter l", "pint", "gallon", "hectare ha", "acre",
        "square_mm mm² sq_mm square_millimetre square_millimeter",
        "square_cm cm² sq_cm square_centimetre square_centimeter", "square_m m² sqm sq_m square_metre square_meter",
        "square_km km² sqkm sq_km square_kilometre square_kilometer", "square_foot square_feet sq_ft sqft ft² sq_feet",
        "square_yard sq_yd", "square_mile sq_mi sq_mile", "cubic_cm cm³ cu_cm cc cubic_centimetre cubic_centimeter",
        "cubic_m m³ cu_m cubic_metre cubic_meter", "cubic_foot cubic_feet cu_ft ft³",
        "watt w", "kw kilowatt", "megawatt", "horsepower hp", "wh watt_hour", "kwh kilowatt_hour", "mwh",
        "kj kilojoule", "kcal calorie cal", "psi", "kpa", "mbar hpa millibar", "kb", "mb", "gb", "tb",
        "% percent percentage pp", "$ dollar usd", "€ euro eur",
        "¥ yuan rmb yen", "cent", "pence p", "°c celsius", "°f fahrenheit",
        "degree °",
    )
    for name in names.split()
}  # fmt: skip
"""The spellings of units of measure, each with the one that stands for all."""
_DAYS: Final = {
    "millisecond": 1 / 86_400_000,
    "second": 1 / 86400, "minute": 1 / 1440, "hour": 1 / 24, "day": 1, "night": 1, "week": 7, "fortnight": 14,
    "month": 365.25 / 12, "year": 365.25, "decade": 3652.5, "century": 36525,
}  # fmt: skip
"""The units of time, in days."""
_MONEY: Final = frozenset(("$", "€", "¥", "pound"))
_MEASURES: Final = frozenset(_UNITS.values())
_NUMBER_WORD: Final = rf"(?:{'|'.join(_CARDINALS)}|(?:{'|'.join(_FRACTIONS)})s?)"
_FIRST_LETTERS: Final = "".join(sorted({each[0] for each in (*_CARDINALS, *_FRACTIONS)}))
_SPELT: Final = re.compile(
    rf"\b(?=[{_FIRST_LETTERS}])(?P<words>{_NUMBER_WORD}(?:(?:[ -]| and )(?:an? )?{_NUMBER_WORD})*)\b", re.IGNORECASE
)
_ORDINAL: Final = re.compile(rf"\b(?:{'|'.join(_ORDINALS)})\b", re.IGNORECASE)
_DIGITS: Final = re.compile(
    r"(?<![\w.])(?<![A-Za-z]-)(?P<number>(?:\d{1,3}(?:[, \u00a0\u202f]\d{3})+(?!\d)|\d+)(?:\.\d+)?)"
    r"(?: ?(?P<part>1/2|1/4|3/4|[½¼¾])(?![\d/]))?"
    r"(?:[ \u00a0-]?(?P<scale>hundred|thousand|million|billion|trillion|mn|bn|[kmb])\b)?"
    r"(?:[ \u00a0]?(?P<noon>[ap])\.?m\b)?(?!\d)",
    re.IGNORECASE,
)
_PARTS_OF_ONE: Final = {"1/2": 0.5, "½": 0.5, "1/4": 0.25, "¼": 0.25, "3/4": 0.75, "¾": 0.75}
_UNIT: Final = re.compile(
    r"[ \u00a0-]?(?:(?<=half )an? |(?<=quarter of )an? )?"
    r"(per cent\b|°\s?[CF]?\b|°|[%€£$¥]|(?:square|sq|cubic|cu)\b\.?[ \u00a0-][A-Za-z]+|(?:kilo)?watt[ -]hours?"
    r"|[A-Za-z]+[²³]?)"
)
_RANGE: Final = re.compile(r"\s*(?:-|–|—|\bto\b|\bor\b|\band\b|\buntil\b|/)\s*$")
_BY: Final = re.compile(r"\s*(?:×|\bx\b|\bby\b)\s*$")
_LENGTHS: Final = frozenset(("mm", "cm", "m", "km", "inch", "foot", "yard"))
_CURRENCY: Final = re.compile(r"(?:[$€£¥]|\b(?:USD|EUR|GBP)) ?$")
_FEW_WORDS: Final = """
a an the of to or and in on at for from by with is are was were has have had per each other more less as than then that
which who but if while when it new different additional x times daily weekly monthly quarterly yearly annual
under over below above out
"""
_NO_NOUNS: Final = frozenset(_FEW_WORDS.split())


class Amount(NamedTuple):
    """A number and its unit: one of ``_UNITS``, "year of" for 1967, else the noun behind it, or ""."""

    value: float
    unit: str
    start: int
    end: int

    @property
    def is_measured(self) -> bool:
        """Tell whether the unit is one of measure, and no noun."""
        return self.unit in _MEASURES


def amounts_of(text: str) -> list[Amount]:
    """Return the amounts of a text in order; "two to three days" are two amounts of days.

    >>> [(each.value, each.unit) for each in amounts_of("From 1990, two to 3.5 hours for $1.2 million")]
    [(1990.0, 'year of'), (2.0, 'hour'), (3.5, 'hour'), (1200000.0, '$')]
    """
    places = [
        (match.start(), match.end("part") if match["part"] else match.end(), match) for match in _DIGITS.finditer(text)
    ]
    taken = {place for start, end, _ in places for place in range(start, end)}
    places += [(each.start(), each.end(), each) for each in _SPELT.finditer(text) if each.start() not in taken]
    found: list[Amount] = []
    for start, end, match in sorted(places, key=lambda place: place[0], reverse=True):
        following = found[-1] if found and _RANGE.match(text[end : found[-1].start]) else None
        unit = _unit_at(text, start, end, match)
        if not unit and following is not None and min(_values(match)) <= following.value:
            unit = following.unit
        elif not unit and found and found[-1].unit in _LENGTHS and _BY.match(text[end : found[-1].start]):
            unit = found[-1].unit
        values = [*_values(match)][: 1 if unit in _MONEY else None]  # "€48m" is no length
        found += (Amount(value, unit, start, end) for value in values)
    return found[::-1]


def spellings_of(unit: str) -> frozenset[str]:
    """Return how a unit of measure may be written; a noun is a word like others."""
    words = (word for each, name in _UNITS.items() if name == unit for word in each.split("_"))
    return frozenset(word + end for word in words for end in ("", "s"))


def _unit_at(text: str, start: int, end: int, match: re.Match[str]) -> str:
    """Return the unit of the number that stands here."""
    if before := _CURRENCY.search(text, max(0, start - 5), start):
        return _UNITS[before[0].strip().lower()]
    number = match.groupdict().get("number")
    scale = match.groupdict().get("scale") or ""
    if len(scale) == 1 and scale in "mM" and number:
        return "m"
    behind = _UNIT.match(text, end)
    word = re.sub(r"\.?[\s-]", "_", behind[1].lower()).replace("per_cent", "percent") if behind else ""
    word = word.replace("°_", "°")
    if word == "s" and behind and behind[0][0] in " \u00a0":
        return "second"
    for name in (word, word[:-1] if word.endswith("s") else word):
        if name in _UNITS:
            return _UNITS[name]
    if number and not scale and re.fullmatch(r"1\d{3}|20\d\d", number):
        return "year of"
    return "" if not behind or word in _NO_NOUNS or not behind[0].startswith((" ", "-")) else word.rstrip("s")


def _values(match: re.Match[str]) -> Iterator[float]:
    """Yield what a number may stand for."""
    if "words" in match.groupdict():
        yield _spelt(match["words"])
        return
    number = float(re.sub(r"[, \u00a0\u202f]", "", match["number"])[:_MOST_DIGITS]) + _PARTS_OF_ONE.get(
        match["part"] or "", 0.0
    )
    scale = _SCALES.get((match["scale"] or "").lower(), 1.0)
    yield round(number * scale, 6)
    if scale > 1 and len(match["scale"]) == 1:
        yield number
    if match["noon"]:
        yield number % 12 + (12 if match["noon"] in "pP" else 0)


def _spelt(words: str) -> float:
    """Return the number that words tell: "two and a half" is 2.5, "one hundred and twenty" 120.

    >>> _spelt("two and a half"), _spelt("one hundred and twenty thousand"), _spelt("two dozen")
    (2.5, 120000.0, 24.0)
    """
    total, current = 0.0, 0.0
    for word in re.findall(r"[a-z]+", words.lower()):
        share = _FRACTIONS.get(word.rstrip("s"))
        value = _CARDINALS.get(word, 0.0)
        if share is not None:
            current = current + share if " and " in words.lower() or not current else current * share
        elif value >= 1000:
            total, current = total + (current or 1.0) * value, 0.0
        elif word in ("hundred", "dozen"):
            current = (current or 1.0) * value
        else:
            current += value
    return total + current

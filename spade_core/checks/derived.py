"""What the numbers of some texts come to: units apart, in one step, or so many of one and so many of another."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import cached_property
from itertools import accumulate, chain, combinations, combinations_with_replacement, islice, pairwise, permutations
from typing import Final

from spade_core.checks.amounts import _DAYS, _SCALES, _UNITS, Amount, amounts_of
from spade_core.checks.figures import _day
from spade_core.checks.sources import _SENTENCE_ENDS

_TIME_OF_DAY: Final = "time of day"
_YEAR_OF: Final = "year of"
_SIZES: Final[dict[str, dict[str, float]]] = {
    "time": {**_DAYS, _TIME_OF_DAY: 1 / 1440},
    "length": {
        "micron": 1e-6, "mm": 0.001, "cm": 0.01, "m": 1, "km": 1000, "inch": 0.0254, "foot": 0.3048, "yard": 0.9144,
        "mile": 1609.344, "mph": 1609.344, "knot": 1852,
    },
    "mass": {"mg": 0.001, "g": 1, "kg": 1000, "tonne": 1e6, "ounce": 28.3495, "pound": 453.592},
    "volume": {
        "ml": 0.001, "cl": 0.01, "dl": 0.1, "litre": 1, "pint": 0.473, "gallon": 3.785, "cubic_cm": 0.001,
        "cubic_m": 1000, "cubic_foot": 28.3168,
    },
    "area": {
        "square_mm": 1e-10, "square_cm": 1e-8, "square_m": 1e-4, "square_km": 100, "square_foot": 9.2903e-6,
        "square_yard": 8.36127e-5, "square_mile": 258.999, "hectare": 1, "acre": 0.404686,
    },
    "data": {"kb": 0.001, "mb": 1, "gb": 1000, "tb": 1e6},
    "power": {"watt": 0.001, "kw": 1, "megawatt": 1000, "horsepower": 0.7457},
    "energy": {"wh": 0.001, "kwh": 1, "mwh": 1000, "kj": 1 / 3600, "kcal": 4.184 / 3600},
    "pressure": {"psi": 0.0689476, "kpa": 0.01, "mbar": 0.001, "bar": 1},
    "money": {"$": 1, "€": 1, "¥": 1, "cent": 0.01, "pence": 0.01},
    "heat": {"°c": 1, "°f": 1, "degree": 1},
    "share": {"%": 1, "point": 1},
}  # fmt: skip
"""Units by what they measure, each in one of them; a pound may be money too."""
_MEASURED: Final = {unit: (kind, size) for kind, units in _SIZES.items() for unit, size in units.items()}
_COUNT: Final = ("count", 1.0)
_UNSURE: Final = ("", "m")
"""Of these units an amount may have any other: "the flat 640", "18.4m"."""
_SPANS: Final = {"hour": (24, 60), "day": (7, 24, 365), "week": (7, 52), "month": (4, 12, 30), "year": (12, 52, 365)}
_BINARY: Final = (1.024, 1.024**2)
"""Of data, a thousand may be 1,024."""
_TWO: Final = re.compile(r"\b(?:back|both|return|round trip|double|half|twice)\b", re.IGNORECASE)
_MOST: Final = 30
"""Numbers that are put together; more come to nearly anything."""
_MOST_SUMMED: Final = 10
_PER: Final = re.compile(r"(?:\bper|/|\ban?|\beach) ?(?:100 )?([a-z]+[²³]?)", re.IGNORECASE)
_MOST_COUNTED: Final = 12
_SCALE_OF_ALL: Final = re.compile(
    r"(?:\bin|[(,:;/€$£]) ?(?:\w{2,8} )?(thousand|million|billion|k|mn?|bn)s?\b(?: of)?(?: (?:\w+|[€$£]))?"
    r" ?(?:[):;,.|\n]|$)",
    re.IGNORECASE,
)
"""What a table says once for all of its numbers: "(million euros)", "in thousands of dollars"."""
_BESIDE_IT: Final = 16
"""Characters from one amount to the next that may be told with it: the unit, and "and"."""


class _Given:
    """The numbers, years and days that something may have been worked out from."""

    def __init__(
        self,
        amounts: list[Amount],
        text: str,
        dates: Iterable[str] = (),
        years: Sequence[int] = (),
        scales: Iterable[float] = (),
        own: Iterable[Amount] = (),
        portions: Iterable[float] = (),
    ) -> None:
        """Take amounts, their texts, dates and years, what they count by, a response's own, and shares of all."""
        told = [*amounts, *_together(amounts)]
        self._amounts = list({each[:2]: each for each in told if each.unit != _YEAR_OF}.values())
        self._spans = [span for span in _SPANS if re.search(rf"(?i)\b{span}(?:s|ly)?\b", text)]
        self._factors = [float(each) for span in self._spans for each in _SPANS[span]]
        self._factors += [2.0] if _TWO.search(text) else []
        self._scales = [*scales]
        self._own = [*own]
        self._portions = [*portions]
        self._text = text
        self.has_years = bool(years) or re.search(r"\d B\.?C", text) is not None
        self._years = _apart(sorted({*years})[:_MOST])
        self._days = _apart(sorted({*_ordinals(dates)})[:_MOST])

    def may_come_to(self, one: Amount, least: float, most: float, counts: Iterable[float] = ()) -> bool:
        """Tell whether they come to a number between two in the place of one, or are too many to tell.

        Counts are of how many things a sentence speaks.
        """
        counted = [*counts]
        return any(self._comes_to(one, least / scale, most / scale, counted) for scale in (1.0, *self._scales))

    def _comes_to(self, one: Amount, least: float, most: float, counts: list[float]) -> bool:
        kind, size = _MEASURED.get(one.unit, _COUNT)
        others = [each for each in self._amounts if each.value != one.value]
        bases = {
            each.value if not one.unit else found
            for each in others
            if (found := _as(each, kind, size, one.unit)) is not None
        }
        if kind in ("time", "count"):
            bases |= {each - less for each in self._years for less in (0, 1)}
        if kind == "time":
            bases |= {(each.value / 1440 + 1) / size for each in others if each.unit == _TIME_OF_DAY}  # of the next day
            bases |= {each / size for each in self._days} | {365.25 * each / size for each in self._years}
            bases |= {each % 60 for each in bases} if one.unit == "minute" else set()  # an hour and ten minutes
        hours = (24 * found for each in others if (found := _as(each, "time", 1, "day")) is not None)
        known = {*(each.value for each in others), *hours, *self._factors, *self._spans_of(others)}
        known |= {*_BINARY} if kind == "data" else set()
        if len(bases) > _MOST or len(known) > 2 * _MOST:
            return True
        shares = [each.value / 100 for each in others if each.unit == "%"]
        made = _made(sorted(bases), sorted(known), shares, kind)
        if kind == "time" or self._is_told_per(one.unit):  # 300 mg of 24 mg per ml
            pairs = [(a, b) for a, b in permutations(known, 2) if b]
            made = chain(made, (many * a / b for many in {1, 100} & {1, *known} for a, b in pairs))
        if kind == "area":
            sides = {found for each in others if (found := _as(each, "length", 1, "m")) is not None}
            made = chain(made, (a * b / size / 1e4 for a, b in combinations(sides, 2)))  # a hectare
        if kind == "energy":  # of volts and ampere-hours, of watts and hours
            made = chain(made, (a * b / many for a, b in combinations(known, 2) for many in (1, 1000)))
        if kind in ("share", "count"):
            made = chain(made, (each * (100 if kind == "share" else 1) for each in _shares_of_a_kind(others)))
        own = (found for each in self._own if each.value != one.value and (found := _as(each, kind, size, one.unit)))
        made = chain(made, _runs_together([*own]))
        made = chain(made, (base * share for base in bases for share in self._portions))
        sure = {each for other in others if other.unit and (each := _as(other, kind, size, one.unit)) in bases}
        of_each = _counted(sure, counts) if kind != "count" else ()
        totals = (each for total in self._totals if (each := _as(total, kind, size, one.unit)) is not None)
        return any(least <= each <= most for each in chain(made, of_each, totals))

    def _spans_of(self, amounts: list[Amount]) -> Iterator[float]:
        """Yield how long amounts of time are in the units of which the texts speak: five years are sixty months."""
        times = [each for each in amounts if each.unit in _DAYS]
        yield from (round(each.value * _DAYS[each.unit] / _DAYS[span], 6) for each in times for span in self._spans)

    def _is_told_per(self, unit: str) -> bool:
        return unit in _MEASURED and unit in {_UNITS.get(each.lower()) for each in _PER.findall(self._text)}

    @cached_property
    def _totals(self) -> list[Amount]:
        return [each for sentence in _SENTENCE_ENDS.split(self._text) for each in _totals(sentence)]


def _together(amounts: list[Amount]) -> Iterator[Amount]:
    """Yield what is told in two units: "1 hour and 24 minutes"."""
    for one, two in pairwise(amounts):
        kind, size = _MEASURED.get(one.unit, _COUNT)
        less = _MEASURED.get(two.unit, _COUNT)
        if kind == less[0] and size > less[1] and 0 < two.start - one.end < _BESIDE_IT:
            yield Amount(round(one.value * size / less[1] + two.value, 6), two.unit, one.start, two.end)


def _as(amount: Amount, kind: str, size: float, unit: str) -> float | None:
    """Return an amount in a unit, or none where it measures something else."""
    if not unit:
        return amount.value
    own, own_size = _MEASURED.get(amount.unit, _COUNT)
    if own == kind:
        return round(amount.value * own_size / size, 6)
    return amount.value if amount.unit in _UNSURE else None


def _made(bases: list[float], known: list[float], shares: list[float], kind: str) -> Iterator[float]:
    """Yield what numbers of one kind come to by themselves, with others, less or more by shares, and all in a share."""
    yield from bases
    tens = {100, 1000, 10_000, 100_000} & {*known}  # per 1,000
    for one, two in combinations_with_replacement(bases, 2):
        yield from (one + two, two - one)
    yield from _sums(bases[:_MOST_SUMMED])
    for base in bases:
        for each in known:
            yield from (base * each, base / each) if each else ()
            yield from (found for many in tens if each for found in (base * each / many, many * base / each))
        for share in shares:
            yield from (base * share, base * (1 + share), base * (1 - share))
    if kind == "share":
        yield from (100 - each for each in bases)
        yield from (100 * each for each in known if each < 1)
        for one, two in combinations([each for each in known if each], 2):
            yield from (100 * one / two, 100 * two / one, 100 * (two - one) / one, 100 * (two - one) / two)
    if kind == "heat":
        yield from (abs(each * 9 / 5 + 32) for base in bases for each in (base, -base))  # signs are not read
        yield from (abs((each - 32) * 5 / 9) for base in bases for each in (base, -base))


def _shares_of_a_kind(amounts: list[Amount]) -> Iterator[float]:
    """Yield the shares that amounts of one kind and of other units have of each other."""
    for one, two in permutations(amounts, 2):
        kind, size = _MEASURED.get(one.unit, _COUNT)
        other, other_size = _MEASURED.get(two.unit, _COUNT)
        if kind == other and size != other_size and two.value:
            yield one.value * size / (two.value * other_size)


def _runs_together(numbers: list[float]) -> Iterator[float]:
    """Yield what numbers that follow each other come to together."""
    if len(numbers) <= _MOST:
        for start in range(len(numbers)):
            yield from islice(accumulate(numbers[start:]), 1, None)


def _totals(sentence: str) -> Iterator[Amount]:
    """Yield what the numbers of a sentence come to that stand in brackets, and the others."""
    inside = " ".join(re.findall(r"\(([^()]*)\)", sentence))
    for part in (inside, re.sub(r"\([^()]*\)", " ", sentence)):
        told = (each for each in amounts_of(part) if part[each.start : each.end].lower() not in _SCALES)
        amounts = [each for each in told if each.unit != _YEAR_OF]
        if len(amounts) > 2:
            unit = next((each.unit for each in amounts if each.unit in _MEASURED), "")
            yield Amount(round(sum(each.value for each in amounts), 6), unit, 0, 0)


def _counted(bases: set[float], counts: list[float]) -> Iterator[float]:
    """Yield what so many of one and so many of another come to: two adults and a child."""
    if counts and len(bases) <= _MOST_COUNTED:
        for one, two in permutations(bases, 2):
            yield from (many * one + more * two for many in counts for more in (1.0, *counts))


def _scales_of(texts: Iterable[str]) -> set[float]:
    """Return what tables of some texts say that all their numbers count: thousands, millions."""
    return {_SCALES[each.lower()] for text in texts for each in _SCALE_OF_ALL.findall(text)}


def _sums(numbers: list[float]) -> set[float]:
    """Return what some of the numbers come to together."""
    sums = {0.0}
    for each in numbers:
        sums |= {each + other for other in sums}
    return sums


def _apart(numbers: list[int]) -> set[float]:
    return {float(two - one) for one, two in combinations(numbers, 2)}


def _ordinals(dates: Iterable[str]) -> Iterator[int]:
    """Yield the numbers of days, in some year where none is told."""
    for year, month, day in map(_day, dates):
        with suppress(ValueError, OverflowError):
            yield date(year or 2001, month, day).toordinal()

"""Concrete names that a sentence rules out: brands, people and places by their capitals, units of measure by a list."""

import re
from collections.abc import Iterator

from spade_core.categories.taxonomy import Category
from spade_core.criteria.formats import LANGUAGES
from spade_core.criteria.passage import NOT, Found, Passage
from spade_core.criteria.readings import PhraseRule, Phrases
from spade_core.text import Span

_UNITS = (
    "cup", "ounce", "pound", "teaspoon", "tablespoon", "pint", "quart", "gallon", "inch", "foot", "yard", "mile",
    "gram", "kilogram", "milligram", "litre", "liter", "millilitre", "milliliter", "metre", "meter", "kilometre",
    "kilometer", "centimetre", "centimeter", "millimetre", "millimeter", "acre", "hectare", "fahrenheit", "celsius",
    "kelvin", "dollar", "euro", "cent", "rupee", "yen", "mph", "kph", "oz", "lb", "tsp", "tbsp", "kg", "ml", "km",
)  # fmt: skip
_IRREGULAR = {"inch": "inches", "foot": "feet"}
_PLURALS = {_IRREGULAR.get(unit, f"{unit}s"): unit for unit in _UNITS}
_UNIT = "|".join(sorted((*_UNITS, *_PLURALS), key=len, reverse=True))
_SERIES = r"{item}(?:, {item})*(?:,? (?:or|and|nor) {item})?"
_NO_UNITS = re.compile(
    rf"\b(?:{NOT}|no|avoid|without|instead of|rather than)\b(?: (?:ever|use|using|give|write|in|any|convert\w*|"
    rf"to|with)\b)*"
    rf" (?P<list>{_SERIES.format(item=f'(?:{_UNIT})')})(?![\w-])"
)

_NAME = r"(?:[A-Z][\w.&'\u2019-]*\w\+?|[A-Z]|[a-z]+[A-Z]\w*)(?: (?:[A-Z][\w.&-]*\w|of|de|van|&)(?= |$|[,.;:!?)]))*"
_NAMING = (
    r"(?:mention|nam(?:e|ing)|refer|recommend|promot|talk|discuss|compar|advertis|cite|citing|reference|suggest|"
    r"say|speak|bring up|quote|quoting|link|write|allud)\w*"
)
_NO_NAMES = re.compile(
    rf"\b(?i:{NOT}|avoid|without|refrain from)\b(?: \w+)? (?i:{_NAMING})"
    r"(?P<between>(?: \(?(?!with\b|to\b(?! (?:the|any))|for\b|(?<!such )as\b|in\b|when\b|while\b|at\b|"
    r"by\b)(?:[a-z][a-z'-]*|"
    r"e\.g\.?|other)[,:]?){0,5}?) \(?"
    rf"(?P<list>{_SERIES.format(item=_NAME)})"
    r"(?=\s*(?:$|[.;:!?)]|,? (?:by name|at all|anywhere|in (?:the|your|any) (?:response|reply|answer|text)|"
    r"or (?:other|any)|"
    r"and (?:other|similar))\b))"
)
_NO_NAME = {*LANGUAGES, "i", "json", "markdown", "html", "xml", "yaml", "csv", "sql", "latex", "python", "ai", "emoji"}
"""What is written with capitals and is no name of its own: formats and languages have readings of theirs."""
_AS_EXAMPLES = re.compile(r"\b(?:such as|like|including|e\.g\.?|namely|named|called)[,:]?$")
_ABOUT_MORE = re.compile(r"\b(?:that|which|how|why|when|what|who|whose|'s)\b")


def excluded_names(passage: Passage) -> Iterator[Found]:
    """Yield the concrete names that the response must not have: "do not mention Amazon, eBay or Etsy"."""
    if passage.text.isupper():
        return
    for match in _NO_NAMES.finditer(passage.plain):
        names = _split(match["list"])
        if any(name.lower() in _NO_NAME for name in names) or _ABOUT_MORE.search(match["between"]):
            continue
        yield Found(Phrases(PhraseRule.EXCLUDE_NAMES, names), Span(*match.span()), Category.EXCLUSION)


def excluded_units(passage: Passage) -> Iterator[Found]:
    """Yield the units of measure that the response must not use: "never cups or ounces"."""
    for match in _NO_UNITS.finditer(passage.lower):
        units = tuple(dict.fromkeys(_PLURALS.get(name, name) for name in _split(match["list"])))
        forms = tuple(form for unit in units for form in (unit, _IRREGULAR.get(unit, f"{unit}s")))
        yield Found(Phrases(PhraseRule.EXCLUDE_NAMES, forms), Span(*match.span()), Category.EXCLUSION)


def _split(series: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in re.split(r",? (?:or|and|nor) |, ", series) if name.strip()))

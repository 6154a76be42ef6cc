"""Checks that count: quantities, and several strictnesses for "concise" and "detailed"."""

from collections.abc import Iterator

from spade_core.candidates.check import Check, literal
from spade_core.candidates.snippets import ENTRIES, SENTENCES_IN, VALUES_OF, counter, joined, parts
from spade_core.criteria.descriptions import amount
from spade_core.criteria.readings import FieldQuantity, Length, Place, Quantity, Scope, Unit


def quantity_checks(quantity: Quantity, *, ideographs: bool = False) -> Iterator[Check]:
    """Yield the checks of a quantity: one, or several of different strictness where it was meant loosely."""
    if not quantity.approximate:
        yield _count(quantity, ideographs=ideographs)
        return
    for low, high in _strictnesses(quantity.lower, quantity.upper):
        yield _count(Quantity(quantity.unit, low, high, quantity.scope), ideographs=ideographs)


def _strictnesses(low: int | None, high: int | None) -> list[tuple[int | None, int | None]]:
    """The bounds that a loosely meant number may stand for, strictest first."""
    if low is not None and low == high:
        return [(low * (100 - share) // 100, -(-low * (100 + share) // 100)) for share in (10, 25, 50)]
    if high is not None and high <= 10:
        return [(low, high - 1 if high > 2 else high), (low, high), (low, high + 1)]
    return [(low, high)]


def _count(quantity: Quantity, *, ideographs: bool = False) -> Check:
    if quantity.scope.place is Place.KEY and quantity.unit in (Unit.ENTRIES, Unit.ITEMS):
        return _elements(quantity)
    if quantity.unit is Unit.ENTRIES:
        return _entries(quantity)
    if quantity.unit is Unit.STEPS:
        return _steps(quantity)
    helpers, text, many = parts(quantity.scope)
    count_helpers, count = counter(quantity.unit, ideographs=ideographs)
    name = f"{_place_name(quantity.scope)}{amount(quantity).replace('exactly ', 'exactly_')}"
    says = f"{_subject(quantity.scope)} has {amount(quantity)}."
    if many:
        condition = _between(count.format(text="part"), quantity.lower, quantity.upper)
        result = f"parts = {text}\nreturn all([{condition} for part in parts])"
    else:
        expression = count.format(text="text") if text not in _NAMES else count.format(text=text)
        result = f"return {_between(expression, quantity.lower, quantity.upper)}"
        if "text" in expression and text not in _NAMES:
            result = f"text = {text}\n{result}"
    return Check(name, says, joined(*count_helpers, *helpers, result))


_NAMES = ("response", "title", "last")
"""Expressions that are a name already."""


def _elements(quantity: Quantity) -> Check:
    condition = _between("len(part)", quantity.lower, quantity.upper)
    values = f"values_of({literal(quantity.scope.section)})"
    result = (
        f"lists = [part for part in {values} if isinstance(part, list)]\nreturn all([{condition} for part in lists])"
    )
    amount_of = amount(quantity).replace("list item", "item")
    name = f"{_place_name(quantity.scope)}{amount_of}"
    return Check(name, f"{_subject(quantity.scope)} has {amount_of}.", joined(VALUES_OF, result))


def _steps(quantity: Quantity) -> Check:
    helpers, text, _ = parts(quantity.scope)
    count_helpers, count = counter(Unit.STEPS)
    condition = _between("count", quantity.lower, quantity.upper)
    result = f"count = {count.format(text=text)}\nreturn count is None or {condition}"
    says = (
        f"{_subject(quantity.scope)} has {amount(quantity)}: list items that are numbered or under a heading of steps."
    )
    return Check(f"{_place_name(quantity.scope)}{amount(quantity)}", says, joined(*count_helpers, *helpers, result))


def _entries(quantity: Quantity) -> Check:
    """What has no shape of its own passes when any way of counting gives the number."""
    helpers, text, _ = parts(quantity.scope)
    condition = _between("len(entries)", quantity.lower, quantity.upper)
    ways = "list items, headings, paragraphs, lines or what commas separate"
    says = f"{_subject(quantity.scope)} has {amount(quantity)}, counting {ways}."
    name = f"{_place_name(quantity.scope)}{amount(quantity)}"
    return Check(name, says, joined(*helpers, _entries_in(text, condition)))


def _entries_in(text: str, condition: str) -> str:
    if text == "response":
        return ENTRIES.replace("CONDITION", condition).replace("text.", "response.")
    return f"text = {text}\n{ENTRIES.replace('CONDITION', condition)}"


def _between(count: str, low: int | None, high: int | None) -> str:
    if low is not None and low == high:
        return f"{count} == {low}"
    if low is None:
        return f"{count} <= {high}"
    return f"{count} >= {low}" if high is None else f"{low} <= {count} <= {high}"


def _subject(scope: Scope) -> str:
    text = str(scope)
    return text[0].upper() + text[1:]


def _place_name(scope: Scope) -> str:
    if scope.place is Place.RESPONSE:
        return ""
    if scope.place is Place.KEY:
        return f"key {scope.section} has "
    place = f"{scope.section} section" if scope.place is Place.SECTION else scope.place.value.removeprefix("the ")
    return f"{place} has "


def field_quantity_checks(quantity: FieldQuantity, *, ideographs: bool = False) -> Iterator[Check]:
    """Yield the check of a quantity whose number is an input field; a field that is no number is let pass."""
    if quantity.at_least and quantity.at_most:
        word, sign = "exactly", "=="
    else:
        word, sign = ("at least", ">=") if quantity.at_least else ("at most", "<=")
    body = f"""
wanted = str(example.get({literal(quantity.field)}, "")).strip()
if not wanted.isdecimal():
    return True
"""
    if quantity.unit in (Unit.ENTRIES, Unit.STEPS):
        helpers: list[str] = []
        result = _entries_in("response", f"len(entries) {sign} int(wanted)")
    else:
        helpers, count = counter(quantity.unit, ideographs=ideographs)
        result = f"return {count.format(text='response')} {sign} int(wanted)"
    says = f'The response has {word} as many {quantity.unit} as the field "{quantity.field}" says.'
    yield Check(f"{word} {quantity.field} {quantity.unit}", says, joined(*helpers, body.strip(), result))


_SHORT_WORDS = (50, 100, 150, 250, 400)
_LONG_WORDS = (100, 150, 250, 350, 500)
_SECTION_WORDS = (30, 75, 150)


def length_checks(length: Length, *, ideographs: bool = False) -> Iterator[Check]:
    """Yield what "concise" or "detailed" may mean, from strict to lenient; selection chooses among them."""
    scope = length.scope
    if scope.place is not Place.RESPONSE:
        for words in _SECTION_WORDS:
            low, high = (None, words) if length.short else (words, None)
            yield _count(Quantity(Unit.WORDS, low, high, scope), ideographs=ideographs)
        return
    for words in _SHORT_WORDS if length.short else _LONG_WORDS:
        low, high = (None, words) if length.short else (words, None)
        yield _count(Quantity(Unit.WORDS, low, high), ideographs=ideographs)
    for sentences in (3, 5, 10) if length.short else (5, 10, 20):
        low, high = (None, sentences) if length.short else (sentences, None)
        yield _count(Quantity(Unit.SENTENCES, low, high))
    for items in (5, 10):
        low, high = (None, items) if length.short else (items, None)
        yield _count(Quantity(Unit.ITEMS, low, high))
    if length.short:
        yield from (_sentence_length(words) for words in (15, 25))
    else:
        yield from (_count(Quantity(Unit.PARAGRAPHS, number, None)) for number in (3, 5))


def _sentence_length(words: int) -> Check:
    body = joined(SENTENCES_IN, f"return len(response.split()) <= {words} * max(sentences_in(response), 1)")
    return Check(f"at most {words} words per sentence", f"Sentences have at most {words} words on average.", body)

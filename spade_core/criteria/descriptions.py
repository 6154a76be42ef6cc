"""A reading as a plain English statement about the response."""

from spade_core.criteria.readings import (
    Casing,
    CodeConventions,
    DateShape,
    Echo,
    FieldQuantity,
    FilledPhrase,
    Format,
    Grounded,
    Hidden,
    JsonKeys,
    Judgement,
    KeyChoice,
    KeyRange,
    Language,
    Layout,
    Length,
    Manner,
    NoRepetition,
    NothingAfterList,
    NoUnfilled,
    OnlyContent,
    OwnWords,
    PhraseRule,
    Phrases,
    Quantity,
    Reading,
    SampleShape,
    Scope,
    Score,
    Section,
    SectionOrder,
    Shows,
    Speaks,
    Tags,
    Times,
    TitleFirst,
    Topics,
    Unit,
    Unpunctuated,
    Verbatim,
)


def statement_of(reading: Reading) -> str:
    """Return the statement that is true of a response that satisfies the reading."""
    match reading:
        case Quantity():
            return f"{_subject(reading.scope)} has {amount(reading)}."
        case FieldQuantity():
            bound = "at least" if not reading.at_most else "at most" if not reading.at_least else "exactly"
            return f'The response has {bound} as many {reading.unit} as the input field "{reading.field}" says.'
        case Phrases():
            return f"{_subject(reading.scope)} {reading.rule} {_joined(reading.phrases, reading.rule)}."
        case Times():
            return f"The response {_times(reading)}."
        case FilledPhrase():
            return f'{_subject(reading.scope)} {reading.rule} "{reading.phrase}", filled in.'
        case Layout():
            return _layout(reading)
        case Length():
            return f"{_subject(reading.scope)} is {'concise' if reading.short else 'detailed'}."
        case Speaks():
            return f"The response has {'' if reading.wanted else 'no '}{_bare(reading.manner.value, reading.wanted)}."
        case Shows():
            return f"The response has {'' if reading.wanted else 'no '}{_bare(reading.content.value, reading.wanted)}."
        case Section() | SectionOrder() | SampleShape() | TitleFirst() | JsonKeys() | KeyChoice() | KeyRange() | Tags():
            return _structure(reading)
        case _:
            return _other(reading)


def amount(quantity: Quantity | FieldQuantity) -> str:
    """Return the amount in words: ``at most 100 words``, ``3 to 5 list items``."""
    if isinstance(quantity, FieldQuantity):
        return f'as many {quantity.unit} as "{quantity.field}" says'
    low, high, about = quantity.lower, quantity.upper, "about " if quantity.approximate else ""
    if low is None and high is None:
        return f"any number of {quantity.unit}"
    if low is None:
        return f"at most {about}{high} {noun(quantity.unit, high)}"
    if high is None:
        return f"at least {about}{low} {noun(quantity.unit, low)}"
    if low == high:
        return f"{about or 'exactly '}{low} {noun(quantity.unit, low)}"
    return f"{about}{low} to {high} {quantity.unit}"


def _times(reading: Times) -> str:
    """Return the number in words: ``contains "great" at most twice``, ``has an apology at most once``."""
    what = _DOES[reading.what] if isinstance(reading.what, Manner) else f'contains "{reading.what}"'
    low, high = reading.lower, reading.upper
    if low == high:
        return f"{what} exactly {_often(low)}"
    if low is None:
        return f"{what} at most {_often(high)}"
    return f"{what} at least {_often(low)}"


_DOES = {Manner.APOLOGY: "apologises", Manner.THANKS: "gives thanks"}


def _often(number: int | None) -> str:
    return {1: "once", 2: "twice"}.get(number or 0, f"{number} times")


def noun(unit: Unit, number: int | None) -> str:
    """Return the unit's noun for a number of them."""
    return unit.singular if number == 1 else unit.value


def _subject(scope: Scope) -> str:
    text = str(scope)
    return text[0].upper() + text[1:]


def _joined(phrases: tuple[str, ...], rule: PhraseRule) -> str:
    quoted = [f'"{phrase}"' for phrase in phrases]
    word = "and" if rule is PhraseRule.INCLUDE_ALL else "or"
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {word} {quoted[-1]}"


def _bare(noun_phrase: str, wanted: bool) -> str:
    if wanted:
        return noun_phrase
    for article in ("a ", "an ", "the "):
        if noun_phrase.startswith(article):
            return noun_phrase.removeprefix(article)
    return noun_phrase


_IS = {
    Format.MARKDOWN,
    Format.JSON,
    Format.JSON_ARRAY,
    Format.JSON_OBJECT,
    Format.YAML,
    Format.XML,
    Format.HTML,
    Format.CSV,
}
_IS |= {Format.SQL, Format.PLAIN}


def _layout(layout: Layout) -> str:
    name = f"{layout.detail} {layout.format}" if layout.detail else layout.format.value
    if layout.format in _IS:
        return f"{_subject(layout.scope)} is {'' if layout.wanted else 'not '}{name}."
    return f"{_subject(layout.scope)} has {'' if layout.wanted else 'no '}{_bare(name, layout.wanted)}."


def _structure(
    reading: Section | SectionOrder | SampleShape | TitleFirst | JsonKeys | KeyChoice | KeyRange | Tags,
) -> str:
    match reading:
        case Section():
            what = (
                f'the heading "{reading.mark} {reading.name}"'
                if reading.mark
                else f'a section or label "{reading.name}"'
            )
            return f"The response has {what}."
        case SectionOrder():
            return f"The response has, in this order: {', '.join(reading.names)}."
        case SampleShape():
            return "The response is laid out like the example output in the prompt."
        case TitleFirst():
            source = f' taken from the input field "{reading.field}"' if reading.field else ""
            return f"The response starts with a title{source}."
        case JsonKeys():
            where = "Every object of the JSON" if reading.array else "The JSON"
            return f"{where} in the response has the keys {', '.join(reading.keys)}."
        case KeyChoice():
            return f'The JSON key "{reading.key}" is one of {", ".join(reading.choices)}.'
        case KeyRange():
            return f'The JSON key "{reading.key}" is a number from {reading.lower} to {reading.upper}.'
        case Tags():
            return f"The response has content inside {', '.join(f'<{name}>' for name in reading.names)} tags."


_FIXED: dict[type, str] = {
    OnlyContent: "The response is only what was asked for, without preamble or closing remarks.",
    NothingAfterList: "The response ends with its list, with no text below it.",
    Unpunctuated: "The response has no punctuation marks.",
    Verbatim: "The response quotes some of its input word for word.",
    Grounded: "The response says nothing that its input does not.",
    OwnWords: "The response restates its input in fewer words rather than copying it.",
    NoRepetition: "The response says nothing twice.",
    CodeConventions: "The code in the response follows the conventions of its language.",
}


def _other(reading: Reading) -> str:
    match reading:
        case Language():
            return f"The response is in {reading.name}."
        case Echo():
            return f'The response {"names" if reading.wanted else "does not name"} the input field "{reading.field}".'
        case NoUnfilled():
            return f"The response leaves no placeholder unfilled ({', '.join(reading.marks)})."
        case Hidden():
            return f"The response does not reveal the {' or '.join(reading.things)} behind it."
        case Topics():
            return f"The response covers topics such as {', '.join(reading.terms[:6])}."
        case Casing():
            return f"The response is in {reading.case}."
        case DateShape():
            return f"Dates in the response are written as {reading.shape}."
        case Score():
            return f"The response gives a number from {reading.lower} to {reading.upper}."
        case Judgement():
            return f"A judge answers yes to: {reading.question}"
        case _:
            return _FIXED[type(reading)]

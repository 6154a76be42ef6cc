"""Readings that are only the shadow of another one of the same sentence."""

from spade_core.criteria.passage import Found
from spade_core.criteria.readings import (
    Content,
    DateShape,
    Echo,
    FieldQuantity,
    FilledPhrase,
    Grounded,
    JsonKeys,
    KeyChoice,
    KeyRange,
    Layout,
    Manner,
    OnlyContent,
    PhraseRule,
    Phrases,
    Place,
    Quantity,
    Reading,
    Scope,
    Score,
    Section,
    Shows,
    Speaks,
    Topics,
    Unit,
    Verbatim,
)


def is_shadow(item: Found, found: list[Found]) -> bool:
    """Whether a reading says less than, or something beside, what another reading of its sentence says."""
    others = [other for other in found if other is not item]
    return _of_the_list(item, others) or any(_says_more(other, item) for other in others)


def _of_the_list(item: Found, others: list[Found]) -> bool:
    """Topics and kinds of content that are keys, sections or what else the sentence lists."""
    if isinstance(item.reading, Topics | Shows) and any(isinstance(other.reading, JsonKeys) for other in others):
        return True
    return isinstance(item.reading, Topics) and any(isinstance(other.reading, Section) for other in others)


def _says_more(other: Found, item: Found) -> bool:
    match other.reading:
        case Quantity():
            # hashtags in "no more than 3 hashtags", which asks for none either
            unwanted = isinstance(item.reading, Layout | Speaks) and not item.reading.wanted
            inside = other.span.start <= item.span.start < other.span.end
            return inside and (unwanted or isinstance(item.reading, Shows))
        case Speaks(Manner.CLOSING_QUESTION):
            return item.reading == Shows(Content.QUESTION, other.reading.wanted)
        case Echo(exact=True):
            inside = other.span.start <= item.span.start and item.span.end <= other.span.end
            return inside and isinstance(item.reading, Shows)
        case DateShape():
            return item.reading == Shows(Content.DATES)
        case KeyRange():
            return isinstance(item.reading, Score)
        case Phrases(PhraseRule.STARTS_WITH, scope=Scope(Place.LAST_LINE)) if isinstance(item.reading, Shows):
            return other.span.start <= item.span.start and item.span.end <= other.span.end
        case Phrases() | FilledPhrase():
            return _is_said_by_phrase(other.reading, item.reading)
        case JsonKeys():
            return _is_said_by_keys(other.reading, item.reading)
        case KeyChoice():
            return isinstance(item.reading, Phrases)
        case Verbatim():
            counted = isinstance(item.reading, Quantity) and item.reading.unit is Unit.SENTENCES
            return counted or isinstance(item.reading, Grounded)
        case _:
            return False


def _is_said_by_phrase(phrase: Phrases | FilledPhrase, reading: Reading) -> bool:
    """The sign-off and the greeting that are given word for word, and the link that is."""
    if isinstance(reading, Echo):
        return isinstance(phrase, FilledPhrase) and reading.field in [field for _, field in phrase.marks]
    if isinstance(reading, OnlyContent):
        return phrase.rule is PhraseRule.ONE_OF
    if isinstance(reading, Speaks):
        ends, starts = PhraseRule.ENDS_WITH, PhraseRule.STARTS_WITH
        return reading.wanted and (reading.manner, phrase.rule) in ((Manner.SIGN_OFF, ends), (Manner.GREETING, starts))
    is_link = isinstance(phrase, Phrases) and any(each.startswith(("http", "www.")) for each in phrase.phrases)
    return is_link and isinstance(reading, Shows) and reading.content is Content.LINKS


def _is_said_by_keys(keys: JsonKeys, reading: Reading) -> bool:
    """The names of keys, taken for words to include or numbers of things."""
    if isinstance(reading, Phrases):
        return reading.rule is PhraseRule.INCLUDE_ALL and not set(reading.phrases).isdisjoint(keys.keys)
    return isinstance(reading, FieldQuantity)

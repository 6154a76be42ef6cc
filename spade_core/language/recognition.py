"""In which language a sentence is written, as far as that decides who reads it: by its script, letters and small words.

The answer is careful on both sides. A short imperative, a name, code or a lone placeholder holds no foreign
evidence and passes; a sentence is foreign only on positive evidence. Quoted words do not count: a prompt in
English may well quote Korean.
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from enum import Enum
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from spade_core.language.normal import Normal, normalised
from spade_core.language.word_lists import TRADITIONAL, UNMARKED, any_of, lexicon, traditional, unmarked


class Reading(Enum):
    """What a sentence's words allow."""

    ENGLISH = "english"
    FOREIGN = "foreign"
    """In another language: reported, never guessed."""
    NEUTRAL = "neutral"
    """No words to judge by: a placeholder, a rule, a name, code."""


OTHER: Final = ""
"""A language that nothing reads."""
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_UNREAD: Final = re.compile(r"[\u3040-\u30ff\uac00-\ud7af\u0400-\u04ff\u0590-\u06ff\u0900-\u0eff\u0370-\u03ff]")
_LATIN: Final = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+")
_VIETNAMESE: Final = re.compile(r"[\u1ea0-\u1ef9ăđơưĂĐƠƯ]")
_QUOTED: Final = re.compile(
    r"\"[^\"\n]*\"|“[^“”\n]*”|「[^「」\n]*」|`[^`\n]*`|\{[^{}\n]*\}|<[^<>\n]*>|(?<![A-Za-z])[A-Za-z]+(?:_[A-Za-z0-9]+)+"
)
_BEGINS_HAN: Final = re.compile(r"[\W\d_]*[\u3400-\u9fff]{4}")
_SHARED_ENGLISH: Final = 0.25
_SHARED_FOREIGN: Final = 0.5
_ACCENTED_WEIGHT: Final = 0.65
_LEAST_FOREIGN: Final = 0.6
_FEW_HAN: Final = 3
_WIDE_LETTER: Final = 2
"""A Chinese, Japanese or Korean character says as much as two letters."""
_END_OF_LATIN: Final = 0x0250
_COMBINING: Final = 0x0590
_LATIN_ADDITIONAL: Final = 0x1E00
_GREEK_EXTENDED: Final = 0x1F00
_WIDE: Final = 0x2E80
"""Where the East Asian scripts begin."""
_WORD: Final = re.compile(r"[^\W\d_][^\W_]*(?:['’‘-][^\W_]+)*")
_MARK: Final = re.compile(r"\{%(?:(?!\{%).)*?%\}|\{#(?:(?!\{#).)*?#\}")
"""One that does not end is not looked for behind the next one's beginning, which would take the square of the time."""


@lru_cache(maxsize=8192)
def spoken(text: str) -> str:
    """Return the code of the lexicon that reads a text: "en", "vi", "zh", `UNMARKED`, `TRADITIONAL` or `OTHER`."""
    if not text.isascii():
        plain = _QUOTED.sub(" ", text)
        latin = _LATIN.findall(plain)
        han, unread = len(_HAN.findall(plain)), len(_UNREAD.findall(plain))
        if 2 * unread > han and unread > len(latin):
            return OTHER
        is_named = len(latin) > 2 and _WIDE_LETTER * han < sum(map(len, latin)) and _evidence(text) is Reading.ENGLISH
        names_only = 2 * han > len(latin) and han > _FEW_HAN and _evidence(plain) is Reading.NEUTRAL
        if (han and han >= len(latin)) or names_only:
            return "en" if is_named and not _BEGINS_HAN.match(text) else _chinese(text)
        marked = sum(_VIETNAMESE.search(word) is not None for word in latin)
        if any(not word.isascii() for word in latin):
            marked += sum(found.end() > found.start() for found in _small_words().finditer(plain.lower()))
        accented = sum(not word.isascii() for word in latin) if marked else 0
        if 4 * marked + 2 * accented > len(latin):
            return "vi"
    if _is_unmarked(text):
        return UNMARKED
    return OTHER if _evidence(text) is Reading.FOREIGN else "en"


def _chinese(text: str) -> str:
    """Return which Chinese a text is written in, by the characters that only one has."""
    simple, other = traditional(), set(traditional().values())
    return TRADITIONAL if sum(char in other for char in text) > sum(ord(char) in simple for char in text) else "zh"


_SYLLABLE: Final = re.compile(
    r"(?:ngh?|nh|gh|gi|kh|ph|th|tr|ch|qu|[bcdghklmnpqrstvx])?"
    r"(?:uye|uya|oai|oay|uay|uoi|uou|[iy]eu|[iy]e|oa|oe|ua|ue|uo|uy|ia|ai|ao|au|ay|eo|eu|iu|oi|ui|uu|[aeiouy])"
    r"(?:ng|nh|ch|[cmnpt])?"
)
"""A Vietnamese syllable without marks."""


@cache
def _unmarked_words() -> frozenset[str]:
    data = lexicon(UNMARKED).data
    lists = [each for table in ("verbs", "negations", "nouns", "addressee") for each in data[table].values()]
    words = {word for words in lists for text in words for word in text.split()}
    return frozenset(words | {unmarked(word) for word in data["small_words"]}) - _english()


def _is_unmarked(text: str) -> bool:
    """Whether a text is Vietnamese without its marks: most words are syllables of it, and half are in its lexicon."""
    words = [word.lower() for word in _LATIN.findall(_QUOTED.sub(" ", text)) if word.isascii()]
    syllables = sum(_SYLLABLE.fullmatch(word) is not None for word in words)
    known = sum(word in _unmarked_words() for word in words)
    english = sum(word in _english() and len(word) > 1 for word in words)
    return 3 * syllables >= 2 * len(words) and 2 * known >= len(words) and known > max(english, 1)


@cache
def _small_words() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){any_of(lexicon('vi').data['small_words'])}(?!\w)")


@cache
def _table() -> Mapping[str, str]:
    file = resources.files("spade_core.language").joinpath("lexicons", "recognition.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def _words(key: str) -> frozenset[str]:
    return frozenset(_table()[key].split())


@cache
def _english() -> frozenset[str]:
    lex = lexicon()
    return _words("english") | {*lex.units, *lex.words("verbs", "produce"), *lex.words("verbs", "think")}


@cache
def _foreign_only() -> frozenset[str]:
    return _words("foreign") - (_english() - _words("shared"))


def reading_of(text: str) -> Reading:
    """Return whether the unquoted words of a sentence read as English, as another language, or as neither."""
    return _evidence(text) if spoken(text) == "en" else Reading.FOREIGN


@lru_cache(maxsize=8192)  # an editor asks the same of each sentence at every keystroke
def _evidence(text: str) -> Reading:
    """Return what the words of a text speak for."""
    plain = _without_quotes(normalised(text))
    english = foreign = 0.0
    latin = other = accented = 0
    lower_case_seen = False
    counted: set[str] = set()
    for index, found in enumerate(_WORD.finditer(plain)):
        word = found.group().lower()
        starts_small = found.group()[0].islower()
        if word.isascii():
            latin += len(word)
            if len(word) == 1:
                continue  # an initial, an item's letter, "e.g."
            lower_case_seen = lower_case_seen or starts_small
            if word in counted:
                continue  # "no links, no emojis" says "no" but once
            counted.add(word)
            if word in _english():
                english += _SHARED_ENGLISH if word in _words("shared") else 1.0
            if word in _foreign_only() and not _is_name(plain, found, index):
                foreign += _SHARED_FOREIGN if word in _words("shared") else 1.0
            continue
        of_latin, of_other = _letters(word)
        latin, other = latin + of_latin, other + of_other
        lower_case_seen = lower_case_seen or starts_small
        if word.replace("’", "'") in _english():
            english += 1.0
        elif word in _foreign_only():
            foreign += 1.0
        elif of_latin and word not in _words("loans") and (starts_small or index == 0):
            accented += 1
    if other > latin:
        return Reading.FOREIGN
    foreign += _ACCENTED_WEIGHT * accented * lower_case_seen
    if foreign >= _LEAST_FOREIGN and foreign > english:
        return Reading.FOREIGN
    return Reading.ENGLISH if english else Reading.NEUTRAL


def _without_quotes(normal: Normal) -> str:
    """Return a text with blanks where something is quoted or filled in."""
    text = list(normal.original)
    for mark in re.finditer(r"[⟦⟪]\d+[⟧⟫]", normal.text):
        place = normal.span(*mark.span())
        text[place.start : place.end] = " " * (place.end - place.start)
    return _MARK.sub(" ", "".join(text))


def _is_name(text: str, found: re.Match[str], index: int) -> bool:
    """Whether a word is part of a name or a path: ``Los`` within a sentence, ``/el/``."""
    start = found.start()
    return (index > 0 and text[start].isupper()) or text[max(0, start - 1) : start] in {"/", ".", "@"}


def _letters(word: str) -> tuple[int, int]:
    """Return how many Latin letters a word has and how much its letters of other scripts weigh."""
    latin = other = 0
    for character in word:
        code = ord(character)
        if not character.isalpha():
            # combining vowel signs of Indic and Semitic scripts carry the script as letters do
            other += code >= _COMBINING and unicodedata.category(character).startswith("M")
        elif code < _END_OF_LATIN or _LATIN_ADDITIONAL <= code < _GREEK_EXTENDED:
            latin += 1
        elif len(word) > 1 or code >= _WIDE:
            other += _WIDE_LETTER if code >= _WIDE else 1
    return latin, other

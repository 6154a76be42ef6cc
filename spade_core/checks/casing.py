"""Case and punctuation."""

import re
from typing import Final

from spade_core.checks.parts import words_of
from spade_core.checks.plain import plain

__all__ = [
    "capital_words_of",
    "capitalised",
    "has_commas",
    "has_punctuation",
    "in_case",
    "is_lower",
    "is_sentence_case",
    "is_title_case",
    "is_upper",
    "starts_with_capital",
]

_LOWER: Final = r"[^\W_A-Z]+"
_STYLES: Final = {
    "snake_case": rf"{_LOWER}(?:_{_LOWER})*",
    "kebab-case": rf"{_LOWER}(?:-{_LOWER})*",
    "camelCase": rf"{_LOWER}(?:[A-Z]{_LOWER}|[A-Z])*",
    "PascalCase": rf"(?:[A-Z](?:{_LOWER})?)+",
}
_SMALL_WORDS: Final = (
    " a an the and but or nor for so yet as at by in of off on onto out over per to up via with from into than"
    " vs if is "
)


def is_lower(text: str) -> bool:
    """Tell whether there is no capital letter, and at least one letter.

    >>> is_lower("all small, 2 words"), is_lower("Not all")
    (True, False)
    """
    return text.lower() == text and any(map(str.isalpha, text))


def is_upper(text: str) -> bool:
    """Tell whether there is no small letter, and at least one letter.

    >>> is_upper("ALL CAPS, 2 WORDS"), is_upper("NOT all")
    (True, False)
    """
    return not any(map(str.islower, text)) and any(map(str.isalpha, text))


def is_title_case(text: str) -> bool:
    """Tell whether each word begins with a capital letter; articles, conjunctions and short prepositions may be small.

    >>> is_title_case("The Lord of the Rings"), is_title_case("The great day")
    (True, False)
    """
    words = words_of(plain(text))
    cased = [word for word in words if word[0].isalpha()]
    return (
        bool(cased)
        and not cased[0][0].islower()
        and all(not word[0].islower() or f" {word} " in _SMALL_WORDS for word in cased)
    )


def is_sentence_case(text: str) -> bool:
    """Tell whether the first word begins with a capital letter and most of the others do not.

    >>> is_sentence_case("A day in Paris"), is_sentence_case("A Day In Town")
    (True, False)
    """
    words = [word for word in words_of(plain(text)) if word[0].isalpha()]
    small = sum(word[0].islower() for word in words[1:])
    return bool(words) and not words[0][0].islower() and (small * 2 >= len(words) - 1)


def capitalised(text: str) -> bool:
    """Tell whether each word begins with a capital letter or no letter.

    >>> capitalised("Early Days"), capitalised("Early days")
    (True, False)
    """
    words = words_of(plain(text))
    return bool(words) and not any(word[0].islower() for word in words)


def starts_with_capital(text: str) -> bool:
    """Tell whether the first word begins with a capital letter or no letter; marks before it aside.

    >>> starts_with_capital("**Early** days"), starts_with_capital("early days")
    (True, False)
    """
    words = words_of(plain(text))
    return bool(words) and not words[0][0].islower()


def in_case(text: str, style: str) -> bool:
    """Tell whether a name is written in a style of programs: snake_case, kebab-case, camelCase or PascalCase.

    The sign of a hashtag before it is not looked at.

    >>> in_case("due_date", "snake_case"), in_case("dueDate", "snake_case"), in_case("dueDate", "camelCase")
    (True, False, True)
    """
    return re.fullmatch(_STYLES[style], text.strip().removeprefix("#")) is not None


def capital_words_of(text: str) -> list[str]:
    """Return the words in capital letters only; ``I`` and ``A`` count, also in ``I'm``.

    >>> capital_words_of("NASA and I met in the USA's capital, B2B style")
    ['NASA', 'I', "USA's", 'B2B']
    """
    found = []
    for word in words_of(text):
        if word.isalpha():
            found += [word] if word.isupper() else []
        else:
            parts = re.split(r"[-/&+]", word)
            found += [part for part in parts if re.split(r"['’](?=[a-z]+$)", part)[0].isupper()]
    return found


def has_punctuation(text: str, marks: str | None = None) -> bool:
    """Tell whether there is a mark of punctuation, any or one of those given; those within words are none.

    >>> has_punctuation("Well, yes"), has_punctuation("Don't"), has_punctuation("Yes!", "?")
    (True, False, False)
    """
    if marks is not None:
        return any(mark in text for mark in marks)
    import unicodedata

    bare = re.sub(r"(?<=\w)['’\-](?=\w)", "", text)
    return any(unicodedata.category(char).startswith("P") for char in bare)


def has_commas(text: str) -> bool:
    """Tell whether there is a comma, also a Chinese or Arabic one.

    >>> has_commas("Yes, sure"), has_commas("No")
    (True, False)
    """
    return has_punctuation(text, ",，、،")

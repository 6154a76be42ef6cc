"""How many: each count is the length of the list that the function of its parts returns."""

import re

from spade_core.checks.casing import capital_words_of
from spade_core.checks.figures import numbers_of
from spade_core.checks.lists import bullets_of, items_of, numbered_items_of, points_of, steps_of
from spade_core.checks.markup import (
    code_of,
    emojis_of,
    hashtags_of,
    highlights_of,
    links_of,
    mentions_of,
    placeholders_of,
    quotations_of,
)
from spade_core.checks.parts import lines_of, paragraphs_of, sentences_of, words_of
from spade_core.checks.sections import headings_of, sections_of
from spade_core.checks.tables import rows_of

__all__ = [
    "bullets",
    "capital_words",
    "characters",
    "code_blocks",
    "emojis",
    "exclamations",
    "exclamations_of",
    "hashtags",
    "headings",
    "highlights",
    "items",
    "letters",
    "lines",
    "links",
    "mentions",
    "numbered_items",
    "numbers",
    "paragraphs",
    "placeholders",
    "points",
    "questions",
    "questions_of",
    "quotations",
    "rows",
    "sections",
    "sentences",
    "steps",
    "words",
]


def words(text: str) -> int:
    """Count the words, as ``words_of`` has them.

    >>> words("## It's *well-known*: 3 | 4")
    4
    """
    return len(words_of(text))


def sentences(text: str) -> int:
    """Count the sentences, as ``sentences_of`` has them.

    >>> sentences("Dr. Smith came. Did he stay? No!")
    3
    """
    return len(sentences_of(text))


def characters(text: str) -> int:
    r"""Count the characters, white space included but for that around the response.

    >>> characters(" Hi you\n")
    6
    """
    return len(text.strip())


def letters(text: str, letter: str) -> int:
    """Count how often a letter or another character occurs, any case.

    >>> letters("Aha!", "a")
    2
    """
    return text.casefold().count(letter.casefold()) if letter else 0


def paragraphs(text: str, separator: str = "") -> int:
    r"""Count the paragraphs, as ``paragraphs_of`` has them.

    >>> paragraphs("One.\n\nTwo."), paragraphs("One.\n\n1b.\n***\nTwo.", "***")
    (2, 2)
    """
    return len(paragraphs_of(text, separator))


def lines(text: str) -> int:
    r"""Count the lines that are not blank.

    >>> lines("One\n\nTwo")
    2
    """
    return len(lines_of(text))


def items(text: str) -> int:
    r"""Count the items of all lists, as ``items_of`` has them.

    >>> items("- one\n- two\n\n1. three")
    3
    """
    return len(items_of(text))


def bullets(text: str) -> int:
    r"""Count the items with a bullet, as ``bullets_of`` has them.

    >>> bullets("* one\n• two")
    2
    """
    return len(bullets_of(text))


def points(text: str) -> int:
    r"""Count the bullet points, as ``points_of`` has them.

    >>> points("* one\n1. of it\n• two")
    2
    """
    return len(points_of(text))


def numbered_items(text: str) -> int:
    r"""Count the items with a number, as ``numbered_items_of`` has them.

    >>> numbered_items("1. one\n2) two")
    2
    """
    return len(numbered_items_of(text))


def steps(text: str) -> int:
    r"""Count the steps, as ``steps_of`` has them.

    >>> steps("1. Boil water.\n2. Add tea.")
    2
    """
    return len(steps_of(text))


def sections(text: str, mark: str = "") -> int:
    r"""Count the headed sections, or those that begin with a mark and a number, as ``sections_of`` has them.

    >>> sections("# One\n\na\n\n# Two\n\nb"), sections("SECTION 1\na\nSECTION 2\nb", "SECTION")
    (2, 2)
    """
    return len(sections_of(text, mark))


def headings(text: str) -> int:
    r"""Count the headings, as ``headings_of`` has them.

    >>> headings("# One\n\n**Two**\n\nText")
    2
    """
    return len(headings_of(text))


def questions_of(text: str) -> list[str]:
    """Return the sentences that end with a question mark.

    >>> questions_of("Fine. Is it? Yes.")
    ['Is it?']
    """
    return [sentence for sentence in sentences_of(text) if re.search(r"[?？؟][^\w]{0,6}$", sentence)]


def questions(text: str) -> int:
    """Count the questions: sentences that end with a question mark.

    >>> questions("Is it? Really?! Yes.")
    2
    """
    return len(questions_of(text))


def exclamations_of(text: str) -> list[str]:
    """Return the sentences that end with an exclamation mark.

    >>> exclamations_of("Fine! Good.")
    ['Fine!']
    """
    return [sentence for sentence in sentences_of(text) if re.search(r"[!！][^\w]{0,6}$", sentence)]


def exclamations(text: str) -> int:
    """Count the sentences that end with an exclamation mark.

    >>> exclamations("Fine! Good.")
    1
    """
    return len(exclamations_of(text))


def emojis(text: str) -> int:
    """Count the emojis, as ``emojis_of`` has them.

    >>> emojis("👍🏽👍 ok")
    2
    """
    return len(emojis_of(text))


def hashtags(text: str) -> int:
    """Count the hashtags.

    >>> hashtags("#tea and #milk")
    2
    """
    return len(hashtags_of(text))


def mentions(text: str) -> int:
    """Count the mentions of people: ``@name``.

    >>> mentions("Thanks @ada and @bob")
    2
    """
    return len(mentions_of(text))


def links(text: str) -> int:
    """Count the links, as ``links_of`` has them.

    >>> links("[a](https://a.org), https://b.org")
    2
    """
    return len(links_of(text))


def placeholders(text: str) -> int:
    """Count the placeholders, as ``placeholders_of`` has them.

    >>> placeholders("Dear [name], your {item} is ready")
    2
    """
    return len(placeholders_of(text))


def highlights(text: str) -> int:
    """Count the highlighted parts, bold or italic.

    >>> highlights("*one* and **two**")
    2
    """
    return len(highlights_of(text))


def capital_words(text: str) -> int:
    """Count the words in capital letters only, as ``capital_words_of`` has them.

    >>> capital_words("NASA is in the USA")
    2
    """
    return len(capital_words_of(text))


def quotations(text: str) -> int:
    """Count the quotations in double quotation marks.

    >>> quotations('"Yes" and “no”')
    2
    """
    return len(quotations_of(text))


def code_blocks(text: str, language: str = "") -> int:
    r"""Count the fenced code blocks, of all or of one language.

    >>> code_blocks("```\na\n```\n\n```py\nb\n```")
    2
    """
    return len(code_of(text, language))


def rows(text: str) -> int:
    r"""Count the rows of the tables below their headers.

    >>> rows("| a |\n|---|\n| 1 |\n| 2 |")
    2
    """
    return len(rows_of(text))


def numbers(text: str) -> int:
    """Count the numbers written in digits, as ``numbers_of`` has them.

    >>> numbers("3 of 4 came")
    2
    """
    return len(numbers_of(text))

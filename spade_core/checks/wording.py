"""Words and phrases: is it said, how often, where, in which order."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from spade_core.checks.markup import quotations_of
from spade_core.checks.parts import _place, _same
from spade_core.checks.plain import _remembered, folded, plain

__all__ = [
    "contains",
    "contains_all",
    "contains_any",
    "contains_exactly",
    "contains_none",
    "contains_part",
    "ends_with",
    "in_order",
    "is_exactly",
    "is_one_of",
    "mentions_before",
    "nothing_after",
    "nothing_before",
    "only_quotes",
    "postscript",
    "postscript_of",
    "quotes_of",
    "repeats",
    "shares_words",
    "starts_with",
    "starts_with_any",
    "times",
    "times_part",
    "two_responses",
]

_EDGES: Final = " \t\n\r\"'“”‘’«»*_`#>~"


def _found(text: str, phrase: str) -> bool:
    """Tell whether a phrase stands in a text, both folded, as whole words."""
    return phrase in text and next(_places(text, phrase), None) is not None


def _places(text: str, phrase: str) -> Iterator[int]:
    """Yield where a phrase begins in a text as whole words, no two places overlapping."""
    at = text.find(phrase) if phrase else -1
    while at >= 0:
        end = at + len(phrase)
        if not (_joined(text[at - 1 : at], phrase[0]) or _joined(phrase[-1], text[end : end + 1])):
            yield at
            at = text.find(phrase, end)
        else:
            at = text.find(phrase, at + 1)


def _joined(one: str, other: str) -> bool:
    """Tell whether two characters side by side belong to one word; scripts without spaces join none."""
    if not one or not other or not (one.isalnum() or one == "_") or not (other.isalnum() or other == "_"):
        return False
    return not (_UNSPACED.match(one) or _UNSPACED.match(other))


_UNSPACED: Final = re.compile("[\u0e00-\u0eff\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
"""Letters of scripts that are written without spaces: Thai, Lao, Chinese and Japanese."""


def _said(text: str) -> tuple[str, str]:
    """Return a text folded, as it stands and without Markdown's marks."""
    as_it_is, bare = folded(text), plain(text)
    return as_it_is, as_it_is if bare == text else folded(bare)


def _says(said: tuple[str, str], phrase: str) -> bool:
    """Tell whether a text that was folded says a phrase."""
    as_it_is, bare = said
    wanted = folded(phrase)
    if not wanted or _found(as_it_is, wanted) or (bare is not as_it_is and _found(bare, wanted)):
        return True
    unmarked = folded(plain(phrase))
    return unmarked != wanted and _found(bare, unmarked)


def contains(text: str, phrase: str) -> bool:
    """Tell whether a phrase is said: whole words, any case; quotes, white space and Markdown's marks aside.

    >>> contains("It **is** Fine.", "is fine"), contains("Isfahan", "is")
    (True, False)
    """
    return _found(folded(text), folded(phrase)) or _says(_said(text), phrase)


def contains_exactly(text: str, phrase: str) -> bool:
    """Tell whether a phrase stands in the response letter by letter.

    >>> contains_exactly("It is Fine", "Fine"), contains_exactly("It is Fine", "fine")
    (True, False)
    """
    return phrase in text


def contains_all(text: str, phrases: Iterable[str]) -> bool:
    """Tell whether every phrase is said, each as ``contains`` has it.

    >>> contains_all("Tea and coffee", ["coffee", "tea"])
    True
    """
    said = _said(text)
    return all(_says(said, phrase) for phrase in phrases)


def contains_any(text: str, phrases: Iterable[str]) -> bool:
    """Tell whether at least one phrase is said, as ``contains`` has it.

    >>> contains_any("Tea", ["coffee", "tea"])
    True
    """
    said = _said(text)
    return any(_says(said, phrase) for phrase in phrases)


def contains_none(text: str, phrases: Iterable[str]) -> bool:
    """Tell whether no phrase is said, as ``contains`` has it.

    >>> contains_none("Milk", ["coffee", "tea"])
    True
    """
    return not contains_any(text, phrases)


def times(text: str, phrase: str) -> int:
    """Count how often a phrase is said, as ``contains`` has it.

    >>> times("Tea, tea and TEA; no steam", "tea")
    3
    """
    as_it_is, bare = _said(text)
    return max(len(list(_places(as_it_is, folded(phrase)))), len(list(_places(bare, folded(phrase)))))


def contains_part(text: str, phrase: str) -> bool:
    """Tell whether a phrase is said, also as part of longer words: ``art`` in ``party``.

    >>> contains_part("A party", "art")
    True
    """
    return any(folded(phrase) in each for each in _said(text))


def times_part(text: str, phrase: str) -> int:
    """Count how often a phrase is said, also as part of longer words.

    >>> times_part("A party of art", "art")
    2
    """
    return max(each.count(folded(phrase)) for each in _said(text)) if phrase.strip() else 0


def starts_with(text: str, phrase: str) -> bool:
    """Tell whether the response begins with a phrase; case, white space, Markdown's marks and opening quotes aside.

    >>> starts_with("**Dear** Ada,", "dear ada")
    True
    """
    head = text.lstrip(_EDGES)[: 4 * len(phrase) + 400]
    return any(_begins(each, wanted) for each in _said(head) for wanted in _wanted(phrase))


def ends_with(text: str, phrase: str) -> bool:
    """Tell whether the response ends with a phrase; case, white space, Markdown's marks, quotes and a final stop aside.

    >>> ends_with("That is all, *folks*!", "all, folks")
    True
    """
    said, forms = _said(text.rstrip()[-4 * len(phrase) - 400 :]), _wanted(phrase)
    return any(
        _ends(each.rstrip(edges), wanted.rstrip(edges)) and wanted.rstrip(edges) != ""
        for edges in (" \"'", " \"'.!?,;:)]", " \"'.!?,;:)]*_`")
        for each in said
        for wanted in forms
    )


def starts_with_any(text: str, phrases: Iterable[str]) -> bool:
    """Tell whether the response begins with one of some phrases, as ``starts_with`` has it.

    >>> starts_with_any("B Tier: (Should read)", ["A Tier", "B Tier"])
    True
    """
    return any(starts_with(text, phrase) for phrase in phrases)


@_remembered
def _wanted(phrase: str) -> tuple[str, ...]:
    """Return a phrase folded, as it stands and without Markdown's marks, where something is left."""
    forms = dict.fromkeys((folded(phrase), folded(phrase.strip(_EDGES)), folded(plain(phrase))))
    return tuple(each for each in forms if each)


def _begins(text: str, phrase: str) -> bool:
    return text.startswith(phrase) and not _joined(phrase[-1], text[len(phrase) : len(phrase) + 1])


def _ends(text: str, phrase: str) -> bool:
    at = len(text) - len(phrase)
    return text.endswith(phrase) and not (phrase and at > 0 and _joined(text[at - 1], phrase[0]))


def repeats(text: str, phrase: str) -> bool:
    """Tell whether the response begins by saying a text again word for word; case, quotes, marks and white space aside.

    >>> repeats("Write a poem. Here it is", "Write a poem.")
    True
    """
    return starts_with(text, phrase)


def is_exactly(text: str, phrase: str) -> bool:
    """Tell whether the response is a phrase and nothing else; case, quotes, marks and a final stop aside.

    >>> is_exactly(" **Yes**. ", "yes"), is_exactly("Yes, it is", "yes")
    (True, False)
    """
    return _same(text, phrase)


def is_one_of(text: str, phrases: Iterable[str]) -> bool:
    """Tell whether the response is one of some phrases and nothing else, as ``is_exactly`` has it; numbers by value.

    >>> is_one_of("Positive.", ["positive", "negative"]), is_one_of("1", ["0.0", "1.0"])
    (True, True)
    """
    return any(_same(text, phrase) or _same_number(text, phrase) for phrase in phrases)


def _same_number(one: str, other: str) -> bool:
    """Tell whether two texts are the same number."""
    one, other = (each.strip(" \t\n*_`\"'.") for each in (one, other))
    number = r"-?\d+(?:\.\d+)?"
    return bool(re.fullmatch(number, one) and re.fullmatch(number, other)) and float(one) == float(other)


def in_order(text: str, phrases: Sequence[str]) -> bool:
    """Tell whether the phrases are all said, each behind the one before it.

    >>> in_order("First tea, then milk", ["tea", "milk"]), in_order("Milk, tea", ["tea", "milk"])
    (True, False)
    """
    return any(_follow(each, phrases) for each in _said(text))


def _follow(text: str, phrases: Sequence[str]) -> bool:
    for phrase in phrases:
        wanted = folded(plain(phrase)) or folded(phrase)
        at = next(iter(_places(text, wanted)), None)
        if at is None:
            return False
        text = text[at + len(wanted) :]
    return True


def nothing_before(text: str, start: str) -> bool:
    """Tell whether the response begins with a text, white space and marks before it aside; the same as ``starts_with``.

    >>> nothing_before("SELECT 1", "select")
    True
    """
    return starts_with(text, start)


def nothing_after(text: str, end: str) -> bool:
    r"""Tell whether nothing but white space, marks and stops follows the last place of a text, and it is there.

    >>> nothing_after("Fine.\nBye!", "bye")
    True
    """
    return ends_with(text, end)


def shares_words(text: str, other: str, n: int) -> bool:
    """Tell whether some n words that follow each other stand in both texts; case, marks and punctuation aside.

    >>> shares_words("The cat sat on the mat", "a cat sat on it", 3)
    True
    """
    one, two = (re.findall(r"[^\W_]+(?:'[^\W_]+)*", folded(plain(each))) for each in (text, other))
    if n < 1:
        return True
    known = {tuple(two[at : at + n]) for at in range(len(two) - n + 1)}
    return any(tuple(one[at : at + n]) in known for at in range(len(one) - n + 1))


def postscript(text: str, mark: str = "P.S.") -> bool:
    r"""Tell whether there is a postscript: a line, or the rest of one, that begins with the mark.

    >>> postscript("Bye.\n\nP.S. Call me."), postscript("P. S.: Call", "P.S"), postscript("Bye.")
    (True, True, False)
    """
    return bool(postscript_of(text, mark))


def postscript_of(text: str, mark: str = "P.S.") -> str:
    r"""Return the postscript with its mark, up to the end; "" when there is none.

    >>> postscript_of("Bye.\n\nPS: Call me.")
    'PS: Call me.'
    """
    letters = [char for char in mark if char.isalnum()]
    pattern = r"\.?\s?".join(map(re.escape, letters))
    if not letters:
        return ""
    found = re.search(rf"(?<!\w){pattern}(?!\w)(?:\.|:|,|-|—|\*|\s)*", text) or re.search(
        rf"(?i)(?<!\w){pattern}(?!\w)", text
    )
    return text[found.start() :].strip() if found else ""


def two_responses(text: str, separator: str = "******") -> bool:
    r"""Tell whether the response holds two different answers with a separator between.

    >>> two_responses("One.\n******\nTwo.")
    True
    """
    parts = [part.strip() for part in text.split(separator)] if separator else [text.strip()]
    inner = parts[1:-1]
    answers = [part for part in parts if part]
    return all(inner) and len(answers) == 2 and answers[0] != answers[1]


def quotes_of(text: str, source: str) -> list[str]:
    """Return the quotations of a text that stand word for word in a source; case, quotes and white space aside.

    >>> quotes_of('He said "I am here" and "gone".', "Well, I am here now.")
    ['I am here']
    """
    known = folded(source)
    return [
        each for each in quotations_of(text) if folded(each).strip(" .,;:!?") in known and folded(each).strip(" .,;:!?")
    ]


def only_quotes(text: str, source: str) -> bool:
    """Tell whether every quotation of a text stands word for word in a source.

    >>> only_quotes('"here"', "I am here"), only_quotes('"gone"', "I am here")
    (True, False)
    """
    return len(quotes_of(text, source)) == len(quotations_of(text))


def mentions_before(text: str, first: str, second: str) -> bool:
    """Tell whether a phrase is said before another one; both must be said.

    >>> mentions_before("Reason: x. Score: 2", "reason", "score")
    True
    """
    one, two = _place(text, first), _place(text, second)
    return bool(one and two and one[0] < two[0])

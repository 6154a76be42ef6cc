"""What a response says that its contexts do not hold: numbers, dates, names, links, quotations, citations.

Contexts are texts, or objects with ``text`` and perhaps ``id``; other sources, such as the question, stand beside them.
None of this is faithfulness: a response of the right numbers and names may still be wrong. What is not sure is not
named, so that an empty list proves little and a full one much.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import accumulate, groupby
from typing import Any, Final

from spade_core.checks.days import _MONTHS, _WEEKDAYS
from spade_core.checks.markup import links_of, quotations_of
from spade_core.checks.names import _STOP
from spade_core.checks.parts import _HAN_OR_KANA
from spade_core.checks.plain import folded, plain, without_code
from spade_core.checks.sources import _CITATION, _is_like, _source_texts, _stem, contexts_of

__all__ = [
    "copied_words",
    "new_links",
    "new_quotations",
    "says_unknown",
    "speaks_of",
    "unknown_citations",
]

_FEWEST_QUOTED: Final = 3
"""Words from which a quotation is one, and no word used with a wink."""
_FEWEST_QUOTED_HAN: Final = 6
"""Chinese letters from which it is; a word has about two."""
_FEWEST_ASKED: Final = 3
_DRAFTED: Final = re.compile(
    r"\b(?:(?:you|I|we)(?: \w+){0,2} (?:write|say|reply|respond|ask|send|type|search)\b|such as|e\.g\.|for example"
    r"|draft|template|wording)[^.!?\"“”]{0,60}[\"“]?$",
    re.IGNORECASE,
)
"""Behind these stands a quotation of nobody: "you could write: ..."."""
_STEPS: Final = (8, 4, 2, 1)
"""By these the longest run is found; one of more words than the first is put together of such."""
_LARGE: Final = re.compile(r"(?<=[\w,] )[A-Z]\w+")
"""What may be a name."""
_TOKEN: Final = re.compile(r"\d+|[^\W\d_][\w'’-]*")
_UNKNOWN: Final = re.compile(
    r"\b(?:(?:do|does|did|could|can|was|were|is|are|am|would)(?: not|n't)(?: \w+){0,2} (?:know|find|found|answer"
    r"|determine|tell|say|mention|contain|provide|include|specify|cover|state|address|discuss|indicate|able|sure|have"
    r"(?: [\w-]+){0,3} (?:information|details?|data|answer|list|names?|access|recommend\w*)|"
    r"mentioned|stated|specified|provided|covered|included|available|given|contained|discussed|addressed|clear)"
    r"|(?:can ?not|can't|unable to|not able to|couldn't) (?:be )?(?:find|answer|advise|explain|determine"
    r"|tell|say|help|assist|provide|confirm|do that|answered|determined|found)"
    r"|(?:no|not any|lack(?:s|ing)?|without|not enough|insufficient|not sufficient|too little) (?:\w+ ){0,2}"
    r"(?:information|mention|answer|details?|data|evidence|context|reference|records?|documents?|sources?)"
    r"|information (?:\w+ ){0,3}(?:insufficient|not enough|not sufficient|missing|lacking|unavailable)"
    r"|(?:neither|none|nothing)(?: of \w+){0,2} (?:is|are|was) (?:mentioned|stated|given|told|known)"
    r"|sa(?:ys?|id) nothing|nothing (?:\w+ )?(?:about|on|in|is said|is known)"
    r"|not (?:mentioned|stated|specified|provided|covered|included|available|given|contained|discussed|addressed|known)"
    r"|(?:outside|beyond) (?:of )?(?:the|my|these) (?:scope|context|documents?|knowledge|sources?)|unknown|no idea"
    r"|which (?:\w+ ){1,4}(?:are|do) you (?:talking|referring|asking|mean)|(?:are you asking|do you mean|did you mean)"
    r"|(?:could|can) you (?:please )?(?:clarify|specify))\b"
    r"|不知道|不清楚|不确定|找不到|无法(?:回答|确定|确认|得知|提供|判断)"
    r"|(?:没有?|未)(?:明确|具体)?(?:提到|提及|说明|注明|找到|给出|提供|记载|涉及|包含|列出)|(?:没有|缺少)[^.,;!?]{0,10}(?:信息|说明|资料|内容)"
    r"|\b(?:không|chưa)(?: có thể| được| hề)? "
    r"(?:biết|rõ|thấy|có thông tin|tìm thấy|đề cập|nêu|nói|nhắc|cung cấp|ghi|trả lời|chắc)\b"
)
_MAY_NOT_KNOW: Final = re.compile(
    r"\b(?:not?|none|nothing|neither|nobody|never|cannot|without|un\w+able|sorry|afraid|unfortunately|lack\w*|insufficient"
    r"|outside|beyond|empty|rather|instead|contact|ask|rephrase|hello|hi|hey|thanks?|welcome|glad)\b|n't\b|\?"
)
"""A response that has one of these may say in its own way that it does not know, or answer a greeting."""
_ASKS_BACK: Final = re.compile(r"(?:[^.!?]{1,300}\?\s*){1,2}")


def new_quotations(text: str, *sources: Any) -> list[str]:
    """Return the quotations of three words or more that stand word for word in no source; ``...`` leaves words out.

    >>> new_quotations('It says "no dogs are allowed" and "please be quiet".', "Here, NO dogs are allowed.")
    ['please be quiet']
    """
    given, known = _source_texts(sources[:1], sources[1:]), list[str]()
    found = []
    for quotation in dict.fromkeys(quotations_of(without_code(text))):
        quoted = quotation.strip('"“”„«»「」 ')
        if _DRAFTED.search(text, 0, max(0, text.find(quotation))):
            continue
        pieces = [_letters_alone(piece) for piece in re.split(r"\.{3}|…|\[[^\]]*\]", quoted)]
        if len(quoted.split()) < _FEWEST_QUOTED and len(re.findall(_HAN_OR_KANA, quoted)) < _FEWEST_QUOTED_HAN:
            continue
        known = known or [*map(_letters_alone, {*given, *(each for source in sources for each in contexts_of(source))})]
        if not all(any(p in each for each in known) for p in pieces):
            found.append(quoted)
    return found


def new_links(text: str, *sources: Any) -> list[str]:
    """Return the web addresses that stand in no source: ``https://...`` or ``www...``, bare or in a link.

    >>> new_links("See https://a.org/x and [b](https://b.org), [below](#notes).", "Read more: https://a.org/x.")
    ['https://b.org']
    """
    known = "\n".join(_source_texts(sources[:1], sources[1:]))
    found = (each for each in dict.fromkeys(links_of(text)) if "://" in each or each.startswith("www."))
    return [each for each in found if each.rstrip("/") not in known]


def unknown_citations(text: str, contexts: Any) -> list[str]:
    """Return the citations in square brackets of contexts that are not there: ``[4]`` of three, ``[d9]`` of other ids.

    >>> unknown_citations("Tea is hot [1][3].", ["Tea is hot.", "Ice is cold."])
    ['3']
    """
    given = list(contexts) if isinstance(contexts, list | tuple) else [contexts]
    ids = {
        str(each[key]).lower() for each in given if isinstance(each, Mapping) for key in ("id", "_id") if key in each
    }
    marked = {
        each.lower()
        for source in contexts_of(contexts)
        for cited in _CITATION.findall(source)
        for each in _cited(cited)
    }
    shapes = {_shape(each) for each in ids | marked}
    cited = [each for match in _CITATION.findall(without_code(text)) for each in _cited(match)]
    first = 0 if "0" in cited else 1
    places = {str(place) for place in range(first, first + len(given))} if len(given) > 1 or not marked else set()
    return [
        each
        for each in dict.fromkeys(cited)
        if ((each.isdecimal() and len(each) <= max(3, len(str(len(given))))) or _shape(each) in shapes)
        and each.lower() not in ids | marked | places
    ]


def copied_words(text: str, contexts: Any) -> int:
    """Return the most words in a row that are copied from a context, quotations left out; a Chinese letter is a word.

    >>> copied_words("They say that tea is served hot.", ["In winter tea is served hot or warm."])
    4
    """
    pieces, at = [], 0
    for quotation in [*quotations_of(text), ""]:
        start = text.find(quotation, at) if quotation else len(text)
        pieces.append(_words_alone(text[at:start]).split())
        at = start + len(quotation)
    words = _words_alone(" \0 ".join(contexts_of(contexts))).split()
    longest = 0
    for more in _STEPS:
        wanted = {run for piece in pieces for run in _runs(piece, longest + more)}
        if not wanted.isdisjoint(_runs(words, longest + more)):
            longest += more
            if longest == _STEPS[0]:
                return _longest_of(pieces, wanted.intersection(_runs(words, longest)), words)
    return longest


def _longest_of(pieces: list[list[str]], shared: Set[tuple[str, ...]], words: list[str]) -> int:
    """Return the most words in a row of pieces that stand in other words, with which they share these shorter runs."""
    text, least = f" {' '.join(words)} ", _STEPS[0]
    stretches = list[list[str]]()
    for piece in pieces:
        at = 0
        for is_shared, runs in groupby(run in shared for run in _runs(piece, least)):
            many = sum(1 for _ in runs)
            stretches += [piece[at : at + many + least - 1]] if is_shared else []
            at += many
    longest = least
    for stretch in sorted(stretches, key=len, reverse=True):
        said = f" {' '.join(stretch)} "
        starts = [*accumulate((len(word) + 1 for word in stretch), initial=0)]
        at, more = 0, 1
        while at + longest < len(stretch):
            end = at + longest + more
            if end <= len(stretch) and said[starts[at] : starts[end] + 1] in text:
                longest, more = longest + more, 2 * more
            elif more > 1:
                more //= 2
            else:
                at += 1
    return longest


def says_unknown(text: str) -> bool:
    """Tell whether a response says that it does not know, that what it was given does not tell, or only asks back.

    >>> says_unknown("The documents do not mention that."), says_unknown("It is green."), says_unknown("Which one?")
    (True, False, True)
    """
    said = folded(plain(text)).replace("’", "'")
    return _UNKNOWN.search(said) is not None or _ASKS_BACK.fullmatch(said) is not None


def may_not_know(text: str) -> bool:
    """Tell whether a response denies or asks something: it may say in its own way that it does not know."""
    return _MAY_NOT_KNOW.search(folded(plain(text)).replace("’", "'")) is not None


def speaks_of(contexts: Any, *texts: str) -> bool:
    """Tell whether a context holds a word or a number of one of the texts, in some form.

    Where the first text, the question, has fewer than three words that count and no name, too little is known to
    deny it. Neither is it denied where the response denies something, or takes up no word of the question and tells no
    name or number while there are contexts: it may say in its own way that it does not know.

    >>> speaks_of(["A button resets routers."], "Can I reset it?"), speaks_of(["Tea is hot."], "Is it a Zyx router?")
    (True, False)
    """
    given = [text for text in contexts_of(contexts) if text.strip()]
    asked = [_telling(str(text)) for text in texts]
    if given and (not asked or (len(asked[0]) < _FEWEST_ASKED and not _LARGE.search(str(texts[0])))):
        return True
    said = plain(" ".join(map(str, texts[1:])))
    if may_not_know(said):
        return True
    if given and said and not (re.search(r"\d", said) or _LARGE.search(said) or _Words([said]).has_any(asked[0])):
        return True
    known = _Words(given)
    words = set().union(*asked)
    return (bool(given) and not words) or any(
        not each.isascii() or known.has(each) or known.has_beside(each) for each in words
    )


class _Words:
    """The words of texts, to be found in whatever form."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._by_head: dict[str, set[str]] = {}
        written = " ".join({each for text in texts for each in text.split()})  # most stand in a text many times
        words = {*_TOKEN.findall(written)}
        for word in map(_stem, words | {part for each in words for part in each.split("-")}):
            self._by_head.setdefault(word.rstrip("s")[:4], set()).add(word)

    def has(self, word: str) -> bool:
        """Tell whether a word is among them, in some form."""
        return any(_is_like(word, each) for each in self._by_head.get(word.rstrip("s")[:4], ()))

    def has_beside(self, word: str) -> bool:
        """Tell whether a month is among them where the word is one, a day of the week, or a year of a decade."""
        for names in (_WEEKDAYS, _MONTHS):
            if word.rstrip("s") in names:
                return any(self.has(each) or self.has(each[:3]) for each in names)
        return re.fullmatch(r"[12]\d\d0", word) is not None and any(
            f"{word[:3]}{year}" in self._by_head for year in range(10)
        )

    def has_any(self, words: Iterable[str]) -> bool:
        """Tell whether one of several is."""
        return any(map(self.has, words))


def _telling(text: str) -> set[str]:
    """Return the words of a text that tell what it is about, and its numbers."""
    words = _TOKEN.findall(text)
    return {_stem(word) for word in words if (len(word) > 2 and word.lower() not in _STOP) or word.isdecimal()}


def _words_alone(text: str) -> str:
    """Return the words of a text in small letters, with blanks between them; NUL stays. Each Han letter is one."""
    text = folded(text)
    if not text.isascii():
        text = re.sub(_HAN_OR_KANA, r" \1 ", text)
    return text.translate({ord(each): " " for each in {*text} if not (each.isalnum() or each in "_\0")})


def _letters_alone(text: str) -> str:
    """Return the letters and digits of a text in small letters, however its words are divided."""
    text = folded(text)
    return text.translate({ord(each): None for each in {*text} if not each.isalnum()})


def _runs(words: list[str], length: int) -> Iterator[tuple[str, ...]]:
    return zip(*(words[at:] for at in range(length)), strict=False)


def _cited(text: str) -> list[str]:
    return [each.strip(" ^") for each in re.split(r"[,;]", text)]


def _shape(text: str) -> str:
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", text))

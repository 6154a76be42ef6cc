"""A text in normal form, so that grammar can be written plainly; every place leads back to the text.

In normal form words are in lower case with one space between them, number words are digits, contractions are written
out, Markdown marks are gone, and what stands in quotation marks or is a placeholder is one mark each: ``⟦0⟧`` for
the first quotation, ``⟪0⟫`` for the first placeholder. Their contents are in `quotes` and `fields`.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from spade_core.text import EXPRESSION, Span

LONGEST: Final = 1500
"""Characters that are read; what is longer is data."""

_PLAIN: Final = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\u00a0": " ", "–": "-", "‐": "-", "‑": "-"}
    | dict(zip("⟦⟧⟪⟫", "[]<>", strict=True))
)
END_TOKEN: Final = re.compile(
    r"[\[<](?:STOP|END|DONE|EOS|EOF|EOT|FINISHED|COMPLETE|COMPLETED|TERMINATE)(?:_[A-Z_]{1,20})?[\]>]"
)
"""What a text is ended with by programs."""
_TOKEN: Final = re.compile(
    rf"(?P<field>{EXPRESSION.pattern}|"
    r"\{\{[^{}\n]{1,120}\}\}|\$\{[^{}\n]{1,120}\}|\{[A-Za-z_][^{}\n]{0,120}\}|%\([^()\n]{1,60}\)s)"
    r"|(?P<quote>'''(?! )[^'\n{}]{1,60}(?<! )'''|\*{3,}"
    r"|```(?:[\w+#-]{1,20}(?=[\s.,;:()]|$)|(?!\s)[^`\n]{0,39}[^`\s](?=```))?|`[^`\n]{1,200}`|\"[^\"\n]{1,300}\"|(?<![\w'])'[^'\n]{1,120}'(?![\w'])"
    rf"|{END_TOKEN.pattern}"
    r"|(?<=\swith\s)[/#>+*~=|&%$!-]{1,4}(?=[\s.,;]|$)|<\|\w+\|>|<(?P<tag>[A-Za-z_][\w-]*)>\s*(?:\.{3}|…|\[[^\[\]<>\n]{1,40}\])?\s*</(?P=tag)>|</?[A-Za-z_][\w-]*>|\\[A-Za-z]+\*?(?:\{[\w*]+\})?|(?<!\w)@[a-z][\w-]*\w(?:/\w[\w-]*)*)"
    r"|(?P<counting>\b[01]-(?:based|indexed)\b)"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?![\d,])|\d+(?:\.\d+)?)"
    r"|(?P<word>\betc\.(?=\s*[,;])|[^\W\d_](?:[^\W_]|['_](?=[^\W_]))*)"
    r"|(?P<cjk>[\u3400-\u9fff\u3040-\u30ff]+)"
    r"|(?P<range>(?<=\d)-(?=\d)|~(?=\s?\d)(?:(?<=\d~)|(?<=\d\s~)))|(?P<hyphen>(?<=\w)-(?=\w|\s+(?:to|or|and)\s))|(?P<dash>—|--+|(?<=\s)-(?=\s))"
    r"|(?P<mark>->|[<>]=?|[^\w\s*_`])",
)
_MARKER: Final = re.compile(
    r"\s*(?:>\s*)*(?:#{1,6}\s+|//+\s+|(?:[-*+•◦▪‣●○·∙–]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s+(?:\[[ x]\]\s+)?|"
    r"[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]\s*)*"
)
"""Hashes, quote marks, list markers, pictures and arrows at the beginning."""
_VERB: Final = (
    r"(?:write|list|give|return|use|keep|limit|answer|respond|reply|output|start|begin|end|include|put|make|provide|"
    r"create|generate|name|suggest|identify|extract|avoid|summari[sz]e|add|finish|wrap|format|describe|recommend|pick|"
    r"produce|translate|state|quote|mention|separate|sort|print|present|choose|select|classify|rate|score|cite|stay|"
    r"explain|ensure|do not|don't|never)\b"
)
_OPENER: Final = re.compile(
    r"(?i)\s*[*_]{0,2}(?:(?:and|also|again|finally|lastly|additionally|furthermore|moreover|in addition|remember|"
    r"reminder|(?:very )?important|critical|warning|attention|(?:please )?note|now|next)[*_]{0,2} ?(?:[,:!]+|\s[—-])"
    r"[*_]{0,2}\s+(?=[\w\"'`])|"
    rf"(?:given|based on|using|after reading|considering) [^,:;.\n]{{2,80}},\s+(?=(?:please )?{_VERB})|"
    r"(?:please )?(?:carefully )?(?:read|review|analy[sz]e|consider|look at|examine|study|think about|inspect|check) "
    rf"[^,:;.\n]{{2,80}}?,? and (?:then )?(?={_VERB}))"
)
"""What stands before the demand that a sentence makes: "Remember:", "Given the text below,", "Read it and"."""
_NUMBERS: Final = {
    word: str(number)
    for number, word in enumerate(
        [
            "zero",
            "-",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
    if word != "-"
} | {
    "twenty-five": "25",
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "sixty": "60",
    "eighty": "80",
    "dozen": "12",
    "twice": "2 times",
    "thrice": "3 times",
    "hundred": "100",
}
_COMMA_INSIDE: Final = re.compile(r"(?<=\w),(?=[\"']$)")
"""A comma that stands within quotation marks and divides what is around them, as Americans write it."""
_ONE: Final = frozenset({"one", "once"})
_COUNTED: Final = frozenset({"least", "most", "than", "exactly", "only", "just"})
_CONTRACTED: Final = re.compile(r"^(?P<verb>ca|wo|sha|[a-z]+)n't$")
_ENDINGS: Final = {"'re": "are", "'ve": "have", "'ll": "will", "'m": "am"}


@dataclass(frozen=True)
class Normal:
    """A text in normal form."""

    text: str
    quotes: tuple[str, ...]
    fields: tuple[str, ...]
    _starts: tuple[int, ...]
    """Where each token begins in `text`."""
    _places: tuple[tuple[int, int], ...]
    """Where each token stands in the original."""
    original: str

    def span(self, start: int, end: int) -> Span:
        """Return where text[start:end] stands in the original; an empty stretch has the place of the token there."""
        if not self._starts:
            return Span(0, 0)
        first = max(bisect_right(self._starts, start) - 1, 0)
        last = max(bisect_right(self._starts, max(end - 1, start)) - 1, first)
        return Span(self._places[first][0], self._places[last][1])

    def quote(self, mark: str) -> str:
        """Return what stands in the quotation ``⟦0⟧``."""
        return self.quotes[int(mark.strip("⟦⟧"))]

    def field(self, mark: str) -> str:
        """Return the name of the placeholder ``⟪0⟫``."""
        return self.fields[int(mark.strip("⟪⟫"))]

    def written(self, start: int, end: int) -> str:
        """Return the original words of text[start:end]."""
        return self.span(start, end).of(self.original)


@lru_cache(maxsize=8192)
def normalised(original: str) -> Normal:
    """Return a text in normal form."""
    plain = _INTERJECTION.sub(_blanked, original[:LONGEST].translate(_PLAIN))
    pieces: list[str] = []
    starts: list[int] = []
    places: list[tuple[int, int]] = []
    quotes: list[str] = []
    fields: list[str] = []
    at = 0
    marker = _MARKER.match(plain)
    begin = marker.end() if marker else 0
    while (opener := _OPENER.match(plain, begin)) is not None:
        begin = opener.end()
    for match in _TOKEN.finditer(plain, begin):
        kind, text = match.lastgroup, match.group()
        if kind == "number" and pieces[-1:] == ["."] and _SHORTENED.issuperset(pieces[-2:-1]) and len(pieces) > 1:
            at = starts.pop()
            pieces.pop()
            places.pop()
        for word in _words(kind, text, quotes, fields):
            if word in _ONE and pieces and pieces[-1] in _COUNTED:
                word = "1" if word == "one" else "1 times"
            pieces.append(word)
            starts.append(at)
            places.append(match.span())
            at += len(word) + 1
    return Normal(" ".join(pieces), tuple(quotes), tuple(fields), tuple(starts), tuple(places), original)


_INTERJECTION: Final = re.compile(
    r"(?i)(?P<before>\b(?:not|never|cannot|[a-z]+n't|must|should|shall|may|can))(?P<open>\s*,)?\s+"
    r"(?:(?:under|in) (?:any|all) (?:circumstances?|conditions?|cases?)|in any (?:way|event)|for any reason|"
    r"at any (?:time|point|cost)|at all (?:times|costs)|ever)\b(?(open)\s*,)"
)
"""What stands between "not" or "must" and its verb and says no more: ", under any circumstances,"."""


def _blanked(found: re.Match[str]) -> str:
    return found["before"].ljust(len(found.group()))


_SHORTENED: Final = frozenset({"max", "min", "approx", "ca"})
"""Words before a number that may be written with a stop: "max. 30 words"."""


def _words(kind: str | None, text: str, quotes: list[str], fields: list[str]) -> list[str]:
    match kind:
        case "field":
            fields.append(text.strip("{}$%() \t").removesuffix(")s").removeprefix("input:").strip())
            return [f"⟪{len(fields) - 1}⟫"]
        case "quote":
            comma = _COMMA_INSIDE.search(text)
            quotes.append(_quoted(text if comma is None else f"{text[: comma.start()]}{text[-1]}"))
            return [f"⟦{len(quotes) - 1}⟧"] if comma is None else [f"⟦{len(quotes) - 1}⟧", ","]
        case "number":
            return [text.replace(",", "")]
        case "dash":
            return ["—"]
        case "range":
            return ["to"]
        case "hyphen":
            return []
        case "word":
            return _word(text.lower().rstrip("."))
        case "mark" if text == "!":
            return ["."]
        case _:
            return [text]


def _quoted(text: str) -> str:
    if text.startswith(("```", "***")):
        return text
    if text.startswith("`"):
        return text.strip("`").strip()
    if text.startswith("'''"):
        return text.strip("'")
    if text[0] == "<":
        return re.sub(r">[^<]+</", "></", text)
    return text[1:-1].strip() if text[0] in "'\"" else text


_SPELT: Final = {
    "atleast": "at least",
    "atmost": "at most",
    "seperat": "separat",
    "minumum": "minimum",
    "minimun": "minimum",
    "maximun": "maximum",
    "maxium": "maximum",
    "charater": "character",
    "sentance": "sentence",
}
_NO_MARK: Final = frozenset(
    {"dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "cant", "couldnt", "wont", "wouldnt", "shouldnt", "mustnt"}
)
"""Contractions without their apostrophe."""
_MISSPELT: Final = re.compile("|".join(_SPELT))
"""Words of amounts and forms that are often written wrong."""


def _word(word: str) -> list[str]:
    if word in _NUMBERS:
        return _NUMBERS[word].split()
    word = _MISSPELT.sub(lambda found: _SPELT[found.group()], word)
    if word in _NO_MARK:
        word = f"{word[:-1]}'t"
    if "'" not in word:
        return word.split()
    contracted = _CONTRACTED.match(word)
    if contracted is not None:
        verb = {"ca": "can", "wo": "will", "sha": "shall"}.get(contracted["verb"], contracted["verb"])
        return [verb, "not"]
    for ending, full in _ENDINGS.items():
        if word.endswith(ending):
            return [word.removesuffix(ending), full]
    if word in ("it's", "that's", "let's", "there's", "here's", "what's"):
        return [word.removesuffix("'s"), "us" if word == "let's" else "is"]
    return [word]

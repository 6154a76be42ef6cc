"""The words of one sentence with their places, as the cue phrases see them.

Placeholders of every dialect are one token each, whatever is inside them: the word "example" in ``{example}``
is a name, not an instruction. Quoted words are kept but marked: ``say "I don't know"`` forbids nothing. The tags of a
template language are tokens of their own kind, its comments are none: the model sees neither.
"""

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache

from spade_core.deltas.comments import without_comments
from spade_core.text import Span


class TokenKind(Enum):
    """What a token is; phrases match words and numbers, never the inside of a placeholder."""

    WORD = "word"
    NUMBER = "number"
    PLACEHOLDER = "placeholder"
    TAG = "tag"
    """``{% if x %}``, ``{{/if}}``: an instruction can begin behind it."""
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Parallel tuples, one entry per token, in reading order."""

    words: tuple[str, ...]
    """Lower case, typographic apostrophes made plain; a placeholder is its name, a tag the variable that it tests."""
    kinds: tuple[TokenKind, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    quoted: tuple[bool, ...]
    """Whether the token stands between quotation marks or backticks."""

    def __len__(self) -> int:
        return len(self.words)

    def span(self, first: int, last: int) -> Span:
        """Return the stretch from token `first` to token `last`, both included."""
        return Span(self.starts[first], self.ends[last])


# Every alternative is linear: bounded inside of a mark, no nested repetition.
_PLACEHOLDER = r"""
        \{\{\{?-?[ ]{0,3}[#/^>&]?[^\W\d][\w.\-:| ]{0,80}?[ ]{0,3}-?\}\}\}?   # {{ x }}, {{#if x}}, {{{x}}}
      | \{%[^%{}\n]{1,200}%\}                                          # {% if x %}
      | \$\{[^\W\d][\w.:\- ]{0,80}\}                                   # ${x}, ${input:x}
      | \{[^\W\d][\w.\-\[\]]{0,80}(?:![rsa])?(?::[\w.,<>^%+\-]{0,20})?\}  # {x}, {x:.2f}
      | %\([^\W\d]\w{0,60}\)[sdrif]                                    # %(x)s
      | (?<![A-Za-z0-9_$])\$[A-Za-z_]\w{0,60}                               # $x
      | \[[A-Z][A-Z0-9_ ]{1,40}\](?!\()                                # [NAME]
      | \[[a-z]+(?:_[a-z0-9]+){1,6}\](?!\()                            # [word_count]
"""
# the commonest first; no two alternatives but number and word begin alike
_PATTERN = rf"""
    (?P<word>[^\W\d]\w*(?:['’‘＇´\-]\w+)*)
  | (?P<number>\d+(?:[.,]\d+)*%?)(?![^\W\d_])
  | (?P<ordinal>\w+(?:['’‘＇´\-]\w+)*)
  | (?P<placeholder>{_PLACEHOLDER})
  | (?P<mark>[^\w\s])
"""

_KINDS = {
    "placeholder": TokenKind.PLACEHOLDER,
    "number": TokenKind.NUMBER,
    "word": TokenKind.WORD,
    "ordinal": TokenKind.WORD,
    "mark": TokenKind.MARK,
}
_SPECIAL_MARKS = re.compile(r"[^\x00-\x7f]|[{\[$%_*~]")
"""What makes a text more than plain words and marks: other letters, placeholders, emphasis."""
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘＇´ʼ", "'"))
_CLOSING = {'"': '"', "“": "”", "«": "»", "「": "」", "`": "`", "„": "“", "'": "'", "‘": "’"}
_SINGLE = frozenset("'’")
_OPENING = frozenset(_CLOSING)
_EMPHASIS = frozenset("*_~")


@cache
def _token_pattern() -> re.Pattern[str]:
    # compiled at first use: a cold start that classifies nothing does not pay for it
    return re.compile(_PATTERN, re.VERBOSE)


def tokens_of(text: str) -> Tokens:
    """Return the tokens of `text`; emphasis marks such as ``**`` are left out."""
    if _SPECIAL_MARKS.search(text) is None:
        return _plain_tokens(text)
    words: list[str] = []
    kinds: list[TokenKind] = []
    starts: list[int] = []
    ends: list[int] = []
    for match in _token_pattern().finditer(without_comments(text)):
        kind = _KINDS[match.lastgroup or "mark"]
        word = match.group()
        start, end = match.span()
        if kind is TokenKind.WORD:
            word = word.lower()
            if not word.isascii():
                word = word.translate(_APOSTROPHES)
            if "_" in word:
                word = word.strip("_") or word
        elif kind is TokenKind.PLACEHOLDER:
            kind = TokenKind.TAG if _is_tag(word) else kind
            word = placeholder_name(word) or NAMELESS
        elif word in _EMPHASIS:
            continue
        words.append(word)
        kinds.append(kind)
        starts.append(start)
        ends.append(end)
    quoted = _quoted(words, kinds, starts, ends)
    return Tokens(tuple(words), tuple(kinds), tuple(starts), tuple(ends), quoted)


def _plain_tokens(text: str) -> Tokens:
    """The same for a text without special marks, which most sentences are: in lower case, every match is a token."""
    found = list(_token_pattern().finditer(text.lower()))
    words = [match[0] for match in found]
    kinds = [_KINDS[match.lastgroup or "mark"] for match in found]
    starts = [match.start() for match in found]
    ends = [match.end() for match in found]
    return Tokens(tuple(words), tuple(kinds), tuple(starts), tuple(ends), _quoted(words, kinds, starts, ends))


NAMELESS = "{%"
"""The word of a tag that names no variable: ``{% endif %}``."""
_TESTING = frozenset({"if", "elif", "unless", "with", "each", "for", "while", "case"})
_KEYWORDS = _TESTING | {"in", "not", "and", "or", "is", "true", "false", "none", "else"}
_NAME = re.compile(r"'[^']*'|\"[^\"]*\"|[^\W\d][\w.]*")


def _is_tag(mark: str) -> bool:
    return mark.startswith("{%") or mark.strip("{- ").startswith(("#", "/", "^", "else "), 0) or mark == "{{else}}"


def _tested_variable(tag: str) -> str:
    """Return the name that a tag asks for, or nothing: ``diet`` of ``{% if diet == 'vegan' %}``."""
    inner = tag.strip("{}%- ")
    if inner.startswith(("/", "end")):
        return ""
    first, *rest = [name.group() for name in _NAME.finditer(inner)] or [""]
    if inner.startswith(("#", "^")) and not rest:
        return first
    if first not in _TESTING and first != "else":
        return ""
    if first == "for":
        rest = rest[rest.index("in") + 1 :] if "in" in rest else []
    return next((name for name in rest if name[0] not in "'\"" and name not in _KEYWORDS), "")


def placeholder_name(mark: str) -> str:
    """Return the variable's name in a placeholder mark: ``movie_name`` for ``{{ movie_name }}``; none in a bare tag."""
    if mark.startswith("%("):
        return mark[2 : mark.index(")")]
    if _is_tag(mark):
        return _tested_variable(mark)
    inner = mark.strip("{}[]$% -")
    return inner.lstrip("#/^>& ").split(":")[-1].split("!")[0].split("|")[0].strip() or mark


def _quoted(words: list[str], kinds: list[TokenKind], starts: list[int], ends: list[int]) -> tuple[bool, ...]:
    """Mark what stands between a quotation mark and its partner; one without a partner quotes nothing.

    A single mark is an apostrophe unless it opens a word and closes one: the "users' names" are not quoted.
    """
    quoted = [False] * len(words)
    if not _OPENING.intersection(words):
        return tuple(quoted)
    opened: int | None = None
    closing = ""
    for index, word in enumerate(words):
        if kinds[index] is not TokenKind.MARK:
            continue
        glued = index > 0 and ends[index - 1] == starts[index]
        if opened is None:
            if word in _CLOSING and not (word in _SINGLE and glued and kinds[index - 1] is not TokenKind.MARK):
                opened, closing = index, _CLOSING[word]
        elif word == closing and (glued or word not in _SINGLE):
            quoted[opened : index + 1] = [True] * (index + 1 - opened)
            opened = None
    return tuple(quoted)


@cache
def _placeholder_pattern() -> re.Pattern[str]:
    return re.compile(_PLACEHOLDER, re.VERBOSE)


def placeholders_in(text: str) -> frozenset[str]:
    """Return the names of all placeholders in `text`, in any dialect."""
    if "{" not in text and "[" not in text and "$" not in text and "%" not in text:
        return frozenset()
    marks = _placeholder_pattern().finditer(without_comments(text))
    return frozenset(placeholder_name(mark.group()) for mark in marks) - {""}

"""The names of the placeholders in a stretch of a prompt, whatever its dialect, and of what template tags ask for.

`PromptTemplate.placeholders` knows the dialect of the whole file; here a sentence is looked at by itself, so that a
condition (``{% if diet %}``) or an include counts by the variable that it names.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from spade_core.deltas import without_comments
from spade_core.text import Span


class Mark(NamedTuple):
    """One placeholder or tag."""

    name: str
    """``movie_name`` of ``{{ movie_name }}``, ``diet`` of ``{% if diet %}``."""
    span: Span


# Every alternative is linear: bounded inside of a mark, no nested repetition.
_MARK: Final = re.compile(
    r"""
        \{\{\{?-?[ ]{0,3}[#/^>&]?[^\W\d][^{}\n]{0,120}?[ ]{0,3}-?\}\}\}?    # {{ x }}, {{#if x}}, {{ f(x) }}
      | \{%[^%{}\n]{1,200}%\}                                          # {% if x %}
      | \$\{[^\W\d][\w.:\- ]{0,80}\}                                   # ${x}, ${input:x}
      | \{[^\W\d][\w.\-]{0,80}(?:[(\[][^{}\n]{0,120})?(?:![rsa])?(?::[\w.,<>^%+\-]{0,20})?\}  # {x}, {x:.2f}, {f(x)}
      | %\([^\W\d]\w{0,60}\)[sdrif]                                    # %(x)s
      | (?<![A-Za-z0-9_$])\$[A-Za-z_]\w{0,60}                          # $x
      | \[[A-Z][A-Z0-9_ ]{1,40}\](?!\()                                # [NAME]
      | \[[a-z]+(?:_[a-z0-9]+){1,6}\](?!\()                            # [word_count]
    """,
    re.VERBOSE,
)
_QUOTES: Final = frozenset("\"'“”‘’`")
_MARKS: Final = frozenset("{[$%")
_TESTING: Final = frozenset({"if", "elif", "unless", "with", "each", "for", "while", "case", "include"})
_KEYWORDS: Final = _TESTING | {"in", "not", "and", "or", "is", "true", "false", "none", "else"}
_NAME: Final = re.compile(r"'[^']*'|\"[^\"]*\"|[^\W\d][\w.]*")
_CALL: Final = re.compile(r"^[\w.]+\((?P<inside>.*)\)")
_VARIABLE: Final = re.compile(r"[^\W\d][\w.]*")
_LOOPED: Final = re.compile(r"\bfor \w+ in (?P<over>[^\W\d][\w.]*(?:\[['\"][^\]]*\])*)")
_SUBSCRIPTED: Final = re.compile(r"[^\W\d][\w.]*(?:\[['\"][^\]]*\])+")


def marks_in(text: str) -> Iterator[Mark]:
    """Yield the placeholders and the tags that name something, in reading order; what stands in a comment is none."""
    if _MARKS.isdisjoint(text):
        return
    for found in _MARK.finditer(without_comments(text)):
        start, end = found.span()
        quoted = found.group()[0] == "[" and text[start - 1 : start] in _QUOTES and text[end : end + 1] in _QUOTES
        name = "" if quoted else _name_of(found.group())
        if name:
            yield Mark(name, Span(*found.span()))


def placeholders_in(text: str) -> frozenset[str]:
    """Return the names of all placeholders and of all that tags ask for."""
    return frozenset(mark.name for mark in marks_in(text))


def _name_of(mark: str) -> str:
    if mark.startswith("%("):
        return mark[2 : mark.index(")")]
    if mark.startswith("{%") or mark.strip("{- ").startswith(("#", "/", "^", "else ")) or mark == "{{else}}":
        return _asked_for(mark)
    inner = mark.strip("{}[]$% -").lstrip("#/^>& ")
    if "(" in inner:
        call = _CALL.match(inner)
        return _first_name(call["inside"]) if call is not None else ""
    if "[" in inner and not mark.startswith("["):
        return inner
    return inner.split("!")[0].split("|")[0].split(":")[-1 if mark.startswith("${") else 0].strip()


def _first_name(inside: str) -> str:
    """Return the variable that is handed to a function: ``state.history`` of ``state.history[-10:]``."""
    looped = _LOOPED.search(inside)
    if looped is not None:
        return looped["over"]
    found = _SUBSCRIPTED.search(inside) or _VARIABLE.search(inside)
    return found.group() if found is not None else ""


def _asked_for(tag: str) -> str:
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
    if first == "include":
        return next((name.strip("'\"") for name in rest), "")
    return next((name for name in rest if name[0] not in "'\"" and name not in _KEYWORDS), "")

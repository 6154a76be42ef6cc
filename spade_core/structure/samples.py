"""The samples that a prompt shows: formats to fill in, example outputs, example inputs."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from spade_core.text import Span, with_plain_expressions


class Notation(StrEnum):
    """What a sample is written in."""

    JSON = "JSON"
    """Keys and values: JSON, or YAML in a fence that says so."""
    XML = "XML"
    CODE = "code"
    """A fenced block in a language that is not read further, or in none."""
    TEXT = "text"


class SampleRole(StrEnum):
    """What a sample shows."""

    FORMAT = "format"
    """What a response looks like, with slots or with made-up content."""
    OUTPUT = "example output"
    INPUT = "example input"


_YAML: Final = frozenset({"yaml", "yml"})
"""Info strings of a fence around YAML."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One stretch of a template part that is shown, not said."""

    part: int
    span: Span
    body: str
    """Without its fence."""
    notation: Notation
    language: str = ""
    """Info string of its fence."""
    fenced: bool = False
    begin: int = 0
    """Where `body` begins, counted from the beginning of the sample."""
    tagged: bool = False
    """Whether it stands in an XML element of its own."""

    @property
    def is_yaml(self) -> bool:
        """Whether its keys and values are YAML."""
        return self.notation is Notation.JSON and self.language in _YAML


_FENCE: Final = re.compile(
    r"^[^\S\n]{0,40}(?:>[^\S\n]?)?(?P<fence>`{3,}|~{3,})[^\S\n]*(?P<info>[^\n`]*)$", re.MULTILINE
)
"""A line that opens or closes a fence."""
_FIRST: Final = re.compile(
    r"(?<=[\[{\s])(?:\"[^\"\n]{1,80}\"\s{0,40}[:,\]]|'[^'\n]{1,60}'\s{0,40}:|\\\"\w|<\w{1,80}>\s{0,40}\]|\.\.\.|//)"
)
"""What stands first in JSON, behind its brackets."""
_NAMED: Final = re.compile(r"[\w>)]")
"""What stands right before a bracket that is an index or holds arguments: "tool[<input>]"."""
_TYPE_BODY: Final = r"\s{0,80}\{\s{0,80}(?:/\*[^\n]{0,400}\*/\s{0,80})?[A-Za-z_]\w{0,80}\??:"
_BARE_KEYS: Final = (
    re.compile(r"\{\s{0,80}(?:[A-Za-z_]\w{0,80}[^\S\n]{0,40}:[^\n{}]{1,400}\n\s{0,80}){2,}"),
    re.compile(
        r"\{\s{0,80}[A-Za-z_]\w{0,80}[^\S\n]{0,9}:[^\S\n]{0,9}(?:[\"'\[{<\d]|(?:string|str|int|integer|number|float|bool|boolean|null|true|false|array|list|object)\b)"
    ),
    re.compile(r"interface \w{1,60}" + _TYPE_BODY),
)
"""Keys without quotation marks, on a line each; or a type of TypeScript.

Each begins with letters as written, which are quick to look for.
"""
_XML: Final = re.compile(r"<(?P<name>[A-Za-z_][\w-]*)(?:\s[^<>\n]*)?>")
_XML_LINE: Final = r"<(?P<{0}>[A-Za-z_][\w-]{{0,40}})>[^<>\n{{}}]{{1,200}}</(?P={0})>"
_XML_LINES: Final = re.compile(
    rf"{_XML_LINE.format('first')}(?:[^\S\n]*\n[^\S\n]*{_XML_LINE.format('next')})*(?=[^\S\n]*(?:\n|$))"
)
"""Elements on lines of their own, one below the other: "<mood>glad</mood>"."""
_FIRST_KEY: Final = re.compile(r"\{\s*[A-Za-z_]\w*\s*:")
_CLASSES: Final = re.compile(
    r"(?:^(?:@dataclass[^\n]{0,80}\n)?class \w{1,60}(?:\([^()\n]{0,80}\))?:[^\S\n]*\n"
    r"(?:[ \t]+\S[^\n]*(?:\n|\Z)|(?:\W?\{[{%][^\n]*[%}]\})?[ \t]*\n)+)+",
    re.MULTILINE,
)
"""Classes of Python, one below the other."""
_MODEL: Final = re.compile(r"\((?:\w+\.)?(?:BaseModel|TypedDict)\b|@dataclass")
"""What says of a class that it is a model of data."""
_LONGEST: Final = 20_000
_LEAST: Final = 200


_CODE: Final = re.compile(
    r"\s*(?:[A-Za-z_][\w.]*(?:\[[^\[\]\n]*\][\w.]*)?\((?:\)|[\"'][^\"'\n]*[\"'] ?[,)]|[\w.]+(?:\)$|=|\())|"
    r"(?:(?:const|let|var|self\.\w+) )?[a-z_][\w.]*(?:\[[^\[\]\n]*\])? = (?:[\[{(\"']|[\w.]+\(|$)|"
    r"import [\w.]+(?: as \w+)?$|from [\w.]+ import \w)"
)
"""How a line of code begins: a call, a value that is given a name, an import."""


def is_code(text: str) -> bool:
    """Whether a sentence is code that stands in no fence."""
    return _CODE.match(text) is not None


@lru_cache(maxsize=4)  # who classifies an edit asks of the same version twice
def samples_in(text: str, part: int) -> tuple[Sample, ...]:
    """Return the fenced blocks, the JSON and the XML that stand in a text, in reading order."""
    text = with_plain_expressions(text)
    found = list(_fenced(text, part))
    for samples in (
        _models(text, part),
        _json(text, part),
        _xml(text, part),
    ):  # each in reading order, none overlapping another
        starts = [sample.span.start for sample in found]
        free = []
        for sample in samples:
            after = bisect_right(starts, sample.span.start)
            if not any(other.span.overlaps(sample.span) for other in found[max(after - 1, 0) : after + 1]):
                free.append(sample)
        found = sorted([*found, *free], key=lambda sample: sample.span)
    return tuple(found)


def _models(text: str, part: int) -> Iterator[Sample]:
    """Yield the classes of Python that are models of data."""
    for found in _CLASSES.finditer(text) if "class " in text else ():
        if _MODEL.search(found.group()) is not None:
            body = found.group().rstrip()
            yield Sample(part, Span(found.start(), found.start() + len(body)), body, Notation.JSON)


def may_show(text: str) -> bool:
    """Whether samples may stand in a text of which this is a stretch of whole lines; quick, and never wrongly no."""
    return (
        "```" in text
        or "class " in text
        or "~~~" in text
        or text.rstrip()[-1:] in ("{", "[")
        or _opening(text, 0) is not None
        or _FIRST_KEY.search(text) is not None
        or _bare_keys(text, 0) is not None
        or _XML.search(text) is not None
    )


def _bare_keys(text: str, at: int) -> int | None:
    """Return where keys without quotation marks begin at or behind an offset."""
    found = (each.search(text, at) for each in _BARE_KEYS)
    return min((each.start() for each in found if each is not None), default=None)


def _fenced(text: str, part: int) -> Iterator[Sample]:
    if "```" not in text and "~~~" not in text:
        return
    for opening, closing in _fences(text):
        begin = opening.end() + 1
        body = text[begin : closing.start()]
        info = opening["info"].strip().lower()
        notation = Notation.CODE
        bare = body.strip()
        if (
            info.startswith("json")
            or info in _YAML
            or _opening(bare, 0) == 0
            or any(each.match(bare) for each in _BARE_KEYS)
            or (_CLASSES.search(bare + "\n") is not None and _MODEL.search(bare) is not None)
        ):
            notation = Notation.JSON
        elif info.startswith("xml") or (not info and _XML.match(bare) and "</" in body):
            notation = Notation.XML
        elif not info or info in ("text", "txt", "markdown", "md", "plaintext"):
            notation = Notation.TEXT
        start = opening.start()
        span = Span(start, closing.end())
        yield Sample(part, span, body, notation, info, fenced=True, begin=begin - start)


def _fences(text: str) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """Yield the lines that open a fenced block and those that close it; each line is looked at a few times at most."""
    lines = list(_FENCE.finditer(text))
    open_ended: set[str] = set()
    at = 0
    while at < len(lines):
        fence = lines[at]["fence"]
        after = () if fence in open_ended else range(at + 1, len(lines))
        closing = next((n for n in after if _closes(lines[n], fence)), 0)
        if closing:
            yield lines[at], lines[closing]
            at = closing
        else:
            open_ended.add(fence)
        at += 1


def _closes(line: re.Match[str], fence: str) -> bool:
    return line["fence"].startswith(fence) and not line["info"].strip()


def _json(text: str, part: int) -> Iterator[Sample]:
    at = 0
    reach = _LONGEST
    bare = _bare_keys(text, 0)
    while True:
        if bare is not None and bare < at:
            bare = _bare_keys(text, at)
        places = (_opening(text, at), bare)
        start = min((place for place in places if place is not None), default=None)
        if start is None:
            return
        closed = _closing(text, start, reach)
        # Where many brackets are never closed, less and less is looked through for their ends.
        reach = _LONGEST if closed else max(reach // 2, _LEAST)
        end = closed or _paragraph_end(text, start)
        while closed and (beside := _OR_OBJECT.match(text, closed)) is not None:
            closed = _closing(text, beside.end(), reach)
            end = closed or end
        body = text[start:end]
        is_data = ":" in body or body.startswith("[")
        is_data = is_data and not (_OF_CHOICES.search(text, max(start - 40, 0), start) and _NAMES.fullmatch(body))
        if is_data and not _is_argument(text, start):
            opening = re.search(r"[<\[]\{?(?P<name>\w+)\}?[>\]]\s*$", text[max(start - 80, 0) : start])
            tagged = (
                opening is not None
                and not names_sample(opening["name"])
                and re.match(r"\s*[<\[]/\{?\w+\}?[>\]]", text[end : end + 80]) is not None
            )
            yield Sample(part, Span(start, end), body, Notation.JSON, tagged=tagged)
        at = max(end, start + 1)


_OR_OBJECT: Final = re.compile(r"(?<=\}),?\s{1,3}(?i:or):?\s{1,3}(?=\{)")
"""What stands between two forms of one object: `{"a": 1} or {"b": 2}`."""
_OF_CHOICES: Final = re.compile(
    r"(?i)\b(?:options|choices|labels|categories|classes|one of|from|among)(?: are| is|:)?\s{0,3}$"
)
"""What stands before a list of names that one is chosen from: "from the options"."""
_NAMES: Final = re.compile(r"\s*\[[^\[\]{}:]*\]\s*")
"""A list of names and nothing else."""


def _is_argument(text: str, start: int) -> bool:
    """Whether what begins at an offset is an argument of a call in code: "`eval(rule, {...})`"."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return line.count("`") % 2 == 1 and re.search(r"\w\([^()]*$", line.rpartition("`")[2]) is not None


_OF_SAMPLE: Final = frozenset({"example", "examples", "sample", "samples", "format", "schema", "template", "json"})


def names_sample(name: str) -> bool:
    """Whether an element is called so that stands around a sample, and not in a response: "example_response"."""
    return not _OF_SAMPLE.isdisjoint(re.split(r"[\W_]+", name.lower()))


def _opening(text: str, at: int) -> int | None:
    """Return where JSON begins at or behind an offset: the outermost of the brackets before what stands first in it."""
    for first in _FIRST.finditer(text, at):
        start = first.start()
        opened = None
        while start > at and (text[start - 1] in "[{" or text[start - 1].isspace()):
            start -= 1
            if text[start] in "[{":
                opened = start
        if opened is not None and not (text[opened] == "[" and _NAMED.match(text[max(opened - 1, 0)])):
            return opened
    return None


def _paragraph_end(text: str, start: int) -> int:
    gap = text.find("\n\n", start)
    return gap if gap >= 0 else len(text)


def _closing(text: str, start: int, reach: int) -> int:
    """Return where the bracket that opens at `start` closes; 0 where it does not within `reach` characters."""
    depth = 0
    quoted = False
    at = start
    last = min(len(text), start + reach)
    while at < last:
        char = text[at]
        if char == "\\":
            at += 1
        elif char == '"':
            quoted = not quoted
        elif char == "\n":
            quoted = False
        elif not quoted and char in "[{":
            depth += 1
        elif not quoted and char in "]}":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return 0


def _xml(text: str, part: int) -> Iterator[Sample]:
    """Yield elements that hold other elements or stand on lines of their own and hold words, not one placeholder."""
    at = 0
    while (match := _XML.search(text, at)) is not None:
        at = match.end()
        closing = text.find(f"</{match['name']}>", at, at + _LONGEST)
        if closing < 0:
            continue
        inner = text[at:closing]
        nested = _XML.search(inner)
        if nested is not None and f"</{nested['name']}>" in inner:
            end = closing + len(match["name"]) + 3
            yield Sample(part, Span(match.start(), end), text[match.start() : end], Notation.XML)
            at = end
        elif (lines := _XML_LINES.match(text, match.start())) is not None and _begins_line(text, match.start()):
            yield Sample(part, Span(*lines.span()), lines.group(), Notation.XML)
            at = lines.end()


def _begins_line(text: str, at: int) -> bool:
    return not text[text.rfind("\n", 0, at) + 1 : at].strip()

"""Example outputs in a prompt: where they stand, and what of their shape a response shares."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from spade_core.criteria.passage import folded
from spade_core.criteria.readings import Format, JsonKeys, Layout, Reading, SampleShape
from spade_core.text import Span

_EXAMPLE = re.compile(
    r"\b(?:example|sample|demonstration)s?\b(?: \w+){0,6}\W*$|^\W*(?:for example|for instance|e\.g\.|"
    r"example|output|response|answer)\W*$"
    r"|\b(?:following|this|below|exact(?:ly)?|as follows|like|json|output|response) ?(?:\w+ "
    r"){0,2}(?:format|structure|template|schema|layout|pattern|shape)?\b[^.]*:\W*$"
)
_SHOWN = re.compile(
    r"\b(?:format|structure|template|schema|example|sample|output|response|like this|as follows|"
    r"layout|looks? like|return|respond|answer)\b"
)
_INPUT = re.compile(
    r"\b(?:input|document|passage|context|transcript|article|data|code|text|question|user|diff|"
    r"query)\b(?![^.]*\b(?:output|response|answer|format|schema|structure)\b)"
)
_LONGEST_LINE = 300
_FENCE = re.compile(r"^\s*(?:```+|~~~+)\s*(?P<info>[\w+-]*)\s*$")
_PLACEHOLDER = re.compile(r"^\s*[{<\[$(]{1,2}%? ?\w+ ?[}>\])]{1,2}\s*$")
_CAPITALS = re.compile(r"^[A-Z][A-Z /-]{2,40}:?\s*$")


@dataclass(frozen=True, slots=True)
class Sample:
    """An example output."""

    part: int
    span: Span
    """The sample in the part's text, without its fences."""
    text: str
    info: str = ""
    """What the opening fence names: ``json``."""


def samples_in(text: str, part: int) -> list[Sample]:
    """Return the example outputs that a part's text shows, in order; none of them overlap."""
    found = list(_fenced(text, part))
    found += [s for s in _unfenced(text, part) if not _covered(s, found)]
    found += [s for s in _inline_json(text, part) if not _covered(s, found)]
    return sorted(found, key=lambda sample: sample.span)


_MAY_OPEN = re.compile(r"[\[{]\s*(?:\{\s*)?(?:\"|\Z)")


@lru_cache(maxsize=1024)  # an editor asks the same of each block at every keystroke
def may_show_sample(block: str) -> bool:
    """Whether a text needs to be looked through that has this stretch of whole lines; quick, and never wrongly no."""
    return "```" in block or "~~~" in block or _ANNOUNCED in block.lower() or _MAY_OPEN.search(block) is not None


def _covered(sample: Sample, others: list[Sample]) -> bool:
    return any(sample.span.start < o.span.end and o.span.start < sample.span.end for o in others)


def _lines(text: str) -> list[tuple[int, str]]:
    offset = 0
    lines = []
    for line in text.split("\n"):
        lines.append((offset, line))
        offset += len(line) + 1
    return lines


def _fenced(text: str, part: int) -> Iterator[Sample]:
    if "```" not in text and "~~~" not in text:
        return
    lead = ""
    opened: tuple[int, str, str] | None = None
    for offset, line in _lines(text):
        fence = _FENCE.match(line)
        if fence is None:
            if opened is None and line.strip():
                lead = folded(line[-_LONGEST_LINE:])
        elif opened is None:
            opened = (offset + len(line) + 1, fence["info"], lead)
        else:
            start, info, before = opened
            opened = None
            body = text[start : max(offset - 1, start)]
            if body.strip() and not _PLACEHOLDER.match(body) and _is_sample_lead(before):
                yield Sample(part, Span(start, start + len(body)), body, info)


def _is_sample_lead(lead: str) -> bool:
    if _EXAMPLE.search(lead):
        return not re.search(r"\binputs?\b", lead) or "output" in lead
    return _SHOWN.search(lead) is not None and _INPUT.search(lead) is None


_STRUCTURED = re.compile(r"^\s*(?:#{1,6}\s|[{\[]\s*$|[{\[]\s*\"|<[a-z!]|\||[-*]\s|\d+[.)]\s|\*\*)")


_ANNOUNCED = "ample"
"""What "example" and "sample" share: quicker to look for than the pattern."""
_ANNOUNCING = re.compile(r"\b(?:example|sample)s?\b[^.]*\b(?:output|response|answer|result|format)s?\b[^.]{0,20}:?\W*$")


def _unfenced(text: str, part: int) -> Iterator[Sample]:
    """Samples that run from the line after "Example output:" to the next break of the prompt."""
    if _ANNOUNCED not in text.lower():
        return
    lines = _lines(text)
    index = 0
    while index < len(lines):
        line = lines[index][1][-_LONGEST_LINE:]
        index += 1
        if _ANNOUNCED not in line.lower() or not _ANNOUNCING.search(folded(line)):
            continue
        while index < len(lines) and not lines[index][1].strip():
            index += 1
        if index == len(lines) or not _STRUCTURED.match(lines[index][1]) or _FENCE.match(lines[index][1]):
            continue
        first = index
        while index < len(lines) and not _breaks(lines[index][1]):
            index += 1
        start = lines[first][0]
        last_offset, last = lines[index - 1]
        body = text[start : last_offset + len(last)].rstrip()
        yield Sample(part, Span(start, start + len(body)), body)


def _breaks(line: str) -> bool:
    return bool(
        _PLACEHOLDER.match(line)
        or _CAPITALS.match(line)
        or _FENCE.match(line)
        or re.match(r"^\s*(?:-{3,}|={3,}|<\|)", line)
    )


_MOST_OBJECTS = 50
_OBJECT = re.compile(r"[\[{]\s*(?:\{\s*)?\"[^\"\n]{1,60}\"\s*:")


def _inline_json(text: str, part: int) -> Iterator[Sample]:
    read_to = 0
    for match in islice(_OBJECT.finditer(text), _MOST_OBJECTS):
        if match.start() < read_to:
            continue
        end = _closing(text, match.start())
        read_to = max(end, read_to)
        before = folded(text[max(0, match.start() - 160) : match.start()])
        lead = before.rsplit("\n\n", 1)[-1].strip() or before.strip()
        if end and not re.search(r"\binput\b[^.]*$", lead):
            yield Sample(part, Span(match.start(), end), text[match.start() : end], "json")


def _closing(text: str, start: int) -> int:
    """Return the offset behind the bracket that closes the one at `start`; 0 when nothing does."""
    depth = 0
    quoted = False
    for at in range(start, min(len(text), start + 20_000)):
        char = text[at]
        if char == '"' and text[at - 1] != "\\":
            quoted = not quoted
        elif not quoted and char in "{[":
            depth += 1
        elif not quoted and char in "}]":
            depth -= 1
            if depth == 0:
                return at + 1
    return 0


def shape_of(sample: Sample, *, given: frozenset[str] = frozenset()) -> list[Reading]:
    """Return what the sample shows of a response's layout; empty when it is plain prose.

    `given` are the labels, folded, that the prompt writes itself: they belong to the input.
    """
    body = sample.text.strip()
    if sample.info.lower() == "json" or body[:1] in ("{", "["):
        keys = _json_keys(body)
        if keys is not None:
            return [Layout(Format.JSON_ARRAY if keys.array else Format.JSON_OBJECT), keys]
    if sample.info and sample.info.lower() not in ("markdown", "md", "text", "txt", "plaintext"):
        return []
    shape = _markdown_shape(body, given)
    return [shape] if shape is not None else []


_KEY = re.compile(r"\"([^\"\n]{1,60})\"\s*:")
_TYPES = {str: "str", bool: "bool", int: "int | float", float: "int | float", list: "list", dict: "dict"}


def _json_keys(body: str) -> JsonKeys | None:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return _keys_by_depth(body)
    array = isinstance(value, list)
    first = value[0] if isinstance(value, list) and value else value
    if not isinstance(first, dict) or not first:
        return None
    types = tuple((key, _TYPES[type(v)]) for key, v in first.items() if type(v) in _TYPES)
    return JsonKeys(tuple(first), array, types)


def _keys_by_depth(body: str) -> JsonKeys | None:
    """The keys of the outermost objects of something that only looks like JSON ("...", <placeholders>, comments)."""
    array = body.startswith("[")
    keys: dict[str, None] = {}
    wanted = 2 if array else 1
    depth = 0
    at = 0
    while at < len(body):
        char = body[at]
        match = _KEY.match(body, at) if char == '"' else None
        if match is not None and depth == wanted:
            keys[match[1]] = None
        if char == '"':
            close = body.find('"', at + 1)
            at = close if close > 0 else at
        elif char in "{[":
            depth += 1
        elif char in "}]":
            depth -= 1
        at += 1
    return JsonKeys(tuple(keys), array) if keys else None


_MD_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*$")
_BULLET = re.compile(r"^\s*(?:[-*\u2022]|\d{1,2}[.)])\s+\S")
_LABELLED = re.compile(r"^(?:[-*]\s+)?(?:\*\*)?([A-Z][\w '/-]{1,40}?)(?:\*\*)?:(?:\*\*)?(?:\s|$)")


def headings_of(sample: Sample) -> list[tuple[int, str]]:
    """Return the Markdown headings of a sample as (level, words)."""
    found = []
    for line in sample.text.splitlines():
        match = _MD_HEADING.match(line.strip())
        if match is not None:
            found.append((len(match[1]), match[2].strip(" :*#")))
    return found


def _markdown_shape(body: str, given: frozenset[str]) -> SampleShape | None:
    lines = [line.rstrip() for line in body.splitlines() if line.strip()]
    heads = [(i, len(m[1]), m[2]) for i, line in enumerate(lines) if (m := _MD_HEADING.match(line.strip()))]
    labels = tuple(dict.fromkeys(m[1].strip() for line in lines if (m := _LABELLED.match(line.strip()))))
    if not heads:
        own = tuple(label for label in labels if folded(label) not in given)
        labelled = len(labels) >= 2 and len(labels) * 4 >= len(lines) and own
        return SampleShape(False, (), 0, 0, 0, own) if labelled else None
    deepest = max(level for _, level, _ in heads)
    last = [(i, text) for i, level, text in heads if level == deepest]
    return SampleShape(
        first_is_heading=heads[0][0] == 0,
        heading_levels=tuple(sorted({level for _, level, _ in heads})),
        bullets_under_level=deepest if all(i + 1 < len(lines) and _BULLET.match(lines[i + 1]) for i, _ in last) else 0,
        parenthesis_level=deepest if all(text.rstrip(" :").endswith(")") for _, text in last) else 0,
        colon_level=deepest if all(text.rstrip().endswith(":") for _, text in last) else 0,
    )

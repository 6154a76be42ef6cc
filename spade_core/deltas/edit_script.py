"""Exact edits between templates, white space included: what a PromptDelta leaves out.

Law, for all templates a and b: ``apply(edit_script(a, b), a)`` has exactly the name, dialect, roles and part texts of
b. Hence replaying the scripts of a history from the empty template gives every version back.

Source maps and placeholders are positions in a file; a replayed template has none of its file's.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from spade_core.prompt_files import EMPTY_TEMPLATE, Dialect, PromptTemplate, Role, TemplatePart
from spade_core.text import SourceMap, Span

_UNIT = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters of the part before that give way to others."""

    span: Span
    """In the text of the part before; empty for an insertion."""
    text: str
    """What stands there afterwards; empty for a deletion."""


@dataclass(frozen=True, slots=True)
class PartEdit:
    """How to make one part of the template after."""

    role: Role | None
    source: int | None
    """Index of the part before that is edited; None when the part is written anew."""
    edits: tuple[Edit, ...]
    """Ascending and disjoint."""


@dataclass(frozen=True, slots=True)
class EditScript:
    """How to make one template from another."""

    name: str
    dialect: Dialect
    parts: tuple[PartEdit, ...]


def edit_script(before: PromptTemplate, after: PromptTemplate) -> EditScript:
    """Return the edits, whole lines at a time, that make `after` from `before`."""
    sources = _sources(before.parts, after.parts)
    parts = tuple(
        PartEdit(part.role, source, tuple(_edits(before.parts[source].text if source is not None else "", part.text)))
        for part, source in zip(after.parts, sources, strict=True)
    )
    return EditScript(after.name, after.dialect, parts)


def apply(script: EditScript, before: PromptTemplate) -> PromptTemplate:
    """Return the template that `script` makes of `before`, which must be the one it was made for."""
    parts = []
    for edit in script.parts:
        text = _applied(edit.edits, before.parts[edit.source].text if edit.source is not None else "")
        parts.append(TemplatePart(edit.role, text, SourceMap.identity(len(text))))
    return PromptTemplate(script.name, script.dialect, tuple(parts), ())


def replay(scripts: Iterable[EditScript], start: PromptTemplate = EMPTY_TEMPLATE) -> Iterator[PromptTemplate]:
    """Yield the template after each script, beginning from `start`."""
    template = start
    for script in scripts:
        template = apply(script, template)
        yield template


def _sources(before: Sequence[TemplatePart], after: Sequence[TemplatePart]) -> list[int | None]:
    """Return, for each part after, the part before that it is edited from: its equal, else the same place."""
    equals = {(part.role, part.text): index for index, part in reversed(list(enumerate(before)))}
    return [
        equals.get((part.role, part.text), index if index < len(before) else None) for index, part in enumerate(after)
    ]


def _applied(edits: Sequence[Edit], text: str) -> str:
    pieces = []
    at = 0
    for edit in edits:
        pieces += [text[at : edit.span.start], edit.text]
        at = edit.span.end
    return "".join([*pieces, text[at:]])


def _edits(before: str, after: str) -> Iterator[Edit]:
    if before == after:
        return
    old, new = _UNIT.findall(before), _UNIT.findall(after)
    anchors = [(-1, -1), *_anchors(old, new), (len(old), len(new))]
    offset = 0
    for (i, j), (next_i, next_j) in pairwise(anchors):
        offset += len(old[i]) if i >= 0 else 0
        gone, come = old[i + 1 : next_i], new[j + 1 : next_j]
        if gone != come:
            head = _common_head(gone, come)
            tail = _common_head(gone[head:][::-1], come[head:][::-1])
            start = offset + sum(map(len, gone[:head]))
            dropped = sum(map(len, gone[head : len(gone) - tail]))
            yield Edit(Span(start, start + dropped), "".join(come[head : len(come) - tail]))
        offset += sum(map(len, gone))


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return the longest ascending run of lines that stand once in each text: a patience diff."""
    once_old = {line for line, count in Counter(old).items() if count == 1}
    places = {line: j for j, line in enumerate(new)}
    unique = {line for line, count in Counter(new).items() if count == 1} & once_old
    matches = [(i, places[line]) for i, line in enumerate(old) if line in unique]
    return _longest_ascending(matches)


def _longest_ascending(matches: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of `matches`, ascending in the first number, that ascends in the second too."""
    ends: list[int] = []
    last_of: list[int] = []
    before: list[int] = []
    for index, (_, j) in enumerate(matches):
        length = bisect_left(ends, j)
        before.append(last_of[length - 1] if length else -1)
        if length == len(ends):
            ends.append(j)
            last_of.append(index)
        else:
            ends[length], last_of[length] = j, index
    chain = []
    index = last_of[-1] if last_of else -1
    while index >= 0:
        chain.append(matches[index])
        index = before[index]
    return chain[::-1]


def _common_head(one: Sequence[str], other: Sequence[str]) -> int:
    head = 0
    while head < min(len(one), len(other)) and one[head] == other[head]:
        head += 1
    return head

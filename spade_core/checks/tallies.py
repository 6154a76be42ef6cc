"""What somebody who counts what a response gives could come to."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from spade_core.checks.entries import entries
from spade_core.checks.lists import _ITEM_LINE, items_of, numbered_items_of, points_of
from spade_core.checks.parts import lines_of, paragraphs_of
from spade_core.checks.plain import _lines_with_code
from spade_core.checks.sections import headings_of, labels_of
from spade_core.checks.structured import _json_values
from spade_core.checks.tables import _tables

__all__ = ["tallies"]

_NAMED: Final = (
    r"(?m)^[ \t]*(?:(?:export|default|public|private|static|async|pub)[ \t]+)*"
    r"(?P<made>def|function|func|fn|class|it|test)\b"
    r"|^[ \t]{0,3}(?P<level>#{1,6})[ \t]+\S|<(?P<tag>[A-Za-z][\w-]*)(?:\s[^<>]*)?>"
)


def tallies(text: str) -> list[int]:
    r"""Return every number of things that a text may be said to give, as one counts its lists, headings, rows or lines.

    That is the length of each list and of all together, at each depth; of each table; of each list in JSON; how often a
    label, an element, a level of headings and a function of code come; and, where there is no list, how many
    paragraphs, blocks and lines there are, with and without the first.

    >>> tallies("Songs:\n- a\n- b\n- c\n\nWhy:\n- calm\n- slow")
    [1, 2, 3, 5]
    """
    paragraphs, lines = paragraphs_of(text), lines_of(text)
    tables = [len(table) - 1 for table in _tables(text)]
    named = Counter(match.group(match.lastgroup or 0) for match in re.finditer(_NAMED, text))
    labels = Counter(re.sub(r"[\W\d_]+", "", label).lower() for label in labels_of(text))
    found = [len(items_of(text)), len(points_of(text)), len(numbered_items_of(text)), len(headings_of(text))]
    found += [*_list_runs(text), *tables, sum(tables), entries(text), *named.values(), *labels.values()]
    found += [len(each) for each in _lists_in(_json_values(text))][1:]
    if not any(found[:3] + tables):
        found += [len(paragraphs), len(paragraphs) - 1, len(lines), len(lines) - 1]
        found += [len(lines_of(paragraph)) for paragraph in paragraphs]
    return sorted({each for each in found if each > 0})


def _list_runs(text: str) -> Iterator[int]:
    """Yield how many items each run of a list has at each depth; a line without mark and indent ends it."""
    run: Counter[int] = Counter()
    for line, code in [*_lines_with_code(text), ("end", False)]:
        item = None if code else re.match(_ITEM_LINE, line.rstrip())
        if item is not None:
            run[len(item["indent"].expandtabs(4))] += 1
        elif line.strip() and line[0] not in " \t":
            yield from run.values()
            run.clear()


def _lists_in(value: Any) -> Iterator[list[Any]]:
    if isinstance(value, list):
        yield value
    parts: Iterable[Any] = value if isinstance(value, list) else value.values() if isinstance(value, dict) else ()
    for part in parts:
        yield from _lists_in(part)

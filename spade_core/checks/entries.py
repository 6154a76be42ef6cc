"""Things that come one by one, in whatever layout, and how parts follow each other."""

import json
import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, Final

from spade_core.checks.lists import items_of
from spade_core.checks.parts import lines_of
from spade_core.checks.plain import _unfenced, folded, plain
from spade_core.checks.sections import _is_title, has_section, headings_of, labelled_all, labels_of
from spade_core.checks.structured import _csv_rows, keys_of, values
from spade_core.checks.tables import _tables, has_table, rows_of

__all__ = [
    "elements_of",
    "entries",
    "entries_of",
    "has_columns",
    "has_type",
    "has_words_like",
    "is_latex",
    "is_number",
    "labels_equally_often",
    "labels_in_order",
    "leaves_of",
    "lists_of",
    "marked_parts",
    "objects_have_keys",
    "options_of",
    "sections_in_order",
    "separated_by",
]


def entries_of(text: str) -> list[str]:
    r"""Return the things that a text gives one by one: list items, else what a JSON array holds, rows, blocks, lines.

    A single line gives its pieces between commas, or its hashtags where it has nothing else.

    >>> entries_of("1. red\n2. green"), entries_of("red, green, blue"), entries_of('["red"]')
    (['red', 'green'], ['red', 'green', 'blue'], ['red'])
    >>> entries_of("#red #dark-blue")
    ['#red', '#dark-blue']
    """
    array = _array(text)
    if array is not None:
        return [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in array]
    text = re.sub(r"(?m)^[ \t]*</?[A-Za-z][\w-]*>[ \t]*$\n?", "", text)  # tags around them
    found = items_of(text)
    if found:
        return found
    if has_table(text):
        return rows_of(text)
    lines = lines_of(text)
    if len(lines) == 1:
        words = lines[0].split()
        if len(words) > 1 and all(re.fullmatch(r"#\w[\w-]*", word) for word in words):
            return words
        return [piece.strip() for piece in re.split(r"[,;]", lines[0]) if piece.strip()]
    blocks = [block for block in re.split(r"\n\s*(?:-{3,}|\*{3,})?\s*\n", text.strip()) if block.strip()]
    return lines if len(blocks) < 2 else blocks


def options_of(listed: Any) -> list[str]:
    r"""Return the names that a field of the prompt offers to choose from, without what it says of each.

    A list gives its elements, an object its keys, a text its entries, as ``entries_of`` has them.

    >>> options_of("billing: about money\nbug - it is broken"), options_of(["red", "blue"])
    (['billing', 'bug'], ['red', 'blue'])
    """
    if isinstance(listed, str):
        texts = entries_of(listed.strip().strip("[]")) if "\n" not in listed else entries_of(listed)
    else:
        texts = [str(each.get("name", "") if isinstance(each, dict) else each) for each in listed]
    names = [re.split(r"\s*(?::\s|\s[-–—]\s|\s\()", text, maxsplit=1)[0].strip(" *_`\"'.") for text in texts]
    return [name for name in names if name]


def entries(text: str) -> int:
    r"""Count the things that a text gives one by one, as `entries_of` finds them.

    >>> entries("- a\n- b\n- c")
    3
    """
    return len(entries_of(text))


def _array(text: str) -> list[Any] | None:
    bare = _unfenced(text).strip()
    if bare[:1] not in ("[", "{"):
        return None
    try:
        value = json.loads(bare)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict):
        lists = [each for each in value.values() if isinstance(each, list)]
        value = lists[0] if len(lists) == 1 else None
    return value if isinstance(value, list) else None


def sections_in_order(text: str, titles: Sequence[str]) -> bool:
    r"""Tell whether a text has sections of these titles, each behind the one before.

    >>> sections_in_order("## One\na\n## Two\nb", ["One", "Two"])
    True
    >>> sections_in_order("Plot Notes:\na\nCast:\nb\nPlot:\nc", ["Plot Notes", "Cast", "Plot"])
    True
    """
    if not all(has_section(text, title) for title in titles):
        return False
    heads = headings_of(text)
    places = [next((i for i, head in enumerate(heads) if _is_title(head, title)), None) for title in titles]
    known = [place for place in places if place is not None]
    return known == sorted(known)


def labels_in_order(text: str, labels: Sequence[str]) -> bool:
    r"""Tell whether a text has lines with these labels, each behind the one before.

    >>> labels_in_order("Name: A\nAge: 3", ["Name", "Age"])
    True
    """
    told = [folded(label) for label in [*labels_of(text)]]
    at = 0
    for label in labels:
        wanted = folded(label)
        try:
            at = told.index(wanted, at) + 1
        except ValueError:
            return False
    return True


def labels_equally_often(text: str, labels: Sequence[str]) -> bool:
    r"""Tell whether these labels stand equally often, as where each of several things has all of them; never is too.

    >>> labels_equally_often("Name: A\nAge: 3\nName: B", ["Name", "Age"])
    False
    """
    return len({len(labelled_all(text, label)) for label in labels}) == 1


def objects_have_keys(found: Sequence[Any], keys: Sequence[str]) -> bool:
    """Tell whether each object among values, or in lists among them, has all the keys.

    >>> objects_have_keys([[{"id": 1}, {"id": 2}]], ["id"])
    True
    """
    objects = [each for value in found for each in (value if isinstance(value, list) else [value])]
    return all(set(keys) <= set(each) for each in objects if isinstance(each, dict))


def has_type(value: Any, kind: str) -> bool:
    """Tell whether a JSON value is a string, number, integer, boolean, list or object; null is of every type.

    >>> has_type(3, "integer"), has_type("3", "number"), has_type(None, "list")
    (True, False, True)
    """
    if value is None:
        return True
    if isinstance(value, bool):
        return kind == "boolean"
    kinds: dict[str, type | tuple[type, ...]] = {
        "string": str,
        "number": (int, float),
        "integer": int,
        "boolean": bool,
        "list": list,
        "object": dict,
    }
    return isinstance(value, kinds[kind])


def has_columns(text: str, names: Sequence[str]) -> bool:
    r"""Tell whether a table, CSV or JSON in a text has columns of all these names.

    >>> has_columns("| Name | Age |\n|---|---|\n| A | 3 |", ["name", "age"])
    True
    >>> has_columns("| Day |\n|---|\n| 1 |\n\n| Name | Age |\n|---|---|\n| A | 3 |", ["name", "age"])
    True
    >>> has_columns("| Name | Age |\n| A | 3 |", ["name", "age"])
    True
    """
    headers = [[plain(cell) for cell in table[0]] for table in _tables(text) if table]
    rows = re.findall(r"(?m)^[ \t]*(\|.+\|)[ \t]*$", text)  # a table may lack the rule below its head
    headers += [[plain(cell) for cell in row.strip("|").split("|")] for row in rows]
    headers = headers or [keys_of(text) or next(iter(_csv_rows(text, ",")), [])]
    told = [[folded(name) for name in header] for header in headers]
    return any(all(any(folded(name) in each for each in header) for name in names) for header in told)


def marked_parts(text: str, mark: str) -> int:
    r"""Count the parts that begin with a mark and a number: "Section 1", "## SECTION II:".

    >>> marked_parts("Section 1\na\nSection 2\nb", "Section")
    2
    """
    return len(re.findall(rf"(?im)(?:^|(?<=\s)){re.escape(mark)}[ \t]+(?:\d{{1,3}}|[IVX]{{1,5}})\b", text))


def is_latex(text: str) -> bool:
    r"""Tell whether a text is LaTeX and nothing else, in a fence or bare.

    >>> is_latex("\\documentclass{article}\n\\begin{document}Hi\\end{document}")
    True
    """
    bare = _unfenced(text).strip()
    return bare.startswith(("\\", "%", "$")) and "\\" in bare and bare.endswith(("}", "$", "]"))


def is_number(text: str) -> bool:
    """Tell whether a text is one number and nothing else.

    >>> is_number(" 7.5 "), is_number("about 7")
    (True, False)
    """
    return re.fullmatch(r"\s*[*_`]*[-+]?\d+(?:[.,]\d+)?[*_`]*\.?\s*", text) is not None


def separated_by(text: str, mark: str) -> bool:
    """Tell whether the pieces of a text are set off by a mark rather than by another one; commas of Chinese are commas.

    >>> separated_by("a, b, c", ","), separated_by("a; b; c", ","), separated_by("甲、乙，丙", ",")
    (True, False, True)
    """
    bare = re.sub("[，、]", ",", text.strip())
    if mark == "\n":
        return "," not in bare if len(lines_of(text)) < 2 else True
    if mark == " ":
        return not re.search(r"[,;\n|]", bare)
    others = [other for other in ",;|\n" if other != mark and not mark.startswith(other)]
    return mark in bare or not any(other in bare for other in others)


def elements_of(text: str, key: str) -> list[Any]:
    """Return the elements of every JSON list at a key, at any depth.

    >>> elements_of('{"a": {"tags": ["x", "y"]}}', "tags")
    ['x', 'y']
    """
    return [each for value in values(text, key) if isinstance(value, list) for each in value]


def lists_of(text: str, key: str) -> list[list[Any]]:
    """Return every JSON list at a key, as `values` finds it.

    >>> lists_of('[{"tags": ["x", "y"]}, {"tags": []}, {"tags": null}]', "tags")
    [['x', 'y'], []]
    """
    return [value for value in values(text, key) if isinstance(value, list)]


def leaves_of(text: str, key: str) -> list[str]:
    """Return what stands at a JSON key as texts, at any depth; of a list there its elements, without nulls.

    >>> leaves_of('[{"tag": "a"}, {"tag": ["b", 3, null]}]', "tag")
    ['a', 'b', '3']
    """
    found = [each for value in values(text, key) for each in (value if isinstance(value, list) else [value])]
    return [
        each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in found if each is not None
    ]


def has_words_like(text: str, pattern: str) -> bool:
    """Tell whether a text has the words of a pattern in which ``___`` stands for any words of one paragraph.

    Case, marks of Markdown and white space do not matter.

    >>> has_words_like("Today **I speak with** Ann Lee.", "I speak with ___."), has_words_like("Hi", "Hi ___!")
    (True, False)
    """
    words = folded(plain(text))
    first, *others = (folded(plain(piece)) for piece in pattern.split("___"))
    ends: Sequence[int] = _piece_ends(words, first) if first else range(len(words) + 1)
    for piece in others:
        ends = _ends_past_blank(words, piece, ends)
    return bool(ends)


_WIDEST_BLANK: Final = 402
"""Characters of what stands for ``___``, with the spaces around it."""


def _piece_ends(text: str, piece: str) -> list[int]:
    found, at = [], text.find(piece)
    while at >= 0:
        found.append(at + len(piece))
        at = text.find(piece, at + 1)
    return found


def _ends_past_blank(text: str, piece: str, ends: Sequence[int]) -> list[int]:
    """Return where a piece ends that has something between it and one of the ends, which are in order."""
    if not piece:
        return [end + 1 for end in ends if end < len(text)]
    found = []
    for end in _piece_ends(text, piece):
        begin = end - len(piece)
        at = bisect_left(ends, begin - _WIDEST_BLANK)
        if at < len(ends) and ends[at] < begin - text.startswith(" ", begin - 1):
            found.append(end)
    return found

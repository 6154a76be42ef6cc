"""Lists: bullets of every mark, numbers, steps."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from spade_core.checks.parts import _nth
from spade_core.checks.plain import _is_rule, _lines_with_code, _remembered, _unfenced

__all__ = [
    "bullets_of",
    "has_bullets",
    "has_list",
    "has_nested_list",
    "has_numbered_list",
    "item",
    "items_of",
    "numbered_items_of",
    "only_list",
    "points_of",
    "steps_of",
]

_BULLET_MARK: Final = r"[-*+•‣◦▪▫■□●○·–—➤➢►▶✓✔✅☑❌✗→⁃∙]\ufe0f?"
_NUMBER_MARK: Final = (
    r"\(?\d{1,3}[.):]\)?|\d{1,3}[、．]|[（(]\d{1,3}[）)]|[一二三四五六七八九十]{1,3}、|[①-⑳]|\d\ufe0f?\u20e3"
    r"|\(?[a-zA-Z]\)|\(?[ivxIVX]{1,5}[.)]|#\d{1,3}[.:]?"
)
_NUMBERED_HEADING: Final = (
    r"(?m)^[ \t]{0,3}#{1,6}[ \t]+(?:\*\*)?(?:[^\W\d_]{1,12}[ \t])?#?(\d{1,3})[.):][ \t]*(?:\*\*)?[ \t]*(?=\S)"
)
_ITEM_LINE: Final = (
    rf"(?P<indent>[ \t>]*)(?:(?P<bullet>{_BULLET_MARK})(?:[ \t]+|(?=[^\s\-*\w])|(?<=[•●▪◦‣])(?=\w))(?=\S)"
    rf"|(?:\*\*|__)?(?P<number>{_NUMBER_MARK})(?:\*\*|__)?(?:[ \t]+(?=\S)|$|(?<=[、．）①-⑳])))(?P<rest>.*)$"
)
_STEP_LINE: Final = (
    r"(?im)^[ \t>#*_\-]*step[ \t]+(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)\b[*_]*[:.)\- –—]*"
)


@_remembered
def _items(text: str) -> Sequence[tuple[int, bool, str]]:
    """Return for each item of a list its indentation, whether it is numbered, and its text."""
    found: list[tuple[int, bool, list[str]]] = []
    is_open = False
    if "<" in text:
        text = re.sub(r"(?i)<br[ ]?/?>", "\n", text)
        text = re.sub(r"(?i)[ \t]*<li(?:[ ][^<>]*)?>(?:[ \t]*\n)?[ \t]*", "\n• ", text)
        text = re.sub(r"(?i)</?(?:li|ul|ol)(?:[ ][^<>]*)?>", "\n", text)
    for line, code in _lines_with_code(text):
        bare = line.rstrip()
        item = None if code or _is_rule(bare) else re.match(_ITEM_LINE, bare)
        if item:
            indent = len(item["indent"].expandtabs(4).replace(">", ""))
            found.append((indent, item["bullet"] is None, [item["rest"].strip()]))
            is_open = True
        elif not bare.strip():
            is_open = is_open and bool(found)
            if found:
                found[-1][2].append("")
        elif is_open and (line[0] in " \t" or found[-1][2][-1] != ""):
            found[-1][2].append(bare.strip())
        else:
            is_open = False
    return tuple((indent, numbered, "\n".join(lines).strip()) for indent, numbered, lines in found)


def _top(found: Sequence[tuple[int, bool, str]]) -> list[str]:
    """Return the items that lie in no other one of those given, each with what lies in it."""
    tops: list[str] = []
    level = -1
    for indent, _, text in found:
        if level >= 0 and indent > level + 1:
            tops[-1] += "\n- " + text
        else:
            tops.append(text)
            level = indent
    return tops


def items_of(text: str) -> list[str]:
    r"""Return the items of all lists, bulleted or numbered, without their marks; what is nested stays in its item.

    The elements of a response that is a JSON array are its items too, and headings numbered from 1 on.

    >>> items_of("Fruit:\n- Apples\n  - red\n- Pears")
    ['Apples\n- red', 'Pears']
    """
    return list(_item_tuple(text))


@_remembered
def _item_tuple(text: str) -> Sequence[str]:
    elements = _elements_of_array(text)
    return tuple(elements if elements is not None else _numbered_headings(text) or _top(_items(text)))


def _numbered_headings(text: str) -> list[str]:
    """Return what stands at and below headings that are numbered from 1 on, such as ``### 1. First``."""
    marks = list(re.finditer(_NUMBERED_HEADING, text)) if "#" in text else []
    if len(marks) < 2 or [int(mark[1]) for mark in marks] != list(range(1, len(marks) + 1)):
        return []
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return [text[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True)]


def _elements_of_array(text: str) -> list[str] | None:
    """Return the elements of a text that is a JSON array, or None."""
    bare = _unfenced(text)
    if not (bare.startswith("[") and bare.endswith("]")):
        return None
    import json

    try:
        value = json.loads(bare)
    except (ValueError, RecursionError):
        return None
    return [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in value]


def bullets_of(text: str) -> list[str]:
    r"""Return the items with a bullet, whatever its mark, without it; bullets below a bullet stay in it.

    >>> bullets_of("* one\n* two\n1. three")
    ['one', 'two']
    """
    return _top([each for each in _items(text) if not each[1]])


def points_of(text: str) -> list[str]:
    r"""Return the bullet points: the items with a bullet, or where there is none those with a number.

    >>> points_of("1. one\n2. two")
    ['one', 'two']
    """
    return bullets_of(text) or numbered_items_of(text)


def numbered_items_of(text: str) -> list[str]:
    r"""Return the items with a number or a letter, ``1.``, ``2)``, ``(3)``, ``a)``, without it.

    >>> numbered_items_of("1. one\n2) two\n- three")
    ['one', 'two']
    """
    return _numbered_headings(text) or _top([each for each in _items(text) if each[1]])


def steps_of(text: str) -> list[str]:
    r"""Return the steps: what follows ``Step 1:`` and so on; where there is none, the numbered items, then the bullets.

    >>> steps_of("Step 1: Boil water.\nStep 2: Add tea.")
    ['Boil water.', 'Add tea.']
    """
    marks = list(re.finditer(_STEP_LINE, text))
    if marks:
        ends = [mark.start() for mark in marks[1:]] + [len(text)]
        return [text[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True)]
    return numbered_items_of(text) or bullets_of(text)


def item(text: str, n: int) -> str:
    r"""Return the nth item of the lists, the first being 1 and the last -1; "" when there is none.

    >>> item("- one\n- two", -1)
    'two'
    """
    return _nth(items_of(text), n)


def has_bullets(text: str) -> bool:
    r"""Tell whether there is an item with a bullet, whatever its mark; one long dash alone is that of a signature.

    >>> has_bullets("• one\n• two"), has_bullets("See you.\n— Ana")
    (True, False)
    """
    long_dashes = re.findall(r"(?m)^[ \t]*[—–][ \t]+\S", text)
    return len(bullets_of(text)) > (len(long_dashes) == 1)


def has_numbered_list(text: str) -> bool:
    """Tell whether there is an item with a number.

    >>> has_numbered_list("1) one")
    True
    """
    return bool(numbered_items_of(text))


def has_list(text: str) -> bool:
    """Tell whether there is a list, bulleted or numbered.

    >>> has_list("No list here.")
    False
    """
    return bool(_items(text))


def has_nested_list(text: str) -> bool:
    r"""Tell whether an item of a list stands within another one, by its indentation.

    >>> has_nested_list("- Apples\n  - red"), has_nested_list("- Apples\n- Pears")
    (True, False)
    """
    found = _items(text)
    return any(one[0] + 1 < two[0] for one, two in pairwise(found))


def only_list(text: str) -> bool:
    r"""Tell whether the response is a list with nothing before, between or behind its items.

    >>> only_list("- one\n- two"), only_list("Here you are:\n- one")
    (True, False)
    """
    if _elements_of_array(text) is not None:
        return True
    lines = [line for line in _unfenced(text).splitlines() if line.strip()]
    if not lines or not re.match(_ITEM_LINE, lines[0].rstrip()):
        return False
    return all(line[0] in " \t" or re.match(_ITEM_LINE, line.rstrip()) for line in lines)

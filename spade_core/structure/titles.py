"""Titles: what a line is called that stands over something or before it, whatever its marks."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from spade_core.language import OTHER, UNMARKED, normalised, spoken


class Title(NamedTuple):
    """What a line is as a title."""

    mark: str
    look: str
    name: str
    holds: str
    number: int


MARKER: Final = re.compile(
    r"(?P<hash>#{1,6})(?:\s+|(?=\w))|(?P<bullet>[-*+•–·▪◦●])\s+|\(?(?P<number>\d{1,2})[.)、．](?:\s+|(?=\D))|"
    r"(?P<han>[一二三四五六七八九十]{1,3})[、.．]\s*|(?P<letter>[A-H])[.)]\s+"
)
_PICTURE: Final = r"(?:[^\w\s(（\[<{\"'“「*_#`|$%&.,:;!?/\\-]+\s*)?"
ASIDE: Final = r"[(（][^()（）\n]{0,120}[)）]"
_BOLD: Final = re.compile(
    rf"{_PICTURE}(?:\*\*|__){_PICTURE}(?P<name>[^*\n]{{1,70}}?)\s*(?P<in>{ASIDE})?\s*(?P<colon>[:：])?\s*(?:\*\*|__)"
    rf"\s*(?P<aside>{ASIDE})?\s*(?P<sep>::?|：|[-–—]+(?=\s))?\s*(?P<holds>.*)"
)
_BOXED: Final = re.compile(r"(?:【|\[)(?P<name>[^【】\[\]\n]{1,40})(?:】|\](?=\s*$))[:：]?\s*(?P<holds>.*)")
_QUOTED: Final = re.compile(r"[\"“](?P<name>[^\"“”\n]{1,60}?)[:：][\"”]\s*(?:[-–—]+\s+)?(?P<holds>.*)")
LABEL: Final = re.compile(
    rf"{_PICTURE}(?P<name>[^\W_][^.!?:：;*\"“”{{}}<>\[\]\n|`=→]{{0,60}}?)\s*(?P<aside>{ASIDE})?"
    r"\s*(?:::?(?=\s|$|[\[<{])|：|\s[-–—]+\s)\s*(?P<holds>.*)"
)
_BARE: Final = re.compile(
    rf"{_PICTURE}(?P<name>[^\W_][^.!?:：;*\"“”{{}}<>\[\]\n|`=→，。；]{{0,60}}?)\s*(?P<aside>{ASIDE})?"
)
_BLANK_NAME: Final = re.compile(r"(?:\*\*)?(?:\[[^\[\]\n]+\]|<[^<>\n]+>|\{\{?[^{}\n]+\}\}?|_{3,}|\.{3})(?:\*\*)?")
_STANDS_FOR: Final = re.compile(r"[<>\[\]{}$]|\.\.\.|XX|_{3}")
_STANDS_FOR_ANY: Final = re.compile(r"\bTitle\b|\bName\b|^\w+ \d+$|名称?$|^(?:an?|the|your) |^(?:标题|Tiêu đề|Tên .*)$")
"""What a heading is called that stands for another."""
_HEAD_NUMBER: Final = re.compile(
    r"^(?:(?i:section|part) \d{1,2}(?: ?[:.–—-])\s+|\d{1,2}(?:[.)、．]|\.\d{1,2}\.?)\s*|"
    r"[一二三四五六七八九十]{1,3}[、.．]\s*|[IVX]{1,4}\.\s+)?(?:[^\w\s(（\[<{\"'“「]+\s+)?"
)


def title_of(heading: str) -> str:
    """Return the title of a heading, without its number, a picture before it and what stands in parentheses behind."""
    bare = re.sub(r"\s*[(（][^()（）]*[)）]$", "", heading.strip("#*_:： \t"))
    return _HEAD_NUMBER.sub("", bare).strip("*:： 【】")


@lru_cache(maxsize=8192)
def title_in(line: str) -> Title | None:
    """Return what a line is as a title; None where it is none."""
    marker = MARKER.match(line)
    mark, number, body = "", 0, line
    if marker is not None:
        body = line[marker.end() :].strip()
        number = int(marker["number"] or 0)
        mark = marker["hash"] or ("-" if marker["bullet"] else "一" if marker["han"] else "1")
    if mark.startswith("#"):
        return _heading_in(mark, body.rstrip("# "))
    if _BLANK_NAME.fullmatch(body.rstrip(":")) and (mark or body.startswith("**")):
        return Title(mark, "bold" if body.startswith("**") else "bare", "", "", number)
    for look, form in (("bold", _BOLD), ("boxed", _BOXED), ("label", _QUOTED), ("label", LABEL), ("bare", _BARE)):
        found = form.fullmatch(body)
        if found is None or (look == "boxed" and mark == "" and "[" in body[:1] and not body.isupper()):
            continue
        if re.search(r"[(（][^()（）]*$", found["name"]):
            continue  # a colon in parentheses parts no name
        parts = found.groupdict()
        if look == "bold" and not (parts["colon"] or parts["sep"]) and parts["holds"] and not is_blank(parts["holds"]):
            return None  # the first words of a sentence
        aside = parts.get("aside") or parts.get("in") or ""
        name = found["name"].strip(" *_`")
        holds = " ".join(filter(None, (aside, (parts.get("holds") or "").strip())))
        if _STANDS_FOR.search(name) is not None:
            name = ""
        is_name = not name or _names(name, look, holds)
        return Title(mark, look, name, holds, number) if is_name else None
    return None


def name_in(text: str) -> str:
    """Return the title that a sentence is or begins with; "" where it is none."""
    line = text.partition("\n")[0].strip()
    title = title_in(line) if len(line) <= LONGEST_LINE else None
    return title.name if title is not None else ""


ROUND_BLANK: Final = re.compile(
    r"[^:：()\n]{1,80}[:：][*_]{0,2}\s*\("
    r"(?P<said>(?!(?i:optional|if\b|when\b|e\.g|eg\b|for example|see\b|same\b|none\b|n/a\b))[^()\n]*[a-z][^()\n]*)\)"
)
"""A label, and alone behind it in round brackets what is to be filled in: "Thought: (your thought)"."""
_LONGEST_LABEL: Final = 4


def is_form_line(text: str) -> bool:
    """Whether a sentence is a label with a blank in brackets behind it: what the blank says is said of no more."""
    text = text.strip()
    title = title_in(text) if "\n" not in text and len(text) <= LONGEST_LINE else None
    if title is None or len(title.name.split()) > _LONGEST_LABEL:
        return False
    is_square = title.holds[:1] in ("[", "<") and is_blank(title.holds)
    return is_square or ROUND_BLANK.fullmatch(text) is not None


def _heading_in(mark: str, body: str) -> Title:
    bare = _HEAD_NUMBER.sub("", body.strip("*_ "))
    label = LABEL.fullmatch(bare.replace("**", ""))
    held = label["holds"] if label is not None else ""
    titled = None
    if label is not None:
        aside = f"{label['aside']} " if label["aside"] else ""
        titled = Title(mark, "bold", label["name"].strip(), f"{aside}{held}".strip(), 0)
    is_slot = _BLANK_NAME.fullmatch(held) is not None and "{" not in held  # which may be filled in by the prompt
    if titled is not None and is_slot and not _stands_for_another(titled.name):
        return titled
    if _BLANK_NAME.fullmatch(bare.rstrip(": ")) or _stands_for_another(bare):
        return Title(mark, "bold", "", "", 0)
    if titled is not None and (held == "" or is_blank(held) or AMOUNT.search(held)):
        return titled
    behind = re.search(rf"{ASIDE}$", bare)
    if behind is not None and _OF_EXAMPLE.match(behind.group()):
        return Title(mark, "bold", "", "", 0)
    return Title(mark, "bold", title_of(body), behind.group() if behind is not None else "", 0)


def _stands_for_another(name: str) -> bool:
    """Whether a heading stands for another one: "[Name of the dish]", "Day 1"."""
    return (_STANDS_FOR.search(name) or _STANDS_FOR_ANY.search(title_of(name))) is not None


_OF_EXAMPLE: Final = re.compile(r"(?i)[(（\[]\s*(?:an? |for )?(?:example|sample|e\.g)\b")
"""What stands behind a heading that is one of many: "## api (example domain)"."""
_OF_CASES: Final = re.compile(
    r"(?i)(?:for|if|when|each|every|e\.g|then|and|or)\b|(?:first|second|third|next|finally|lastly) ?,"
)
"""How a line begins that says of which things, in which case or in which turn something stands there."""
_SAYS_ALL: Final = re.compile(r"(?i)\b(?:nothing else|and nothing|nothing more|and only|exactly)\b")
"""What says that all of the response follows, rather than what it is called."""
_LONGEST: Final = 7
"""Words of a title."""


def _names(name: str, look: str, holds: str) -> bool:
    """Whether words can be a title: few, and written as names are."""
    if (
        len(name.split()) > _LONGEST
        or _SAYS_ALL.search(name)
        or not re.search(r"[^\W\d_]", name)
        or _OF_CASES.match(name)
        or (look == "bare" and len(name) == 1 and name.isascii())  # a grade, or a choice
    ):
        return False
    if not name.isascii():
        longest = 24 if look in ("bold", "boxed") else 14
        return spoken(name) in ("en", OTHER, "vi", UNMARKED) or len(name) <= longest
    first = next(each for each in name if each.isalpha())
    return look in ("bold", "boxed") or first.isupper() or (look == "label" and is_blank(holds))


AMOUNT: Final = re.compile(
    r"(?i)\d+ ?(?:[-–]|to )? ?\d* ?\+? ?(?:[a-z-]+ ){0,2}(?:words?|sentences?|bullets?|points?|paragraphs?|lines?|"
    r"items?|characters?|chars|questions?|examples?)\b|"
    r"\d+ ?(?:字|句|条|个|段|từ|câu|ý|đoạn)|\b(?:bullet points?|bulleted|one sentence|a sentence|paragraph)\b"
)
"""How much something holds."""
_BLANK: Final = re.compile(
    r"[-*•\s\"“]*(?:[\[<{][^\n]*[\]>}]|\.{3,}|…|_{2,}|[\[<][^\n]{4,}|[\w+-]{1,20}(?: ?[/|] ?[\w+-]{1,20})+|"
    r"[XYN]{1,2}/\d+%?|[XN]|[YMDHS]{2,4}(?:[-/:.][YMDHS]{2,4})+|X{2,}[^\n]{0,20}|x{3,}|\$[A-Z_]{3,}\$?)[\"”.\s]*(?:[/|%].{0,20})?"
)


def is_blank(text: str) -> bool:
    """Whether words stand for what is to be filled in: "[a name]", "...", "low / high"."""
    return bool(text) and _BLANK.fullmatch(text) is not None


LONGEST_LINE: Final = 600


def is_open(title: Title, line: str) -> bool:
    """Whether a title is to be filled in itself: "# [Name of the dish]"."""
    return not title.name and _STANDS_FOR.search(line) is not None


def only_numbered(names: Sequence[str]) -> bool:
    """Whether two names differ by their number alone, so that they stand for any: "Topic 1", "Topic 2"."""
    counted = r"(?:^| )\d+\b|[一二三四五六七八九十\d]{1,2}$"
    bare = [re.sub(counted, "", normalised(f"x {name}").text.strip(" .")) for name in names]
    return len(set(bare)) < len(set(names))

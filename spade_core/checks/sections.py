"""Headed sections and labelled parts, in every form that owners of prompts accept."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, Final

from spade_core.checks.markup import tag
from spade_core.checks.parts import _nth
from spade_core.checks.plain import _is_rule, _lines_with_code, _remembered, _unfenced, _unwrapped
from spade_core.checks.tables import cells_of, columns_of

__all__ = [
    "body",
    "has_heading",
    "has_label",
    "has_section",
    "has_title",
    "headings_of",
    "labelled",
    "labelled_all",
    "labels_of",
    "nth_section",
    "only_sections",
    "section",
    "sections_of",
    "title",
]

_HASH_HEADING: Final = (
    r"[ \t>]{0,6}(?!(?:#[^#\s,]+(?:,[^#\s,]+)*[ \t,]+)+#[^#\s]+[ \t]*$)(#{1,6})[ \t]*(?P<title>[^#\s].*?)[ \t]*#*$"
)
"""No row of hashtags."""
_BOLD_HEADING: Final = r"[ \t>]*(?:\d{1,3}[.)][ \t]+)?(?:\*\*|__)(?P<title>[^*\n]+?)(?:\*\*|__)[ \t]*[:：]?$"
_HTML_HEADING: Final = r"(?i)[ \t]*<h([1-6])[^<>]*>(?P<title>[^<\n]+)</h[1-6]>[ \t]*$"
_AROUND_HTML_HEADING: Final = r"(?=<h[1-6][\s>])|(?<=</h[1-6]>)"
_FRAMED_HEADING: Final = (
    r"[ \t]*(?:={2,}|-{2,}|\*{3,}|~{2,}|\[|【|<<)["
    r" \t]*(?P<title>[^=\-\[\]【】<>\n*~][^=\[\]【】<>\n~]*?)[ \t]*(?:={2,}|-{2,}|\*{3,}|~{2,}|\]|】|>>)[ \t]*[:：]?$"
)
_COLON_HEADING: Final = r"[ \t>]*(?P<title>[^\s:：|{}\"'`\-*•][^:：\n|{}\"]{0,60}?)[ \t]*[:：]$"
_HAN: Final = "[一二三四五六七八九十]{1,3}"
_CHAPTER: Final = rf"(?:第?{_HAN}[章节部分]{{0,2}}[、.．:：]|[（(]{_HAN}[）)])[ \t]*"
_CHAPTER_HEADING: Final = rf"[ \t]*{_CHAPTER}(?P<title>[^，。；！？,;:：\n]{{1,30}})[:：]?$"
_LABEL_LINE: Final = (
    rf"[ \t>│├└─┬]*(?:[-*+•][ \t]+|\d{{1,3}}[.)][ \t]+|(?:\d{{1,3}}|{_HAN})、[ \t]*|#{{1,6}}[ \t]+)?"
    r"(?:\*\*|__|\*|`)?\[?"
    r"(?P<label>[^\W_][^:：\n|{}\[\]*`]{0,60}?)\]?(?:\*\*|__|\*|`)?"
    r"[ \t]*[:：](?!//)(?:\*\*|__|\*)?[ \t]*(?P<value>.*)$"
)
_BOXED: Final = r"^[ \t]*(?:\d{1,3}[.、][ \t]*)?【([^【】\n]{1,30})】[:：]?(?=[ \t]*\S)"
_RUN_IN: Final = (
    r"^([ \t>]*(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?)(\*\*|__)([^*\n]{1,60}?)[.]?\2(?:[ \t]+[–—-])?[ \t]+(?=[^\s:：–—-])"
)
"""A title in bold with its text in the same line, behind a dash or without: ``**Title** - text``."""
_NUMBERING: Final = (
    r"^(?:(?:section|part|chapter|step|phần|mục|chương|bước)[ \t]+)?(?:\d{1,3}(?:\.\d{1,3})*|[ivx]{1,5}|[a-z])[.):]+"
    rf"[ \t]*|^{_CHAPTER}|^\d{{1,3}}[、．][ \t]*"
)


@_remembered
def _title_key(title: str) -> str:
    """Return a title for comparing: without marks, emoji, numbering, case, plural and colon; ``&`` is ``and``."""
    text = re.sub(r"[*_`~#\[\]<>{}()\"“”]|[:：.]+$", " ", title.strip().replace("’", "'").rstrip("*_ \t")).casefold()
    text = text.replace("&", " and ").replace("-", " ").replace("/", " ")
    words = ["".join(char for char in word if char.isalnum() or char in "'.+#") for word in text.split()]
    words = [word for word in words if word]
    if len(words) > 1 and words[-1] == "line":
        words.pop()  # "Subject line" is "Subject"
    if len(words) > 2 and words[-1] in ("mentioned", "discussed", "identified", "raised", "covered", "provided"):
        words.pop()  # "Dates mentioned" is called "Dates" too
    return " ".join(re.sub(r"(?<=\w{2})(?:ies|y)$|(?<=\w\w[^s])s$", "", word.rstrip(".:")) for word in words)


def _is_title(line: str, title: str) -> bool:
    """Tell whether a heading's text is a title, its numbering and what follows a bracket, colon or dash aside."""
    wanted = _title_key(title)
    begins = re.sub(r"\W", "", wanted.partition(" ")[0])[:3]
    if begins not in re.sub(r"\W", "", line.casefold()) and not wanted.startswith("and"):
        return False
    forms = {line, re.sub(_NUMBERING, "", line.strip().lstrip("*_ "), flags=re.IGNORECASE)}
    forms |= {re.split(r"[ \t]*(?:\(|\[|[:：]|[ \t][–—-][ \t])", each)[0] for each in forms}
    return bool(wanted) and any(_title_key(each) == wanted for each in forms)


@_remembered
def _headings(text: str) -> Sequence[tuple[int, str, int, int]]:
    """Return for each heading its rank (lower is greater), its title, where its line begins and where its text does."""
    found: list[tuple[int, str, int, int]] = []
    at, previous, before_previous = 0, "", ""
    for line, code in _lines_with_headings(text):
        start, at = at, at + len(line)
        bare = line.rstrip()
        if not code and bare:
            if _underlines(bare, previous, before_previous):
                start -= len(previous)
                if found and found[-1][2] == start:
                    found.pop()
                found.append((1 if bare[0] == "=" else 2, previous.strip(), start, at))
            elif heading := _heading(bare, previous):
                found.append((*heading, start, at))
        before_previous, previous = previous, line
    return tuple(found)


def _lines_with_headings(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each line, parted at headings of HTML that stand in it, and whether it belongs to a fenced block."""
    for line, code in _lines_with_code(text):
        parted = [each for each in re.split(_AROUND_HTML_HEADING, line) if each] if "</h" in line else [line]
        yield from ((each, code) for each in parted)


def _underlines(line: str, previous: str, before_previous: str) -> bool:
    """Tell whether a line of dashes or equals signs makes the line before it a heading."""
    return (
        re.fullmatch(r"={3,}|-{3,}", line) is not None
        and bool(previous.strip())
        and not before_previous.strip()
        and len(previous) < 100
        and not re.match(r"[ \t]*[|>\-*#]", previous)
    )


def _heading(line: str, previous: str) -> tuple[int, str] | None:
    """Return the rank and the title of a line that is a heading, or None."""
    if match := re.match(_HASH_HEADING, line):
        return len(match[1]), match["title"].strip("*_ \t").rstrip(":： ").strip("*_")
    if match := re.match(_HTML_HEADING, line):
        return int(match[1]), match["title"].strip()
    if _is_rule(line) or len(line) > 120:
        return None
    if (match := re.match(_BOLD_HEADING, line)) and match["title"].strip()[-1:] not in ".!?,;":
        return 7, match["title"].strip().rstrip(":： ")
    if match := re.match(_FRAMED_HEADING, line):
        return 7, match["title"]
    if match := re.match(_CHAPTER_HEADING, line):
        return 7, match["title"].strip("*_ \t")
    bare = line.strip().rstrip(":： ")
    letters = [char for char in bare if char.isalpha()]
    if len(letters) > 3 and bare.isupper() and bare[-1] not in ".!?,;|>" and bare[0] not in "-*•|\"'<({[":
        return 7, bare
    if (match := re.match(_COLON_HEADING, line)) and not previous.strip() and _looks_like_title(match["title"]):
        return 8, match["title"]
    return None


def _looks_like_title(text: str) -> bool:
    """Tell whether a text before a colon names what follows, rather than leading in with a sentence."""
    words = text.split()
    return (
        len(words) <= 6
        and (text[0].isupper() or text[0].isdigit() or not text[0].isascii())
        and text[-1] not in ".!?,;"
        and words[-1] not in _LEAD_IN
    )


_LEAD_IN: Final = frozenset({"include", "includes", "are", "is", "follow", "follows", "following", "below"})
"""What a line that leads in a list ends with before its colon, and no title does."""


def headings_of(text: str) -> list[str]:
    r"""Return the titles of the headings, without marks: ``# One``, ``**Two**``, ``THREE``, ``Four:``.

    >>> headings_of("## One\n\ntext\n\n**Two:**\n\ntext\n\nTHREE\n\ntext")
    ['One', 'Two', 'THREE']
    """
    return [title for _, title, _, _ in _headings(_unwrapped(text))]


def has_heading(text: str, title: str = "", level: int | None = None) -> bool:
    r"""Tell whether there is a heading, any or one with this title; case, numbering, plural and marks aside.

    With `level`, only headings with so many hashes count.

    >>> has_heading("**Next steps:**\n- rest", "Next Step")
    True
    """
    if level is None:
        titles = headings_of(text)
    else:
        titles = re.findall(rf"(?m)^[ \t]{{0,3}}#{{{level}}}[ \t]+(\S.*?)[ \t#]*$", text)
    return any(_is_title(each, title) for each in titles) if title else bool(titles)


def only_sections(text: str, titles: Sequence[str]) -> bool:
    r"""Tell whether every heading is one of some titles, and nothing but a title stands before the first of them.

    >>> only_sections("# IDEAS\n\n- one\n\n# NOTES\n\n- two", ["IDEAS", "FACTS"])
    False
    """
    found = _headings(text)
    ranks = [rank for rank, heading, _, _ in found if any(_is_title(heading, title) for title in titles)]
    greatest = min(ranks, default=0)
    first = next((start for rank, _, start, _ in found if rank <= greatest), len(text))
    others = [heading for rank, heading, _, _ in found if rank <= greatest]
    return (
        bool(ranks)
        and not text[:first].strip()
        and all(any(_is_title(each, title) for title in titles) for each in others)
    )


def sections_of(text: str, mark: str = "") -> list[str]:
    r"""Return the text below each heading of the greatest kind that occurs more than once, or below all there is.

    With a mark: what follows each ``SECTION 1``, ``Day 2:`` and so on at the start of a line.

    >>> sections_of("# One\n\na\n\n# Two\n\nb")
    ['a', 'b']
    >>> sections_of("Day 1: rest\nDay 2: run", "Day")
    ['rest', 'run']
    """
    if mark:
        pattern = (
            rf"(?im)^[ \t#*_>\-]*{re.escape(mark)}[ \t]*(?:\d{{1,4}}|[ivx]{{1,6}}|[a-z])\b[*_]*[ \t]*[:.)\-–—]*[*_]*"
        )
        places = [match.span() for match in re.finditer(pattern, text)]
    else:
        found = _headings(text)
        ranks = [rank for rank, *_ in found]
        top = next((rank for rank in sorted(set(ranks)) if ranks.count(rank) > 1), min(ranks, default=0))
        places = [(start, end) for rank, _, start, end in found if rank == top]
    ends = [start for start, _ in places[1:]] + [len(text)]
    return [text[begin:end].strip() for (_, begin), end in zip(places, ends, strict=False)]


def section(text: str, title: str) -> str:
    r"""Return the text of the section with a title; "" when it is not there.

    The title may be ``## Title``, ``**Title**``, ``TITLE``, ``Title:``, ``1. Title``, ``=== Title ===``, with an emoji,
    in other case, with ``&`` for ``and``, in the plural, or stand before its text: ``Title: text``. A key of JSON at
    any depth, an XML tag and a column of a table of that name are sections too. It ends at the next heading as great.

    >>> section("# SUMMARY\n\nShort.\n\n# IDEAS\n\n- one", "Summary")
    'Short.'
    >>> section("Summary: Short.\n\nIdeas: one", "summary")
    'Short.'
    >>> section("1. Summary\nShort.\n2. Ideas\n- one", "Summary")
    'Short.'
    """
    return next((found for found in _candidates(text, title) if found), "")


def has_section(text: str, title: str) -> bool:
    r"""Tell whether there is a section with a title, in any of the forms that ``section`` accepts; it may be empty.

    >>> has_section("**Summary:**\nShort.", "SUMMARY"), has_section("A summary of it", "Summary")
    (True, False)
    >>> has_section("```markdown\n# Summary\nShort.\n```", "Summary"), has_section("1. **Summary** - Short.", "Summary")
    (True, True)
    """
    return next(_candidates(text, title), None) is not None


def _candidates(text: str, title: str) -> Iterator[str]:
    """Yield the text of each place that may be the section, the surest first."""
    if not _title_key(title):
        return
    text = _unwrapped(text)
    member = _member(text, title)
    if member is not None:
        yield member
    found = _headings(text)
    for at, (rank, heading, _, begin) in enumerate(found):
        if _is_title(heading, title):
            yield text[begin : _section_end(text, found, at, rank)].strip()
    yield from _unmarked(text, title, [start for _, _, start, _ in found])
    if re.fullmatch(r"[\w \-]+", title):
        for name in dict.fromkeys(title.replace(" ", each) for each in (" ", "_", "-", "")):
            yield from filter(None, (tag(text, name),))
    if "|" in text and (cells := [each for each in columns_of(text) if _is_title(each, title)]):
        yield "\n".join(cells_of(text, cells[0]))


def _unmarked(text: str, title: str, headings: list[int]) -> Iterator[str]:
    """Yield what belongs to lines that are the title without marks, or begin with it and a colon."""
    at, marked = 0, set(headings)
    for line, code in _lines_with_code(text):
        start, at = at, at + len(line)
        if code:
            continue
        label = re.match(_LABEL_LINE, re.sub(_RUN_IN, r"\1\3: ", re.sub(_BOXED, r"\1: ", line.rstrip())))
        is_label = label is not None and _is_title(label["label"], title)
        if is_label or (start not in marked and len(line) < 100 and _stands_alone(line, title)):
            after = bisect_right(headings, start)
            end = headings[after] if after < len(headings) else len(text)
            end = _before_next_number(text, line, at, end)
            yield (
                _value_at(text, at, end, label["value"].strip("*_ \t")) if label and is_label else text[at:end].strip()
            )


def _before_next_number(text: str, line: str, begin: int, end: int) -> int:
    """Return where the line with the number behind that of a line begins, if no list begins in between; else `end`."""
    numbered = re.match(r"[ \t]*(\d{1,3})[.)、]", line)
    if numbered is None:
        return end
    indent = numbered[0][: numbered.start(1)]
    at = begin
    for each in _lines_from(text, begin, end):
        other = re.match(rf"{indent}(\d{{1,3}})[.)、]", each)
        if other is not None:
            return at if int(other[1]) == int(numbered[1]) + 1 else end
        at += len(each) + 1
    return end


def _stands_alone(line: str, title: str) -> bool:
    """Tell whether a line holds a title and no more, a bullet aside."""
    return line.strip()[-1:] not in ".,;!?" and _is_title(line.strip(" \t\n\r-*•"), title)


def _section_end(text: str, found: Sequence[tuple[int, str, int, int]], at: int, rank: int) -> int:
    """Return where the section of the heading at a place ends: at the next heading that is as great."""
    return next((start for other, _, start, _ in found[at + 1 :] if other <= rank), len(text))


def _value_at(text: str, begin: int, end: int, first: str) -> str:
    """Return the value of a label: the rest of its line, and what follows up to the next label."""
    lines = [first] if first else []
    for line in _lines_from(text, begin, end):
        label = re.match(_LABEL_LINE, line)
        if label and _looks_like_title(label["label"]) and not line[:1].isspace() and line[:1] not in "-*+•0123456789":
            break
        if label and re.match(r"[ \t]*(?:[-+•]|\*(?!\*)|\d)?[ \t]*\*\*[^*]+(?::\*\*|\*\*:)", line):
            break
        lines.append(line)
    return "\n".join(lines).strip()


def _lines_from(text: str, begin: int, end: int) -> Iterator[str]:
    """Yield the lines between two places, one at a time, for who may stop early."""
    while begin < end:
        at = text.find("\n", begin, end)
        at = end if at < 0 else at
        yield text[begin:at]
        begin = at + 1


def _member(text: str, title: str) -> str | None:
    """Return the value at a key of the JSON that a response is, lists as bullets; None when there is none."""
    return next(map(_as_text, _members(text, title)), None)


def _members(text: str, title: str) -> Iterator[Any]:
    """Yield the values at the key of the JSON that a response is, those nearer to the top first."""
    bare = _unfenced(text)
    if not (bare.startswith(("{", "[")) and bare.endswith(("}", "]"))):
        return
    import json

    try:
        level = [json.loads(bare)]
    except (ValueError, RecursionError):
        return
    wanted = _title_key(title.replace("_", " "))
    while level:
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                yield from (member for key, member in value.items() if _member_key(key) == wanted)
                below += value.values()
            elif isinstance(value, list):
                below += value
        level = below


def _member_key(key: str) -> str:
    return _title_key(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key).replace("_", " "))


def _as_text(value: Any) -> str:
    """Return a JSON value as text: a string itself, a list as bullets, anything else as JSON."""
    import json

    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(
            "- " + (each if isinstance(each, str) else json.dumps(each, ensure_ascii=False)) for each in value
        )
    return json.dumps(value, ensure_ascii=False)


def labels_of(text: str) -> list[str]:
    r"""Return the names of the lines of the form ``Label: value``, marks aside, in their order.

    >>> labels_of("Name: Ada\n**Age:** 36\n- City: London")
    ['Name', 'Age', 'City']
    """
    return [label.strip() for label, _, _ in _labels(text)]


def _labels(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield for each line with a label the label, the rest of the line and where the next line begins."""
    at = 0
    for line, _ in _lines_with_code(text):
        at += len(line)
        match = re.match(_LABEL_LINE, line.rstrip())
        if match and len(match["label"].split()) <= 8:
            yield match["label"], match["value"].strip("*_ \t"), at


def labelled(text: str, label: str) -> str:
    r"""Return the value behind ``Label:``, up to the next label or the next blank line; "" when the label is not there.

    Marks around the label, bullets before it and case are free; a key of a JSON object is a label too.

    >>> labelled("Score: 7/10\nReason: fine", "reason")
    'fine'
    """
    return next((value for value in labelled_all(text, label) if value), "")


def labelled_all(text: str, label: str) -> list[str]:
    r"""Return the values behind each ``Label:``, numbered or not, such as ``Question 1:``.

    >>> labelled_all("Q: one?\nA: yes\nQ: two?\nA: no", "Q")
    ['one?', 'two?']
    """
    members = [_as_text(each) for each in _members(text, label)]
    if members:
        return members
    found = []
    for name, first, behind in _labels(text):
        if not (_is_title(name, label) or _is_title(re.sub(r"[ \t]*#?\d{1,4}$", "", name), label)):
            continue
        lines = [first] if first else []
        for line in _lines_from(text, behind, len(text)):
            if (not line.strip() and lines) or re.match(_LABEL_LINE, line) or re.match(_HASH_HEADING, line):
                break
            if line.strip():
                lines.append(line.strip())
        found.append("\n".join(lines).strip())
    return found


def has_label(text: str, label: str) -> bool:
    r"""Tell whether there is a line ``Label: ...``, marks and case aside, a key of a JSON object or a heading.

    >>> has_label("**Score**: 7", "score"), has_label("## Score\n7", "score")
    (True, True)
    """
    return _member(text, label) is not None or any(
        _is_title(name, label) or _is_title(re.sub(r"[ \t]*#?\d{1,4}$", "", name), label) for name in _names(text)
    )


def _names(text: str) -> Iterator[str]:
    """Yield the labels, then the headings."""
    yield from (label for label, _, _ in _labels(text))
    yield from (heading for _, heading, _, _ in _headings(text))


def title(text: str) -> str:
    r"""Return the title: ``<<title>>``, ``Title: ...``, a heading, a bold or a short first line; "" when there is none.

    >>> title("# My Day\n\nIt rained."), title("It rained. We stayed in.")
    ('My Day', '')
    >>> title("标题：雨天\n\n下雨了。"), title("下雨了！\n\n我们没有出门。")
    ('雨天', '')
    >>> title("## Headline\n\nRain at Last\n\nIt rained.")
    'Rain at Last'
    """
    return _title_place(text)[0]


def has_title(text: str) -> bool:
    r"""Tell whether the response has a title, in any of the forms that ``title`` accepts.

    >>> has_title("<<My Day>>\nIt rained.")
    True
    """
    return bool(title(text))


def body(text: str) -> str:
    r"""Return the response without its title.

    >>> body("# My Day\n\nIt rained.")
    'It rained.'
    """
    _, start, end = _title_place(text)
    return (text[:start] + text[end:]).strip()


_TITLE_LABEL: Final = r"(?:title|headline|subject|标题|题目|tiêu đề)"


def _title_place(text: str) -> tuple[str, int, int]:
    """Return the title, where its line begins and where the text behind it does."""
    if angled := re.search(r"<<([^<>\n]+)>>", text):
        return angled[1].strip(), angled.start(), angled.end()
    if (member := _member(text, "title")) is not None:
        return member, 0, 0
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start)
    end = len(text) if end < 0 else end + 1
    line = text[start:end].strip()
    if not line:
        return "", 0, 0
    if text[end:].strip() and re.fullmatch(rf"(?i)[#*_ \t]*{_TITLE_LABEL}[*_: \t：]*", line):
        below = end + len(text[end:]) - len(text[end:].lstrip())
        stop = text.find("\n", below)
        return text[below : stop if stop >= 0 else None].strip('*_# \t"“”'), start, stop + 1 if stop >= 0 else len(text)
    if labelled_title := re.match(rf"(?i)[#*_ \t]*{_TITLE_LABEL}[*_ \t]*[:：][*_ \t]*(\S.*)$", line):
        return labelled_title[1].strip('*_ \t"“”'), start, end
    if (heading := _heading(line, "")) and not line.endswith((":", "：")):
        return heading[1].strip("*_ \t"), start, end
    if re.match(_BOLD_HEADING, line) or re.match(_HASH_HEADING, line):
        return line.strip("*_# \t:"), start, end
    rest = text[end:]
    if underline := re.match(r"(?:={3,}|-{3,})[ \t]*(?:\n|$)", rest):
        return line, start, end + underline.end()
    alone = bool(rest.strip()) and (not rest.split("\n", 1)[0].strip())
    if alone and len(line.split()) <= 12 and line[-1] not in ".!?,;:…。！？，；：" and line[0] not in "-*•>|{[<":
        return line.strip('*_ \t"“”'), start, end
    return "", 0, 0


def nth_section(text: str, n: int) -> str:
    r"""Return the text of the nth section, the first being 1 and the last -1; "" when there is none.

    >>> nth_section("# One\n\na\n\n# Two\n\nb", -1)
    'b'
    """
    return _nth(sections_of(text), n)

"""What a prompt lays out as the response: its sections and labelled lines, decided once for the whole prompt.

Titles are found first: lines that are marked alike and stand beside each other make a group, and groups nest. Then each
group is weighed by all that speaks for it or against it: the line that leads it in, the headings that it stands under,
blanks and amounts as what its titles hold, how its titles are marked, what they are called. A group that weighs enough
is a layout of the response; what stands in it speaks of that part.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple

from spade_core.deltas import SentenceKind
from spade_core.language import OTHER, Wording, lexicon, normalised, said, spoken, wording
from spade_core.structure.addressee import is_instruction
from spade_core.structure.placeholders import marks_in
from spade_core.structure.samples import Notation, Sample, SampleRole
from spade_core.structure.structure import Area, Placed, Structure, area_of, is_case, is_lead, leads_rules
from spade_core.text import Span


class Form(NamedTuple):
    """How a title is marked; titles of one form stand beside each other."""

    mark: str
    """``#`` to ``######``, ``-``, ``1``, ``一``, ``<``, or "" for none."""
    indent: int
    look: str
    """"bold", "boxed", "label" or "bare"."""

    @property
    def is_heading(self) -> bool:
        """Whether hashes mark it."""
        return self.mark.startswith("#")

    @property
    def is_item(self) -> bool:
        """Whether it is marked as an item of a list."""
        return self.mark in ("-", "1", "一")


@dataclass(frozen=True, slots=True)
class Entry:
    """One title of a layout."""

    placed: Placed
    """The sentence that begins with it."""
    name: str
    """Without its marks; "" where it is a blank itself."""
    holds: str
    """What the prompt says behind it, in the same line or in brackets below it."""
    form: Form
    is_inline: bool
    """Whether what it holds stands in the same line."""
    line: str
    """The line as it stands in the sentence."""
    is_open: bool
    """Whether a blank stands there."""

    @property
    def phrase(self) -> Span:
        """Where its line stands in the sentence."""
        text = self.placed.sentence.text
        start = max(text.find(self.line), 0)
        return Span(start, start + len(self.line) if self.line in text else len(text))

    @property
    def title(self) -> Span:
        """Where its name stands there, with its marks; the whole line where nothing is said behind it."""
        line = self.phrase
        end = self.placed.sentence.text.find(self.name, line.start, line.end) + len(self.name)
        is_all = is_blank(self.holds) or not self.is_inline or end < len(self.name)
        return line if is_all else Span(line.start, end)


@dataclass(frozen=True, slots=True)
class Layout:
    """Titles that stand beside each other in the response."""

    entries: tuple[Entry, ...]
    lead: Placed | None
    """The line or heading that announces them."""
    sample: Sample | None
    """The sample that shows them."""

    @property
    def is_ordered(self) -> bool:
        """Whether they come in the order in which they stand: a format is shown, or the line above says so."""
        if self.sample is not None or self.lead is None:
            return self.sample is not None
        words, text = _worded(self.lead)
        if IN_ORDER.search(text):
            return True
        blank = 2 * sum(each.is_open for each in self.entries) > len(self.entries)
        names = _names_layout(words, text) if words is not None else _SHAPE.search(text) is not None
        return names and (blank or self.entries[0].form.is_heading)

    @property
    def names(self) -> tuple[str, ...]:
        """The names, each once."""
        return tuple(dict.fromkeys(entry.name for entry in self.entries if entry.name))

    @property
    def is_running(self) -> bool:
        """Whether they are parts of a letter, a post or a story, which stand there without a title."""
        if any(each.form.is_heading for each in self.entries):
            return False
        names = [normalised(name).text for name in self.names]
        is_bold = any(each.form.look == "bold" for each in self.entries)
        described = not is_bold and any(_DESCRIBED_PART.fullmatch(name) for name in names)
        return described or any(_PART_OF_TEXT.search(name) for name in names)

    @property
    def is_labels(self) -> bool:
        """Whether they are labels with blanks behind them in the same line."""
        plain = [each for each in self.entries if not each.form.is_heading]
        blank = sum(each.is_inline and is_blank(each.holds) for each in plain)
        return len(plain) == len(self.entries) and 2 * blank >= len(plain)


IN_ORDER: Final = re.compile(
    r"\bin (?:this|that|the|exactly this)(?: (?:following|given|exact|same|listed|order))* order\b"
)
_SHAPE: Final = re.compile(r"\b(?:format|structure|template|layout|skeleton)\b")
_PART_OF_TEXT: Final = re.compile(
    r"\b(?:hook|call to action|cta|greeting|salutation|sign off|signature|closing|opening|opener|body)\b|"
    r"^(?:intro|beginning|middle|end|ending|hashtags|subject line|subject)$"
)
"""What the parts of a running text are called, which nobody writes over them."""
_DESCRIBED_PART: Final = re.compile(
    r"(?:[a-z-]+ )+(?:title|headline|introduction|intro|content|paragraphs?|sentences?|conclusion|ending)"
    r"(?: (?:with|that|of) .*)?"
)
"""The same with what it is like: "engaging introduction with a question"."""


class _Row(NamedTuple):
    """A line that begins a sentence."""

    placed: Placed
    last: Placed
    """The last sentence of the line."""
    line: str
    indent: int
    after_blank: bool
    title: "_Title | None"


class _Title(NamedTuple):
    """What a line is as a title."""

    mark: str
    look: str
    name: str
    holds: str
    number: int


@dataclass(slots=True, eq=False)
class _Group:
    form: Form
    above: "tuple[_Node, ...]"
    """The titles that it stands under, the nearest last."""
    lead: Placed | None
    nodes: "list[_Node]" = field(default_factory=list)


@dataclass(slots=True, eq=False)
class _Node:
    row: _Row
    title: _Title
    below: list[_Row] = field(default_factory=list)
    """The lines that stand in it and in no title of its own."""
    groups: list[_Group] = field(default_factory=list)

    @property
    def first(self) -> str:
        """The line right below it, without its marker."""
        nodes = [group.nodes[0].row for group in self.groups[:1] if not group.form.is_heading]
        rows = sorted((*self.below[:1], *nodes), key=lambda row: row.placed.sentence.span.start)
        return _MARKER.sub("", rows[0].line, count=1) if rows else ""


_MARKER: Final = re.compile(
    r"(?P<hash>#{1,6})(?:\s+|(?=\w))|(?P<bullet>[-*+•–·▪◦●])\s+|\(?(?P<number>\d{1,2})[.)、．](?:\s+|(?=\D))|"
    r"(?P<han>[一二三四五六七八九十]{1,3})[、.．]\s*|(?P<letter>[A-H])[.)]\s+"
)
_PICTURE: Final = r"(?:[^\w\s(（\[<{\"'“「*_#`|$%&.,:;!?/\\-]+\s*)?"
_ASIDE: Final = r"[(（][^()（）\n]{0,120}[)）]"
_BOLD: Final = re.compile(
    rf"{_PICTURE}(?:\*\*|__){_PICTURE}(?P<name>[^*\n]{{1,70}}?)\s*(?P<in>{_ASIDE})?\s*(?P<colon>[:：])?\s*(?:\*\*|__)"
    rf"\s*(?P<aside>{_ASIDE})?\s*(?P<sep>::?|：|[-–—]+(?=\s))?\s*(?P<holds>.*)"
)
_BOXED: Final = re.compile(r"(?:【|\[)(?P<name>[^【】\[\]\n]{1,40})(?:】|\](?=\s*$))[:：]?\s*(?P<holds>.*)")
_LABEL: Final = re.compile(
    rf"{_PICTURE}(?P<name>[^\W_][^.!?:：;*\"“”{{}}<>\[\]\n|`=→]{{0,60}}?)\s*(?P<aside>{_ASIDE})?"
    r"\s*(?:::?(?=\s|$|[\[<{])|：|\s[-–—]+\s)\s*(?P<holds>.*)"
)
_BARE: Final = re.compile(
    rf"{_PICTURE}(?P<name>[^\W_][^.!?:：;*\"“”{{}}<>\[\]\n|`=→，。；]{{0,60}}?)\s*(?P<aside>{_ASIDE})?"
)
_BLANK_NAME: Final = re.compile(r"(?:\*\*)?(?:\[[^\[\]\n]+\]|<[^<>\n]+>|\{\{?[^{}\n]+\}\}?|_{3,}|\.{3})(?:\*\*)?")
_STANDS_FOR: Final = re.compile(r"[<>\[\]{}$]|\.\.\.|XX|_{3}")
_STANDS_FOR_ANY: Final = re.compile(r"\bTitle\b|\bName\b|^\w+ \d+$|名称?$|^(?:an?|the|your) |^(?:标题|Tiêu đề|Tên .*)$")
"""What a heading is called that stands for another."""
_HEAD_NUMBER: Final = re.compile(
    r"^(?:\d{1,2}(?:[.)、．]|\.\d{1,2}\.?)\s*|[一二三四五六七八九十]{1,3}[、.．]\s*|[IVX]{1,4}\.\s+)?(?:[^\w\s(（\[<{\"'“「]+\s+)?"
)
_TAG: Final = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][\w-]*)>")


def title_of(heading: str) -> str:
    """Return the title of a heading, without its number, a picture before it and what stands in parentheses behind."""
    bare = re.sub(r"\s*[(（][^()（）]*[)）]$", "", heading.strip("#*_:： \t"))
    return _HEAD_NUMBER.sub("", bare).strip("*:： 【】")


@lru_cache(maxsize=8192)
def _title_in(line: str) -> _Title | None:
    """Return what a line is as a title; None where it is none."""
    marker = _MARKER.match(line)
    mark, number, body = "", 0, line
    if marker is not None:
        body = line[marker.end() :].strip()
        number = int(marker["number"] or 0)
        mark = marker["hash"] or ("-" if marker["bullet"] else "一" if marker["han"] else "1")
    if mark.startswith("#"):
        return _heading_in(mark, body.rstrip("# "))
    if _BLANK_NAME.fullmatch(body.rstrip(":")) and (mark or body.startswith("**")):
        return _Title(mark, "bold" if body.startswith("**") else "bare", "", "", number)
    for look, form in (("bold", _BOLD), ("boxed", _BOXED), ("label", _LABEL), ("bare", _BARE)):
        found = form.fullmatch(body)
        if found is None or (look == "boxed" and mark == "" and "[" in body[:1] and not body.isupper()):
            continue
        parts = found.groupdict()
        if look == "bold" and not (parts["colon"] or parts["sep"]) and parts["holds"] and not is_blank(parts["holds"]):
            return None  # the first words of a sentence
        aside = parts.get("aside") or parts.get("in") or ""
        name = found["name"].strip(" *_`")
        holds = " ".join(filter(None, (aside, (parts.get("holds") or "").strip())))
        if _STANDS_FOR.search(name) is not None:
            name = ""
        is_name = not name or _names(name, look, holds)
        return _Title(mark, look, name, holds, number) if is_name else None
    return None


def name_in(text: str) -> str:
    """Return the title that a sentence is or begins with; "" where it is none."""
    line = text.partition("\n")[0].strip()
    title = _title_in(line) if len(line) <= _LONGEST_LINE else None
    return title.name if title is not None else ""


def _heading_in(mark: str, body: str) -> _Title:
    bare = _HEAD_NUMBER.sub("", body.strip("*_ "))
    if _BLANK_NAME.fullmatch(bare.rstrip(": ")) or _STANDS_FOR.search(bare) or _STANDS_FOR_ANY.search(title_of(bare)):
        return _Title(mark, "bold", "", "", 0)
    label = _LABEL.fullmatch(bare.replace("**", ""))
    if label is not None and (label["holds"] == "" or is_blank(label["holds"]) or _AMOUNT.search(label["holds"])):
        aside = f"{label['aside']} " if label["aside"] else ""
        return _Title(mark, "bold", label["name"].strip(), f"{aside}{label['holds']}".strip(), 0)
    behind = re.search(rf"{_ASIDE}$", bare)
    return _Title(mark, "bold", title_of(body), behind.group() if behind is not None else "", 0)


_OF_CASES: Final = re.compile(r"(?i)(?:for|if|when|each|every|e\.g|then|and|or)\b")
"""How a line begins that says of which things or in which case something stands there."""
_LONGEST: Final = 7
"""Words of a title."""


def _names(name: str, look: str, holds: str) -> bool:
    """Whether words can be a title: few, and written as names are."""
    if len(name.split()) > _LONGEST or not re.search(r"[^\W\d_]", name) or _OF_CASES.match(name):
        return False
    if not name.isascii():
        longest = 24 if look in ("bold", "boxed") else 14
        return spoken(name) in ("en", OTHER, "vi") or len(name) <= longest
    first = next(each for each in name if each.isalpha())
    return look in ("bold", "boxed") or first.isupper() or (look == "label" and is_blank(holds))


_AMOUNT: Final = re.compile(
    r"(?i)\d+ ?(?:[-–]|to )? ?\d* ?\+? ?(?:[a-z-]+ ){0,2}(?:words?|sentences?|bullets?|points?|paragraphs?|lines?|"
    r"items?|characters?|chars|questions?|examples?)\b|"
    r"\d+ ?(?:字|句|条|个|段|từ|câu|ý|đoạn)|\b(?:bullet points?|bulleted|one sentence|a sentence|paragraph)\b"
)
"""How much something holds."""
_BLANK: Final = re.compile(
    r"[-*•\s\"“]*(?:[\[<{][^\n]*[\]>}]|\.{3}|…|_{2,}|[\[<][^\n]{4,}|[\w+-]{1,20}(?: ?[/|] ?[\w+-]{1,20})+|"
    r"[XYN]{1,2}/\d+%?|X{2,}[^\n]{0,20}|\$[A-Z_]{3,}\$?)[\"”.\s]*(?:[/|%].{0,20})?"
)


def is_blank(text: str) -> bool:
    """Whether words stand for what is to be filled in: "[a name]", "...", "low / high"."""
    return bool(text) and _BLANK.fullmatch(text) is not None


_LONGEST_LINE: Final = 600


@lru_cache(maxsize=4)  # the first pass asks for them, and then the second
def layouts_in(structure: Structure) -> tuple[Layout, ...]:
    """Return what a prompt lays out as the response, in reading order."""
    given = frozenset(placeholder.name for placeholder in structure.template.placeholders)
    found: list[Layout] = []
    for sample, rows in _regions(structure):
        taken: set[int] = set()
        headings: list[Layout] = []
        for group in _groups(rows):
            inside = bool(group.above) and id(group.above[-1]) in taken
            for run in _runs(group, frozenset() if inside else given, shown=sample is not None):
                if _weight(group, run, shown=sample is not None, inside=inside) >= _ENOUGH:
                    taken.update(map(id, run))
                    lead = _lead_of(group, run) if sample is None else structure.lead_of(sample)
                    layout = Layout(tuple(_entry(node, shown=sample is not None) for node in run), lead, sample)
                    if group.form.is_heading and (inside or sample is not None) and headings:
                        headings[-1] = _together(headings[-1], layout)
                    else:
                        (headings if group.form.is_heading else found).append(layout)
        found += headings
    found = [each for each in found if each.names]
    return tuple(sorted(found, key=lambda each: each.entries[0].placed.sentence.span.start))


def lines_in(structure: Structure) -> Iterator[tuple[Placed, str]]:
    """Yield what stands below a line that announces a layout and is no title: a line to fill in, "I met ___ in ___"."""
    for sample, rows in _regions(structure):
        announced = False
        for row in rows if sample is None else ():
            is_title = row.title is not None and not _leads(row, row.title)
            if is_title and row.title is not None:
                announced = announced and not (row.title.mark.startswith("#") or divides_prompt(row.title.name))
            elif announced and _FILLED_IN.search(row.line):
                yield row.placed, row.line
            elif is_lead(row.last.sentence.text):
                announced = announces(row.last)


_FILLED_IN: Final = re.compile(r"_{3,}|\[[A-Za-z][^\[\]\n]+\](?!\()|<[A-Za-z][^<>\n]+>|\{[a-z][^{}\n]+\}")


def _together(layout: Layout, other: Layout) -> Layout:
    """Return headings of several levels as one layout, in reading order."""
    entries = sorted((*layout.entries, *other.entries), key=lambda each: each.placed.sentence.span.start)
    return replace(layout, entries=tuple(entries))


_MAY_HEAD: Final = re.compile(
    r"(?i)format|structure|template|layout|outline|skeleton|sections\b|contract|shape|output|response|answer|"
    r"deliverable|tasks?\b|\bjob|goal|objective"
)
_MAY_LEAD: Final = re.compile(
    r"(?i)format|structure|template|layout|outline|skeleton|section|heading|parts|fields|labels|elements|components|"
    r"organi[sz]e|laid out|follows|following|like this|includ|contain|cover|consist|\bha[sv]|\bwith\b"
)


def may_lay_out(text: str) -> bool:
    """Whether something in a stretch of whole lines speaks for a layout; quick, and never wrongly no."""
    return any(_may_lay_out(line) for line in map(str.strip, text.split("\n")) if line)


def _may_lay_out(line: str) -> bool:
    title = _title_in(line) if len(line) <= _LONGEST_LINE else None
    if is_blank(line) or (title is not None and (is_blank(title.holds) or _is_open(title, line))):
        return True
    if title is not None and _AMOUNT.search(title.holds):
        return True
    is_head = (title is not None and not title.holds) or _TAG.fullmatch(line) is not None
    if is_head and (_MAY_HEAD.search(line) or not line.isascii()):
        return True
    if is_lead(line):
        return _MAY_LEAD.search(line) is not None or not line.isascii()
    return _POINTS.search(line.lower()) is not None


def _regions(structure: Structure) -> Iterator[tuple[Sample | None, list[_Row]]]:
    """Yield what is said, part by part, and then each sample of text that shows a format."""
    for part in range(len(structure.template.parts)):
        said = (each for each in structure.placed if each.sentence.part == part and not each.shown)
        yield None, list(_rows(structure, said))
    for sample in structure.samples:
        if sample.notation is Notation.TEXT and structure.role_of(sample) is SampleRole.FORMAT:
            yield sample, list(_rows(structure, structure.inside(sample)))


def _rows(structure: Structure, sentences: Iterable[Placed]) -> Iterator[_Row]:
    """Yield the lines that sentences begin, and those inside a sentence that are labels with blanks behind them."""
    rows: list[_Row] = []
    for placed in sentences:
        sentence = placed.sentence
        text = structure.template.parts[sentence.part].text
        begin = text.rfind("\n", 0, sentence.span.start) + 1
        before = text[begin : sentence.span.start]
        if before.strip(" \t>"):
            rows[-1:] = [row._replace(last=placed) for row in rows[-1:]]
            continue
        yield from rows
        end = text.find("\n", sentence.span.start)
        line = text[sentence.span.start : end if end >= 0 else len(text)].strip().lstrip("> ")
        blank = not text[:begin].rstrip(" \t").removesuffix("\n").rpartition("\n")[2].strip()
        is_rigid = sentence.kind is SentenceKind.TABLE or len(line) > _LONGEST_LINE
        title = None if is_rigid else _title_in(line)
        rows = [_Row(placed, placed, line, len(before.expandtabs(4)), blank, title)]
        if not line or line.startswith(("```", "~~~")):
            rows = []
        elif title is not None and is_blank(title.holds):
            inner = [(each.strip(), _title_in(each.strip())) for each in sentence.text.split("\n")[1:]]
            if all(each is not None and is_blank(each.holds) for _, each in inner):
                rows += [_Row(placed, placed, each, rows[0].indent, False, found) for each, found in inner]
    yield from rows


def _groups(rows: Sequence[_Row]) -> list[_Group]:
    """Return the groups of titles, and tell each title what stands below it."""
    found: list[_Group] = []
    stack: list[_Group] = []
    lead: Placed | None = None
    for row in rows:
        tag = _TAG.fullmatch(row.line)
        if tag is not None:
            at = next((n for n in reversed(range(len(stack))) if stack[n].form == Form("<", 0, tag["name"])), None)
            if tag["close"]:
                del stack[at if at is not None else len(stack) :]
            else:
                _open(stack, found, Form("<", 0, tag["name"]), None, _Node(row, _Title("<", "", tag["name"], "", 0)))
            lead = None
            continue
        title = row.title
        if title is None or _leads(row, title):
            _close_for_content(stack, row)
            if stack:
                stack[-1].nodes[-1].below.append(row)
            if title is None or row.placed.sentence.kind is not SentenceKind.DELIMITER:
                lead = _led(lead, row)
            continue
        form = _form(row, title)
        _close_for_title(stack, form)
        node = _Node(row, title)
        if stack and stack[-1].form == form:
            stack[-1].nodes.append(node)
        else:
            _open(stack, found, form, lead, node)
        if form.is_heading or form.mark == "head":
            lead = None
    return found


def _led(lead: Placed | None, row: _Row) -> Placed | None:
    """Return what leads in the titles behind a line: it, or the line before it that announces a layout."""
    if is_lead(row.last.sentence.text) or lead is None or not announces(lead):
        return row.last
    return lead


def _leads(row: _Row, title: _Title) -> bool:
    """Whether a line that could be a title leads in or announces what stands below it."""
    if title.mark.startswith("#") or title.holds or not title.name:
        return False
    return is_lead(row.line) and _announced(row.placed) >= (_ENOUGH if title.mark else _ENOUGH - 1)


def _form(row: _Row, title: _Title) -> Form:
    if title.mark.startswith("#"):
        return Form(title.mark, 0, "")
    if not title.mark and not title.holds and title.look == "label" and divides_prompt(title.name):
        return Form("head", 0, "")
    look = title.look if title.look == "bold" or not title.mark else ""
    return Form(title.mark, row.indent if title.mark else 0, look)


def _open(stack: list[_Group], found: list[_Group], form: Form, lead: Placed | None, node: _Node) -> None:
    above = tuple(group.nodes[-1] for group in stack)
    begins = above[-1].row.placed.sentence.span.start if above else -1
    group = _Group(form, above, lead if lead is not None and lead.sentence.span.start > begins else None, [node])
    if stack:
        stack[-1].nodes[-1].groups.append(group)
    stack.append(group)
    found.append(group)


def _close_for_title(stack: list[_Group], form: Form) -> None:
    """Close the groups that end where a title of a form begins; its own stays the last, if it is open."""
    barrier = max((n for n, group in enumerate(stack) if group.form.mark == "<"), default=-1)
    if form.is_heading:
        while len(stack) > barrier + 1 and not (stack[-1].form.is_heading and stack[-1].form.mark <= form.mark):
            stack.pop()
        return
    hashes = max((n for n, group in enumerate(stack) if group.form.is_heading or group.form.mark == "<"), default=-1)
    if form.mark == "head":
        del stack[hashes + 1 :]
        return
    own = next((n for n in reversed(range(hashes + 1, len(stack))) if stack[n].form == form), None)
    if own is not None:
        del stack[own + 1 :]
        return
    while len(stack) > hashes + 1 and stack[-1].form.is_item and stack[-1].form.indent >= form.indent:
        if form.is_item and stack[-1].form.indent == form.indent and stack[-1].form.mark != form.mark:
            return  # an item of another kind that is not set in stands in it
        stack.pop()


def _close_for_content(stack: list[_Group], row: _Row) -> None:
    """Close the groups that end where a line begins that is no title."""
    if row.indent or not row.after_blank or row.placed.sentence.kind is SentenceKind.DELIMITER:
        return
    is_new = is_lead(row.last.sentence.text) and row.placed.sentence.kind is not SentenceKind.LIST_ITEM
    while stack and not (stack[-1].form.is_heading or stack[-1].form.mark in ("<", "head")):
        form = stack[-1].form
        if not is_new and not (form.mark == "-" and row.placed.sentence.kind is not SentenceKind.LIST_ITEM):
            return
        stack.pop()


def _runs(group: _Group, given: frozenset[str], *, shown: bool) -> Iterator[list[_Node]]:
    """Yield the titles of a group between those that divide the prompt and those that the prompt fills in itself."""
    if group.form.mark in ("<", "head"):
        return
    nodes = list(group.nodes)
    if not (shown or group.form.is_heading or group.form.is_item):  # in the middle they may be those of a response
        for at in (0, -1):
            while nodes and divides_prompt(nodes[at].title.name) and not is_blank(nodes[at].title.holds):
                nodes.pop(at)
    run: list[_Node] = []
    for node in nodes:
        if _is_given(node, given) or (not shown and group.form.is_heading and divides_prompt(node.title.name)):
            if run:
                yield run
            run = []
        else:
            run.append(node)
    if run:
        yield run


def _is_given(node: _Node, given: frozenset[str]) -> bool:
    """Whether what stands at a title is a placeholder of the prompt: what the model is told, not what it writes."""
    if node.title.mark.startswith("#"):
        held = node.first if len(node.below) == 1 and not node.groups else ""
    else:
        held = node.title.holds or node.first
    names = [mark.name for mark in marks_in(held)]
    bare = re.sub(r"\{[{%#]?[^{}]*\}+|<[^<>]*>|[(（][^()（）]*[)）]", "", held)
    return bool(given) and bool(names) and given.issuperset(names) and re.search(r"[^\W_]{2}", bare) is None


_OWN: Final = re.compile(
    r"(?:the |your |my |user |output |input |additional |important |special |critical |key |core |general |hard |"
    r"strict |other |response |style |writing |formatting |quality |task |system |original |source |current )*"
    r"(?:instructions?|rules?|guidelines?|requirements?|constraints?|input|inputs|role|persona|identity|tasks?|"
    r"context|tools?|notes?|reminders?|examples?|output|outputs|format|goals?|objectives?|steps?|process|workflow|principles|"
    r"criteria|important|restrictions?|tone|style|audience|transcript|text|document|question|query|data|"
    r"code|content|article|message|conversation|response|answer|structure|template|background|purpose|mission|"
    r"success criteria|stop rules|do|dont|do not|avoid|remember|warning|language|length|formatting|safety|"
    r"definitions?|schema|variables|parameters|job description|resume|system prompt|system message|user message|"
    r"assistant)"
    r"(?: (?:format|rules?|guidelines?|instructions?|requirements?|and \w+|to follow|template|structure))*"
)
"""What the parts of a prompt are called, rather than those of a response."""


@lru_cache(maxsize=4096)
def divides_prompt(name: str) -> bool:
    """Whether a title divides the prompt rather than the response."""
    language = spoken(name)
    if language in ("en", OTHER):
        return _OWN.fullmatch(normalised(name).text.strip(" :.")) is not None
    if leads_rules(f"{name}：") or wording(language).find("headings", "output").fullmatch(name.lower()):
        return True
    return area_of(f"{name}：") in (Area.INPUT, Area.ROLE, Area.EXAMPLE)


def _entry(node: _Node, *, shown: bool) -> Entry:
    holds, below = node.title.holds, node.first
    if not holds and (is_blank(below) or (shown and _LABEL.match(below) is None)):
        holds = below
    is_inline = bool(node.title.holds)
    form = _form(node.row, node.title)
    return Entry(node.row.placed, node.title.name, holds, form, is_inline, node.row.line, _holds_blank(node))


def _lead_of(group: _Group, run: Sequence[_Node]) -> Placed | None:
    """Return the line or heading that the titles of a run stand under."""
    if group.nodes[0] is not run[0]:
        before = group.nodes[group.nodes.index(run[0]) - 1]
        return None if before.groups or len(before.below) > 1 else before.row.placed
    if group.lead is not None:
        return group.lead
    return group.above[-1].row.placed if group.above else None


_ENOUGH: Final = 3


def _weight(group: _Group, run: Sequence[_Node], *, shown: bool, inside: bool) -> int:
    """Return how much speaks for titles to be those of the response."""
    names = [node.title.name for node in run if node.title.name]
    is_bare = group.form.look in ("bare", "") and not group.form.is_heading
    divided = any(below.form.is_heading for node in run for below in node.groups)
    if not names and divided:  # a title to fill in, with those of the response below it
        return _ENOUGH if shown else _led_in(group, run, inside=inside)
    if not names or _speaks_against(group, run, names, shown=shown) or (inside and is_bare):
        return -1
    weight = _ENOUGH if shown or (inside and group.form.is_heading) else _led_in(group, run, inside=inside)
    announced = weight
    blank = sum(_holds_blank(node) for node in run)
    if 2 * blank > len(run) or any(_is_open(node.title, node.row.line) for node in run):
        weight += 2
    is_marked = _is_marked(group, run)
    if is_marked or blank:
        amounts = sum(_AMOUNT.search(node.title.holds[:60]) is not None for node in run)
        weight += (2 * amounts >= len(run)) + (amounts > 0)
    weight += is_marked
    if not announced and group.form.is_item:
        return min(weight, _ENOUGH - 1)
    return weight if len(set(names)) > 1 or divided or inside or weight >= _ENOUGH + 2 else 0


def _led_in(group: _Group, run: Sequence[_Node], *, inside: bool) -> int:
    """Return how surely the line and the headings over titles announce them."""
    lead = _lead_of(group, run)
    heads = [node.row.placed for node in group.above]
    over = [_heads_output(each) for each in heads[-1:]]
    if inside:
        over.append(1)
    else:
        over += [_heads_output(each) - 1 for each in heads[:-1]]
    return max(0 if lead is None else _announced(lead), *over, 0)


def _is_marked(group: _Group, run: Sequence[_Node]) -> bool:
    """Whether titles are marked as such; in Chinese, parentheses behind each do it too."""
    if group.form.is_heading or group.form.look in ("bold", "boxed"):
        return True
    return all(not node.title.name.isascii() and node.title.holds[:1] in ("（", "(") for node in run if node.title.name)


def _is_open(title: _Title, line: str) -> bool:
    """Whether a title is to be filled in itself: "# [Name of the dish]"."""
    return not title.name and _STANDS_FOR.search(line) is not None


def _holds_blank(node: _Node) -> bool:
    """Whether a title holds a blank, behind it or in the line below it."""
    holds = re.sub(rf"^{_ASIDE}\s*", "", node.title.holds)
    return is_blank(holds or node.first)


def _speaks_against(group: _Group, run: Sequence[_Node], names: Sequence[str], *, shown: bool) -> bool:
    """Whether titles are surely none of the response."""
    lead = _lead_of(group, run)
    heads = [node.row.placed for node in group.above]
    is_said = lead is not None and lead.sentence.kind is not SentenceKind.HEADING
    if lead is not None and ((is_said and _is_of_other(lead)) or leads_rules(lead.sentence.text)):
        return True
    if any(is_case(name, spoken(name)) for name in names):
        return True
    if any(_heads_other(each) for each in heads[-2:]):
        return True
    if any(name.lower() in _NOT_OURS for name in names) or only_numbered(names):
        return True
    asked = sum(is_instruction(normalised(name).text) and not _is_short_heading(group, name) for name in names)
    if 4 * asked > len(names) and not (shown and group.form.is_heading):
        return True
    is_bare = group.form.is_item and group.form.look != "bold"
    if is_bare and 4 * sum(_DESCRIBES.search(name) is not None for name in names) >= len(names):
        return True
    told = [node for node in run if node.title.holds and not is_blank(node.title.holds)]
    if any(normalised(node.title.name).text in _MANNERS for node in told):
        return True
    return lead is not None and _names_choices(lead) and not any(node.title.holds for node in run)


_DESCRIBES: Final = re.compile(r" (?:with|that|which|is|are|should|must|has|have) ")
"""What a title does not say, and a description of a part does: "Header with the date"."""


def _is_short_heading(group: _Group, name: str) -> bool:
    words = len(name.split())  # "Score Summary", "How to get there" and "Reason" ask nothing
    return words == 1 or (words < 4 and group.form.look == "bold") or (words < 5 and group.form.is_heading)


_NOT_OURS: Final = frozenset({"observation", "observations", "tool output", "tool result", "user", "human"})
"""What somebody else writes: the response cannot have all of such titles."""
_MANNERS: Final = frozenset(
    {"tone", "style", "length", "language", "format", "formatting", "audience", "target audience", "voice", "tense",
     "word count", "clarity", "accuracy", "readability", "perspective", "point of view", "keywords", "structure"}
)  # fmt: skip
"""What demands on the whole response are called in a list of them."""


def only_numbered(names: Sequence[str]) -> bool:
    """Whether two names differ by their number alone, so that they stand for any: "Topic 1", "Topic 2"."""
    counted = r"(?:^| )\d+\b|[一二三四五六七八九十\d]{1,2}$"
    bare = [re.sub(counted, "", normalised(f"x {name}").text.strip(" .")) for name in names]
    return len(set(bare)) < len(set(names))


_LAID_OUT: Final = re.compile(
    r"\b(?:format|structure|template|layout|outline|skeleton|"
    r"(?:formatted|structured|organi[sz]ed?|laid out)(?= (?:as|into|in|by|like|with|the|your|it)\b)|"
    r"sections?|headings|headers|parts|fields|labels|elements|components)\b|\bas follows :?$|"
    r"\blike this :$|\bfollowing :$"
)
_OF_OTHER: Final = re.compile(
    r"^(?:you (?:can|may|will|are|have)|i|we|they)\b|\b(?:look at|json|xml|csv|yaml|input|examples?|one "
    r"of|one or more|choose|select|pick|classify|categorize|avoid|exclude|"
    r"not|steps|process|rules|guidelines|instructions|principles|criteria|convert|focus on|consider|user|"
    r"tools?|questions|dates?|citations?|references?|my|our)\b"
)
_HOLDS: Final = r"\b(?:includ(?:es?|ing)|contain(?:s|ing)?|covers?|covering|has|with|consists? of)\b[^.;:]{0,40} ?:$"
_TASK: Final = re.compile(r"^\W*(?:your |the |main )?(?:task|tasks|job|goal|objective|deliverables?)\W*$")


def announces(placed: Placed) -> bool:
    """Whether a line announces the parts of the response."""
    return _announced(placed) >= _ENOUGH


def _announced(placed: Placed) -> int:
    """Return how surely a line announces the parts of the response."""
    if placed.sentence.kind is SentenceKind.HEADING and not is_lead(placed.sentence.text):
        return _heads_output(placed)
    if _is_of_other(placed):
        return 0
    words, text = _worded(placed)
    if words is not None:
        text = re.split(" [—–-] ", text)[0]
        if _names_layout(words, text):
            return _ENOUGH
        named = words.find("nouns", "written").search(text) or words.find("nouns", "response").search(text)
        holds = named is not None and re.search(rf"{words.any('verbs', 'include')} ?:$", text) is not None
        return 2 if holds else 0
    is_led = text.endswith(":")
    asks = re.search(rf"\b(?:{lexicon().verb('produce')}|organize|organise|structure|format)\b|\bmust|\bshould", text)
    if is_led and _LAID_OUT.search(text):
        return max(_ENOUGH if asks or _ANNOUNCING.search(text) else 2, _heads_output(placed))
    if asks is None:
        return _heads_output(placed)
    if is_led:
        return 2 if re.search(rf"(?:^|, )(?:please )?{lexicon().verb('produce')} [^.:]*{_HOLDS}", text) else 1
    return 2 if _POINTS.search(text) else 0


def _names_layout(words: Wording, text: str) -> bool:
    """Whether a line in another language names the layout of the response, and of no part of it."""
    own = (words.find_any("forms"), words.find("nouns", "part"))
    behind = [text[found.end() :].lstrip() for found in words.find("slots", "outline").finditer(text)]
    return not words.names_rules(text) and any(not any(each.match(rest) for each in own) for rest in behind)


_POINTS: Final = re.compile(
    r"\b(?:following|these|exact|this) (?:[a-z]+ ){0,2}(?:format|sections|structure|template)\b"
)
_ANNOUNCING: Final = re.compile(
    r"\b(?:format|formatted|structure|structured|organized|organised|template|layout|laid out|outline)\b[^.;]*:$|"
    r"\bas follows :$"
)


_OUTPUT_WORDS: Final = (
    r"(?:output|response|answer|reply|report|result|deliverable|summary|email|post|article|document|message)s?"
)
_FORMAT_WORDS: Final = r"(?:format|structure|template|layout|outline|skeleton|sections|contract|shape)s?"
_HEADS_FORMAT: Final = re.compile(
    rf"^\W*(?:[a-z]+ ){{0,3}}{_FORMAT_WORDS}(?: (?:of|for)(?: [a-z]+){{1,4}})?(?: ?\( ?[^()]* ?\))?\W*$|"
    rf"^\W*(?:how to )?(?:format|structure)(?: of)? (?:the|your) {_OUTPUT_WORDS}\W*$"
)
_HEADS_OUTPUT: Final = re.compile(
    r"^\W*(?:[a-z]+ ){0,2}(?:output|outputs|response|answer|deliverables?|output requirements|output instructions)"
    r"(?: ?\( ?[^()]* ?\))?\W*$"
)
_OF_INPUT: Final = re.compile(r"\b(?:input|json|xml|csv|yaml|example|rules|date|citation|schema|tool|data|file)s?\b")


_SAYS: Final = re.compile(
    r"(?i)\b(?:with|in|using|use|into|as|includ\w+|contain\w*|ha(?:s|ve|ving)|cover\w*|follow\w*|these|this)\b"
    r"(?=[^.]{0,60}\b(?:format|structure|template|layout|outline|sections?|headings?|parts|fields|follows|following)\b)"
)


def announcing(placed: Placed) -> Span:
    """Return the words of a sentence that announce a layout, without what it says before: "Write a page with ..."."""
    text = placed.sentence.text
    found = _SAYS.search(text)
    return Span(found.start() if found is not None and is_lead(text) else 0, len(text))


def _heads_output(placed: Placed) -> int:
    """Return how surely a heading or tag says that the response is laid out below it."""
    text = placed.sentence.text
    tag = _TAG.fullmatch(text.strip())
    words, plain = _worded(placed)
    if tag is not None:
        words, plain = None, re.sub(r"[_-]", " ", tag["name"].lower())
    if words is not None:
        is_output = placed.sentence.kind is SentenceKind.HEADING and area_of(text) is Area.OUTPUT
        if not is_output or _is_of_other(placed):
            return 0
        return _ENOUGH if _names_layout(words, plain) else 0
    plain = re.sub(r"^[\W\d]+", "", plain)
    if _OF_INPUT.search(plain):
        return 0
    if _HEADS_FORMAT.search(plain):
        return _ENOUGH
    if _HEADS_OUTPUT.search(plain):
        return 2
    return int(_TASK.search(plain) is not None)


_HEADS_OTHER: Final = re.compile(
    r"\b(?:input|role|persona|identity|rules?|guidelines?|constraints?|criteria|examples?|steps?|process|workflow|tools?|"
    r"principles?|context|background|style|tone|knowledge|policy|policies|scoring|rubric|schema|checklist|techniques?|"
    r"framework|methodology|approach|definitions?|capabilities|skills?|commands?|severity|modes?)\b"
)


def _heads_other(placed: Placed) -> bool:
    """Whether a heading says that something else than the response stands below it."""
    if _heads_output(placed) >= 2:
        return False
    words, text = _worded(placed)
    tag = _TAG.fullmatch(placed.sentence.text.strip())
    if tag is not None:
        text, words = re.sub(r"[_-]", " ", tag["name"].lower()), None
    if words is not None:
        return area_of(placed.sentence.text) in (Area.INPUT, Area.ROLE, Area.PROCESS, Area.EXAMPLE)
    return _HEADS_OTHER.search(text) is not None


def _worded(placed: Placed) -> tuple[Wording | None, str]:
    """Return the words of the language of a line, where that is not English, and the line in the form to be read."""
    language = spoken(placed.sentence.text)
    if language in ("en", OTHER):
        return None, placed.normal.text
    return wording(language), said(placed.sentence.text, language).text


def _is_of_other(placed: Placed) -> bool:
    """Whether a line speaks of something else than the response, or of some responses only."""
    words, text = _worded(placed)
    if words is None:
        return _OF_OTHER.search(text) is not None
    others = (("negations", "phrases"), ("nouns", "key"), ("samples", "input"))
    said_so = [piece for piece in text.split(",") if words.find("slots", "outline").search(piece)] or [text]
    is_other = any(words.find(*each).search(piece) for each in others for piece in said_so)
    return is_other or is_case(placed.sentence.text, words.code)


def _names_choices(lead: Placed) -> bool:
    """Whether a line leads in labels or categories to take one of."""
    return re.search(r"\b(?:labels|categories)\b", lead.normal.text) is not None

"""What a prompt lays out as the response: its sections and labelled lines, decided once for the whole prompt.

Titles are found first: lines that are marked alike and stand beside each other make a group, and groups nest. Then each
group is weighed by all that speaks for it or against it: the line that leads it in, the headings that it stands under,
blanks and amounts as what its titles hold, how its titles are marked, what they are called. A group that weighs enough
is a layout of the response; what stands in it speaks of that part.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from spade_core.deltas import SentenceKind, is_rule
from spade_core.language import OTHER, UNMARKED, lexicon, normalised, spoken, wording
from spade_core.structure.addressee import is_instruction
from spade_core.structure.announcements import (
    ENOUGH,
    IN_ORDER,
    POINTS,
    SHAPE,
    TAG,
    announced,
    announces,
    divides_prompt,
    heads_other,
    heads_output,
    is_of_other,
    names_choices,
    names_layout,
    shows_sample,
    worded,
)
from spade_core.structure.placeholders import marks_in
from spade_core.structure.samples import Notation, Sample, SampleRole
from spade_core.structure.structure import Placed, Structure, is_case, is_lead, leads_rules
from spade_core.structure.titles import (
    AMOUNT,
    ASIDE,
    LABEL,
    LONGEST_LINE,
    MARKER,
    ROUND_BLANK,
    Title,
    is_blank,
    is_open,
    only_numbered,
    title_in,
)
from spade_core.text import Span, with_plain_expressions


class TitleForm(NamedTuple):
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
    told: Placed
    """The sentence that says so."""
    form: TitleForm
    is_inline: bool
    """Whether what it holds stands in the same line."""
    line: str
    """The line as it stands in the sentence."""
    is_open: bool
    """Whether a blank stands there."""

    @property
    def is_label(self) -> bool:
        """Whether it is a label that is to be written as it stands, with nothing said behind it: "- Subject:"."""
        return not self.holds and self.line.rstrip("*_ ").endswith((":", "："))

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
    of_each: bool = False
    """Whether they are the labels of each of several things, of which there may be none."""

    @property
    def is_ordered(self) -> bool:
        """Whether they come in the order in which they stand: a format is shown, or the line above says so."""
        if self.sample is not None or self.lead is None:
            return self.sample is not None
        words, text = worded(self.lead)
        names = names_layout(words, text) if words is not None else SHAPE.search(text) is not None
        blank = 2 * sum(each.is_open for each in self.entries) > len(self.entries)
        return (names and blank) or IN_ORDER.search(text) is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The names, each once."""
        return tuple(dict.fromkeys(entry.name for entry in self.entries if entry.name))

    @property
    def is_running(self) -> bool:
        """Whether they are parts of a letter, a post or a story, which stand there without a title."""
        if any(each.form.is_heading for each in self.entries) or all(each.is_label for each in self.entries):
            return False
        is_form = self.lead is not None and SHAPE.search(self.lead.normal.text) is not None
        if is_form and self.is_labels:
            return False
        names = [normalised(name).text for name in self.names]
        is_bold = any(each.form.look == "bold" for each in self.entries)
        described = not is_bold and any(_DESCRIBED_PART.fullmatch(name) for name in names)
        return described or any(_PART_OF_TEXT.search(name) for name in names)

    @property
    def is_labels(self) -> bool:
        """Whether they are labels with blanks behind them in the same line."""
        if any(each.form.is_heading for each in self.entries):
            return False
        blank = {each.name for each in self.entries if each.is_inline and is_blank(each.holds)}
        return 2 * len(blank) >= len({each.name for each in self.entries})


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
    title: "Title | None"


@dataclass(slots=True, eq=False)
class _Group:
    form: TitleForm
    above: "tuple[_Node, ...]"
    """The titles that it stands under, the nearest last."""
    lead: Placed | None
    nodes: "list[_Node]" = field(default_factory=list)


@dataclass(slots=True, eq=False)
class _Node:
    row: _Row
    title: Title
    below: list[_Row] = field(default_factory=list)
    """The lines that stand in it and in no title of its own."""
    groups: list[_Group] = field(default_factory=list)

    @property
    def next(self) -> _Row | None:
        """The line right below it, where that is no heading."""
        nodes = [
            group.nodes[0].row for group in self.groups[:1] if not group.form.is_heading and group.form.mark != "<"
        ]
        return min((*self.below[:1], *nodes), key=lambda row: row.placed.sentence.span.start, default=None)

    @property
    def first(self) -> str:
        """The words of the line right below it, without its marker."""
        return MARKER.sub("", self.next.line, count=1) if self.next is not None else ""


@lru_cache(maxsize=4)  # the first pass asks for them, and then the second
def layouts_in(structure: Structure) -> tuple[Layout, ...]:
    """Return what a prompt lays out as the response, in reading order."""
    names = (placeholder.name for placeholder in structure.template.placeholders)
    given = frozenset(name for name in names if not name.lower().startswith("your "))  # what the model is to fill in
    found: list[Layout] = []
    for sample, rows in _regions(structure):
        taken: set[int] = set()
        headings: list[Layout] = []
        for group in _groups(rows, shown=sample is not None):
            inside = bool(group.above) and id(group.above[-1]) in taken
            stands_apart = group.nodes[0].row.after_blank
            told = given if stands_apart or not inside else frozenset[str]()
            for rounds in _runs(group, told, shown=sample is not None):
                run = _of_each_round(group, rounds)
                if len(run) > 1 and _labels_each(group, run, shown=sample is not None, taken=taken):
                    entries = tuple(_entry(node, shown=sample is not None) for node in run)
                    found.append(Layout(entries, _lead_of(group, run), sample, of_each=True))
                elif run and _weight(group, run, given, shown=sample is not None, inside=inside) >= ENOUGH:
                    taken.update(map(id, run))
                    lead = _lead_of(group, run) if sample is None else structure.lead_of(sample)
                    entries = tuple(_entry(node, shown=sample is not None) for node in run)
                    layout = Layout(entries, lead, sample)
                    if group.form.is_heading and (inside or sample is not None) and headings:
                        headings[-1] = _together(headings[-1], layout)
                    else:
                        (headings if group.form.is_heading else found).append(layout)
        found += headings
    found = [each for each in _without_given(structure, found) if each.names]
    return tuple(sorted(found, key=lambda each: each.entries[0].placed.sentence.span.start))


_GIVEN: Final = re.compile(r"^[^\S\n]*(?P<name>[A-Z][\w ]{1,30}):[^\S\n]*\{+[\w .-]+\}+[^\S\n]*$", re.MULTILINE)
"""A label that the prompt fills in: "Question: {input}"."""


_ASKED: Final = frozenset({"question", "input", "query"})
_ASKED_HERE: Final = re.compile(r"^[\"']?(?:the )?(?:input|user(?:'s)? )?question(?: here| you must answer)|\binput\b")
"""What stands behind a label that the prompt fills in: "Question: the input question you must answer"."""


def _without_given(structure: Structure, layouts: Sequence[Layout]) -> Iterator[Layout]:
    """Yield layouts without what the prompt gives: what it fills in, and what stands before the label that ends it."""
    if not layouts:
        return
    part, text = next(
        (n, each.text.rstrip()) for n, each in reversed([*enumerate(structure.template.parts)]) if each.text.strip()
    )
    begin = text.rfind("\n") + 1
    last = text[begin:].strip().rstrip("*_ ")
    cue = last.removesuffix(":").strip("*_# ") if last.endswith(":") else ""
    given = {found["name"] for each in structure.template.parts for found in _GIVEN.finditer(each.text)}
    for layout in layouts:
        own = tuple(each for each in layout.entries if not _is_filled_in(each, given))
        cues = [n for n, each in enumerate(own) if cue and each.name == cue]
        places = [own[n].placed.sentence for n in cues]
        is_ahead = bool(cues) and all(each.part < part or each.span.start < begin for each in places)
        yield replace(layout, entries=own[cues[-1] + 1 :] if is_ahead else own)


def _is_filled_in(entry: Entry, given: Collection[str]) -> bool:
    """Whether the prompt brings what stands at a label: in another line, or as it says of a question."""
    elsewhere = entry.name in given and _GIVEN.match(entry.line) is None
    return elsewhere or (entry.name.lower() in _ASKED and _ASKED_HERE.search(entry.holds.lower()) is not None)


def lines_in(structure: Structure) -> Iterator[tuple[Placed, str]]:
    """Yield what stands below a line that announces a layout and is no title: a line to fill in, "I met ___ in ___"."""
    for sample, rows in _regions(structure):
        announced = False
        for row in rows if sample is None else ():
            is_title = row.title is not None and not _leads(row, row.title)
            if is_title and row.title is not None:
                announced = announced and not (row.title.mark.startswith("#") or divides_prompt(row.title.name))
            elif announced and _FILLED_IN.search(_CLOSED.sub(" ", row.line)):
                yield row.placed, row.line
            elif is_lead(row.last.sentence.text):
                announced = announces(row.last)


_CLOSED: Final = re.compile(r"</?[a-z]+(?:_[a-z]+)+>|</\w+>")
"""The tag of an element, which stands for nothing: "<new_code>"."""
_FILLED_IN: Final = re.compile(r"_{3,}|\[[A-Za-z][^\[\]\n]+\](?!\()|<[A-Za-z][^<>\n]+>|\{[a-z][^{}\n]+\}")


def _together(layout: Layout, other: Layout) -> Layout:
    """Return headings of several levels as one layout, in reading order."""
    entries = sorted((*layout.entries, *other.entries), key=lambda each: each.placed.sentence.span.start)
    return replace(layout, entries=tuple(entries))


_MAY_HEAD: Final = re.compile(
    r"(?i)format|structure|template|layout|outline|skeleton|sections\b|contract|shape|output|response|answer|"
    r"deliverable|tasks?\b|\bjob|goal|objective"
)


@cache
def _may_lead() -> re.Pattern[str]:
    return re.compile(
        r"(?i)format|structure|template|layout|outline|skeleton|section|heading|parts|fields|labels|elements|components|"
        r"organi[sz]e|laid out|follows|following|like (?:this|so)|xml|tags|"
        r"includ|contain|cover|consist|\bha[sv]|\bwith\b|" + lexicon().alternation("verbs", "produce")
    )


def may_lay_out(text: str) -> bool:
    """Whether something in a stretch of whole lines speaks for a layout; quick, and never wrongly no."""
    return any(_may_lay_out(line) for line in map(str.strip, text.split("\n")) if line)


def _may_lay_out(line: str) -> bool:
    title = title_in(line) if len(line) <= LONGEST_LINE else None
    if is_blank(line) or (title is not None and (is_blank(title.holds) or is_open(title, line))):
        return True
    if ROUND_BLANK.fullmatch(line) is not None:
        return True
    if title is not None and AMOUNT.search(title.holds):
        return True
    is_head = (title is not None and not title.holds) or TAG.fullmatch(line) is not None
    if is_head and (_MAY_HEAD.search(line) or not line.isascii()):
        return True
    if is_lead(line):
        return _may_lead().search(line) is not None or not line.isascii()
    return POINTS.search(line.lower()) is not None


def _regions(structure: Structure) -> Iterator[tuple[Sample | None, list[_Row]]]:
    """Yield what is said, part by part, and then each sample of text that shows a format."""
    for part in range(len(structure.template.parts)):
        said = (each for each in structure.placed if each.sentence.part == part and not each.shown)
        yield None, list(_to_fill_in(list(_rows(structure, said))))
    for sample in structure.samples:
        if sample.notation is Notation.TEXT and structure.role_of(sample) is SampleRole.FORMAT:
            yield sample, list(_rows(structure, structure.inside(sample)))


def _to_fill_in(rows: Sequence[_Row]) -> Iterator[_Row]:
    """Yield the rows without a layout that is filled in already: "Here is a sample structure:", up to a heading."""
    starts = [at for at, row in enumerate(rows) if at == 0 or _begins_anew(row)]
    for start, end in pairwise([*starts, len(rows)]):
        leads = [at for at in range(start, end - 1) if shows_sample(rows[at].last)]
        blank = max((at for at in range(start, end) if _has_blank(rows[at])), default=start) if leads else start
        filled_in = next((at + 1 for at in leads if at >= blank), end)
        yield from rows[start:filled_in]


def _begins_anew(row: _Row) -> bool:
    """Whether a row is a heading, or a tag."""
    return TAG.fullmatch(row.line) is not None or (row.title is not None and row.title.mark.startswith("#"))


def _has_blank(row: _Row) -> bool:
    """Whether something is to be filled in in a row."""
    title = row.title
    if title is not None and (is_blank(title.holds) or is_open(title, row.line)):
        return True
    return is_blank(MARKER.sub("", row.line, count=1)) or _FILLED_IN.search(row.line) is not None


def _rows(structure: Structure, sentences: Iterable[Placed]) -> Iterator[_Row]:
    """Yield the lines that sentences begin, and those inside a sentence that are labels with blanks behind them."""
    rows: list[_Row] = []
    for placed in sentences:
        sentence = placed.sentence
        text = structure.template.parts[sentence.part].text
        begin = text.rfind("\n", 0, sentence.span.start) + 1
        before = text[begin : sentence.span.start]
        if before.strip(" \t>"):
            rows[-1:] = [row if _announces_before(row, placed) else row._replace(last=placed) for row in rows[-1:]]
            continue
        yield from rows
        end = text.find("\n", sentence.span.start)
        line = text[sentence.span.start : end if end >= 0 else len(text)].strip().lstrip("> ")
        blank = not text[:begin].rstrip(" \t").removesuffix("\n").rpartition("\n")[2].strip()
        is_rigid = sentence.kind is SentenceKind.TABLE or len(line) > LONGEST_LINE
        title = None if is_rigid else title_in(line)
        if title is not None and _is_told(title):
            title = None
        rows = [_Row(placed, placed, line, len(before.expandtabs(4)), blank, title)]
        if not line or line.startswith(("```", "~~~")):
            rows = []
        elif title is not None and is_blank(title.holds):
            inner = [(each.strip(), title_in(each.strip())) for each in sentence.text.split("\n")[1:]]
            if all(each is not None and is_blank(each.holds) for _, each in inner):
                rows += [_Row(placed, placed, each, rows[0].indent, False, found) for each, found in inner]
    yield from rows


def _announces_before(row: _Row, placed: Placed) -> bool:
    """Whether a line announces a layout, and then says something else: "Use the sections below. No preamble."."""
    return not is_lead(placed.sentence.text) and announced(row.last) >= ENOUGH - 1


def _is_told(title: Title) -> bool:
    """Whether what looks like a label is an instruction, with a colon in it: "Judge the text by these rules: a, b"."""
    is_plain = not title.mark and title.look == "label" and bool(title.holds) and not is_blank(title.holds)
    return is_plain and len(title.name.split()) >= _FEWEST_TOLD and is_instruction(normalised(title.name).text)


_FEWEST_TOLD: Final = 4


def _groups(rows: Sequence[_Row], *, shown: bool) -> list[_Group]:
    """Return the groups of titles, and tell each title what stands below it; none in a sample divides the prompt."""
    found: list[_Group] = []
    stack: list[_Group] = []
    lead: _Row | None = None
    over: _Row | None = None  # what announces all that stands between two rules
    closed = {tag["name"] for row in rows if (tag := TAG.fullmatch(row.line)) is not None and tag["close"]}
    for before, row in zip((None, *rows), rows, strict=False):
        if is_rule(row.line):
            is_led = lead is not None and announced(lead.last) >= ENOUGH - 1
            over = lead if over is None and is_led else None
        tag = TAG.fullmatch(row.line)
        if tag is not None and tag["name"] in closed:  # else it is a blank: "<your thoughts>"
            at = next((n for n in reversed(range(len(stack))) if stack[n].form == TitleForm("<", 0, tag["name"])), None)
            if tag["close"]:
                del stack[at if at is not None else len(stack) :]
            else:
                _open(
                    stack, found, TitleForm("<", 0, tag["name"]), None, _Node(row, Title("<", "", tag["name"], "", 0))
                )
            lead = None
            continue
        title = row.title
        goes_on = title is not None and bool(stack) and _goes_on(stack[-1], row, title)
        if title is None or (_leads(row, title) and not goes_on) or _is_below_item(row, title, stack):
            _close_for_content(stack, row)
            if stack:
                stack[-1].nodes[-1].below.append(row)
            if over is not None and is_rule(row.line):
                lead = over
            elif title is None or row.placed.sentence.kind is not SentenceKind.DELIMITER:
                lead = _led(lead, row)
            continue
        form = stack[-1].form if goes_on else _form(row, title, shown=shown)
        if form.is_heading and stack and stack[-1].form.mark == "head" and _is_bare(stack[-1].nodes[-1]):
            lead = stack[-1].nodes[-1].row
        _close_for_title(stack, form)
        node = _Node(row, title)
        if stack and stack[-1].form == form:
            stack[-1].nodes.append(node)
        else:
            is_beside = lead is not None and lead is not before and not title.holds and _is_titled_as(lead, form)
            _open(stack, found, form, over if is_beside else lead or over, node)
        if form.is_heading or form.mark == "head":
            lead = None
    return found


def _goes_on(group: _Group, row: _Row, title: Title) -> bool:
    """Whether a label that could divide the prompt is one more of those that a line lays out: "RESPONSE:"."""
    is_open = _leads_block(row) or title.name.lower() in _OF_RESPONSE
    is_laid_out = group.form == TitleForm("", 0, "label") and group.lead is not None and announced(group.lead) >= ENOUGH
    return is_open and title.look == "label" and not title.mark and is_laid_out


def _is_titled_as(row: _Row, form: TitleForm) -> bool:
    """Whether a line is a title of a form, so that it stands beside the others of that form and leads none in."""
    return row.title is not None and row.title.look == "label" and _form(row, row.title) == form


def _is_below_item(row: _Row, title: Title, stack: Sequence[_Group]) -> bool:
    """Whether a line without a mark is set in below an item that says nothing by itself: it is what that holds."""
    is_plain = not title.mark and title.look == "bare" and row.indent > 0
    return is_plain and bool(stack) and stack[-1].form.is_item and not stack[-1].nodes[-1].title.holds


def _is_bare(node: _Node) -> bool:
    """Whether nothing stands below a title yet."""
    return not (node.below or node.groups)


def _led(lead: _Row | None, row: _Row) -> _Row:
    """Return what leads in the titles behind a line: it, or the line before it that announces a layout."""
    if is_lead(row.last.sentence.text) or lead is None or not announces(lead.last):
        return row
    return lead


def _leads_in(lead: _Row | None, form: TitleForm, begins: int) -> Placed | None:
    """Return the line that leads in titles of a form behind a place: no item leads in those beside it."""
    if lead is None or lead.last.sentence.span.start <= begins:
        return None
    marker = MARKER.match(lead.line)
    is_beside = marker is not None and form.is_item and lead.indent >= form.indent
    return None if is_beside else lead.last


def _leads(row: _Row, title: Title) -> bool:
    """Whether a line that could be a title leads in or announces what stands below it."""
    if title.mark.startswith("#") or not title.name or not is_lead(row.line):
        return False
    asks = len(title.name.split()) > _LONGEST_ASKING and is_instruction(normalised(title.name).text)
    if title.name.lower() in _nouns():
        return False
    return (
        asks
        or _POINTS_BELOW.search(title.name) is not None
        or announced(row.placed) >= (ENOUGH if title.mark else ENOUGH - 1)
    )


_POINTS_BELOW: Final = re.compile(r"(?i)\bthe following\b|\b(?:include|includes)$")
"""What a line says of what stands below it, which no title does: "Only use the following tables:"."""


@cache
def _nouns() -> frozenset[str]:
    """The verbs that name a part of a response where they stand alone: "Name:", "Report:"."""
    lex = lexicon()
    return frozenset((*lex.words("nouns", "written"), *lex.words("entries", "nouns"), "aim", "design", "score"))


_LONGEST_ASKING: Final = 5
"""Words of a title at most that may begin as an instruction does: "How to get there"."""


def _form(row: _Row, title: Title, *, shown: bool = False) -> TitleForm:
    if title.mark.startswith("#"):
        return TitleForm(title.mark, 0, "")
    is_label = not title.mark and not title.holds and title.look == "label"
    if is_label and not shown and divides_prompt(title.name):
        return TitleForm("head", 0, "")
    look = title.look if title.look == "bold" or not title.mark else ""
    return TitleForm(title.mark, row.indent if title.mark else 0, look)


def _open(stack: list[_Group], found: list[_Group], form: TitleForm, lead: _Row | None, node: _Node) -> None:
    above = tuple(group.nodes[-1] for group in stack)
    begins = above[-1].row.placed.sentence.span.start if above else -1
    led = _leads_in(lead, form, begins)
    if led is None and stack and _stands_over(stack[-1]):
        led = stack[-1].lead
    group = _Group(form, above, led, [node])
    if stack:
        stack[-1].nodes[-1].groups.append(group)
    stack.append(group)
    found.append(group)


def _stands_over(group: _Group) -> bool:
    """Whether a group is one title so far with nothing behind or below it: that of the whole layout, "Report:"."""
    [first, *others] = group.nodes
    return not (others or first.title.holds) and _is_bare(first)


def _close_for_title(stack: list[_Group], form: TitleForm) -> None:
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
    leads = is_lead(row.last.sentence.text)
    begins = row.after_blank or (leads and announces(row.last))
    if row.indent or not begins or row.placed.sentence.kind is SentenceKind.DELIMITER:
        return
    is_new = leads and row.placed.sentence.kind is not SentenceKind.LIST_ITEM
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
        own = _OF_RESPONSE if group.lead is not None and announced(group.lead) >= ENOUGH else frozenset[str]()
        for at in (0, -1):
            while nodes and _divides(nodes[at], own):
                nodes.pop(at)
    while _stands_behind(nodes):
        nodes.pop()
    run: list[_Node] = []
    for node in nodes:
        name = node.title.name
        divides = divides_prompt(name) or _OF_EXAMPLE.match(name) is not None
        divides = not shown and group.form.is_heading and divides
        if _is_given(node, given) or (divides and not (_is_part(node) or _stands_between(nodes, node))):
            if run:
                yield run
            run = []
        else:
            run.append(node)
    if run:
        yield run


_OF_EXAMPLE: Final = re.compile(
    r"(?i)examples? (?:of )?(?:[a-z]+ )?(?:results?|outputs?|responses?|answers?|formats?|inputs?)\b"
)
"""What stands over an example: "Example Result Format"."""


def _of_each_round(group: _Group, run: list[_Node]) -> list[_Node]:
    """Return the labels that each round has, where they come back and not all of them do: a response is one round."""
    rounds: list[set[str]] = []
    for name, _ in groupby(node.title.name for node in run):  # "Action: ... OR Action: ..." is one
        if not rounds or name in rounds[-1]:
            rounds.append(set())
        rounds[-1].add(name)
    if group.form.mark or group.form.look != "label" or rounds[0] <= rounds[-1]:
        return run
    each = set.intersection(*rounds)
    return [node for node in run if node.title.name in each]


def _stands_behind(nodes: Sequence[_Node]) -> bool:
    """Whether the last of some labels leads in something else: the others have something behind them in their line."""
    others = nodes[:-1]
    if len(others) < 2 or not all(node.title.look == "label" and node.title.holds for node in others):
        return False
    last = nodes[-1]
    return last.row.after_blank and not last.title.holds and bool(last.groups or last.below)


def _leads_block(row: _Row) -> bool:
    """Whether a fenced block stands right below a line."""
    return row.placed.leads is not None and row.placed.leads.fenced


def _divides(node: _Node, own: frozenset[str]) -> bool:
    """Whether a title at an edge of a group is one of the prompt's parts, and not one that a line lays out."""
    name = node.title.name
    is_open = is_blank(_behind(node)) or (bool(own) and _leads_block(node.row))
    return divides_prompt(name) and not is_open and name.lower() not in own


_OF_RESPONSE: Final = frozenset({"response", "answer", "output", "question"})
"""What is called so below a line that announces a layout."""


def _is_part(node: _Node) -> bool:
    """Whether a heading that may divide the prompt says how much stands in a part of the response: "Steps"."""
    return node.title.name.lower() in _EITHER and (_holds_blank(node) or AMOUNT.match(node.first) is not None)


def _stands_between(nodes: Sequence[_Node], node: _Node) -> bool:
    """Whether a heading that may divide the prompt stands between two that do not: "Introduction", "Data", "Method"."""
    at = nodes.index(node)
    beside = (*nodes[max(at - 1, 0) : at], *nodes[at + 1 : at + 2])
    between = len(beside) > 1 and not any(divides_prompt(each.title.name) for each in beside)
    return between and node.title.name.lower() in _EITHER


_EITHER: Final = frozenset(
    {"steps", "data", "example", "examples", "background", "notes", "note", "goal", "context", "tasks"}
)
"""What headings of prompts and of responses are called."""


def _is_given(node: _Node, given: frozenset[str]) -> bool:
    """Whether what stands at a title is a placeholder of the prompt: what the model is told, not what it writes."""
    if node.title.mark.startswith("#"):
        held = node.first if len(node.below) == 1 else ""
    else:
        held = re.sub(ASIDE, "", node.title.holds).strip() or node.first
    written, held = held, with_plain_expressions(held)
    marks = list(marks_in(held))
    bare = re.sub(r"\{[{%#]?[^{}]*\}+|<[^<>]*>|[(（][^()（）]*[)）]", "", held)
    worked_out = [_EXPRESSION.search(mark.span.of(written)) is not None for mark in marks]
    is_filled = all(worked_out) or (
        bool(given) and all(told or mark.name in given for mark, told in zip(marks, worked_out, strict=True))
    )
    return bool(marks) and is_filled and re.search(r"[^\W_]{2}", bare) is None


_EXPRESSION: Final = re.compile(r"(?<!^)[\[(.]")
"""What a placeholder has that the program works out, rather than a name: "{state['query']}"."""


def _behind(node: _Node) -> str:
    """Return what stands behind a title in its line; a bracket alone behind a label is a blank like others."""
    is_alone = not (node.groups or any(not row.after_blank for row in node.below[:1]))
    found = ROUND_BLANK.fullmatch(node.row.line) if is_alone else None
    return f"[{found['said']}]" if found is not None else node.title.holds


def _entry(node: _Node, *, shown: bool) -> Entry:
    holds, below, told = _behind(node), node.first, node.row.placed
    if node.next is not None and not holds and (is_blank(below) or (shown and LABEL.match(below) is None)):
        holds, told = below, node.next.placed
    is_inline = bool(node.title.holds)
    is_open = _holds_blank(node) or _leads_block(node.row)
    form = _form(node.row, node.title, shown=shown)
    return Entry(node.row.placed, node.title.name, holds, told, form, is_inline, node.row.line, is_open)


def _lead_of(group: _Group, run: Sequence[_Node]) -> Placed | None:
    """Return the line or heading that the titles of a run stand under."""
    if group.nodes[0] is not run[0]:
        before = group.nodes[group.nodes.index(run[0]) - 1]
        shows = any(row.last.leads is not None for row in (before.row, *before.below))
        return None if before.groups or len(before.below) > 1 or shows else before.row.placed
    if group.lead is not None:
        return group.lead
    return group.above[-1].row.placed if group.above else None


def _weight(group: _Group, run: Sequence[_Node], given: Collection[str], *, shown: bool, inside: bool) -> int:
    """Return how much speaks for titles to be those of the response."""
    names = [node.title.name for node in run if node.title.name]
    is_bare = group.form.look in ("bare", "") and not group.form.is_heading
    divided = any(below.form.is_heading for node in run for below in node.groups)
    if not names and divided:  # a title to fill in, with those of the response below it
        return ENOUGH if shown else _led_in(group, run, inside=inside)
    if not names or _speaks_against(group, run, names, shown=shown) or (inside and is_bare):
        return -1
    weight = ENOUGH if shown or (inside and group.form.is_heading) else _led_in(group, run, inside=inside)
    announced = weight
    blank = sum(_holds_blank(node) for node in run)
    if 2 * blank > len(run) or any(_is_open(node, given, shown=shown) for node in run):
        weight += 2
    is_marked = _is_marked(group, run)
    if is_marked or blank:
        amounts = sum(AMOUNT.search(node.title.holds[:60]) is not None for node in run)
        weight += (2 * amounts >= len(run)) + (amounts > 0)
    weight += is_marked or (announced > 1 and _is_labelled(run))
    if not announced and group.form.is_item:
        return min(weight, ENOUGH - 1)
    return weight if len(set(names)) > 1 or divided or inside or weight >= ENOUGH + 2 else 0


def _is_open(node: _Node, given: Collection[str], *, shown: bool) -> bool:
    """Whether a title is to be filled in by the model; outside a sample, the prompt fills in its own placeholders."""
    if not is_open(node.title, node.row.line):
        return False
    names = [mark.name for mark in marks_in(node.row.line)]
    return shown or not names or any(name not in given for name in names)


def _led_in(group: _Group, run: Sequence[_Node], *, inside: bool) -> int:
    """Return how surely the line and the headings over titles announce them."""
    lead = _lead_of(group, run)
    heads = [node.row.placed for node in group.above]
    if lead is not None and _is_spent(lead, run):
        lead, heads = None, heads[:-1] if lead in heads[-1:] else heads
    over = [heads_output(each) for each in heads[-1:]]
    if inside:
        over.append(1)
    else:
        over += [heads_output(each) - 1 for each in heads[:-1]]
    return max(0 if lead is None else announced(lead), *over, 0)


def _labels_each(group: _Group, run: Sequence[_Node], *, shown: bool, taken: Collection[int]) -> bool:
    """Whether titles are the labels of each of several things: below "For each tool:", or a title to fill in."""
    if group.form.is_heading or not all(node.title.name and (node.title.holds or node.groups) for node in run):
        return False
    lead, over = _lead_of(group, run), group.above[-1] if group.above else None
    leads = [each.text for each in (lead.normal, lead.lead) if each is not None] if lead is not None else []
    is_below_blank = len(group.above) > 1 and over is not None and is_open(over.title, over.row.line)
    is_of_each = is_below_blank or any(map(OF_EACH_THING.search, leads))
    is_laid_out = shown or any(id(node) in taken or heads_output(node.row.placed) >= ENOUGH for node in group.above)
    says_how = _is_marked(group, run) or any(
        AMOUNT.search(node.title.holds[:60]) or is_blank(node.title.holds) for node in run
    )
    names = [node.title.name for node in run]
    return is_of_each and is_laid_out and says_how and not _speaks_against(group, run, names, shown=True)


OF_EACH_THING: Final = re.compile(
    r"^(?:for |in |under )?(?:each|every)\b(?! (?:section|heading)\b)[^:]*:$|\b(?:for|in) (?:each|every)\b[^:]*:$|"
    r"\beach (?:with|having|containing|including)\b[^:]*:$"
)
"""A line that leads in what each of several things has: "For each day, include:"."""


def _is_spent(head: Placed, run: Sequence[_Node]) -> bool:
    """Whether the sample right below a heading lays out what it announces, so that titles behind that are of others."""
    return head.leads is not None and head.leads.span.start < run[0].row.placed.sentence.span.start


def _is_marked(group: _Group, run: Sequence[_Node]) -> bool:
    """Whether titles are marked as such; in Chinese, parentheses behind each do it too."""
    if group.form.is_heading or group.form.look in ("bold", "boxed"):
        return True
    return all(not node.title.name.isascii() and node.title.holds[:1] in ("（", "(") for node in run if node.title.name)


_FEWEST_OPEN: Final = 3
"""Labels that are a form to fill in where nothing stands behind any of them."""


_ONLY_ASIDE: Final = re.compile(rf"(?:{ASIDE})?")


def _is_open_label(node: _Node) -> bool:
    """Whether nothing stands behind a label, or in the lines right below it: "Directors (with commas):"."""
    is_alone = not node.groups and all(row.after_blank for row in node.below[:1])
    return is_alone and is_lead(node.row.line) and _ONLY_ASIDE.fullmatch(node.title.holds) is not None


def _is_labelled(run: Sequence[_Node]) -> bool:
    """Whether each title stands as a label before what it holds, "Overview: a short summary", or all as a form."""
    if len(run) >= _FEWEST_OPEN and 5 * sum(map(_is_open_label, run)) >= 4 * len(run):
        return True
    return all(node.title.name and (node.title.holds or node.groups or node.below) for node in run)


def _holds_blank(node: _Node) -> bool:
    """Whether a title holds a blank, behind it or in the line below it."""
    holds = re.sub(rf"^{ASIDE}\s*", "", _behind(node)) or node.first
    return is_blank(holds) or _LIKE_A_BLANK.fullmatch(holds) is not None


_LIKE_A_BLANK: Final = re.compile(r"\|(?:[^|\n]{1,40}\|){2,}|\((?:(?i:your|an?|the)\b|[^()\n]*\d)[^()\n]*\)")
"""The head of a table without rows, or an amount or what to write in brackets, behind or below a title."""


_OF_ANY: Final = re.compile(r"(?:list|report|record|include|document|describe) (?:every|any|each|all)\b(?! of\b)")
"""What leads in the parts of each of several things, of which there may be none: "list every decision:"."""


def _speaks_against(group: _Group, run: Sequence[_Node], names: Sequence[str], *, shown: bool) -> bool:
    """Whether titles are surely none of the response."""
    lead = _lead_of(group, run)
    heads = [node.row.placed for node in group.above]
    is_said = lead is not None and lead.sentence.kind is not SentenceKind.HEADING
    if lead is not None and not shown and ((is_said and is_of_other(lead)) or leads_rules(lead.sentence.text)):
        return True
    is_of_any = is_said and group.form.is_item and lead is not None and _OF_ANY.match(lead.normal.text) is not None
    if is_of_any or any(is_case(name, spoken(name)) for name in names):
        return True
    is_announced = lead is not None and lead not in heads and announced(lead) >= ENOUGH - 1
    is_announced = is_announced or any(heads_output(each) >= ENOUGH for each in heads[-1:])
    if not (is_announced or shown) and any(map(heads_other, heads[-2:])):
        return True
    if any(
        _PLACES.fullmatch(name.lower()) or name.lower() in _NOT_OURS or _rules_out(name) for name in names
    ) or only_numbered(names):
        return True
    if group.form.is_item and group.form.look != "bold" and len(set(names)) < len(names):
        return True  # "A. an option", "B. an option"
    labels = (node.title.name for node in run if node.title.look == "label" and not _holds_blank(node))
    spoken_by = [name for name, _ in groupby(labels)]
    if spoken_by and 2 * len(set(spoken_by)) <= len(spoken_by):
        return True  # those who speak in a dialogue
    told = [name for name in names if is_instruction(normalised(name).text)]
    asked = sum(not _is_short_heading(group, name) for name in told)
    asked += sum(_IN_A_CASE.match(node.title.holds.lower()) is not None for node in run) if told else 0
    if asked and (2 if is_announced else 4) * asked >= len(names) and not (shown and group.form.is_heading):
        return True
    if any(AMOUNT.search(name) for name in names):
        return True  # "Short lesson 3-5 sentences long" is no title
    if group.form.is_item and group.form.look != "bold" and _describe(names):
        return True
    held = [node for node in run if node.title.holds and not is_blank(_behind(node))]
    if any(_is_manner(node.title.name) for node in held):
        return True
    if held and any(all(each.match(node.title.holds) for node in held) for each in (_IN_A_CASE, _FILE)):
        return True
    is_choice = lead is not None and names_choices(lead) and not any(node.title.holds for node in run)
    return is_choice or _is_looked_at(run)


def _is_looked_at(run: Sequence[_Node]) -> bool:
    """Whether most titles have a question behind them of whether something is so."""
    return 2 * sum(_WHETHER.search(node.title.holds) is not None for node in run) > len(run)


_FILE: Final = re.compile(r"[`\"']?[\w{}-]+(?:/[\w{}.-]+)*\.[a-z]{1,5}[`\"']?$")
"""A file, which what is delivered goes into: "Code: `src/ships.py`"."""
_WHETHER: Final = re.compile(
    r"是否|有无|有沒有|有没有|[吗嗎]\s*[?？]?$|\bcó\b.*\bkhông\s*\?$|"
    r"^(?i:is|are|does|do|did|has|have|can|could|will|would|was|were)\b[^.]*\?$"
)
"""What asks whether something is so, which is looked at in what is given: "Safety: are there any leaks?"."""
_IN_A_CASE: Final = re.compile(r"\W*(?:if|when|where) ")
"""What says of an answer in which case it is given: "YES (if it is an animal)"."""


def _is_manner(name: str) -> bool:
    """Whether a name says how the whole response is to be: "Tone", "Short and clear"."""
    words = normalised(name).text.split()
    qualities = lexicon().words("qualities", "adjectives")
    return " ".join(words) in _MANNERS or all(word in qualities or word in ("and", "but", "or") for word in words)


def _rules_out(name: str) -> bool:
    """Whether a line in another language begins by ruling something out, and is no title."""
    language = spoken(name)
    if language in ("en", OTHER, UNMARKED):
        return False
    return wording(language).find("negations", "phrases").match(name.lower()) is not None


def _describe(names: Sequence[str]) -> bool:
    """Whether names say how something is, or name the marks of a response, rather than its parts."""
    marks = sum(_NAMES_MARKS.search(name) is not None for name in names)
    return 2 * marks >= len(names) or 4 * sum(_DESCRIBES.search(name) is not None for name in names) >= len(names)


_NAMES_MARKS: Final = re.compile(
    r"(?i)\b(?:headers?|headings?|subheadings?|code blocks?|code snippets?|tables?|bullets?|bullet points?|"
    r"numbered lists?|lists|bold|italics?|links?|emphasis|highlighting|blockquotes?|emojis?|spacing|markdown)\b"
)
"""What a response is marked with, which in a list of such is no title: "Clear headers", "Code blocks with comments"."""
_DESCRIBES: Final = re.compile(
    r" (?:with|that|which|is|are|should|must|has|have) |^(?i:contents?|text|explanation) of |^[Aa]n? |^The (?=[a-z])"
)
"""What a title does not say, and a description of a part does: "Header with the date"."""


def _is_short_heading(group: _Group, name: str) -> bool:
    words = len(name.split())  # "Score Summary", "How to get there" and "Reason" ask nothing
    return words == 1 or (words < 4 and group.form.look == "bold") or (words < 5 and group.form.is_heading)


_PLACES: Final = re.compile(
    r"(?:the )?(?:first|second|third|fourth|fifth|last|next|final|other|remaining) lines?(?: onwards?)?|lines? \d+|"
    r"(?:this|these|those|here|below|above) (?:is|are|was|were|how|you)\b.*"
)
"""What says where something stands, or what it is, which no title does: "Second line", "This is the conversation"."""
_NOT_OURS: Final = frozenset({"observation", "observations", "tool output", "tool result", "user", "human"})
"""What somebody else writes: the response need not have such titles."""
_MANNERS: Final = frozenset(
    {"tone", "style", "length", "language", "format", "formatting", "audience", "target audience", "voice", "tense",
     "word count", "clarity", "accuracy", "readability", "perspective", "point of view", "keywords", "structure"}
)  # fmt: skip
"""What demands on the whole response are called in a list of them."""

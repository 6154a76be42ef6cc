"""What a sentence stands under: headings, the line that leads into a list, and the items a nested item is in.

A heading marked ``#`` or underlined governs all until one of its level or above. Other headings (``CAPITALS``,
``**Bold**``) nest in the order in which their styles first appear, and govern until the next of their own style or
a marked one.

A line that ends with a colon, a ``Title:`` and a heading that announces an example are *lead-ins*, so that what they
say is not said of what comes later. A lead-in right above a list, a fenced block or a table governs that and no more,
and so does any heading without marks there. Above a heading, a lead-in is the heading of that heading and of those
beside it, unless that heading closes an earlier one of its level and the lead-in announces no sample ("Example
output:"). Above anything else it governs the next block, up to a blank line or heading.

A rule ends the headings between it and the rule before it: what two rules frame is a template or a chapter by itself.
"""

import re
from dataclasses import dataclass, field

from spade_core.deltas.layout import HeadingStyle, LineKind, TextLine, is_rule

_MARKUP = re.compile(r"^(?:>\s*)?#*\s*|\s*#+$|\*\*|__")
_SAMPLE = re.compile(r"(?i)\b(?:examples?|samples?|formats?|templates?|structure)\b")
_LONGEST = 300
_MARKED = {HeadingStyle.HASH, HeadingStyle.UNDERLINED}


def _details(marker: str, above: str) -> bool:
    """Whether an item says more of the one above it although it is not indented: a dash below a number."""
    return marker[:1] in "-*+•" and above[:1].isdigit()


def plain(text: str) -> str:
    """Return a heading or lead-in without its hashes, list marker and emphasis."""
    return " ".join(_MARKUP.sub("", text).split())[:_LONGEST]


@dataclass(frozen=True, slots=True)
class _Heading:
    style: HeadingStyle | None
    """None for a lead-in above headings."""
    level: int
    text: str
    looks: HeadingStyle | None = None
    """How a lead-in above headings is written: one that is written alike stands beside it."""


@dataclass(frozen=True, slots=True)
class _Item:
    indent: int
    marker: str
    text: str
    leads_in: bool


@dataclass(frozen=True, slots=True)
class OutlineState:
    """An outline between two lines: equal states give the same contexts to the same lines."""

    headings: tuple[_Heading, ...] = ()
    lead_in: str | None = None
    lead_in_style: HeadingStyle | None = None
    governed: LineKind | None = None
    items: tuple[_Item, ...] = ()
    fresh: bool = False
    framed: int | None = None
    headed: bool = False


@dataclass(slots=True)
class OutlineReader:
    """The context of the line being read; tell it each line in reading order."""

    _headings: list[_Heading] = field(default_factory=list)
    _lead_in: str | None = None
    _lead_in_style: HeadingStyle | None = None
    """None when it does not look like a heading."""
    _governed: LineKind | None = None
    """The kind of the first line under the lead-in; None before it is known."""
    _items: list[_Item] = field(default_factory=list)
    _fresh: bool = False
    """Whether the innermost heading is an unmarked one with nothing under it yet."""
    _framed: int | None = None
    """How many of the headings were there before the last rule; None before any rule."""
    _headed: bool = False
    """Whether the line last entered is a heading."""

    @classmethod
    def resumed(cls, state: OutlineState) -> "OutlineReader":
        """Return an outline that goes on from a state."""
        headings, items = list(state.headings), list(state.items)
        lead_in = state.lead_in, state.lead_in_style, state.governed
        return cls(headings, *lead_in, items, state.fresh, state.framed, state.headed)

    @property
    def state(self) -> OutlineState:
        """What the lines so far leave to those that come."""
        headings, items = tuple(self._headings), tuple(self._items)
        lead_in = self._lead_in, self._lead_in_style, self._governed
        return OutlineState(headings, *lead_in, items, self._fresh, self._framed, self._headed)

    def enter(self, line: TextLine) -> tuple[str, ...]:
        """Return the context of `line`, which begins a sentence; its own text is not in it."""
        self._leave_lead_in(line)
        if line.kind is LineKind.DELIMITER and not self._headed and is_rule(line.text):
            self._close_frame()
        self._headed = line.kind is LineKind.HEADING
        if self._headed:
            self._items.clear()
            self._close_headings(line)
            self._framed = None if self._framed is None else min(self._framed, len(self._headings))
        elif line.kind is LineKind.ITEM:
            self._close_items(line)
        else:
            while self._items and line.indent <= self._items[-1].indent:
                self._items.pop()
        self._fresh = False
        return self.context

    @property
    def context(self) -> tuple[str, ...]:
        """Headings, then the lead-in, then the items around; outermost first."""
        lead_in = () if self._lead_in is None else (self._lead_in,)
        return (*(h.text for h in self._headings), *lead_in, *(item.text for item in self._items))

    @property
    def in_item(self) -> bool:
        """Whether the line last entered is part of a list item."""
        return bool(self._items)

    def note_heading(self, line: TextLine, following: TextLine | None) -> None:
        """Let the heading govern what comes next."""
        over_prose = following is None or following.kind in {LineKind.TEXT, LineKind.HEADING}
        if line.style not in _MARKED and (
            not over_prose or line.style is HeadingStyle.TITLE or _SAMPLE.search(line.text)
        ):
            self.note_lead_in(line.text, line.style)
        elif line.style is not None:
            self._headings.append(_Heading(line.style, line.level, plain(line.text)))
            self._fresh = line.style not in _MARKED

    def note_lead_in(self, text: str, style: HeadingStyle | None = None) -> None:
        """Let a line that ends with a colon govern the next block."""
        self._lead_in, self._governed, self._lead_in_style = plain(text), None, style

    def note_item(self, line: TextLine, text: str) -> None:
        """Let an item govern the items nested in it."""
        self._items.append(_Item(line.indent, line.marker, plain(text[line.body :]), text.endswith((":", "：", ":**"))))

    def _leave_lead_in(self, line: TextLine) -> None:
        if self._lead_in is None:
            return
        if self._governed is None:
            self._governed = line.kind
            over = line.kind is LineKind.HEADING
            if over and line.style is not self._lead_in_style:
                self._head_with(self._lead_in)
        elif self._governed is LineKind.ITEM:
            inside = bool(self._items) and line.indent > self._items[0].indent
            over = line.kind is not LineKind.ITEM and not inside
        elif self._governed in {LineKind.CODE, LineKind.TABLE}:
            over = line.kind is not self._governed
        else:
            over = line.after_blank or line.kind is LineKind.HEADING
        if over:
            self._lead_in = None

    def _head_with(self, lead_in: str) -> None:
        """Make a lead-in the heading of the headings under it; the sample before ends where one begins."""
        if _SAMPLE.search(lead_in):
            earlier = [i for i, h in enumerate(self._headings) if h.style is None and _SAMPLE.search(h.text)]
            del self._headings[earlier[0] if earlier else len(self._headings) :]
        while self._headings and self._headings[-1].style is None:
            self._headings.pop()
        is_title = self._lead_in_style is HeadingStyle.TITLE  # of which samples have some as well
        looks = None if is_title else self._lead_in_style
        self._headings.append(_Heading(None, 0, lead_in, looks))
        self._fresh = True

    def _close_frame(self) -> None:
        """Drop the headings since the rule before this one."""
        if self._framed is not None:
            del self._headings[self._framed :]
        self._framed = len(self._headings)

    def _close_headings(self, line: TextLine) -> None:
        """Drop the headings that end where `line` begins."""
        marked = line.style in _MARKED
        ends = [
            index
            for index, heading in enumerate(self._headings)
            if (
                (heading.style in _MARKED and heading.level >= line.level)
                if marked
                else line.style in (heading.style, heading.looks)
            )
        ]
        if marked and self._fresh and (not ends or _SAMPLE.search(self._headings[-1].text)):
            return
        if ends:
            del self._headings[ends[0] :]
            return
        while marked and self._headings and self._headings[-1].style not in {*_MARKED, None}:
            self._headings.pop()

    def _close_items(self, line: TextLine) -> None:
        while self._items and self._items[-1].indent > line.indent:
            self._items.pop()
        beside = [i for i, item in enumerate(self._items) if item.indent == line.indent]
        same = [i for i in beside if self._items[i].marker == line.marker]
        if same:
            del self._items[same[0] :]
        elif beside and not (self._items[-1].leads_in or _details(line.marker, self._items[-1].marker)):
            del self._items[beside[0] :]

"""The text of a YAML scalar, every character with its place in the file.

The parser gives a scalar's value and range, not where the value's characters came from. The rules that
turn the one into the other (YAML 1.1, chapters 9.1 to 9.2) are followed here once more; should the result differ
from the parser's value, the value wins and maps to the range as a whole.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import accumulate
from operator import add

from spade_core.prompt_files.tree import Style
from spade_core.text import MapBuilder, MappedText, SourceMap, Span

_END = "(?:\r\n|[\n\r\x85\u2028\u2029])"
"""To YAML 1.1 three more characters end a line; the last two stay what they are instead of becoming LF."""
_FOLD = re.compile(rf"({_END})((?:[ \t]*{_END})*)[ \t]*")
_LINE_END = re.compile(_END)
_ODD_END = re.compile("[\r\x85\u2028\u2029]")
_LINE = re.compile(rf"([^\r\n\x85\u2028\u2029]*)({_END}|$)")
_ESCAPE = re.compile(
    rf"\\(?:(?P<continued>{_END}(?:[ \t]*{_END})*[ \t]*)"
    r"|x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})|(?P<letter>.))"
)
_LETTERS = {
    "0": "\0", "a": "\x07", "b": "\x08", "t": "\t", "\t": "\t", "n": "\n", "v": "\x0b", "f": "\x0c", "r": "\r",
    "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_UNREADABLE = re.compile("[\ud800-\udfff\ufeff]")
_HEADER = re.compile(rf"[|>](?P<marks>[-+0-9]*)[^\r\n\x85\u2028\u2029]*(?:{_END}|$)")


def yaml_scalar(text: str, span: Span, style: Style, value: str) -> MappedText:
    """Return the `value` of the scalar that stands at `span` of the file `text`, mapped to the file."""
    mapped = _READERS[style](text, span.start, span.end)
    if as_parsed(mapped.text) == value:
        return mapped
    return MapBuilder().replaced(value, span).build(empty_at=span.start)


def as_parsed(text: str) -> str:
    """Return `text` as the parser gets it: as long, but without characters that may stand in a text yet not in YAML.

    These are lone surrogates and byte order marks.
    """
    return text if text.isascii() else _UNREADABLE.sub("\ufffd", text)


def _plain(text: str, start: int, end: int) -> MappedText:
    builder = MapBuilder()
    _add_folded(builder, text, start, end)
    return builder.build(empty_at=start)


def _single_quoted(text: str, start: int, end: int) -> MappedText:
    builder = MapBuilder()
    at, end = start + 1, end - 1
    while (quote := text.find("''", at, end)) >= 0:
        _add_folded(builder, text, at, quote)
        builder.replaced("'", Span(quote, quote + 2))
        at = quote + 2
    _add_folded(builder, text, at, end)
    return builder.build(empty_at=start + 1)


def _double_quoted(text: str, start: int, end: int) -> MappedText:
    builder = MapBuilder()
    at, end = start + 1, end - 1
    for match in _ESCAPE.finditer(text, at, end):
        _add_folded(builder, text, at, match.start())
        builder.replaced(_escaped(match), Span(*match.span()))
        at = match.end()
    _add_folded(builder, text, at, end)
    return builder.build(empty_at=start + 1)


def _escaped(match: re.Match[str]) -> str:
    if match["continued"] is not None:
        # A line end after a backslash is nothing; empty lines after it are kept.
        return "".join(map(_said, _LINE_END.findall(match["continued"])[1:]))
    code = match["x"] or match["u"] or match["U"]
    if code is None:
        return _LETTERS.get(match["letter"], match[0])
    return chr(min(int(code, 16), 0x10FFFF))


def _add_folded(builder: MapBuilder, text: str, at: int, end: int) -> None:
    """Add a stretch of a flow scalar: one line end is a space, n of them are n - 1 line ends."""
    for match in _FOLD.finditer(text, at, end):
        before = match.start()
        while before > at and text[before - 1] in " \t":
            before -= 1
        builder.verbatim(text, at, before)
        first, more = _said(match[1]), [_said(end) for end in _LINE_END.findall(match[2])]
        kept = first if first != "\n" else "" if more else " "
        builder.replaced(kept + "".join(more), Span(before, match.end()))
        at = match.end()
    builder.verbatim(text, at, end)


def _said(line_end: str) -> str:
    return line_end if line_end in "\u2028\u2029" else "\n"


def _block(text: str, start: int, end: int, *, folded: bool) -> MappedText:
    header = _HEADER.match(text, start, end)
    if header is None:
        return MapBuilder().build(empty_at=start)
    if not folded and not header["marks"]:
        quick = _plain_literal(text, header.end(), end)
        if quick is not None:
            return quick
    lines = [match for match in _LINE.finditer(text, header.end(), end) if match.end() > match.start()]
    indent = _indentation(lines, header["marks"], text, start)
    builder = MapBuilder()
    pending: list[Span] = []  # line ends not yet added, the first of them after a line with text
    before = ""
    for match in lines:
        content = match[1][indent:]
        if content and not match[1][:indent].strip(" "):
            _add_line_ends(builder, text, pending, folded=folded and _folds(before) and _folds(content))
            pending = []
            builder.verbatim(text, match.start() + indent, match.end(1))
            before = content
        elif content:
            break
        if match[2]:
            pending.append(Span(*match.span(2)))
    _add_tail(builder, text, pending, header["marks"], has_text=bool(before))
    return builder.build(empty_at=header.end())


def _plain_literal(text: str, start: int, end: int) -> MappedText | None:
    """Return a literal block as most are written: LF line ends, text to the last line; None for another."""
    *raw, rest = text[start:end].split("\n")
    if rest.strip(" ") or not raw or not raw[0].strip(" ") or _has_odd_end(text[start:end]):
        return None
    while not raw[-1]:  # only one of the last line ends is the text's
        raw.pop()
    if not raw[-1].strip(" "):
        return None
    indent = len(raw[0]) - len(raw[0].lstrip(" "))
    if len(rest) > indent:
        return None
    margin = " " * indent
    texts: list[str] = []
    begins: list[int] = []
    at = start
    for line in raw:
        if line.startswith(margin):
            begin, said = at + indent, line[indent:] + "\n"
        elif line.strip(" "):
            return None
        else:
            begin, said = at + len(line), "\n"
        texts.append(said)
        begins.append(begin)
        at += len(line) + 1
    *starts, length = accumulate(map(len, texts), initial=0)
    ends = map(add, begins, map(len, texts))
    return MappedText("".join(texts), SourceMap(tuple(starts), tuple(begins), tuple(ends), length))


def _has_odd_end(text: str) -> bool:
    return "\r" in text if text.isascii() else _ODD_END.search(text) is not None


def _folds(line: str) -> bool:
    """Whether the line ends beside `line` fold: there is one, and it does not begin with white space."""
    return bool(line) and line[0] not in " \t"


def _indentation(lines: list[re.Match[str]], marks: str, text: str, start: int) -> int:
    """Return how many spaces each line of the block begins with that are not its text.

    Said by the header relative to the parent's, which is what the first line's own indentation reveals
    in every other case.
    """
    shown = [len(line[1]) - len(line[1].lstrip(" ")) for line in lines if line[1].strip(" ")]
    digits = "".join(c for c in marks if c.isdigit())
    if not digits:
        return shown[0] if shown else max((len(line[1]) for line in lines), default=0)
    line_start = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    parent = re.compile(r"[ ]*(?:-[ ]+)*").match(text, line_start, start)
    return (parent.end() - line_start if parent else 0) + int(digits)


def _add_line_ends(builder: MapBuilder, text: str, ends: list[Span], *, folded: bool) -> None:
    folds = folded and bool(ends) and _said(ends[0].of(text)) == "\n"
    if folds and len(ends) == 1:
        builder.replaced(" ", ends[0])
        return
    for end in ends[1:] if folds else ends:
        _add_line_end(builder, text, end)


def _add_line_end(builder: MapBuilder, text: str, end: Span) -> None:
    said = _said(end.of(text))
    if end.of(text) == said:
        builder.verbatim(text, end.start, end.end)
    else:
        builder.replaced(said, end)


def _add_tail(builder: MapBuilder, text: str, ends: list[Span], marks: str, *, has_text: bool) -> None:
    """Add the line ends after the last line as the header's chomping mark says: ``-`` none, ``+`` all, else one."""
    kept = ends if "+" in marks else [] if "-" in marks or not has_text else ends[:1]
    for end in kept:
        _add_line_end(builder, text, end)


_READERS: Mapping[Style, Callable[[str, int, int], MappedText]] = {
    Style.PLAIN: _plain,
    Style.SINGLE_QUOTED: _single_quoted,
    Style.DOUBLE_QUOTED: _double_quoted,
    Style.LITERAL: partial(_block, folded=False),
    Style.FOLDED: partial(_block, folded=True),
}

"""Edits of an examples file that leave every other byte alone.

Law: an edit touches one line (or adds lines at the end); lines that cannot be read, their order, white space, line
ends and a byte order mark stay as they are. Each edit can be undone, also after other lines have changed.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from spade_core.errors import ExamplesError
from spade_core.examples.example import Example, Label
from spade_core.examples.jsonl import BOM, parse_examples, parse_lines

_SPACE = re.compile(r"[ \t\r\n]*")
_VALUE = json.JSONDecoder()
_ESCAPED = re.compile("[\ud800-\udfff\u2028\u2029\x85\x7f]")


@dataclass(frozen=True, slots=True)
class LineEdit:
    """One line that was changed: what `undo` needs."""

    line: int
    """1-based, at the time of the edit."""
    before: str | None
    """The line without its LF; None when the edit added it."""
    after: str


def set_label(
    text: str, example_id: str, label: Label | None, *, path: str = "", shown: str | None = None, line: int = 0
) -> tuple[str, LineEdit]:
    """Return the text with one example's label set (None: unlabelled again), and the edit.

    `shown` is the response that the person judged; None does not check it. `line` is where it stood then: where it
    still does, no other line is read.

    Raises:
        ExamplesError: no line has this id, or its response is not the one that was shown.
    """
    there = _lines_of(text)[1][line - 1 : line] if line else []
    known = next(parse_lines(enumerate(there, line), path), None)
    if isinstance(known, Example) and (known.id, known.response) == (example_id, shown):
        return _replace_line(text, line, label)
    for example in parse_examples(text, path).examples:
        if example.id != example_id:
            continue
        if shown is not None and example.response != shown:
            raise ExamplesError(path, example.line, f'example "{example_id}" has changed since it was shown')
        return _replace_line(text, example.line, label)
    raise ExamplesError(path, None, f'no example has the id "{example_id}"')


def fill_labels(text: str, examples: Iterable[Example], *, path: str = "") -> str:
    """Return the text with the labels of these examples, where their lines have none.

    Raises:
        ExamplesError: a line has gone, or carries another label by now.
    """
    wanted = tuple(examples)
    if not wanted:
        return text
    mark, lines = _lines_of(text)
    by_id = {example.id: example for example in parse_examples(text, path).examples}
    for example in wanted:
        there = by_id.get(example.id)
        if there is None or there.response != example.response or there.label not in (None, example.label):
            line = there.line if there is not None else None
            raise ExamplesError(path, line, f'example "{example.id}" has changed since it was shown')
        lines[there.line - 1] = _labelled(lines[there.line - 1], example.label)
    return mark + "\n".join(lines)


def _replace_line(text: str, line: int, label: Label | None) -> tuple[str, LineEdit]:
    mark, lines = _lines_of(text)
    before = lines[line - 1]
    lines[line - 1] = _labelled(before, label)
    return mark + "\n".join(lines), LineEdit(line, before, lines[line - 1])


def _lines_of(text: str) -> tuple[str, list[str]]:
    """Return the byte order mark, if there is one, and the lines."""
    mark = BOM if text.startswith(BOM) else ""
    return mark, text[len(mark) :].split("\n")


def append_examples(text: str, examples: Iterable[Example]) -> tuple[str, tuple[LineEdit, ...]]:
    """Return the text with one line per example added at the end, and the edits.

    A last line without a line end gets one first; new lines end as the first line of the file does.
    """
    ending = "\r\n" if re.match(r"[^\n]*\r\n", text) else "\n"
    if text.removeprefix(BOM) and not text.endswith("\n"):
        text += ending
    first = text.count("\n") + 1
    added = [render_example(example) + ending[:-1] for example in examples]
    edits = tuple(LineEdit(first + i, None, line) for i, line in enumerate(added))
    return text + "".join(f"{line}\n" for line in added), edits


def undo(text: str, edit: LineEdit, *, path: str = "") -> str:
    """Return the text as it would be without the edit; other lines may have come, gone or changed since.

    Raises:
        ExamplesError: the line has been changed again since, or two lines are alike and neither stands where it did.
    """
    mark, lines = _lines_of(text)
    at = edit.line - 1
    if not (at < len(lines) and lines[at] == edit.after):
        places = [i for i, line in enumerate(lines) if line == edit.after]
        if len(places) != 1:
            raise ExamplesError(path, edit.line, "the line has changed since; nothing was undone")
        at = places[0]
    if edit.before is None:
        del lines[at]
    else:
        lines[at] = edit.before
    return mark + "\n".join(lines)


def render_example(example: Example) -> str:
    """Return an example as one line of JSON, without a line end.

    Text is written as it is read, but for what breaks editors or UTF-8: lone surrogates, U+2028 and the like
    are escaped.

    Raises:
        ExamplesError: a field is not a JSON value.
    """
    values: dict[str, object] = {
        "id": example.id,
        "example": dict(example.fields),
        **({"prompt": example.prompt} if example.prompt else {}),
        "response": example.response,
        "label": example.label.value if example.label else None,
    }
    values |= {key: value for key, value in example.extra.items() if key not in values and key != "prompt"}
    try:
        dumped = json.dumps(values, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ExamplesError("", None, f'example "{example.id}" cannot be written as JSON: {error}') from error
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", dumped)


def _labelled(line: str, label: Label | None) -> str:
    """Return the line, which holds a JSON object, with another value for its key ``label``."""
    written = json.dumps(label.value if label else None)
    at = line.index("{") + 1
    colon, comma, empty = ": ", "", True
    while line[at := _after_space(line, at)] != "}":
        empty = False
        key, at = _VALUE.raw_decode(line, at)
        colon_at = _after_space(line, at)
        start = _after_space(line, colon_at + 1)
        colon = line[at:start]
        _, end = _VALUE.raw_decode(line, start)
        if key == "label":
            return line[:start] + written + line[end:]
        at = _after_space(line, end)
        if line[at] == ",":
            after = _after_space(line, at + 1)
            comma, at = line[end:after], after
    last = len(line[:at].rstrip(" \t\r"))
    comma = "" if empty else comma or ("," if colon == ":" else ", ")
    return f'{line[:last]}{comma}"label"{colon}{written}{line[last:]}'


def _after_space(line: str, at: int) -> int:
    match = _SPACE.match(line, at)
    return match.end() if match else at

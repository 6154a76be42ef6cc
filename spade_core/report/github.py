"""Findings for GitHub Actions: annotations at the lines of the prompt, and Markdown for summaries and comments.

Laws:

* What comes of a prompt, a response or a name cannot be a workflow command: commands are stopped while it is printed,
  and escaped where it is part of one.
* In Markdown it stands in code spans alone, where nothing is a link, a picture, HTML or a mention of somebody.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from spade_core.report.check_result import CheckResult
from spade_core.report.checked import State
from spade_core.report.display_text import in_line, visible

_COMMANDS: Final = {State.FAILED: "error", State.NOT_CHECKED: "warning"}
COMMENT_MARK: Final = "<!-- spade check -->"
"""The first line of a comment, by which it is found again."""
_MOST_CHARACTERS: Final = 60_000
_SIGNS: Final = {State.FAILED: "❌", State.NOT_CHECKED: "⚠️", State.PASSED: "✅", State.KNOWN: "✅"}
"""In the order of a summary."""


def annotations(findings: Iterable[CheckResult]) -> Iterator[str]:
    """Yield a workflow command for each finding that does not pass."""
    for each in findings:
        if each.state not in _COMMANDS:
            continue
        properties = {"title": f"{each.prompt}: {each.name}"}
        if each.place is not None:
            properties |= {"file": each.place.path, "line": str(each.place.first), "endLine": str(each.place.last)}
        said = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
        yield f"::{_COMMANDS[each.state]} {said}::{_data(chr(10).join((each.told, *each.details)))}"


def findings_markdown(findings: Sequence[CheckResult]) -> str:
    """Return a list of the findings, those that fail first, each with the first responses that fail."""
    order = list(_SIGNS)
    lines: list[str] = []
    for each in sorted(findings, key=lambda each: order.index(each.state)):
        said = f" {code(each.says)}" if each.says else ""
        lines.append(f"- {_SIGNS[each.state]} {code(each.prompt)} {code(each.name)}{said} {code(each.message)}")
        lines += [f"  - {code(detail)}" for detail in each.details]
    return "\n".join(lines) + "\n"


def comment(parts: Iterable[str], findings: Iterable[CheckResult]) -> str:
    """Return the text of a comment; of the responses that fail it has the numbers alone."""
    bad = [replace(each, details=()) for each in findings if each.state in _COMMANDS]
    text = "\n\n".join([COMMENT_MARK, *parts, findings_markdown(bad).strip() or "Every check passes."]) + "\n"
    # GitHub takes no longer one.
    return text if len(text) <= _MOST_CHARACTERS else text[:_MOST_CHARACTERS].rpartition("\n")[0] + "\n\nand more\n"


def code(text: str) -> str:
    """Return a text as a code span on one line. A table is no place for it: what hides a bar there differs."""
    shown = in_line(text)
    fence = "`" * (1 + max(map(len, re.findall(r"`+", shown)), default=0))
    return f"{fence} {shown} {fence}" if shown else ""


def _data(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

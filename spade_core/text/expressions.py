"""Placeholders that hold an expression with braces of its own: ``${date.format({ year: "numeric" })}``.

Every piece is bounded, and braces tell the pieces apart: the time is linear in the text.
"""

import re
from typing import Final

_INNER: Final = r"\{[^{}]{0,600}(?:\{[^{}]{0,100}\}[^{}]{0,100}){0,3}\}"
_REST: Final = rf"[^{{}}]{{0,200}}(?:{_INNER}[^{{}}]{{0,200}}){{1,4}}\}}"

EXPRESSION: Final = re.compile(rf"\$\{{{_REST}|\{{[A-Za-z_][\w.]{{0,80}}\({_REST}")
"""A placeholder with braces within its braces, of a template literal or of an f-string that calls something."""
_MARKS: Final = str.maketrans(dict.fromkeys("{}[]()<>\"'`:,#", "_"))


def with_plain_expressions(text: str) -> str:
    """Return the text, as long, in which no placeholder has braces, quotes or other marks within its braces."""
    return EXPRESSION.sub(_plain, text) if "${" in text or "({" in text or "( {" in text else text


def _plain(found: re.Match[str]) -> str:
    whole = found.group()
    opened = whole.index("{") + 1
    return f"{whole[:opened]}{whole[opened:-1].translate(_MARKS)}}}"

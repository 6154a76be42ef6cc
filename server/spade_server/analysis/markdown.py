"""Text of prompts, commits and models inside Markdown: untrusted, so that nothing in it is markup.

Law: what `escaped` returns is shown as the characters of its argument and nothing else: no link, image, command,
HTML, emphasis or table comes of it, in CommonMark or GFM. It is one line and does not stand at the start of one, so
that list markers and the like need no care.
"""

import re
import unicodedata
from typing import Final

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&$@]|:(?=//)|(?<=www)\.|!(?=\[))", re.IGNORECASE)
_BIDIRECTIONAL: Final = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c")
LONGEST: Final = 400


def escaped(text: str, longest: int = LONGEST) -> str:
    """Return the text on one line, cut to a bearable length, with every mark of Markdown made harmless."""
    line = " ".join(visible(text).split())
    if len(line) > longest:
        line = line[: longest - 1].rstrip() + "…"
    return _SPECIAL.sub(r"\\\1", line)


def visible(text: str) -> str:
    """Return the text with controls, lone surrogates and marks that turn the writing direction made visible."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(char) for char in text)


def _shown(char: str) -> str:
    if char in "\n\t\r ":
        return char
    if char in _BIDIRECTIONAL or unicodedata.category(char) in {"Cc", "Cs", "Co", "Cn"}:
        return f"U+{ord(char):04X}"
    return char


def quoted(text: str, longest: int = LONGEST) -> str:
    """Return the text between quotation marks, escaped."""
    return f"“{escaped(text, longest)}”"

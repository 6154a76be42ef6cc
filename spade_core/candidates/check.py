"""A check on its way to becoming a candidate assertion, and the Python text of one."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from textwrap import dedent, indent, wrap

_LONGEST_NAME = 80
_WIDTH = 110
_LINE = 120


@dataclass(frozen=True, slots=True)
class Check:
    """What one function is to do."""

    name: str
    """Words for the name, in any case and script."""
    says: str
    """The docstring: what is true of a response that passes."""
    body: str
    """Statements, dedented; the last one returns a bool."""
    asks_judge: bool = False


def check(name: str, says: str, body: str) -> Check:
    """Return a check that code alone decides."""
    return Check(name, says, dedent(body).strip("\n"))


def identifier(words: str) -> str:
    """Return ``assert_`` and the words in ASCII snake case, at most 80 characters, never cut inside a word.

    Words that leave nothing in ASCII are named by a digest of themselves.
    """
    plain = (
        unicodedata.normalize("NFKD", words.replace("'", "").replace("\u2019", "")).encode("ascii", "ignore").decode()
    )
    pieces = re.findall(r"[a-z0-9]+", plain.lower())
    lost = sum(c.isalnum() and not c.isascii() for c in unicodedata.normalize("NFKD", words))
    if lost > 2 or not pieces:
        pieces.append(hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:6])
    name = "assert"
    for piece in pieces:
        if len(name) + 1 + len(piece) > _LONGEST_NAME:
            break
        name = f"{name}_{piece}"
    return name if name != "assert" else f"assert_{pieces[0][:60]}"


def source_of(check: Check, name: str) -> str:
    """Return the whole function."""
    head = f"async def {name}(example: dict, prompt: str, response: str) -> bool:"
    if len(head) > _LINE:
        head = f"async def {name}(\n    example: dict, prompt: str, response: str\n) -> bool:"
    gap = "\n" if check.body.startswith("def ") else ""
    return f"{head}\n{indent(_docstring(check.says), '    ')}\n{gap}{indent(check.body, '    ')}"


def _docstring(says: str) -> str:
    """The docstring in lines that fit, its quotes and backslashes harmless."""
    text = " ".join(says.split()).replace("\\", "\\\\").replace('"""', "'''")
    text = "".join(c if c.isprintable() else _escape(c) for c in text)
    if len(text) <= _WIDTH - 12:
        return f'"""{text}{" " if text.endswith(chr(34)) else ""}"""'
    lines = wrap(text, _WIDTH - 4, break_long_words=False, break_on_hyphens=False)
    return '"""' + "\n".join(lines) + '\n"""'


def literal(text: str) -> str:
    """Return `text` as a Python string in the quotes that need fewer escapes, printable whatever it holds."""
    quote = "'" if '"' in text and "'" not in text else '"'
    escaped = text.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    return quote + "".join(c if c.isprintable() else _escape(c) for c in escaped) + quote


def wrapped_literal(text: str) -> str:
    """Return `text` as adjacent Python strings, one a line, that make it up."""
    pieces: list[str] = []
    for word in text.split(" "):
        if pieces and len(pieces[-1]) + len(word) < _WIDTH - 20:
            pieces[-1] += f" {word}"
        else:
            if pieces:
                pieces[-1] += " "
            pieces.append(word)
    return "\n".join(literal(piece) for piece in pieces)


def _escape(char: str) -> str:
    named = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
    code = ord(char)
    return named.get(char) or (f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")


def literals(texts: tuple[str, ...]) -> str:
    """Return a Python list of strings, on several lines when it is long."""
    return f"[{_series(texts)}]"


def tuple_of(texts: tuple[str, ...]) -> str:
    """Return a Python tuple of two strings or more, on several lines when it is long; of one, the string alone."""
    return literal(texts[0]) if len(texts) == 1 else f"({_series(texts)})"


def _series(texts: tuple[str, ...]) -> str:
    line = ", ".join(literal(text) for text in texts)
    if len(line) <= _WIDTH - 50:
        return line
    lines = [""]
    for text in texts:
        piece = f"{literal(text)}, "
        if len(lines[-1]) + len(piece) > _WIDTH - 12:
            lines.append("")
        lines[-1] += piece
    return "\n" + "\n".join(f"    {line.rstrip()}" for line in lines) + "\n"


def quoted(texts: tuple[str, ...], word: str = "and") -> str:
    """Return the texts in quotes, joined for a sentence."""
    marks = [f'"{text}"' for text in texts]
    return marks[0] if len(marks) == 1 else f"{', '.join(marks[:-1])} {word} {marks[-1]}"

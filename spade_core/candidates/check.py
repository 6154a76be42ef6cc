"""A check on its way to becoming a candidate assertion, and the Python text of one."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from textwrap import dedent, indent

_LONGEST_NAME = 80


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
    return f"{head}\n{indent(_docstring(check.says), '    ')}\n{indent(check.body, '    ')}"


def _docstring(says: str) -> str:
    text = " ".join(says.split()).replace("\\", "\\\\").replace('"""', "'''")
    text = "".join(c if c.isprintable() else _escape(c) for c in text)
    if text.endswith('"'):
        text += " "
    return f'"""{text}"""'


def literal(text: str) -> str:
    """Return `text` as a double-quoted Python string, printable whatever it holds."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else _escape(c) for c in escaped) + '"'


def _escape(char: str) -> str:
    named = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
    code = ord(char)
    return named.get(char) or (f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")


def literals(texts: tuple[str, ...]) -> str:
    """Return a Python list of strings."""
    return f"[{', '.join(literal(text) for text in texts)}]"


def quoted(texts: tuple[str, ...], word: str = "and") -> str:
    """Return the texts in quotes, joined for a sentence."""
    marks = [f'"{text}"' for text in texts]
    return marks[0] if len(marks) == 1 else f"{', '.join(marks[:-1])} {word} {marks[-1]}"

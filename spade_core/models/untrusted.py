"""Untrusted text in a prompt: between marks that it cannot forge, because they hold a hash of it."""

import hashlib


def marked(name: str, text: str) -> str:
    """Return the text between ``<name-…>`` and ``</name-…>``; the same text always has the same marks."""
    tag = f"{name}-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
    return f"<{tag}>\n{text}\n</{tag}>"


def one_line(text: str, *, most: int) -> str:
    """Return a model's text as one printable line of at most `most` characters."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"

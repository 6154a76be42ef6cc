"""Untrusted text made safe to show: prompts and responses may hold escape sequences and worse."""

_KEPT = {"\n", "\t"}


def visible(text: str) -> str:
    """Return the text with every control, format and surrogate character replaced by its code, e.g. ``<U+001B>``.

    Line ends and tabs stay. A terminal or a page that shows the result cannot be steered by it.
    """
    if text.isprintable():
        return text
    return "".join(ch if ch in _KEPT or ch.isprintable() or _is_space(ch) else f"<U+{ord(ch):04X}>" for ch in text)


def one_line(text: str) -> str:
    """Return the visible text with its line ends as codes, too: the name of a file cannot pose as a line of its own."""
    return visible(text).replace("\n", "<U+000A>")


def in_line(text: str, *, most: int = 200) -> str:
    """Return the text on one line, white space folded, cut to `most` characters."""
    folded = " ".join(visible(text).split())
    return folded if len(folded) <= most else folded[: most - 1].rstrip() + "…"


def _is_space(ch: str) -> bool:
    """Whether it is a blank that `isprintable` does not count: a no-break space, an ideographic space."""
    return ch.isspace() and ord(ch) >= 0xA0 and ch not in "\u2028\u2029\x85"


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: ``1 delta``, ``2 deltas``."""
    return f"{number} {one if number == 1 else many or one + 's'}"

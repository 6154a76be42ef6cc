"""Lists of words as a person writes them."""


def word_list(text: str) -> tuple[str, ...]:
    """Return the words of a text, or what stands between its commas where it has some."""
    return tuple(each.strip() for each in text.split(",")) if "," in text else tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """Return the same as a set."""
    return frozenset(word_list(text))

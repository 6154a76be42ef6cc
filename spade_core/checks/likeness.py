"""How like two texts are."""

__all__ = [
    "edit_distance",
    "similarity",
]


def edit_distance(a: str, b: str) -> int:
    """Return Levenshtein's distance: the fewest characters to put in, leave out or change.

    >>> edit_distance("kitten", "sitting")
    3
    """
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    a, b = a[start:], b[start:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    if not a or not b:
        return len(a) + len(b)
    # The bits of one number hold a column of the matrix (Myers 1999, as Hyyrö 2003 has it).
    places: dict[str, int] = {}
    for at, char in enumerate(a):
        places[char] = places.get(char, 0) | (1 << at)
    mask, last = (1 << len(a)) - 1, 1 << (len(a) - 1)
    up, down, distance = mask, 0, len(a)
    for char in b:
        same = places.get(char, 0)
        diagonal = ((((same & up) + up) ^ up) | same | down) & mask
        right = down | (mask & ~(diagonal | up))
        left = up & diagonal
        distance += bool(right & last) - bool(left & last)
        right = (right << 1) | 1
        up = ((left << 1) | (mask & ~(diagonal | right))) & mask
        down = right & diagonal & mask
    return distance


def similarity(a: str, b: str) -> float:
    """Return from 0.0 to 1.0 how like two texts are: 1 less the edit distance over the length of the longer one.

    >>> similarity("abcd", "abce")
    0.75
    """
    return 1 - edit_distance(a, b) / max(len(a), len(b)) if a or b else 1.0

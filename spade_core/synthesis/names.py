"""Names that differ from each other."""

from collections.abc import Collection

_LONGEST = 76


def distinct_name(name: str, taken: Collection[str]) -> str:
    """Return `name`, with a number behind it when it is taken."""
    number, distinct = 1, name
    while distinct in taken:
        number += 1
        distinct = f"{name[:_LONGEST]}_{number}"
    return distinct

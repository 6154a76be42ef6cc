"""The published schemas by name."""

from importlib.resources import files
from typing import Final

VERSION: Final = 1
"""Goes up when a schema refuses what it took, or an output loses a key."""
FOLDER: Final = f"v{VERSION}"
NAMES: Final = tuple(
    sorted(each.name.removesuffix(".schema.json") for each in (files("spade_core.schemas") / FOLDER).iterdir())
)
"""Of the published schemas."""


def schema_named(name: str) -> str:
    """Return the text of a published schema, one of `NAMES`."""
    return (files("spade_core.schemas") / FOLDER / f"{name}.schema.json").read_text("utf-8")

"""What a person calls one prompt of many: ``file.py:CONSTANT``, ``file.yaml#key``."""

import re
from pathlib import Path

_KEYED = (".yaml", ".yml", ".json", ".toml")


_INDEX = re.compile(r"\[\d+\]")
_REPEATED = re.compile(r"#\d+$")


def list_of(name: str) -> str:
    """Return what the entries of one list are called: ``PROMPTS[]`` for ``PROMPTS[0]``; else the name."""
    return _INDEX.sub("[]", _REPEATED.sub("", name))


def is_entry(name: str) -> bool:
    """Return whether a name says by a number which of several is meant."""
    return _INDEX.search(name) is not None or _REPEATED.search(name) is not None


def full_name(path: Path | str, name: str) -> str:
    """Return the name of a prompt with its file; the file alone when it is one prompt."""
    if not name:
        return str(path)
    return f"{path}{'#' if str(path).lower().endswith(_KEYED) else ':'}{name}"


def file_and_name(said: Path) -> tuple[Path, str]:
    """Return the file and the name that ``file:NAME`` or ``file#NAME`` says; the name is empty where there is none.

    A file whose own name has such a sign in it is meant as it is.
    """
    text = str(said)
    if said.exists():
        return said, ""
    for at in (index for index, sign in enumerate(text) if sign in ":#"):
        if Path(text[:at]).is_file():
            return Path(text[:at]), text[at + 1 :]
    return said, ""

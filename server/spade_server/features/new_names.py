"""What a field or an assertion must not be renamed to, each with the fact to tell."""

import builtins
import keyword
from typing import Final
from unicodedata import normalize

from spade_server.analysis.placeholders import field_of
from spade_server.analysis.view import TemplateView
from spade_server.documents.example_fields import field_names_in

_MEANT: Final = frozenset({"ask_llm", "example", "prompt", "response", *dir(builtins)})
"""What the name stands for within an assertion."""


def fault_of_name(new: str) -> str | None:
    """Return why Python has no such name; None where it has."""
    if new.isidentifier() and not keyword.iskeyword(normalize("NFKC", new)):
        return None
    return f"{new!r:.60} is not a name: letters, digits and _, not beginning with a digit"


def fault_of_assertion_name(new: str, others: frozenset[str]) -> str | None:
    """Return why an assertion beside `others` must not be called that; None where it may be."""
    read_as = normalize("NFKC", new)  # as Python does
    if read_as in others:
        return f"there is an assertion called {new} already"
    if read_as.startswith("_"):
        return f"{new} would be no assertion any more: their names do not begin with _"
    return f"{new} means something else within an assertion" if read_as in _MEANT else None


def fault_of_field_name(template: TemplateView, name: str, new: str) -> str | None:
    """Return why a field must not be called that; None where it may be.

    With two fields of one name an example can be read no more, and a prompt does not tell them apart.
    """
    beside = template.context.beside
    used = {field_of(mark.placeholder.name) for mark in template.model.marks}
    text = beside.examples_text if beside is not None else None
    taken = {name, new} <= used or any(found == new for found, _ in field_names_in(text or ""))
    return f"{new} is a field already: the two could not be told apart any more" if taken and new != name else None

"""Rows: what an assertion is given of an example, and why an example cannot be given to any."""

import hashlib
import itertools
import marshal
from collections.abc import Callable, Container, Iterable, Mapping, Sequence, Set
from functools import cached_property, partial
from operator import attrgetter
from typing import Final

from spade_core.examples import Example

MAX_DEPTH: Final = 100
MARSHAL: Final = 2
"""The last version that writes equal values alike, and reads each as an object of its own."""
_NO_FIELDS: Final = marshal.dumps({}, MARSHAL)
_ATOMS: Final = frozenset({str, int, float, bool, type(None)})

Column = Callable[[Callable[[bytes], int]], list[int]]
"""Writes the fields, the prompt or the response of each row with the `write` that it is given, and returns how long
each is in bytes, below zero for what is not a text of ASCII alone. Of what no function reads there are none."""
_PARAMETERS: Final = frozenset({"example", "prompt", "response"})
_numbers = itertools.count()
Known = tuple[object, frozenset[str]]
"""Which rows, equal only for the same, and which of their columns."""


class Rows:
    """The examples of a run, each known by its place, as they are sent."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self.examples = examples
        self._identity: object = next(_numbers)
        self._fields: dict[int, bytes] = {}

    @cached_property
    def hashes(self) -> list[str]:
        """The identities of the rows: see `row_hash`."""
        found = list(map(row_hash, self.examples))
        self._identity = table_hash(found)
        return found

    @cached_property
    def defects(self) -> Mapping[int, str]:
        """Why some of the rows, by their places, cannot be given to any function."""
        return {place: fault for place, row in enumerate(self.examples) if (fault := _defect(row.fields))}

    def sizes(self, names: Container[str], places: Sequence[int]) -> Sequence[int]:
        """Return about how many bytes each of these rows is for functions that use these names."""
        rows = map(self.examples.__getitem__, places)
        texts = [len(row.prompt) + len(row.response) for row in rows]
        if "example" not in names:
            return texts
        return [text + len(self._packed(place)) for text, place in zip(texts, places, strict=True)]

    def known_by(self, names: Set[str], places: Sequence[int]) -> Known:
        """Return what `columns` are known by."""
        return (self._identity, places), _PARAMETERS & names

    def columns(self, names: Container[str], places: Sequence[int]) -> Sequence[Column]:
        """Return the fields, the prompts and the responses of rows, for functions that use these names.

        Each call of a function unpacks fields of its own.
        """
        fields = partial(self._fields_of, places) if "example" in names else _nothing
        texts = {name: partial(self._texts, attrgetter(name), places) for name in ("prompt", "response")}
        return [fields, *(column if name in names else _nothing for name, column in texts.items())]

    def _fields_of(self, places: Sequence[int], write: Callable[[bytes], int]) -> list[int]:
        return [-write(self._packed(place)) for place in places]

    def _texts(self, of: Callable[[Example], str], places: Sequence[int], write: Callable[[bytes], int]) -> list[int]:
        return [_written(of(self.examples[place]), write) for place in places]

    def _packed(self, place: int) -> bytes:
        fields = self.examples[place].fields
        if not fields:
            return _NO_FIELDS
        if place not in self._fields:
            self._fields[place] = marshal.dumps(dict(fields), MARSHAL)
        return self._fields[place]


def _written(text: str, write: Callable[[bytes], int]) -> int:
    return write(text.encode()) if text.isascii() else -write(text.encode("utf-8", "surrogatepass"))


def _nothing(_write: Callable[[bytes], int]) -> list[int]:
    return []


def row_hash(example: Example) -> str:
    """Return the identity of what an assertion sees of an example; empty when its fields are not JSON values."""
    try:
        seen = marshal.dumps([dict(example.fields), example.prompt, example.response], MARSHAL)
    except (TypeError, ValueError, RecursionError):
        return ""
    return hashlib.sha256(seen).hexdigest()[:32]


def table_hash(rows: Iterable[str]) -> str:
    """Return the identity of a table, given the hashes of its rows, some empty."""
    return hashlib.sha256(" ".join(rows).encode()).hexdigest()


def _defect(fields: Mapping[str, object]) -> str:
    """Return what is wrong with fields, one that is not a JSON value; empty when nothing is."""
    for name, value in fields.items():
        if type(name) is not str:
            return f"the example has a field name of type {type(name).__name__}"
        if type(value) not in _ATOMS and (fault := _fault(value, 0)):
            return f"the example's field {name!r} {fault}"
    return ""


def _fault(value: object, depth: int) -> str:
    """Return what is wrong with a value that holds others, or is none of JSON."""
    if depth > MAX_DEPTH:
        return "is nested too deeply"
    if type(value) is list:
        parts = value
    elif type(value) is dict:
        names = [name for name in value if type(name) is not str]
        if names:
            return f"has a field name of type {type(names[0]).__name__}, which is not a JSON value"
        parts = list(value.values())
    else:
        return f"holds a {type(value).__name__}, which is not a JSON value"
    for part in parts:
        if type(part) not in _ATOMS and (fault := _fault(part, depth + 1)):
            return fault
    return ""

"""Rows: what an assertion is given of an example, and why an example cannot be given to any."""

import marshal
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from spade_core.examples import Example
from spade_core.sandbox.guest.packing import MARSHAL, packed, packed_bytes

MAX_DEPTH: Final = 100
_NO_FIELDS: Final = packed_bytes(marshal.dumps({}, MARSHAL))
_ATOMS: Final = frozenset({str, int, float, bool, type(None)})


class Rows:
    """The examples of a run, each known by its place, as they are sent; packed when they are asked for."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self.examples = examples
        self._fields: dict[int, bytes] = {}

    def defects(self, places: Iterable[int]) -> Mapping[int, str]:
        """Return why some of these rows cannot be given to any function."""
        return {place: fault for place in places if (fault := _defect(self.examples[place].fields))}

    def sizes(self, places: Sequence[int]) -> Sequence[int]:
        """Return about how many bytes each of these rows is."""
        rows = map(self.examples.__getitem__, places)
        texts = [len(row.prompt) + len(row.response) for row in rows]
        return [text + len(fields) for text, fields in zip(texts, self.fields(places), strict=True)]

    def fields(self, places: Sequence[int]) -> Iterable[bytes]:
        """Return the fields of rows; each call of a function unpacks some of its own."""
        return map(self._packed, places)

    def prompts(self, places: Sequence[int]) -> Iterable[bytes]:
        """Return the prompts of rows."""
        return (packed(self.examples[place].prompt) for place in places)

    def responses(self, places: Sequence[int]) -> Iterable[bytes]:
        """Return the responses of rows."""
        return (packed(self.examples[place].response) for place in places)

    def _packed(self, place: int) -> bytes:
        fields = self.examples[place].fields
        if not fields:
            return _NO_FIELDS
        if place not in self._fields:
            self._fields[place] = packed_bytes(marshal.dumps(dict(fields), MARSHAL))
        return self._fields[place]


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

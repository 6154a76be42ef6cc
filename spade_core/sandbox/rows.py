"""Rows: what an assertion is given of one example, rebuilt so that nothing is shared, and how odd its text is."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from spade_core.examples.example import Example
from spade_core.sandbox.literal_rules import LARGEST_PLAIN_NUMBER, may_spell_non_finite

MAX_DEPTH = 100
_DEEP_JSON = 100
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_LONE_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)
_LONG_NUMBER = re.compile(r"[0-9]{15}")
_LONG = 1e14
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Row:
    """One example as an engine receives it, with what engines could differ on."""

    example: Example
    fields: Mapping[str, object]
    """A deep copy of the example's fields: containers are never shared between rows."""
    defect: str = ""
    """Why no engine can be given this row; empty when one can."""
    characters: frozenset[str] = frozenset()
    """The characters beyond ASCII in any of its texts, escaped ones included."""
    has_surrogates: bool = False
    """A text holds a lone surrogate, as a character or as a JSON escape."""
    has_nan: bool = False
    """A text may spell a float that is not a number, or an infinity, which can become one."""
    has_odd_floats: bool = False
    """A field holds such a float itself."""
    is_deep: bool = False
    """A text could be JSON nested beyond what Monty reads."""

    has_long_numbers: bool = False
    """It holds a number of 15 digits or more, or spells one."""

    @property
    def payload(self) -> tuple[Mapping[str, object], str, str]:
        """The three arguments of an assertion."""
        return self.fields, self.example.prompt, self.example.response

    @property
    def size(self) -> int:
        """Characters of text, roughly what it costs to hand over."""
        return len(self.example.prompt) + len(self.example.response)


def row_of(example: Example) -> Row:
    """Return the row of an example; a field that is not a JSON value is a defect, not an error."""
    try:
        fields = {_key(name): _copy(value, name, 0) for name, value in example.fields.items()}
    except _NotJsonError as fault:
        return Row(example, {}, defect=str(fault))
    texts = [example.prompt, example.response, *_texts(fields)]
    return Row(
        example,
        fields,
        characters=frozenset(character for text in texts for character in beyond_ascii(text)),
        has_surrogates=any(_holds_surrogates(text) for text in texts),
        has_nan=any(may_spell_non_finite(text) for text in texts),
        has_odd_floats=_holds(fields, _may_be_non_finite),
        has_long_numbers=any(_LONG_NUMBER.search(text) for text in texts) or _holds(fields, _is_long),
        is_deep=any(text.count("[") + text.count("{") > _DEEP_JSON for text in texts),
    )


class _NotJsonError(Exception):
    """A value that JSON has no name for."""


def _key(name: object) -> str:
    if type(name) is not str:
        raise _NotJsonError(f"the example has a field name of type {type(name).__name__}")
    return name


def _copy(value: object, field: str, depth: int) -> object:
    if depth > MAX_DEPTH:
        raise _NotJsonError(f"the example's field {field!r} is nested too deeply")
    if value is None or type(value) in (str, int, float, bool):
        return value
    if type(value) is list:
        return [_copy(item, field, depth + 1) for item in value]
    if type(value) is dict:
        return {_key(name): _copy(item, field, depth + 1) for name, item in value.items()}
    raise _NotJsonError(f"the example's field {field!r} holds a {type(value).__name__}, which is not a JSON value")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _holds(value: object, is_odd: Callable[[float], bool]) -> bool:
    """Whether a float of that kind stands anywhere in the fields."""
    if isinstance(value, dict):
        return any(_holds(item, is_odd) for item in value.values())
    if isinstance(value, list):
        return any(_holds(item, is_odd) for item in value)
    return isinstance(value, float) and is_odd(value)


def _may_be_non_finite(number: float) -> bool:
    return not abs(number) < LARGEST_PLAIN_NUMBER


def _is_long(number: float) -> bool:
    return abs(number) >= _LONG


def _holds_surrogates(text: str) -> bool:
    if not text.isascii() and _SURROGATE.search(text):
        return True
    return "\\u" in text and _LONE_ESCAPE.search(text) is not None


def beyond_ascii(text: str) -> Iterator[str]:
    """Yield the characters beyond ASCII that a text holds, or spells as JSON escapes."""
    if not text.isascii():
        yield from (character for character in set(text) if character > "\x7f")
    if "\\u" in text:
        escaped = b"".join(int(digits, 16).to_bytes(2, "big") for digits in _ESCAPE.findall(text))
        yield from (character for character in set(escaped.decode("utf-16-be", "replace")) if character > "\x7f")

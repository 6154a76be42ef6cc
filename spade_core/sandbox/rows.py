"""Rows: what an assertion is given of one example, rebuilt so that nothing is shared, and how odd its text is."""

import re
from collections.abc import Iterator, Mapping
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
_DIGITS = re.compile(r"[0-9][0-9_][0-9_]")
_LONG_NUMBER = re.compile(r"[0-9]{15}")
_LONG = 1e14
_ATOMS = (int, bool)
_APART = "\n"
"""Stands between texts that are looked at as one: no pattern above reaches over it."""
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
    reader = _Reader()
    try:
        fields = {_key(name): reader.copied(value, name, 0) for name, value in example.fields.items()}
    except _NotJsonError as fault:
        return Row(example, {}, defect=str(fault))
    texts = [example.prompt, example.response, *fields, *reader.texts]
    whole = _APART.join(texts)
    return Row(
        example,
        fields,
        characters=frozenset(beyond_ascii(whole)),
        has_surrogates=_holds_surrogates(whole),
        has_nan=_may_hold_odd_numbers(whole) and may_spell_non_finite(whole),
        has_odd_floats=any(map(_may_be_non_finite, reader.floats)),
        has_long_numbers=(_DIGITS.search(whole) and _LONG_NUMBER.search(whole)) is not None
        or any(map(_is_long, reader.floats)),
        is_deep=_brackets(whole) > _DEEP_JSON and any(_brackets(text) > _DEEP_JSON for text in texts),
    )


class _NotJsonError(Exception):
    """A value that JSON has no name for."""


def _key(name: object) -> str:
    if type(name) is not str:
        raise _NotJsonError(f"the example has a field name of type {type(name).__name__}")
    return name


class _Reader:
    """Copies values deeply, and notes the texts and the floats that it comes by."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.floats: list[float] = []

    def copied(self, value: object, field: str, depth: int) -> object:
        """Return a deep copy of a JSON value.

        Raises:
            _NotJsonError: It is none, or too deep.
        """
        if depth > MAX_DEPTH:
            raise _NotJsonError(f"the example's field {field!r} is nested too deeply")
        if type(value) is str:
            self.texts.append(value)
        elif type(value) is float:
            self.floats.append(value)
        elif type(value) is list:
            return [self.copied(item, field, depth + 1) for item in value]
        elif type(value) is dict:
            return {self._key(name): self.copied(item, field, depth + 1) for name, item in value.items()}
        elif value is not None and type(value) not in _ATOMS:
            reason = f"holds a {type(value).__name__}, which is not a JSON value"
            raise _NotJsonError(f"the example's field {field!r} {reason}")
        return value

    def _key(self, name: object) -> str:
        key = _key(name)
        self.texts.append(key)
        return key


def _may_hold_odd_numbers(text: str) -> bool:
    """Whether a closer look could find a number that is none or is infinite; quick to say no to plain text."""
    if not text.isascii():
        return True
    low = text.lower()
    return "nan" in low or "inf" in low or _DIGITS.search(low) is not None


def _brackets(text: str) -> int:
    return text.count("[") + text.count("{")


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

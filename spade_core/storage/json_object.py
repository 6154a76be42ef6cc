"""A JSON object read with types: every wrong value is an error that names file, line and key. And values as JSON."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import datetime
from enum import Enum, StrEnum
from typing import TypeVar

from spade_core.errors import StorageError
from spade_core.selection import Rate
from spade_core.storage.assertions_file import conflict_line

Choice = TypeVar("Choice", bound=StrEnum)
_WAY_ON = "mend it, bring it back with git, or delete it to begin anew"


@dataclass(slots=True)
class JsonObject:
    """A JSON object being read: hands out typed values and remembers which keys nobody asked for."""

    values: Mapping[str, object]
    path: str
    text: str
    asked: set[str] = field(default_factory=set)

    def string(self, key: str, default: str = "") -> str:
        """Return a string."""
        value = self._get(key, default)
        if not isinstance(value, str):
            raise self._wrong(key, "a string")
        return value

    def flag(self, key: str) -> bool:
        """Return a boolean; absent is False."""
        value = self._get(key, default=False)
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false")
        return value

    def whole(self, key: str, default: int) -> int:
        """Return a whole number >= 0."""
        value = self._get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self._wrong(key, "a whole number")
        return value

    def whole_or_none(self, key: str) -> int | None:
        """Return a whole number >= 0, or None when it is absent."""
        return None if self._get(key, None) is None else self.whole(key, 0)

    def share(self, key: str) -> float | None:
        """Return a number in [0, 1], or None when it is absent."""
        value = self._get(key, None)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise self._wrong(key, "a number from 0 to 1")
        return float(value)

    def choice(self, key: str, kind: type[Choice], default: Choice) -> Choice:
        """Return a member of an enum."""
        value = self._get(key, default.value)
        for member in kind:
            if member.value == value:
                return member
        raise self._wrong(key, "one of " + ", ".join(member.value for member in kind))

    def strings(self, key: str) -> tuple[str, ...]:
        """Return a list of strings; absent is empty."""
        value = self._get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._wrong(key, "a list of strings")
        return tuple(value)

    def optional(self, key: str) -> "JsonObject | None":
        """Return an object, or None when it is absent."""
        value = self._get(key, None)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self._wrong(key, "an object")
        return JsonObject(value, self.path, self.text)

    def objects(self, key: str) -> list[tuple[str, "JsonObject"]]:
        """Return the objects in an object, sorted by key; absent is empty."""
        parent = self.optional(key)
        if parent is None:
            return []
        return [(name, child) for name in sorted(parent.values) if (child := parent.optional(name)) is not None]

    def list_of_objects(self, key: str) -> list["JsonObject"]:
        """Return a list of objects; absent is empty."""
        value = self._get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self._wrong(key, "a list of objects")
        return [JsonObject(item, self.path, self.text) for item in value]

    def date(self, key: str) -> datetime | None:
        """Return a date and time, or None when it is absent."""
        text = self.string(key)
        try:
            return datetime.fromisoformat(text) if text else None
        except ValueError as error:
            raise self._wrong(key, "a date such as 2024-05-01T12:00:00+02:00") from error

    def rest(self) -> dict[str, object]:
        """Return what nobody asked for."""
        return {key: value for key, value in self.values.items() if key not in self.asked}

    def line(self, key: str) -> int | None:
        """Return the line of the key when it stands once in the file."""
        lines = lines_of_key(self.text, key)
        return lines[0] if len(lines) == 1 else None

    def _get(self, key: str, default: object) -> object:
        self.asked.add(key)
        return self.values.get(key, default)

    def _wrong(self, key: str, wanted: str) -> StorageError:
        found = json.dumps(self.values.get(key))[:40]
        return StorageError(self.path, self.line(key), f'"{key}" is {found}, not {wanted}')


def decode_object(text: str, path: str) -> JsonObject:
    """Return the JSON object that a text is.

    Raises:
        StorageError: it is none, a key stands twice, or git left conflict markers; the line is named where known.
    """
    marked = conflict_line(text)
    if marked is not None:
        raise StorageError(path, marked, "git conflict marker; resolve the conflict")

    def no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
        result = dict(pairs)
        if len(result) < len(pairs):
            twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
            lines = lines_of_key(text, twice)
            raise StorageError(path, lines[1] if len(lines) == 2 else None, f'"{twice}" stands twice')
        return result

    try:
        value = json.loads(text, object_pairs_hook=no_key_twice)
    except json.JSONDecodeError as error:
        raise StorageError(path, error.lineno, f"not JSON: {error.msg}; {_WAY_ON}") from error
    except (ValueError, RecursionError) as error:
        raise StorageError(path, None, f"not JSON that can be read: {error}; {_WAY_ON}") from error
    if not isinstance(value, dict):
        raise StorageError(path, 1, "not a JSON object")
    return JsonObject(value, path, text)


def lines_of_key(text: str, key: str) -> list[int]:
    """Return the 1-based lines on which a key stands."""
    written = {json.dumps(key), json.dumps(key, ensure_ascii=False)}
    pattern = "|".join(re.escape(form) for form in sorted(written))
    return [text.count("\n", 0, match.start()) + 1 for match in re.finditer(rf"(?:{pattern})\s*:", text)]


def json_of(value: object) -> object:
    """Return a value as JSON has it: a dataclass by its fields, what is one of several by its word."""
    match value:
        case Rate():
            known = {"value": value.value if value.total else None, "interval": list(value.interval())}
            return {**json_fields(value, "count", "total"), **known}
        case Enum():
            return value.value
        case datetime():
            return value.isoformat()
        case Mapping():
            return {key: json_of(inner) for key, inner in value.items()}
        case tuple() | list():
            return [json_of(inner) for inner in value]
        case _:
            return json_fields(value, *(each.name for each in fields(value))) if is_dataclass(value) else value


def json_fields(value: object, *names: str) -> dict[str, object]:
    """Return some attributes of a value as JSON has them, by their names."""
    return {name: json_of(getattr(value, name)) for name in names}

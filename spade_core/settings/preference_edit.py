"""Writing into a settings file what one prompt requires and forbids; everything else in it stays as it is.

Law: the new text is read again before it is returned. Where it does not say exactly what it should, because the file is
written in a way that is not understood here, nothing is returned and the person is told what to write.
"""

import copy
import glob
import json
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from spade_core.errors import SettingsError
from spade_core.selection import Preferences
from spade_core.settings.loading import settings_of_text
from spade_core.settings.settings import Settings

_COMMENT: Final = re.compile(r"\][ \t]*(#[^\]\"']*)$")


def with_preferences(text: str, file: Path, prompt: Path, template: str, wanted: Preferences) -> str:
    """Return the text of a settings file in which a prompt requires and forbids these assertions.

    Raises:
        SettingsError: the file cannot be read, or is written so that this cannot be put into it.
    """
    before = settings_of_text(text, file)
    key = _key(prompt, template, file.parent)
    parts = (*(() if file.name == "spade.toml" else ("tool", "spade")), "per_prompt", key)
    others = {pattern: values for pattern, values in before.per_prompt.items() if pattern != key}
    inherited = replace(before, per_prompt=others).of_prompt(prompt, template).preferences
    values = {
        name: None if list(new) == list(old) else list(new)
        for name, new, old in (
            ("require", wanted.required, inherited.required),
            ("forbid", wanted.forbidden, inherited.forbidden),
        )
    }
    made = _edited(text, parts, values)
    if _table(made) != _expected(_table(text), parts, values) or not _says(made, file, prompt, template, wanted):
        lines = "; ".join(_line(name, value) for name, value in values.items() if value is not None)
        raise SettingsError(f"{file}: it cannot be put there; write under [{_header(parts)}]: {lines or 'nothing'}")
    return made


def _key(prompt: Path, template: str, folder: Path) -> str:
    path = Path(os.path.realpath(prompt)).relative_to(os.path.realpath(folder)).as_posix()
    return glob.escape(path) + (f"#{template}" if template else "")


def _edited(text: str, parts: Sequence[str], values: Mapping[str, list[str] | None]) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    headers = {at: path for at, line in enumerate(lines) if (path := _path_of(line)) is not None}
    start = next((at for at, path in headers.items() if path == tuple(parts)), None)
    if start is None:
        new = [_line(name, value) for name, value in values.items() if value is not None]
        if not new:
            return text
        gap = "" if not text else newline if text.endswith("\n") else 2 * newline
        return text + gap + newline.join([f"[{_header(parts)}]", *new]) + newline
    end = next((at for at in sorted(headers) if at > start), len(lines))
    body = lines[start + 1 : end]
    for name, value in reversed([*values.items()]):
        body = _with_value(body, name, value, newline)
    head = lines[start] if lines[start].endswith("\n") else lines[start] + newline
    return "".join([*lines[:start], head, *body, *lines[end:]])


def _with_value(body: Sequence[str], name: str, value: list[str] | None, newline: str) -> list[str]:
    """Return the lines of a table with a list set, or without it."""
    shown = [] if value is None else [_line(name, value)]
    place = _place_of(body, name)
    if place is None:
        return [*(line + newline for line in shown), *body]
    start, end = place
    comment = _COMMENT.search(body[end - 1].rstrip())
    kept = f"  {comment[1]}" if comment else ""
    return [*body[:start], *(line + kept + newline for line in shown), *body[end:]]


def _line(name: str, value: list[str]) -> str:
    return f"{name} = {json.dumps(value, ensure_ascii=False)}"


def _place_of(body: Sequence[str], name: str) -> tuple[int, int] | None:
    """Return the lines that set a key, as far as its value goes."""
    for start, line in enumerate(body):
        if not re.match(rf"[ \t]*[\"']?{name}[\"']?[ \t]*=", line):
            continue
        for end in range(start + 1, len(body) + 1):
            try:
                tomllib.loads("".join(body[start:end]).replace("\r\n", "\n"))
            except tomllib.TOMLDecodeError:
                continue
            return start, end
    return None


def _path_of(line: str) -> tuple[str, ...] | None:
    """Return the keys of a table's header; None for another line."""
    if not line.lstrip().startswith("[") or line.lstrip().startswith("[["):
        return None
    try:
        table: Any = tomllib.loads(line.strip())
    except tomllib.TOMLDecodeError:
        return None
    path: list[str] = []
    while isinstance(table, dict) and len(table) == 1:
        [(key, table)] = table.items()
        path.append(key)
    return tuple(path)


def _header(parts: Sequence[str]) -> str:
    return ".".join([*parts[:-1], json.dumps(parts[-1], ensure_ascii=False)])


def _table(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return {"unreadable": text}


def _expected(table: dict[str, Any], parts: Sequence[str], values: Mapping[str, list[str] | None]) -> dict[str, Any]:
    made = copy.deepcopy(table)
    inner: Any = made
    if all(value is None for value in values.values()) and not _has(made, parts):
        return made
    for part in parts:
        inner = inner.setdefault(part, {})
    for name, value in values.items():
        inner.pop(name, None)
        if value is not None:
            inner[name] = value
    return made


def _has(table: Any, parts: Sequence[str]) -> bool:
    for part in parts:
        if not isinstance(table, dict) or part not in table:
            return False
        table = table[part]
    return True


def _says(text: str, file: Path, prompt: Path, template: str, wanted: Preferences) -> bool:
    found: Settings = settings_of_text(text, file).of_prompt(prompt, template)
    return (found.preferences.required, found.preferences.forbidden) == (wanted.required, wanted.forbidden)

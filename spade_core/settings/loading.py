"""Finding and reading the settings file: ``spade.toml``, or ``[tool.spade]`` in ``pyproject.toml``."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from spade_core.errors import SettingsError
from spade_core.regular_file import read_file

if TYPE_CHECKING:
    from spade_core.settings.settings import Settings

_OWN, _SHARED = "spade.toml", "pyproject.toml"
_MOST_BYTES = 1024**2
"""Of a file of settings; Python's reader of TOML takes up to three seconds for so many."""
_OF_MONEY = ("ask_above", "ask_above_tokens", "budget", "budget_tokens", "prices")
_ENDLESS_KEY = re.compile(r"""(?<![\w"'.-])(?:(?:"[^"\n]*+"|'[^'\n]*+'|[\w-]++)[ \t]*+\.[ \t]*+){64}""")
"""A key of so many parts is no setting, and Python's reader of TOML takes the square of their number."""
_KEY = re.compile(r"""\"[^"\n]*+"|'[^'\n]*+'|[\w-]++""")
_SETS = re.compile(rf"[ \t]*+(\[)?\[?[ \t]*+((?:(?:{_KEY.pattern})[ \t]*+\.?[ \t]*+)++)(?(1)\]|=)")
"""A line that begins a table, or sets a key."""
_TABLE = re.compile(r"^[ \t]*\[[ \t]*tool[ \t]*\.[ \t]*[\"']?spade[\"']?[ \t]*\]", re.MULTILINE)


def load_settings(folder: Path) -> "Settings":
    """Return the settings that hold in a folder; the defaults where no file sets any.

    The nearest folder upwards that holds a ``spade.toml`` or a ``pyproject.toml`` with ``[tool.spade]`` counts, up to
    the root of the git repository; outside a repository only the folder itself. Where both files are, ``spade.toml``
    wins, and a note says so.

    Raises:
        SettingsError: a file cannot be read, is not TOML, or a setting is wrong; file and line are named.
    """
    from spade_core.settings.settings import Settings

    return settings_if_any(folder) or Settings(folder=folder.resolve())


def settings_if_any(folder: Path) -> "Settings | None":
    """Return the settings as `load_settings` does; None where no file sets any."""
    return next(filter(None, map(_settings_in, _upwards(folder.resolve()))), None)


def with_own(settings: "Settings", folder: Path) -> "Settings":
    """Return a project's settings with what the user's own ``spade.toml`` says of money over them.

    Raises:
        SettingsError: as for `load_settings`, or it says something else.
    """
    path = Path(os.path.realpath(folder / _OWN))
    text = _read(path)
    if text is None:
        return settings
    table = _top(text, path)
    if others := sorted(set(table) - set(_OF_MONEY)):
        raise SettingsError(f"{path}: {others[0]} belongs into a project; here stand {', '.join(_OF_MONEY)}")
    own = _parsed(text, path, table, settings)
    return replace(own, prices={**settings.prices, **own.prices})


def settings_of_text(text: str, path: Path) -> "Settings":
    """Return the settings that a file holds with this text; the defaults where it has none.

    Raises:
        SettingsError: as for `load_settings`.
    """
    text = text.removeprefix("\ufeff")
    table = _top(text, path) if path.name == _OWN else _tool_spade(_decoded(text, path), path)
    return _parsed(text, path, table or {})


def _upwards(folder: Path) -> list[Path]:
    """Return the folders to look in, nearest first."""
    parents = [folder, *folder.parents]
    for i, parent in enumerate(parents):
        if (parent / ".git").exists():
            return parents[: i + 1]
    return [folder]


def _settings_in(folder: Path) -> "Settings | None":
    own, shared = folder / _OWN, folder / _SHARED
    own_text, shared_text = _read(own), _read(shared)
    in_shared = shared_text is not None and _TABLE.search(shared_text) is not None
    if own_text is not None:
        notes = (f"{own} is used; [tool.spade] in {shared.name} beside it is not",) if in_shared else ()
        return replace(_parsed(own_text, own, _top(own_text, own)), notes=notes)
    if shared_text is None or "spade" not in shared_text:
        return None
    table = _tool_spade(_decoded(shared_text, shared), shared)
    return None if table is None else _parsed(shared_text, shared, table)


def _parsed(text: str, path: Path, table: Mapping[str, object], base: "Settings | None" = None) -> "Settings":
    from spade_core.settings.settings import Settings, settings_from

    base = base or Settings(folder=path.parent, source=path)
    return settings_from(table, where=str(path), base=base, line_of=lambda keys: _line_of(text, keys))


def _read(path: Path) -> str | None:
    try:
        return read_file(path, most=_MOST_BYTES).decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{path}:{line}: not UTF-8") from error


def _decoded(text: str, path: Path) -> dict[str, object]:
    import tomllib

    if endless := _ENDLESS_KEY.search(text):
        raise SettingsError(f"{path}:{text.count(chr(10), 0, endless.start()) + 1}: a key has more than 64 parts")
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        at = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        line = at[1] or text.rstrip("\n").count("\n") + 1 if at else ""
        fact = str(error)[: at.start()] if at else str(error)
        raise SettingsError(f"{path}:{line}: not TOML: {fact}" if line else f"{path}: not TOML: {fact}") from error


def _top(text: str, path: Path) -> Mapping[str, object]:
    """Return the keys of a ``spade.toml``, which stand at its top level."""
    table = _decoded(text, path)
    if "tool" in table:
        header = _TABLE.search(text)
        place = f"{path}:{text.count(chr(10), 0, header.start()) + 1}" if header else str(path)
        raise SettingsError(f"{place}: in {_OWN} the settings stand at the top level, without [tool.spade]")
    return table


def _tool_spade(table: Mapping[str, object], path: Path) -> Mapping[str, object] | None:
    tool = table.get("tool")
    found = tool.get("spade") if isinstance(tool, dict) else None
    if found is not None and not isinstance(found, dict):
        raise SettingsError(f"{path}: [tool.spade] must be a table")
    return found


def _line_of(text: str, keys: Sequence[str]) -> int | None:
    """Return the line on which a key of a table of a setting is set, or the nearest around it that is."""
    table, line, most = list[str](), None, 0
    for number, each in enumerate(text.split("\n"), 1):
        if (found := _SETS.match(each)) is None:
            continue
        path = [part.strip("\"'") for part in _KEY.findall(found[2])]
        path = path if found[1] else table + path
        table = path if found[1] else table
        path = path[2:] if path[:2] == ["tool", "spade"] else path
        shared = min(len(path), len(keys))
        if shared > most and path[:shared] == list(keys[:shared]):
            line, most = number, shared
    return line

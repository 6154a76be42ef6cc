"""The third-party module `emoji` for generated code: its files held in memory, its data never shared between rows.

It is loaded in the zygote when a function first needs it, from its own folder: nothing else that is installed can be.
"""

import copy
import importlib.util
import io
import os
import sys
from collections.abc import Callable, ItemsView, Iterator, Mapping
from types import ModuleType, SimpleNamespace
from typing import Any

from spade_core.sandbox.child import tables

NAME = "emoji"
_DATA = "EMOJI_DATA"
_CODES = "unicode_codes"


def load(folder: str) -> SimpleNamespace:
    """Return a stand-in for the module that lies in `folder`, with the allowed members only.

    Raises:
        ImportError: It is not there.
        OSError: Its files cannot be read.
    """
    module = _imported(folder)
    data = _ReadOnly(getattr(module, _DATA))
    members: dict[str, Any] = {
        name: _careful(getattr(module, name)) for name in tables.MEMBERS[NAME] & set(dir(module)) - {_DATA}
    }
    module.is_emoji("x")  # it builds its tables when first asked
    module.demojize("x")
    return SimpleNamespace(**members, **{_DATA: data})


def _imported(folder: str) -> ModuleType:
    path = os.path.join(folder, "__init__.py")  # noqa: PTH118 - no pathlib in the child
    spec = importlib.util.spec_from_file_location(NAME, path, submodule_search_locations=[folder])
    if spec is None or spec.loader is None:
        raise ImportError(f"there is no module in {folder}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module
    spec.loader.exec_module(module)
    files = _contents(os.path.join(folder, _CODES))  # noqa: PTH118
    codes = sys.modules[f"{NAME}.{_CODES}"]
    codes._open_file = lambda name: io.BytesIO(files[name])  # type: ignore[attr-defined]
    return module


def _contents(folder: str) -> "dict[str, bytes]":
    """Return the data files: a locked-down child can open none when a language is first asked for."""
    found = {}
    for name in os.listdir(folder):  # noqa: PTH208
        if name.endswith(".json"):
            with open(os.path.join(folder, name), "rb") as file:  # noqa: PTH118, PTH123
                found[name] = file.read()
    return found


def _careful(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function; whatever it calls back gets a copy of the data, to do with as it likes."""

    def call(*given: Any, **named: Any) -> Any:
        return function(*map(_with_copies, given), **{name: _with_copies(value) for name, value in named.items()})

    return call


def _with_copies(value: Any) -> Any:
    if not callable(value):
        return value
    return lambda emoji, data: value(emoji, copy.deepcopy(data))


class _ReadOnly(Mapping[str, Any]):
    """The table of all emoji: every look into it gives a copy."""

    def __init__(self, table: "Mapping[str, Any]") -> None:
        self._table = table

    def __getitem__(self, key: str) -> Any:
        return copy.deepcopy(self._table[key])

    def __contains__(self, key: object) -> bool:
        return key in self._table

    def __iter__(self) -> "Iterator[str]":
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    def items(self) -> "ItemsView[str, Any]":
        """Return every emoji with its data."""
        return copy.deepcopy(dict(self._table)).items()

"""The sets of valid values that the settings name, each read when it is first asked for."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from spade_core.errors import Problem
from spade_core.models import private_folder
from spade_core.values.source import ValueSource
from spade_core.values.value_set import ValueSet, load_values

NO_SETS: Final[Mapping[str, ValueSet]] = MappingProxyType({})


class NamedSets(Mapping[str, ValueSet]):
    """Sets by name. Reading one may raise ValuesError; what was left out of it is told once."""

    def __init__(
        self, sources: Mapping[str, ValueSource], folder: Path, cache: Path, tell: Callable[[Problem], None]
    ) -> None:
        """Take the sources, the folder that their paths are relative to, and where indices are kept for this user."""
        self._sources = sources
        self._folder = folder
        self._cache = cache
        self._tell = tell
        self._read: dict[str, ValueSet] = {}

    def __getitem__(self, name: str) -> ValueSet:
        """Return a set.

        Raises:
            KeyError: none has this name.
            ValuesError: its file cannot be read.
        """
        if name not in self._read:
            source = self._sources[name]
            found = load_values(
                self._folder / source.path, column=source.column, query=source.query, cache=_private(self._cache)
            )
            for problem in found.problems:
                self._tell(problem)
            self._read[name] = found
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in self._sources

    def __iter__(self) -> Iterator[str]:
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)


def _private(folder: Path) -> Path | None:
    try:
        return private_folder(folder)
    except OSError:  # where it cannot be made, nothing is kept
        return None

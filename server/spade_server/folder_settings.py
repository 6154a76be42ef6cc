"""The editor's settings by workspace folder: two folders of one window may be set differently."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from spade_server.settings import EditorSettings


@dataclass(frozen=True, slots=True)
class FolderSettings:
    """What holds where."""

    general: EditorSettings = field(default_factory=EditorSettings)
    """For files outside of every folder, and for clients that know no folders."""
    by_folder: Mapping[Path, EditorSettings] = field(default_factory=dict)

    def of(self, path: Path | None) -> EditorSettings:
        """Return the settings of the innermost folder around a file."""
        around = [folder for folder in self.by_folder if path is not None and path.is_relative_to(folder)]
        innermost = max(around, key=lambda folder: len(folder.parts), default=None)
        return self.general if innermost is None else self.by_folder[innermost]

    @property
    def notes(self) -> tuple[str, ...]:
        """What is wrong with the values, each once."""
        all_notes = (note for settings in (self.general, *self.by_folder.values()) for note in settings.notes)
        return tuple(dict.fromkeys(all_notes))

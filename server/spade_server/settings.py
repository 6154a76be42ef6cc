"""What the person set in the editor: one value, parsed once when the client sends it.

Settings of a project (alpha, tau, method, paths) stay in its settings file; here is only what the editor shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from spade_server.codes import DEFAULT_SEVERITY, Code, Severity


class Feature(StrEnum):
    """What can be switched off by itself; the value is its key below ``spade``."""

    HOVER = "hover"
    DIAGNOSTICS = "diagnostics"
    INLAY_HINTS = "inlayHints"
    SEMANTIC_TOKENS = "semanticTokens"
    OUTLINE = "outline"
    FOLDING = "folding"
    DOCUMENT_LINKS = "documentLinks"
    CODE_ACTIONS = "codeActions"
    CODE_LENSES = "codeLenses"
    NAVIGATION = "navigation"
    RENAME = "rename"


SECTION: Final = "spade"


@dataclass(frozen=True, slots=True)
class EditorSettings:
    """The settings of one workspace folder."""

    switched_off: frozenset[Feature] = frozenset()
    severities: Mapping[Code, Severity] = field(default_factory=lambda: DEFAULT_SEVERITY)
    notes: tuple[str, ...] = ()
    """What was wrong with the values; a wrong one counts as its default."""

    def has(self, feature: Feature) -> bool:
        """Whether a feature is on."""
        return feature not in self.switched_off


def settings_from(raw: object) -> EditorSettings:
    """Return the settings that a client's ``spade`` section holds; whatever is wrong with it is noted."""
    section = raw if isinstance(raw, Mapping) else {}
    notes: list[str] = []
    off = {feature for feature in Feature if _is_off(section, feature, notes)}
    return EditorSettings(frozenset(off), _severities(section, notes), tuple(notes))


def _is_off(section: Mapping[str, object], feature: Feature, notes: list[str]) -> bool:
    """Read ``spade.hover.enabled``, or ``spade.hover`` when it is true or false itself."""
    value = section.get(feature.value)
    enabled = value.get("enabled", True) if isinstance(value, Mapping) else value
    if enabled is None or isinstance(enabled, bool):
        return enabled is False
    notes.append(f"{SECTION}.{feature.value}.enabled must be true or false, not {enabled!r:.60}")
    return False


def _severities(section: Mapping[str, object], notes: list[str]) -> Mapping[Code, Severity]:
    """Read ``spade.diagnostics.severity``: the name of a severity by code."""
    diagnostics = section.get(Feature.DIAGNOSTICS.value)
    given = diagnostics.get("severity") if isinstance(diagnostics, Mapping) else None
    severities = dict(DEFAULT_SEVERITY)
    for code, name in given.items() if isinstance(given, Mapping) else ():
        try:
            severities[Code(code)] = Severity(name)
        except ValueError:
            notes.append(f"{SECTION}.diagnostics.severity: {code!r:.60} cannot be {name!r:.60}")
    return severities


@dataclass(frozen=True, slots=True)
class FolderSettings:
    """The editor's settings by workspace folder."""

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

"""Settings, parsed once at the edge and handed down as a value."""

from spade_core.settings.loading import load_settings
from spade_core.settings.settings import KEYS, Settings, settings_from

__all__ = ["KEYS", "Settings", "load_settings", "settings_from"]

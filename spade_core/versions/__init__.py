"""Prompt versions: the distinct texts a template has had, oldest first.

``git_history.read_history`` finds them; it is not imported here because it needs the readers of prompt files.
"""

from spade_core.versions.snapshots import Snapshot, versions_of
from spade_core.versions.version import Commit, History, PromptVersion, VersionState

__all__ = ["Commit", "History", "PromptVersion", "Snapshot", "VersionState", "versions_of"]

"""A prompt version P_i and the commits that hold it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from spade_core.prompt_files import PromptTemplate


class VersionState(StrEnum):
    """Where a version was found."""

    EMPTY = "empty"
    """P_0, before the first commit."""
    COMMITTED = "committed"
    UNCOMMITTED = "uncommitted"
    """In the working tree only (or: no repository, an untracked file)."""
    UNSAVED = "unsaved"
    """In an editor's buffer only."""


@dataclass(frozen=True, slots=True)
class Commit:
    """The commit that made a version."""

    sha: str
    author: str
    date: datetime
    """Author date, timezone-aware."""
    subject: str


@dataclass(frozen=True, slots=True)
class PromptVersion:
    """P_i: the template as one or more consecutive commits held it."""

    index: int
    """i; P_0 is the empty template."""
    template: PromptTemplate
    state: VersionState
    path: str
    """Path of the file at that time, relative to the repository root; empty for P_0."""
    commits: tuple[Commit, ...] = ()
    """The commit that brought the template, then those that touched the file and left it as it was."""
    made_from: tuple[int, ...] = ()
    """The version that it changed, or where several lines came together the last of each; empty: the one before it."""

    @property
    def commit(self) -> Commit | None:
        """The commit that brought this template; None when it was never committed."""
        return self.commits[0] if self.commits else None

    @property
    def line(self) -> str:
        """What it was made from in words, unless that is the version before it: "merges P2 and P4", "changes P1"."""
        *others, last = (f"P{index}" for index in self.made_from or (self.index - 1,))
        if others:
            return f"merges {', '.join(others)} and {last}"
        return "" if last == f"P{self.index - 1}" else f"changes {last}"


@dataclass(frozen=True, slots=True)
class History:
    """The versions of one template, P_0 first, and what a reader should know about them."""

    template_name: str
    versions: tuple[PromptVersion, ...]
    notes: tuple[str, ...] = ()
    """E.g. "shallow clone: versions before 1a2b3c4 are not here", "not in a git repository"."""
    is_whole: bool = True
    """False in a shallow clone and where an object is missing: there may be versions that are not here."""

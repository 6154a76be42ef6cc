"""From the moments at which a file was seen to the versions of the template in it.

Laws:

* P_0 is always there, first, and empty.
* Two versions in a row never say the same: equal neighbours are one version that keeps every commit.
* A moment without the template (the file was gone, the constant did not exist yet) is not a version.
* The last version is the template as it was last seen, with the positions of that last sight.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from spade_core.prompt_files import EMPTY_TEMPLATE, PromptTemplate
from spade_core.versions.version import Commit, PromptVersion, VersionState


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A file at one moment: in a commit, in the working tree or in an editor's buffer."""

    template: PromptTemplate | None
    """None when the file, or the template in it, was not there."""
    state: VersionState
    path: str
    commit: Commit | None = None


def versions_of(snapshots: Iterable[Snapshot]) -> tuple[PromptVersion, ...]:
    """Return P_0 and the distinct versions that `snapshots`, oldest first, went through."""
    return tuple(replace(version, index=index) for index, version in enumerate(_merged(snapshots)))


def same_text(one: PromptTemplate, other: PromptTemplate) -> bool:
    """Tell whether a model would be sent the same by both; their names do not matter."""
    if not one.parts or not other.parts:
        return not one.text and not other.text
    return one.parts == other.parts


def _merged(snapshots: Iterable[Snapshot]) -> Iterator[PromptVersion]:
    last = PromptVersion(0, EMPTY_TEMPLATE, VersionState.EMPTY, "")
    for snapshot in snapshots:
        if snapshot.template is None:
            continue
        commits = (snapshot.commit,) if snapshot.commit else ()
        if not same_text(last.template, snapshot.template):
            yield last
            last = PromptVersion(0, snapshot.template, snapshot.state, snapshot.path, commits)
        elif last.state is not VersionState.EMPTY:
            # The later sight wins: its positions fit the file as it is now.
            last = replace(last, template=snapshot.template, commits=last.commits + commits)
    yield last

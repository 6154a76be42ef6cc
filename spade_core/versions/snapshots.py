"""From the moments at which a file was seen to the versions of the template in it.

Laws:

* P_0 is always there, first, and empty.
* Two versions in a row never say the same: equal neighbours are one version that keeps every commit.
* A moment without the template (the file was gone, the constant did not exist yet) is not a version.
* The last version is the template as it was last seen, with the positions of that last sight.
"""

from collections.abc import Iterable, Iterator, Mapping
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
    made_from: tuple[str, ...] = ()
    """The commits before it, one a line, that changed the file; empty where they are not known."""


def versions_of(snapshots: Iterable[Snapshot]) -> tuple[PromptVersion, ...]:
    """Return P_0 and the distinct versions that `snapshots`, oldest first, went through."""
    found = list(_merged(snapshots))
    holding = {commit.sha: index for index, (version, _) in enumerate(found) for commit in version.commits}
    return tuple(
        replace(version, index=index, made_from=_made_from(index, commits, holding))
        for index, (version, commits) in enumerate(found)
    )


def _made_from(index: int, commits: Iterable[str], holding: Mapping[str, int]) -> tuple[int, ...]:
    """Return the versions that `commits` hold; the one before where none of them does, as where the text was gone."""
    known = dict.fromkeys(holding[sha] for sha in commits if holding.get(sha, index) < index)
    return tuple(known) or tuple(range(max(index - 1, 0), index))


def same_text(one: PromptTemplate, other: PromptTemplate) -> bool:
    """Tell whether a model would be sent the same by both; their names do not matter."""
    if not one.parts or not other.parts:
        return not one.text and not other.text
    return one.parts == other.parts


def _merged(snapshots: Iterable[Snapshot]) -> Iterator[tuple[PromptVersion, tuple[str, ...]]]:
    """Yield each version with the commits that the first sight of it was made from."""
    last = PromptVersion(0, EMPTY_TEMPLATE, VersionState.EMPTY, "")
    made_from: tuple[str, ...] = ()
    for snapshot in snapshots:
        if snapshot.template is None:
            continue
        commits = (snapshot.commit,) if snapshot.commit else ()
        if not same_text(last.template, snapshot.template):
            yield last, made_from
            made_from = snapshot.made_from
            last = PromptVersion(0, snapshot.template, snapshot.state, snapshot.path, commits)
        elif last.state is not VersionState.EMPTY:
            # The later sight wins: its positions fit the file as it is now.
            last = replace(last, template=snapshot.template, commits=last.commits + commits)
    yield last, made_from

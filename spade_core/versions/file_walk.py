"""The commits that made one file what it is, found by walking back from a commit and following renames.

Laws of simplification (git's own default for one path, kept on purpose):

* A merge that leaves the file as one of its parents had it is no change, and only that parent's line is read:
  what the other line did to the file was thrown away there and never came to be.
* A merge that leaves the file as none of its parents had it is a change, and all lines are read, each to its
  end, the first parent's before the others'.
* So the last change is always the one that made the file as the starting commit holds it.

Laws of renames (those of ``git log --follow``, but each line of a merge is followed under its own name):

* Where a file appears, git is asked what it was made from; with an answer the walk goes on there, under that name.
* Without one, an earlier life of the same path, deleted in between, belongs to the history.
* At a merge only a rename counts, never a copy: the file is there because the other line brought it.
"""

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from os import fsdecode

from spade_core.versions.changes import FileChange, reading_order
from spade_core.versions.git_process import GitProgram, pathspec


@dataclass(frozen=True, slots=True)
class Place:
    """A file's path in one commit."""

    sha: str
    path: str


def changes_before(git: GitProgram, start: Place) -> Generator[list[FileChange], None, None]:
    """Yield the changes that made the file at `start`, the last one first, in portions as git finds them.

    While history is one line it is streamed, and git is stopped where the file changes its name; from the
    last merge of two versions downwards it is read as a graph.
    """
    place: Place | None = start
    while place:
        here, place = place, None
        with closing(git.changes(here.sha, here.path)) as portions:
            for portion in portions:
                end = next((n for n, change in enumerate(portion) if change.is_merge or change.is_new), None)
                if end is None:
                    yield portion
                    continue
                turn = portion[end]
                if turn.is_merge:
                    yield portion[:end]
                    yield list(reversed(_graph_before(git, Place(turn.commit.sha, here.path))))
                    return
                place = _origin(git, turn)
                yield portion[: end + 1] if place else portion
                if place:
                    break


def _origin(git: GitProgram, change: FileChange) -> Place | None:
    """Return what a new file was made from."""
    if not change.parents:
        return None
    return source_of(git, change, change.parents[0], letters="RC")


def source_of(git: GitProgram, change: FileChange, parent: str, *, letters: str) -> Place | None:
    """Return the place in `parent` from which git says the file of `change` was renamed ("R") or copied ("C")."""
    told = git.output("diff-tree", "-r", "-z", "--follow", parent, change.commit.sha, "--", pathspec(change.path))
    raw, *paths = told.split(b"\0")
    letter = raw.rpartition(b" ")[2][:1].decode("ascii")
    if not letter or letter not in letters:
        return None
    return Place(parent, fsdecode(paths[0]))


@dataclass(slots=True)
class _Graph:
    """The changes around merges: nodes are places, edges go to parents."""

    changes: dict[Place, FileChange]
    parents: dict[Place, tuple[Place, ...]]
    entries: dict[Place, Place | None]
    """The last change at or before a place; None when there is none."""


def _graph_before(git: GitProgram, start: Place) -> list[FileChange]:
    """Return the changes that made the file at `start`, oldest first, every line of every merge under its own name."""
    graph = _Graph({}, {}, {})
    sources: dict[Place, tuple[Place, ...]] = {}
    todo = [start]
    while todo:
        place = todo.pop()
        if place in graph.entries:
            continue
        for node in _grow(git, graph, place):
            sources[node] = _sources(git, graph.changes[node])
            todo.extend(sources[node])
    for node, places in sources.items():
        entries = [graph.entries[place] for place in places]
        # A file with a source has no earlier life under its own path.
        kept = graph.parents[node] if graph.changes[node].is_merge else ()
        if places:
            graph.parents[node] = (*kept, *(entry for entry in entries if entry))
    tip = graph.entries[start]
    order = reading_order(tip, graph.parents) if tip else []
    return [graph.changes[node] for node in order if node in graph.changes]


def _grow(git: GitProgram, graph: _Graph, place: Place) -> list[Place]:
    """Add what led to `place` under its path; return the new nodes at which the file appears on some line."""
    rows = git.graph(place.sha, place.path)
    nodes = {sha: Place(sha, place.path) for sha in rows}
    graph.entries[place] = next(iter(nodes.values()), None)
    fresh = [sha for sha, node in nodes.items() if node not in graph.parents]
    for sha in fresh:
        graph.parents[nodes[sha]] = tuple(nodes[parent] for parent in rows[sha] if parent in nodes)
    found = git.changes_in(fresh, place.path)
    for change in found:
        graph.changes[nodes[change.commit.sha]] = change
    return [nodes[c.commit.sha] for c in found if c.parents and (c.is_new or (c.is_merge and c.parents_without))]


def _sources(git: GitProgram, change: FileChange) -> tuple[Place, ...]:
    if not change.is_merge:
        origin = _origin(git, change)
        return (origin,) if origin else ()
    found = (source_of(git, change, parent, letters="R") for parent in change.parents_without)
    return tuple(place for place in found if place)

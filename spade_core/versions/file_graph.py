"""The changes of a file around merges, every line of every merge under the name that the file had there.

Slower than a walk along one name, for it waits until git has listed all of history; it is only needed where a
file was renamed on one line of a merge and changed on another.
"""

from dataclasses import dataclass, replace

from spade_core.versions.changes import FileChange, reading_order
from spade_core.versions.git_process import GitProgram
from spade_core.versions.git_readers import ChangeReader, batches_of
from spade_core.versions.origins import CommitPath, origins_of


@dataclass(slots=True)
class _Graph:
    """Nodes are places, edges go to parents."""

    changes: dict[CommitPath, FileChange]
    parents: dict[CommitPath, tuple[CommitPath, ...]]
    entries: dict[CommitPath, CommitPath | None]
    """The last change at or before a place; None when there is none."""


def graph_before(git: GitProgram, start: CommitPath) -> list[FileChange]:
    """Return the changes that made the file at `start`, oldest first."""
    graph = _Graph({}, {}, {})
    origins: dict[CommitPath, tuple[CommitPath, ...]] = {}
    todo = [start]
    while todo:
        place = todo.pop()
        if place not in graph.entries:
            for node in _grow(git, graph, place):
                origins[node] = origins_of(git, graph.changes[node])
                todo.extend(origins[node])
    for node, places in origins.items():
        # A file that was made from another has no earlier life under its own path.
        kept = graph.parents[node] if graph.changes[node].is_merge or not places else ()
        entries = (graph.entries[place] for place in places)
        graph.parents[node] = (*kept, *(entry for entry in entries if entry))
    tip = graph.entries[start]
    nodes = reading_order(tip, graph.parents) if tip else []
    return [
        replace(graph.changes[node], made_from=tuple(one.sha for one in graph.parents[node]))
        for node in _in_order(git, nodes)
        if node in graph.changes
    ]


def _in_order(git: GitProgram, nodes: list[CommitPath]) -> list[CommitPath]:
    """Return the nodes, the last one last, in the reading order of all that happened under any of their names.

    Under one name alone it does not show that a commit came before another that was made under another name.
    """
    if not nodes:
        return []
    tip = nodes[-1].sha
    rows = git.all_rows(tip, *sorted({node.path for node in nodes}), simplified=False)
    rank = {sha: number for number, sha in enumerate(reading_order(tip, dict(rows)))}
    return sorted(nodes, key=lambda node: rank[node.sha])


def _grow(git: GitProgram, graph: _Graph, place: CommitPath) -> list[CommitPath]:
    """Add what led to `place` under its path; return the new nodes whose change may have another origin."""
    rows = git.all_rows(place.sha, place.path)
    graph.entries[place] = CommitPath(rows[0][0], place.path) if rows else None
    fresh = {sha: parents for sha, parents in rows if CommitPath(sha, place.path) not in graph.parents}
    for sha, parents in fresh.items():
        graph.parents[CommitPath(sha, place.path)] = tuple(CommitPath(parent, place.path) for parent in parents)
    with ChangeReader(git, place.path) as reader:
        found = {sha: change for batch in reader.changes(batches_of(fresh)) for sha, change in batch.items()}
    graph.changes.update((CommitPath(sha, place.path), change) for sha, change in found.items())
    return [CommitPath(sha, place.path) for sha, change in found.items() if change.parents_without]

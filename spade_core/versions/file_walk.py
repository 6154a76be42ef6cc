"""The commits that made one file what it is, found by walking back from a commit and following renames.

Laws of simplification (git's own default for one path, kept on purpose):

* A merge that leaves the file as one of its parents had it is no change, and only that parent's line is read:
  what the other line did to the file was thrown away there and never came to be.
* A merge that leaves the file as none of its parents had it is a change, and all lines are read, each to its
  end, the first parent's before the others'.
* So the last change is always the one that made the file as the starting commit holds it.
* A change comes after all that it was made from; what a merge threw away does not count for the order either.

Laws of renames (those of ``git log --follow``, but each line of a merge is followed under its own name):

* Where a file appears, git is asked what it was made from; with an answer the walk goes on there, under that name.
* Without one, an earlier life of the same path, deleted in between, belongs to the history.
* At a merge only a rename counts, never a copy: the file is there because the other line brought it.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace

from spade_core.versions.changes import FileChange
from spade_core.versions.file_graph import graph_before
from spade_core.versions.git_process import GitProgram, Row
from spade_core.versions.git_readers import ChangeReader, batches_of
from spade_core.versions.origins import CommitPath, origins_of
from spade_core.versions.stretches import Stretches

Portions = Generator[list[FileChange], None, CommitPath | None]


def changes_before(git: GitProgram, start: CommitPath) -> Generator[list[FileChange], None, None]:
    """Yield the changes that made the file at `start`, the last one first, in portions as git finds them."""
    place: CommitPath | None = start
    while place:
        place = yield from _changes_under_one_name(git, place)


def _changes_under_one_name(git: GitProgram, start: CommitPath) -> Portions:
    """Yield the changes down to where the file got its name; return where to go on, None at the end."""
    stretches = Stretches()
    with closing(git.rows(start.sha, start.path)) as portions, ChangeReader(git, start.path) as reader:
        walk = _Walk(git, reader)
        for rows in (part for portion in portions for part in walk.parts_of(portion)):
            ready: list[FileChange] = []
            for sha, parents in rows:
                if (change := walk.changes.get(sha)) is not None:
                    walk.changes[sha] = replace(change, made_from=parents)
                stretch = stretches.take(sha, parents)
                if stretch is None:
                    continue
                origins = walk.origins(stretch)
                if origins and len(stretch) == 1 and not walk.changes[sha].is_merge:
                    yield [*ready, walk.changes[sha]]
                    return origins[0]
                if origins:
                    yield [*ready, *reversed(graph_before(git, CommitPath(stretch[0], start.path)))]
                    return None
                ready.extend(walk.changes.pop(one) for one in stretch if one in walk.changes)
            yield ready
            # Git lists a commit only when it has found the one before, and before the first there is none:
            # it would search all of history. Where the file got its name is known without that.
            last = walk.changes.get(stretches.exit or "")
            if last and not last.is_merge and (origins := walk.origins([last.commit.sha])):
                yield [last]
                return origins[0]
    return None


class _Walk:
    """What is known of the commits met so far and not yet handed out."""

    def __init__(self, git: GitProgram, reader: ChangeReader) -> None:
        self.changes: dict[str, FileChange] = {}
        self._git = git
        self._reader = reader
        self._named: set[str] = set()
        self._origins: dict[str, tuple[CommitPath, ...]] = {}

    def parts_of(self, rows: Sequence[Row]) -> Iterator[list[Row]]:
        """Yield the rows in parts, the changes of whose commits and parents are known by then."""
        parts = batches_of(rows)
        for part, changes in zip(parts, self._reader.changes([self._news(part) for part in parts]), strict=True):
            self.changes.update(changes)
            yield part

    def _news(self, rows: Sequence[Row]) -> list[str]:
        """Return the commits of the rows, and their parents, that no earlier row named."""
        named = {one: None for sha, parents in rows for one in (sha, *parents) if one not in self._named}
        self._named.update(named)
        return list(named)

    def origins(self, stretch: list[str]) -> list[CommitPath]:
        """Return the other names under which the history of a stretch goes on."""
        return [place for sha in stretch for place in self._origins_of(sha)]

    def _origins_of(self, sha: str) -> tuple[CommitPath, ...]:
        change = self.changes.get(sha)
        if change is None or not change.parents_without:
            return ()
        if sha not in self._origins:
            self._origins[sha] = origins_of(self._git, change)
        return self._origins[sha]

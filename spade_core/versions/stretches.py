"""Where the lines of a merged history come together again, found while git is still listing it. No IO here."""

from spade_core.versions.changes import reading_order


class Stretches:
    """Cuts a list of commits into stretches that are left through one commit only.

    While history is one line every stretch is one commit. A merge opens a stretch that lasts until all of
    its lines have come down to one commit, which begins the next stretch. So a history can be put into its
    reading order long before git has listed it all.

    Git lists children first, except where clocks ran backwards. Law: the stretches in turn, each turned
    round, are the reading order all the same, for a stretch stays open

    * while a commit is in it that no child has named yet, and
    * from a first commit of history on: nothing but the end of the list tells that no other line goes on below.
    """

    def __init__(self) -> None:
        self._tip: str | None = None
        self._rows: dict[str, tuple[str, ...]] = {}
        self._listed: set[str] = set()
        self._waiting: set[str] = set()
        """Parents of listed commits that are not yet listed."""
        self._early: set[str] = set()
        """Listed commits of which no child is listed yet."""
        self._has_root = False

    @property
    def exit(self) -> str | None:
        """The commit that all of history so far comes down to; None within a stretch and at the end."""
        return self._tip if not self._rows else None

    def take(self, sha: str, parents: tuple[str, ...]) -> list[str] | None:
        """Add a commit; return the stretch that it completes, the last commit first."""
        if sha in self._waiting:
            self._waiting.discard(sha)
        elif self._listed:
            self._early.add(sha)
        self._tip = self._tip or sha
        self._rows[sha] = parents
        self._listed.add(sha)
        self._early.difference_update(parents)
        self._waiting.update(parent for parent in parents if parent not in self._listed)
        self._has_root = self._has_root or not parents
        if self._early or len(self._waiting) > (0 if self._has_root else 1):
            return None
        return self._completed()

    def _completed(self) -> list[str]:
        rows, self._rows = self._rows, {}
        tip, self._tip = self._tip, next(iter(self._waiting), None)
        if len(rows) == 1 or tip is None:
            return list(rows)
        order = reading_order(tip, {one: [p for p in line if p in rows] for one, line in rows.items()})
        return order[::-1]

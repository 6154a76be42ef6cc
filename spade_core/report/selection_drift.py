"""How the set that a report shows stands to the selection that is recorded, which `spade check` and the editor use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from spade_core.examples import Label
from spade_core.selection import Selection, SelectionRequest
from spade_core.storage import Basis, StoredAssertions, changes_between


class ShownSet(StrEnum):
    """Which set a report shows."""

    RECORDED = "the recorded selection"
    TRIED = "tried out, not recorded"
    UNRECORDED = "not recorded: nothing is selected yet"
    GONE = "made again: nothing of the recorded selection is left"


@dataclass(frozen=True, slots=True)
class SelectionDrift:
    """What a reader has to know of the set that they see."""

    shown: ShownSet
    request: SelectionRequest
    """What the set shown is the answer to."""
    recorded: tuple[str, ...] = ()
    """What is recorded as selected, under the names of now as far as it is still there."""
    recorded_request: SelectionRequest | None = None
    changes: tuple[str, ...] = ()
    """What has changed since it was recorded, a sentence without its full stop each."""
    again: Selection | None = None
    """What the same request selects now, where the recorded set is shown; None where it is made again itself."""

    @property
    def is_outdated(self) -> bool:
        """Whether the recorded selection would be another one now, or something that it was made from has changed."""
        return bool(self.changes) or not self.same_again

    @property
    def same_again(self) -> bool:
        """Whether the same set would be selected now, as far as that was worked out."""
        return self.again is None or (self.again.feasible and set(self.again.names) == set(self.recorded))

    @property
    def offers_select(self) -> bool:
        """Whether to select with the same request would record something else."""
        if self.shown is ShownSet.RECORDED:
            return self.is_outdated
        return self.shown is not ShownSet.TRIED or self.request != self.recorded_request

    def told(self) -> list[str]:
        """Return sentences for the top of the report; none where the recorded selection stands as it was made."""
        if self.shown is ShownSet.UNRECORDED:
            return [f"Nothing is selected yet: this is what {self.request} would select."]
        if self.shown is ShownSet.TRIED:
            same = set(self.recorded)
            return [f"Tried out ({self.request}), not recorded. {self._recorded(same)}"]
        since = [f"Since this was selected, {'; '.join(self.changes)}."] if self.changes else []
        if self.shown is ShownSet.GONE:
            return [*since, "Nothing of what was selected is left: this is made again, and not recorded."]
        return [*since, self._told_again()] if self.is_outdated else []

    def _recorded(self, names: set[str]) -> str:
        if self.recorded_request is None:
            return "Nothing is recorded as selected yet."
        return f"Recorded is the set of {self.recorded_request}: {_listed(sorted(names))}."

    def _told_again(self) -> str:
        if self.again is None or self.same_again:
            return "Selecting again would give the same set."
        if not self.again.feasible:
            return f"Selecting again would find no set that satisfies alpha and tau; {self.again.infeasibility}."
        old, new = set(self.recorded), set(self.again.names)
        ways = [f"without {_listed(sorted(old - new))}"] if old - new else []
        ways += [f"with {_listed(sorted(new - old))}"] if new - old else []
        why = "" if self.changes else ", though nothing that is noted has changed: a judge may have answered otherwise"
        return f"Selecting again would give another set: {' and '.join(ways)}{why}."


def drift_of(
    stored: StoredAssertions,
    again: Selection,
    request: SelectionRequest,
    basis: Basis,
    labels: Mapping[Label | None, int],
) -> SelectionDrift:
    """Return how `again`, the answer to `request`, stands to what `stored` has recorded.

    `basis` is what it was made from, the settings included, and `labels` counts the examples.
    """
    record = stored.record.selection
    if record is None:
        return SelectionDrift(ShownSet.UNRECORDED, request)
    names = tuple(assertion.name for assertion in stored.chosen)
    if request != stored.recorded_request:
        return SelectionDrift(ShownSet.TRIED, request, names, stored.recorded_request)
    counts = {label.value: number for label, number in labels.items() if label is not None}
    changes = changes_between(record.basis, basis, record.counts, counts)
    if stored.missing and not record.basis.assertions:
        changes.append(f"{_listed(stored.missing)} went from the file")
    shown = ShownSet.GONE if stored.missing and not names else ShownSet.RECORDED
    return SelectionDrift(shown, request, names, stored.recorded_request, tuple(changes), again)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) if names else "nothing"

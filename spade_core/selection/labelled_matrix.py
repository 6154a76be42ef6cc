"""The labelled part of a results matrix, as selection reads it."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Label
from spade_core.results import Evaluation, Outcome, ResultsMatrix, why_undecided
from spade_core.selection.failures import FailureTable, whole_costs
from spade_core.selection.request import NO_PREFERENCES, Preference, Preferences
from spade_core.selection.solvers.bits import bits_of, bits_of_flags
from spade_core.subsumption import Subsumption

_DECIDED = frozenset({Outcome.PASSED, Outcome.FAILED})
_FAILED = Outcome.FAILED  # looked up once: many cells are compared with it
_OUTCOME = attrgetter("outcome")
_MISSING = Evaluation(Outcome.UNSUPPORTED, message="it was not run on this example")


@dataclass(frozen=True, slots=True)
class Breakdown:
    """How often a candidate neither passed nor failed a labelled example."""

    count: int
    total: int
    outcome: Outcome
    """The commonest of those outcomes."""
    why: str
    """That, with the message of the first such cell, in a reader's words."""

    @property
    def always(self) -> bool:
        """Whether it never passed or failed at all."""
        return self.count == self.total


@dataclass(frozen=True, slots=True)
class LabelledResults:
    """The failure table of the labelled examples, with what it was made from."""

    table: FailureTable
    candidates: tuple[CandidateAssertion, ...]
    good_ids: tuple[str, ...]
    bad_ids: tuple[str, ...]
    breakdowns: Mapping[str, Breakdown]
    """By name; only candidates with at least one cell that is neither passed nor failed."""
    unusable: frozenset[str]
    """Names whose breakdowns are too many to measure them: never eligible."""
    preferences: Preferences = NO_PREFERENCES
    outdated: frozenset[str] = frozenset()
    """Names that are left out because what asked for them has left the prompt."""


def labelled_results(
    matrix: ResultsMatrix,
    subsumption: Subsumption,
    *,
    costs: Mapping[str, float] | None = None,
    preferences: Preferences = NO_PREFERENCES,
    outdated: Collection[str] = (),
) -> LabelledResults:
    """Return the labelled part of `matrix`; unlabelled examples are left aside.

    A cell that is neither passed nor failed is not a failure. A candidate with such cells on more than half of its
    labelled examples, or on all of them, cannot be chosen: its rates would be about the other rows only. `costs` are by
    name; without them, asking a judge costs 1. `outdated` candidates are left out unless they are required.

    Raises:
        SettingsError: the preferences name an unknown candidate, or require a forbidden one.
    """
    names = [candidate.name for candidate in matrix.candidates]
    preferences.check(names)
    outdated = frozenset(outdated) - frozenset(preferences.required)
    good = [example for example in matrix.examples if example.label is Label.GOOD]
    bad = [example for example in matrix.examples if example.label is Label.BAD]
    rows = [index for label in (Label.GOOD, Label.BAD) for index, e in enumerate(matrix.examples) if e.label is label]
    cells = {name: _cells(matrix, name, rows) for name in names}
    outcomes = {name: list(map(_OUTCOME, cells[name])) for name in names}
    breakdowns = {n: _breakdown(cells[n]) for n in names if sum(map(outcomes[n].count, _DECIDED)) < len(rows)}
    unusable = frozenset(name for name, found in breakdowns.items() if found.always or 2 * found.count > found.total)
    failed = {name: [outcome is _FAILED for outcome in outcomes[name]] for name in names}
    position = {name: j for j, name in enumerate(names)}
    table = FailureTable(
        names=tuple(names),
        good=tuple(bits_of_flags(failed[name][: len(good)]) for name in names),
        bad=tuple(bits_of_flags(failed[name][len(good) :]) for name in names),
        n_good=len(good),
        n_bad=len(bad),
        costs=whole_costs([_cost(candidate, costs) for candidate in matrix.candidates]),
        implies=frozenset(
            (position[general], position[specific])
            for general, specific in subsumption.pairs()
            if general in position and specific in position
        ),
        ineligible=bits_of(position[name] for name in {*preferences.forbidden, *outdated, *unusable}),
        required=bits_of(position[name] for name in set(preferences.required)),
        avoided=bits_of(j for j, each in enumerate(matrix.candidates) if preferences.prefer and each.asks_judge),
        fewest_avoided=Preference.CHEAP in preferences.prefer,
    )
    return LabelledResults(
        table=table,
        candidates=matrix.candidates,
        good_ids=tuple(example.id for example in good),
        bad_ids=tuple(example.id for example in bad),
        breakdowns=breakdowns,
        unusable=unusable,
        preferences=preferences,
        outdated=outdated,
    )


def _cells(matrix: ResultsMatrix, name: str, rows: Sequence[int]) -> list[Evaluation]:
    cells = list(map(matrix.cells(name).__getitem__, rows))
    return [cell or _MISSING for cell in cells]


def _breakdown(cells: Sequence[Evaluation]) -> Breakdown:
    broken = [cell for cell in cells if not cell.outcome.decides]
    (outcome, _), *_ = Counter(cell.outcome for cell in broken).most_common(1)
    return Breakdown(len(broken), len(cells), outcome, why_undecided(broken))


def _cost(candidate: CandidateAssertion, costs: Mapping[str, float] | None) -> float:
    return float(candidate.asks_judge) if costs is None else costs.get(candidate.name, 0.0)

"""Why each candidate is in or out: facts about a given set, no matter which method chose it."""

from dataclasses import dataclass

from spade_core.results.evaluation import Outcome
from spade_core.selection.bits import members_of
from spade_core.selection.labelled_results import Breakdown, LabelledResults
from spade_core.selection.problem import Problem
from spade_core.selection.rates import Rate, coverage_rate, false_failure_rate
from spade_core.selection.selection import ChosenAssertion, ExcludedAssertion, ExclusionReason
from spade_core.selection.thresholds import Thresholds

_BREAKDOWN_REASON = {
    Outcome.JUDGE_FAILED: ExclusionReason.NEEDS_JUDGE,
    Outcome.UNSUPPORTED: ExclusionReason.UNSUPPORTED,
}


@dataclass(frozen=True, slots=True)
class Explainer:
    """Explains one set of one problem."""

    results: LabelledResults
    problem: Problem
    thresholds: Thresholds
    chosen: int
    """Bitset of columns."""
    feasible: bool = True

    def chosen_assertion(self, column: int) -> ChosenAssertion:
        """Return what a chosen column brings."""
        table = self.problem.table
        others = self.chosen & ~(1 << column)
        alone = table.bad[column] & ~_union(table.bad, others)
        return ChosenAssertion(
            candidate=self.results.candidates[column],
            coverage=self._coverage(column),
            ffr=self._ffr(column),
            only_catches=tuple(self.results.bad_ids[row] for row in members_of(alone)),
            stands_for=tuple(
                table.names[j]
                for j in range(table.size)
                if not self.chosen >> j & 1 and self.problem.parents[j] >> column & 1
            ),
            breakdown=self.results.breakdowns.get(table.names[column]),
        )

    def excluded_assertion(self, column: int) -> ExcludedAssertion:
        """Return why a column is not chosen."""
        table = self.problem.table
        above = tuple(table.names[i] for i in members_of(self.problem.parents[column] & self.chosen))
        reason, message = self._reason(column, above)
        joined = self.problem.flagged(self.chosen | 1 << column)
        return ExcludedAssertion(
            candidate=self.results.candidates[column],
            reason=reason,
            coverage=self._coverage(column),
            ffr=self._ffr(column),
            subsumed_by=above,
            set_ffr=false_failure_rate(joined, table.n_good) if reason is ExclusionReason.EXCEEDS_TAU else None,
            breakdown=self.results.breakdowns.get(table.names[column]),
            message=message,
        )

    def _reason(self, column: int, above: tuple[str, ...]) -> tuple[ExclusionReason, str]:
        name = self.problem.table.names[column]
        if name in self.results.forbidden:
            return ExclusionReason.FORBIDDEN, "you asked to leave it out"
        if name in self.results.unusable:
            breakdown = self.results.breakdowns[name]
            return _BREAKDOWN_REASON.get(breakdown.outcome, ExclusionReason.ERRORED), _told(breakdown)
        if self._ffr(column).count > self.problem.most_flagged:
            return ExclusionReason.FFR_TOO_HIGH, f"FFR {self._ffr(column)} is above tau {self.thresholds.tau}"
        if not self.feasible:
            return ExclusionReason.NO_FEASIBLE_SET, "no set satisfies alpha and tau"
        if above:
            return ExclusionReason.SUBSUMED, self._told_subsumed(column, above)
        return self._not_worth_it(column)

    def _not_worth_it(self, column: int) -> tuple[ExclusionReason, str]:
        table = self.problem.table
        if not table.bad[column] and not table.good[column]:
            return ExclusionReason.NEVER_FAILS, "it fails no labelled example"
        joined = self.problem.flagged(self.chosen | 1 << column)
        if joined > self.problem.most_flagged:
            rate = false_failure_rate(joined, table.n_good)
            return (
                ExclusionReason.EXCEEDS_TAU,
                f"with it the set's FFR would be {rate}, above tau {self.thresholds.tau}",
            )
        new = (table.bad[column] & ~_union(table.bad, self.chosen)).bit_count()
        if new:
            return (
                ExclusionReason.NOT_NEEDED,
                f"it would catch {new} more, but alpha {self.thresholds.alpha} is reached",
            )
        return ExclusionReason.NOT_NEEDED, "it catches no bad example that the set does not"

    def _told_subsumed(self, column: int, above: tuple[str, ...]) -> str:
        first = self.problem.table.names.index(above[0])
        equal = self.problem.parents[first] >> column & 1
        return f"{above[0]} {'fails exactly the same responses' if equal else 'fails all that it fails'}"

    def _coverage(self, column: int) -> Rate:
        return coverage_rate(self.problem.table.bad[column].bit_count(), self.problem.table.n_bad)

    def _ffr(self, column: int) -> Rate:
        return false_failure_rate(self.problem.table.good[column].bit_count(), self.problem.table.n_good)


def _union(failures: tuple[int, ...], columns: int) -> int:
    rows = 0
    for column in members_of(columns):
        rows |= failures[column]
    return rows


def _told(breakdown: Breakdown) -> str:
    told = f": {breakdown.message}" if breakdown.message else ""
    return f"{breakdown.outcome.value} on {breakdown.count} of {breakdown.total} labelled examples{told}"

"""Why each candidate is in or out: facts about a given set, no matter which method chose it."""

from collections.abc import Sequence
from dataclasses import dataclass

from spade_core.results import Outcome
from spade_core.selection.labelled_matrix import Breakdown, LabelledResults
from spade_core.selection.problem import CoverProblem
from spade_core.selection.rates import Rate, coverage_rate, false_failure_rate
from spade_core.selection.request import Method, Thresholds
from spade_core.selection.selection import ChosenAssertion, ExcludedAssertion, ExclusionReason
from spade_core.selection.solvers.bits import members_of
from spade_core.subsumption import EdgeStatus, Subsumption

_BREAKDOWN_REASON = {
    Outcome.JUDGE_FAILED: ExclusionReason.NEEDS_JUDGE,
    Outcome.UNSUPPORTED: ExclusionReason.UNSUPPORTED,
}


@dataclass(frozen=True, slots=True)
class Explainer:
    """Explains one set of one problem."""

    results: LabelledResults
    problem: CoverProblem
    thresholds: Thresholds
    method: Method
    subsumption: Subsumption
    above: Sequence[int]
    """For each column, the bitset of the others that subsume it, eligible or not."""
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
            required=bool(table.required >> column & 1),
            equals=self._equals(column),
            message=self._lost_without(column, alone.bit_count()),
        )

    def excluded_assertion(self, column: int) -> ExcludedAssertion:
        """Return why a column is not chosen."""
        table = self.problem.table
        above = tuple(table.names[i] for i in members_of(self.problem.parents[column] & self.chosen))
        reason, message = self._reason(column, above)
        return ExcludedAssertion(
            candidate=self.results.candidates[column],
            reason=reason,
            coverage=self._coverage(column),
            ffr=self._ffr(column),
            subsumed_by=above,
            breakdown=self.results.breakdowns.get(table.names[column]),
            equals=self._equals(column),
            message=message,
        )

    def _equals(self, column: int) -> tuple[str, ...]:
        names = self.problem.table.names
        return tuple(names[i] for i in members_of(self.above[column]) if self.above[i] >> column & 1)

    def _lost_without(self, column: int, alone: int) -> str:
        """Return why a chosen column is in: what would be lost without it."""
        table = self.problem.table
        parts = ["required by you"] if table.required >> column & 1 else []
        if alone:
            parts.append(f"without it {alone} bad response{'' if alone == 1 else 's'} would slip through")
        elif table.bad[column]:
            parts.append("others here catch all that it catches")
        elif not table.good[column]:
            parts.append("it fails none of these examples")
        if not alone and self.method is Method.BASELINE:
            parts.append("its own FFR is within tau")
        elif not alone and self.method is not Method.COVERAGE and not self.problem.parents[column] & self.chosen:
            parts.append("kept for failures not seen yet")
        return "; ".join(parts)

    def _reason(self, column: int, above: tuple[str, ...]) -> tuple[ExclusionReason, str]:
        name = self.problem.table.names[column]
        if name in self.results.preferences.forbidden:
            return ExclusionReason.FORBIDDEN, "you asked to leave it out"
        if name in self.results.outdated:
            return ExclusionReason.OUTDATED, "what asked for it is no longer in the prompt; require it to have it back"
        if name in self.results.unusable:
            breakdown = self.results.breakdowns[name]
            return _BREAKDOWN_REASON.get(breakdown.outcome, ExclusionReason.ERRORED), _told(breakdown)
        if self._ffr(column).count > self.problem.most_flagged:
            return ExclusionReason.FFR_TOO_HIGH, f"FFR {self._ffr(column)} is above tau {self.thresholds.tau:g}"
        if not self.feasible:
            told = f"by itself coverage {self._coverage(column)}, FFR {self._ffr(column)}"
            return ExclusionReason.NO_FEASIBLE_SET, told
        if above:
            return ExclusionReason.SUBSUMED, self._told_subsumed(column, above)
        if self.problem.table.avoided >> column & 1 and not self.problem.eligible >> column & 1:
            return ExclusionReason.AVOIDED, "it asks a judge, and a set without one satisfies alpha and tau"
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
                f"with it the set's FFR would be {rate}, above tau {self.thresholds.tau:g}",
            )
        new = (table.bad[column] & ~_union(table.bad, self.chosen)).bit_count()
        if new:
            reached = self.problem.caught(self.chosen) >= self.problem.least_caught
            but = f", but alpha {self.thresholds.alpha:g} is reached" if reached else ""
            return ExclusionReason.NOT_NEEDED, f"it would catch {new} more{but}"
        return ExclusionReason.NOT_NEEDED, "it catches no bad example that the set does not"

    def _told_subsumed(self, column: int, above: tuple[str, ...]) -> str:
        first = self.problem.table.names.index(above[0])
        equal = self.above[first] >> column & 1
        told = "fails exactly the same responses" if equal else "fails all that it fails"
        return f"{above[0]} {told}{self._grounds(above[0], self.problem.table.names[column])}"

    def _grounds(self, general: str, specific: str) -> str:
        """Return how that is known, in brackets: proved, or believed on whose word."""
        chain = self.subsumption.path(general, specific)
        doubtful = sorted({edge.said_by.value for edge in chain if edge.status is not EdgeStatus.PROVED})
        if doubtful:
            return f" (believed, not proved: a {' and a '.join(doubtful)} says so)"
        return " (proved)" if chain else ""

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
    if breakdown.always and breakdown.outcome is Outcome.JUDGE_FAILED:
        return f"not checked: {breakdown.why}"
    return f"no verdict on {breakdown.count} of {breakdown.total} labelled examples: {breakdown.why}"

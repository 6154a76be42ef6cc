"""What selection answers: the chosen set, how it does, and why each other candidate was left out."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from spade_core.candidates import CandidateAssertion
from spade_core.selection.labelled_matrix import Breakdown
from spade_core.selection.rates import Rate
from spade_core.selection.request import Method, Thresholds

AS_GIVEN: Final = "as given"
"""In place of a solver's name: the set was not solved for, but given."""


class ExclusionReason(StrEnum):
    """Why a candidate is not in the set; the first that applies, in this order."""

    FORBIDDEN = "forbidden by you"
    OUTDATED = "no longer asked for"
    NEEDS_JUDGE = "needs a judge"
    UNSUPPORTED = "unsupported"
    ERRORED = "errors"
    FFR_TOO_HIGH = "FFR too high"
    NO_FEASIBLE_SET = "eligible, but no set satisfies alpha and tau"
    AVOIDED = "you prefer to do without"
    SUBSUMED = "subsumed"
    NEVER_FAILS = "never fails"
    EXCEEDS_TAU = "would push the set over tau"
    NOT_NEEDED = "not needed"


@dataclass(frozen=True, slots=True)
class ChosenAssertion:
    """A candidate in the set, with what would be lost without it."""

    candidate: CandidateAssertion
    coverage: Rate
    """By itself."""
    ffr: Rate
    """By itself."""
    only_catches: tuple[str, ...]
    """Ids of the bad examples that no other chosen one catches."""
    stands_for: tuple[str, ...] = ()
    """Names of the left-out candidates that it subsumes."""
    breakdown: Breakdown | None = None
    """Its cells that are neither passed nor failed, where there are any."""
    required: bool = False
    """Whether it is in because a person requires it."""
    equals: tuple[str, ...] = ()
    """Names of the others that pass and fail the same responses, in the set or not."""
    message: str = ""
    """What would be lost without it, in one line."""

    @property
    def name(self) -> str:
        """The candidate's name."""
        return self.candidate.name


@dataclass(frozen=True, slots=True)
class ExcludedAssertion:
    """A candidate left out, with the facts of the reason."""

    candidate: CandidateAssertion
    reason: ExclusionReason
    coverage: Rate
    """By itself."""
    ffr: Rate
    """By itself."""
    subsumed_by: tuple[str, ...] = ()
    """Names of the chosen ones that subsume it, whatever the reason."""
    breakdown: Breakdown | None = None
    """Its cells that are neither passed nor failed, where there are any."""
    equals: tuple[str, ...] = ()
    """Names of the others that pass and fail the same responses."""
    message: str = ""
    """The reason with its figures, in one line."""

    @property
    def name(self) -> str:
        """The candidate's name."""
        return self.candidate.name


@dataclass(frozen=True, slots=True)
class Infeasibility:
    """Why no set satisfies the thresholds, and the nearest ones that some set does."""

    best_coverage: Rate | None
    """The most that any set within tau reaches; None when what is required exceeds tau by itself."""
    nearest_alpha: float | None
    """The greatest alpha of few digits that is feasible at this tau; None when what is required exceeds tau."""
    at_nearest_alpha: tuple[str, ...]
    """Names of the smallest set that reaches it."""
    least_ffr: Rate | None
    """The least FFR of any set that reaches alpha; None when no set reaches it at any FFR."""
    nearest_tau: float | None
    """The least tau of few digits that is feasible at this alpha."""
    at_nearest_tau: tuple[str, ...]
    """Names of the smallest set within it."""
    uncaught: tuple[str, ...]
    """Ids of the bad examples that no eligible candidate fails: what new assertions should look at."""
    uncaught_by_any: tuple[str, ...]
    """Those of them that no candidate at all fails."""
    preferences: tuple[str, ...] = ()
    """How what a person requires and forbids stands in the way, a sentence each; empty when it does not."""

    def __str__(self) -> str:
        parts = list(self.preferences)
        if self.nearest_alpha is not None:
            parts.append(f"the nearest feasible alpha is {self.nearest_alpha}")
        if self.nearest_tau is not None:
            parts.append(f"the nearest feasible tau is {self.nearest_tau}")
        if self.uncaught:
            parts.append(f"{len(self.uncaught)} of the bad examples are caught by no assertion that may be selected")
        return "; ".join(parts)


@dataclass(frozen=True, slots=True)
class Proof:
    """How sure it is that no better set exists."""

    solver: str
    gap: float = 0.0
    """Greatest possible relative distance from the optimum; 0.0 when the optimum is proven."""
    ties_broken: bool = True
    """Whether every tie-break is proven too."""

    @property
    def optimal(self) -> bool:
        """Whether nothing better exists."""
        return self.gap == 0.0


@dataclass(frozen=True, slots=True)
class Selection:
    """The answer of one method at one pair of thresholds."""

    method: Method
    thresholds: Thresholds
    chosen: tuple[ChosenAssertion, ...]
    """In the order of the matrix."""
    excluded: tuple[ExcludedAssertion, ...]
    """In the order of the matrix."""
    coverage: Rate
    ffr: Rate
    lost: tuple[str, ...]
    """G: names of the eligible candidates that are neither chosen nor subsumed by a chosen one."""
    uncaught: tuple[str, ...]
    """Ids of the bad examples that the set does not catch."""
    flagged: tuple[str, ...]
    """Ids of the good examples that the set fails."""
    satisfies: bool
    """Whether the set meets alpha and tau; baseline and no-examples promise neither."""
    proof: Proof
    infeasibility: Infeasibility | None = None
    """Given when the method must meet the thresholds and no set does; then nothing is chosen."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the chosen assertions."""
        return tuple(assertion.name for assertion in self.chosen)

    @property
    def candidates(self) -> tuple[CandidateAssertion, ...]:
        """The chosen candidates."""
        return tuple(assertion.candidate for assertion in self.chosen)

    @property
    def feasible(self) -> bool:
        """Whether the method found a set."""
        return self.infeasibility is None

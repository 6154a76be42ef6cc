"""What is asked of a selection: the method, alpha and tau, and what a person wants of the set beside them."""

import difflib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor
from shlex import quote

from spade_core.errors import SettingsError


class Method(StrEnum):
    """How assertions are selected, Shankar et al. 2024 section 3."""

    BASELINE = "baseline"
    COVERAGE = "coverage"
    SUBSUMPTION = "subsumption"
    NO_EXAMPLES = "no-examples"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The two demands put on a selection."""

    alpha: float = 0.6
    """Least coverage of the bad examples, in [0, 1]."""
    tau: float = 0.25
    """Greatest false failure rate on the good examples, in [0, 1]."""

    def least_caught(self, n_bad: int) -> int:
        """Return B: the fewest of `n_bad` bad examples that satisfy alpha; 0 when there are none."""
        return ceil(as_written("alpha", self.alpha) * n_bad)

    def most_flagged(self, n_good: int) -> int:
        """Return C: the most of `n_good` good examples that tau allows to fail; 0 when there are none."""
        return floor(as_written("tau", self.tau) * n_good)


def as_written(name: str, share: float) -> Fraction:
    """Return the decimal a person wrote: 0.29 is 29/100, so that 0.29 of 100 is 29 and not 28.

    Raises:
        SettingsError: the share is not a number in [0, 1].
    """
    try:
        exact = Fraction(str(share))
    except ValueError as error:
        raise SettingsError(f"{name} is {share!r}; it must be a number from 0 to 1") from error
    if not 0 <= exact <= 1:
        raise SettingsError(f"{name} is {share}; it must be a number from 0 to 1")
    return exact


class Preference(StrEnum):
    """What is preferred where there is a choice; alpha and tau come first, always."""

    NO_JUDGE = "no-judge"
    """A set that asks no judge, where there is one, even a larger one."""
    CHEAP = "cheap"
    """The fewest assertions that ask a judge, then the fewest assertions."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """Constraints and preferences of one selection. Names are those of the assertions file."""

    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    prefer: tuple[Preference, ...] = ()

    def overridden(
        self,
        *,
        required: Collection[str] = (),
        forbidden: Collection[str] = (),
        prefer: Collection[Preference] | None = None,
    ) -> "Preferences":
        """Return these with more added: a name that is now required is no longer forbidden, and the reverse."""
        return Preferences(
            required=_merged(self.required, required, forbidden),
            forbidden=_merged(self.forbidden, forbidden, required),
            prefer=self.prefer if prefer is None else tuple(dict.fromkeys(prefer)),
        )

    def check(self, known: Collection[str]) -> None:
        """Do nothing when every name is known and none is both required and forbidden.

        Raises:
            SettingsError: otherwise; it names the nearest known name.
        """
        for verb, names in (("require", self.required), ("forbid", self.forbidden)):
            for name in names:
                if name not in known:
                    raise SettingsError(f'{verb}: there is no assertion called "{name}"{_nearest(name, sorted(known))}')
        if both := sorted(set(self.required) & set(self.forbidden)):
            raise SettingsError(f'"{both[0]}" is both required and forbidden')


NO_PREFERENCES = Preferences()


def _merged(old: Sequence[str], new: Collection[str], dropped: Collection[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*(name for name in old if name not in dropped), *new]))


def _nearest(name: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.4)
    if not near:
        near = [each for each in known if name.lower() in each][:1]
    return f'; did you mean "{near[0]}"?' if near else ""


@dataclass(frozen=True, slots=True)
class SelectionRequest:
    """One request; the same request on the same assertions and labels gives the same set."""

    method: Method
    thresholds: Thresholds
    preferences: Preferences = NO_PREFERENCES

    @property
    def options(self) -> str:
        """The options of `spade select` that ask for it."""
        said = [f"--method {self.method.value}", f"--alpha {self.thresholds.alpha:g}", f"--tau {self.thresholds.tau:g}"]
        said += [f"--require {quote(name)}" for name in self.preferences.required]
        said += [f"--forbid {quote(name)}" for name in self.preferences.forbidden]
        return " ".join([*said, *(f"--prefer {preference.value}" for preference in self.preferences.prefer)])

    def __str__(self) -> str:
        said = [self.method.value, f"alpha {self.thresholds.alpha:g}", f"tau {self.thresholds.tau:g}"]
        preferences = self.preferences
        said += [f"require {name}" for name in preferences.required] + [
            f"forbid {name}" for name in preferences.forbidden
        ]
        return ", ".join([*said, *(f"prefer {preference.value}" for preference in preferences.prefer)])


DEFAULT_REQUEST = SelectionRequest(Method.COVERAGE, Thresholds())

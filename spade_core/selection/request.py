"""What is asked of a selection: the method, alpha and tau, and what a person wants beside them."""

from dataclasses import dataclass

from spade_core.selection.preferences import NO_PREFERENCES, Preferences
from spade_core.selection.thresholds import Method, Thresholds


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
        said += [f"--require {name}" for name in self.preferences.required]
        said += [f"--forbid {name}" for name in self.preferences.forbidden]
        return " ".join([*said, *(f"--prefer {preference.value}" for preference in self.preferences.prefer)])

    def __str__(self) -> str:
        said = [self.method.value, f"alpha {self.thresholds.alpha:g}", f"tau {self.thresholds.tau:g}"]
        preferences = self.preferences
        said += [f"require {name}" for name in preferences.required] + [
            f"forbid {name}" for name in preferences.forbidden
        ]
        return ", ".join([*said, *(f"prefer {preference.value}" for preference in preferences.prefer)])


DEFAULT_REQUEST = SelectionRequest(Method.COVERAGE, Thresholds())

"""What a person wants of the set beside alpha and tau: what must be in it, what must not, what they prefer."""

import difflib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from spade_core.errors import SettingsError


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

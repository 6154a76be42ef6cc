"""The messages by which a person decides: labels, preferences, and what is not wanted.

What `protocol` says of requests holds for these, too.
"""

import attrs
from lsprotocol import types

from spade_server.protocol.models import PromptParams


# --- spade/label
@attrs.frozen
class LabelParams(PromptParams):
    """Asks for an example to label, sets a label, or takes the last one back.

    The example whose label would tell most, as the labels are now, comes first; for that the assertions are run once on
    all examples. Where there are none, the examples come in the order of their file.
    """

    action: str = "next"
    """``next``, ``set`` or ``undo``; or ``look``: the same example as it is now, or the next where it is gone."""
    example_id: str = ""
    """For ``set`` and ``look``: which example. For ``next``: the one passed over, which comes last; empty to begin."""
    label: str | None = None
    """For ``set``: ``good``, ``bad``, or null to take a label away."""
    response: str | None = None
    """For ``set``: the response that was shown; where the file says another by now, nothing is written."""
    shown: str | None = None
    """The same by the mark of that response, as a lens has it."""
    alone: bool = False
    """For ``set``: say nothing of the next one, so that no assertion is run for it."""


@attrs.frozen
class ExampleInfo:
    """One example as a person judges it."""

    id: str
    line: int
    """0-based, in the examples file."""
    fields: dict[str, str]
    """Values that are no strings are written as JSON."""
    prompt: str
    response: str
    label: str | None


@attrs.frozen
class LabelResult:
    """What to judge next, and how far one is."""

    examples_uri: str
    example: ExampleInfo | None
    """After ``next`` and ``set`` the next without a label, after ``undo`` the one taken back; None when none waits."""
    good: int
    bad: int
    unlabelled: int
    can_undo: bool
    problems: list[str]
    best_first: bool = False
    """Whether `example` comes first because its label would tell most, and not by its line."""


# --- spade/prefer
@attrs.frozen
class PreferParams(PromptParams):
    """Asks to have an assertion in each set from now on, or in none: written into the settings, for this prompt."""

    name: str = ""
    use: str = ""
    """``always``, ``never``, or empty for neither."""


@attrs.frozen
class PreferResult:
    """What holds for the prompt now."""

    settings_uri: str
    """The file that says so: the project's, else a ``spade.toml`` beside the prompt."""
    require: list[str]
    forbid: list[str]


# --- spade/reject
@attrs.frozen
class RejectParams(PromptParams):
    """Says that assertions are not wanted: they are not proposed again, as if they had been accepted and deleted."""

    names: list[str] | None = None
    """These proposals alone."""
    range: types.Range | None = None
    """Those of the instructions here alone; their hints go, too."""
    model: bool = False
    """They were proposed by a model, in the last generation."""
    restore: bool = False
    """Take it back for `names`."""


@attrs.frozen
class RejectResult:
    """What changed; names of assertions as they were proposed."""

    names: list[str]

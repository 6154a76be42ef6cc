"""What the command's exit code says, as the README has it; and what is wrong with a command line."""

from collections.abc import Sequence
from enum import IntEnum

from spade_core.errors import SpadeError


class ExitCode(IntEnum):
    """Exit codes of ``spade``."""

    OK = 0
    CHECK_FAILED = 1
    """``spade check``: at least one response fails an assertion."""
    USAGE = 2
    """The command line is wrong."""
    INFEASIBLE = 3
    """No selection satisfies alpha and tau."""
    INPUT = 4
    """A file, a setting or a repository cannot be read or written."""
    INCOMPLETE = 5
    """Something is missing: a model that is configured failed, or ``spade check`` could not check everything."""
    FAULT = 70
    """A fault in spade itself."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C; what was finished is kept."""


class CommandLineError(SpadeError):
    """The command cannot be carried out as it was given; exit code 2."""

    def __init__(self, fact: str, listed: Sequence[str] = ()) -> None:
        super().__init__("\n".join([fact, *listed]))
        self.fact = fact
        self.listed = listed

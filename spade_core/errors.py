"""The errors a caller of spade_core can act on. Each message names the thing and the fact.

* SpadeError
  + SettingsError      a setting is unknown, of the wrong type or out of range
  + PromptFileError    a prompt file cannot be read as its format
  + HistoryError       the git history of a prompt file cannot be read
  + ExamplesError      the labelled-examples file cannot be read at all (a bad line is a Problem, not an error)
  + ValuesError        a set of valid values cannot be read
  + StorageError       a file beside the prompt cannot be read or written
  + SandboxError       the sandbox itself broke (a failing assertion is not an error)
  + UnsolvedError      the time ran out before a selection was found or ruled out (in selection.mixed_integer)
  + ModelError         a language model gave no usable reply; `fault` says why
  + CancelledError     the caller asked to stop
"""

from dataclasses import dataclass
from enum import StrEnum


class SpadeError(Exception):
    """Base class of everything spade_core raises on purpose."""


class SettingsError(SpadeError):
    """A setting is unknown, of the wrong type or out of range."""


class LocatedError(SpadeError):
    """An error at a place in a file; its text is ``path:line: fact``."""

    def __init__(self, path: str, line: int | None, fact: str) -> None:
        super().__init__(_placed(path, line, fact))
        self.path = path
        self.line = line
        self.fact = fact


class PromptFileError(LocatedError):
    """A prompt file cannot be read as its format."""


class HistoryError(SpadeError):
    """The git history of a prompt file cannot be read."""


class ExamplesError(LocatedError):
    """The labelled-examples file cannot be read at all."""


class ValuesError(LocatedError):
    """A set of valid values cannot be read (a value that is no use is a Problem, not an error)."""


class StorageError(LocatedError):
    """A file beside the prompt cannot be read or written."""


class SandboxError(SpadeError):
    """The sandbox itself broke."""


class ModelFault(StrEnum):
    """Why a language model gave no usable reply."""

    NO_KEY = "no key"
    WRONG_KEY = "wrong key"
    NO_CREDIT = "no credit"
    """The account that the key belongs to has used up what it may spend."""
    UNKNOWN_MODEL = "unknown model"
    UNTRUSTED_HOST = "untrusted host"
    """The settings of a project name a host that the user's environment does not."""
    NOT_TRUSTED = "not trusted"
    """The person has not said that they trust the repository."""
    NOT_LENT = "not lent"
    """The editor does not lend its own model: it was not allowed to, or its limit is reached."""
    OVER_BUDGET = "over budget"
    NOT_CONFIRMED = "not confirmed"
    """The person was asked whether it may cost so much, and has not said yes."""
    RATE_LIMITED = "rate limited"
    SERVER = "server error"
    CONNECTION = "connection lost"
    TIMEOUT = "timeout"
    BAD_REQUEST = "bad request"
    TOO_LONG = "too long"
    """The request is longer than the model takes."""
    TRUNCATED = "truncated"
    REFUSED = "refused"
    UNREADABLE = "unreadable reply"
    NOT_KEPT = "not kept"
    """No reply is kept from before, and nothing is to be asked."""

    @property
    def is_final(self) -> bool:
        """Whether every further call to this model would end the same way."""
        return self in {
            ModelFault.NO_KEY,
            ModelFault.WRONG_KEY,
            ModelFault.NO_CREDIT,
            ModelFault.UNKNOWN_MODEL,
            ModelFault.UNTRUSTED_HOST,
            ModelFault.NOT_TRUSTED,
            ModelFault.NOT_LENT,
            ModelFault.OVER_BUDGET,
            ModelFault.NOT_CONFIRMED,
        }


class ModelError(SpadeError):
    """A language model gave no usable reply."""

    def __init__(self, fault: ModelFault, message: str) -> None:
        super().__init__(message)
        self.fault = fault


class CancelledError(SpadeError):
    """The caller asked to stop; nothing was left half done."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with one part of a file while the rest still works."""

    path: str
    line: int | None
    """1-based; None when the problem has no single line."""
    message: str
    is_used: bool = False
    """Whether the part is used all the same."""

    def __str__(self) -> str:
        return _placed(self.path, self.line, self.message)


def _placed(path: str, line: int | None, fact: str) -> str:
    shown = path.replace("\n", "<U+000A>")  # else a name could pose as a line of its own
    return f"{shown}:{line}: {fact}" if line is not None else f"{shown}: {fact}"

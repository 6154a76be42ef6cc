"""What a guard does with a response that fails."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from spade_core.guard.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Observe:
    """Hand the response on; the failure is counted and gathered."""


@dataclass(frozen=True, slots=True)
class Block:
    """Raise BlockedError."""


@dataclass(frozen=True, slots=True)
class FallBack:
    """Give another text in its place."""

    to: str | Callable[[Verdict], str | Awaitable[str]]
    """The text, or what makes it; what that raises, the caller gets."""


@dataclass(frozen=True, slots=True)
class Retry:
    """Ask again, and say what was wrong."""

    times: int = 1
    then: Observe | Block | FallBack = Block()
    """Where the last response fails, too."""


Action = Observe | Block | FallBack | Retry

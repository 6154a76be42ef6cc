"""What the assertions say of one response, and what a guard does where it fails."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from spade_core.errors import SpadeError
from spade_core.results import Evaluation


@dataclass(frozen=True, slots=True)
class Failure:
    """An assertion that a response fails."""

    name: str
    wanted: str
    """What it asks for, in words: ``The response has at most 100 words.``"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the assertions say of one response."""

    response: str
    failures: tuple[Failure, ...] = ()
    undecided: Mapping[str, Evaluation] = field(default_factory=dict)
    """The assertions that neither passed nor failed, by name; they count for nothing."""
    seconds: float = 0.0
    """How long that took."""

    @property
    def passes(self) -> bool:
        """Whether no assertion failed."""
        return not self.failures

    @property
    def feedback(self) -> str:
        """What a model is told that is asked again."""
        wanted = "\n".join(f"- {each.wanted}" for each in self.failures)
        return f"Your answer does not meet these requirements:\n{wanted}\nAnswer again and meet all of them."


class BlockedError(SpadeError):
    """A response failed, and the guard is to block such."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"the response fails {', '.join(each.name for each in verdict.failures)}")
        self.verdict = verdict


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

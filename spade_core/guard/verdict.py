"""What the assertions say of one response."""

from collections.abc import Mapping
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

"""Why an engine does not run a function."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A refusal, at the first place that caused it."""

    reason: str
    line: int | None
    """1-based, in the function's source."""
    hint: str = ""
    """How to rewrite it; empty when there is no simple way."""

    def __str__(self) -> str:
        return f"{self.reason}: {self.hint}" if self.hint else self.reason

"""Why an engine does not run a function."""

from collections.abc import Iterable
from dataclasses import dataclass

from spade_core.sandbox.preflight import Rejection
from spade_core.sandbox.syntax import Fault


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A refusal, at the first place that caused it."""

    reason: str
    line: int | None
    """1-based, in the function's source."""
    hint: str = ""
    """How to rewrite it; empty when there is no simple way."""
    column: int | None = None
    """0-based, in characters; None when there is no single place."""

    def __str__(self) -> str:
        return f"{self.reason}: {self.hint}" if self.hint else self.reason


def first_fault(faults: Iterable[Fault], source: str) -> Unsupported | None:
    """Return the refusal for the first of some faults in the text's order; None when there are none."""
    ordered = sorted(faults, key=lambda fault: fault.line)
    if not ordered:
        return None
    first = ordered[0]
    line = source.encode("utf-8").splitlines()[first.line - 1]
    return Unsupported(first.reason, first.line, first.hint, len(line[: first.byte_offset].decode("utf-8", "ignore")))


def rejected(rejection: Rejection) -> Unsupported:
    """Return the refusal of a source that pre-flight rejects."""
    return Unsupported(f"rejected: {rejection.reason}", rejection.line)

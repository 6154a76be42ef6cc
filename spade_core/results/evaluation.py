"""What one assertion said of one example."""

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """A closed set; only PASSED and FAILED enter the metrics unless the published convention is asked for."""

    PASSED = "passed"
    FAILED = "failed"
    ERRORED = "errored"
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    CRASHED = "crashed"
    """The engine itself died."""
    UNSUPPORTED = "unsupported"
    """No engine here can run it faithfully, or pre-flight rejected it."""
    JUDGE_FAILED = "judge failed"
    """It asks a judge, and there is none or it failed."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One cell of the matrix."""

    outcome: Outcome
    engine: str = ""
    """``cpython 3.14.0, wasmtime 50.0.1``; empty when nothing ran."""
    seconds: float = 0.0
    message: str = ""
    """What went wrong; empty for PASSED and FAILED."""
    line: int | None = None
    """1-based line in the function's source, where there is one."""

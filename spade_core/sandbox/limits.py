"""How much of the machine one assertion may use."""

import os
from dataclasses import dataclass, field


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on generated code. A row that alone goes past one is TIMED_OUT or OUT_OF_MEMORY."""

    row_seconds: float = 1.0
    """Longest run on a single row."""
    function_seconds: float = 20.0
    """Longest run of one function over 200 rows, reruns included; the rows left over time out."""
    memory_bytes: int = 128 * 1024 * 1024
    """Beside what the interpreter itself has in use."""
    judge_seconds: float = 60.0
    """Longest wait for any answer of the judge."""
    workers: int = field(default_factory=_cores)
    judge_threads: int = 100

    def __post_init__(self) -> None:
        """Raise ValueError where nothing could ever run."""
        if self.workers < 1 or self.judge_threads < 1:
            raise ValueError(f"there are {self.workers} workers and {self.judge_threads} threads: one each at least")

"""How much of the machine one assertion may use."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on generated code. A row that alone goes past one is TIMED_OUT or OUT_OF_MEMORY."""

    row_seconds: float = 1.0
    """Longest run on a single row."""
    extra_seconds_per_row: float = 0.002
    """What a batch may take beyond `row_seconds`, per row in it; so little that no row gets twice its time."""
    function_seconds: float = 20.0
    """Longest run of one function over one chunk of rows, reruns included; the rows left over time out."""
    memory_bytes: int = 128 * 1024 * 1024
    recursion_depth: int = 900
    """Below CPython's own limit, so that what runs here runs there."""
    judge_seconds: float = 60.0
    """Longest wait for any answer of the judge."""
    workers: int = 2
    judge_threads: int = 16

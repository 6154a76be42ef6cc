"""What a guard has seen and done, in numbers."""

import threading
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum


class Count(StrEnum):
    """What is counted."""

    CALLS = "calls"
    PASSED = "passed"
    FAILED = "failed"
    """By code, or later by the judge: then it was counted as passed, and is no more."""
    UNDECIDED = "undecided"
    """Responses of which some assertion neither passed nor failed; they are passed or failed by the others."""
    UNCHECKED = "unchecked"
    """Replies with no text to check (tool calls, raw replies), or too long."""
    NOT_SAMPLED = "not sampled"
    JUDGED = "judged"
    """Responses that the judge was asked about."""
    RETRIED = "retried"
    REPLACED = "replaced"
    BLOCKED = "blocked"
    DROPPED = "dropped"
    """Responses that were to be checked aside and found the queue full, or broke what checks them."""
    GATHERED = "gathered"
    KNOWN = "known"
    """Examples like one that was gathered before."""
    NOT_GATHERED = "not gathered"
    """Examples that are lost: too many at once, too long, or the file cannot be written."""


class Counts:
    """Counters that many threads may raise at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[Count] = Counter()

    def add(self, what: Count, number: int = 1) -> None:
        """Raise a number."""
        with self._lock:
            self._counts[what] += number

    def read(self) -> Mapping[Count, int]:
        """Return all numbers."""
        with self._lock:
            return {each: self._counts[each] for each in Count}

    def begin_in_fork(self) -> None:
        """Have a lock that no thread of another process holds."""
        self._lock = threading.Lock()

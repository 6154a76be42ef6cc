"""How long one function's rows may still run, once some of them have met the time limit.

A function that never ends on three rows is likely to never end on the others: without this it would cost its whole
time in every evaluation. Rows after the third get a short time, in which all but unusual functions are done; after
ten the rest is not run at all. What was cut short says so, is TIMED_OUT, and is never cached.
"""

import threading

from spade_core.sandbox.limits import Limits

FULL_ROWS = 3
"""Rows that may use the whole time of a row up."""
MOST_ROWS = 10
"""Rows that may time out before the rest is left unrun."""
_SHARE = 0.25
_LEAST_SECONDS = 0.2
"""A shorter time on a busy machine is soon over without a fault of the row's."""
_WALL = 1.5


class Patience:
    """The time-outs of one function in one run, whatever engines and threads run its rows."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._met = 0
        self._lock = threading.Lock()

    @property
    def row_seconds(self) -> float:
        """Longest run of the next row, in processor time where that can be told."""
        full = self._limits.row_seconds
        return full if self._met < FULL_ROWS else min(full, max(_LEAST_SECONDS, _SHARE * full))

    @property
    def wall_seconds(self) -> float:
        """Longest run of any row by the clock: processes that wait for their turn use it up as well."""
        return _WALL * self._limits.row_seconds

    @property
    def is_over(self) -> bool:
        """Whether the rows that are left are not to be run."""
        return self._met >= MOST_ROWS

    def too_slow(self) -> str:
        """Return what is to be said of one more row that timed out, and count it."""
        seconds, cut_short = self.row_seconds, self._met >= FULL_ROWS
        with self._lock:
            self._met += 1
        if cut_short:
            return f"stopped after {seconds:g} s: the function met its time limit on {FULL_ROWS} rows before"
        return f"it runs longer than {seconds:g} s on one row"

    def not_run(self) -> str:
        """Return what is to be said of a row that is not run."""
        return f"not run: the function met its time limit on {self._met} rows before"

"""A judge with a limit on its questions per period."""

import threading
import time
from dataclasses import dataclass

from spade_core.errors import ModelError, ModelFault
from spade_core.sandbox import Judge


@dataclass(frozen=True, slots=True)
class JudgeBudget:
    """How often a judge may be asked."""

    questions: int = 1000
    seconds: float = 3600.0
    """The time for so many questions; then as many may follow."""


class BudgetedJudge:
    """Passes questions on as long as the budget lasts."""

    def __init__(self, judge: Judge, budget: JudgeBudget) -> None:
        self._judge = judge
        self._budget = budget
        self._lock = threading.Lock()
        self._asked = 0
        self._since = time.monotonic()

    def ask(self, prompt: str, response: str, question: str) -> bool:
        """Return the answer.

        Raises:
            ModelError: the budget is used up.
        """
        with self._lock:
            now = time.monotonic()
            if now - self._since >= self._budget.seconds:
                self._asked, self._since = 0, now
            if self._asked >= self._budget.questions:
                raise ModelError(ModelFault.OVER_BUDGET, f"{self._asked} questions were asked already")
            self._asked += 1
        return self._judge.ask(prompt, response, question)

    def begin_in_fork(self) -> None:
        """Have a lock that no thread of another process holds."""
        self._lock = threading.Lock()

"""One function over its rows: batches, limits bisected to the culprit row, exceptions given their line."""

import time
from collections import Counter

from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.sandbox.judge_bridge import JudgeBridge
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.monty_engine import Batch, MontyEngine, Stop
from spade_core.sandbox.planning import Cells, Job

_UNCONFIRMED = "Monty raised {error}, which CPython might not: no second engine here can tell"

_STRIKES = 3
"""How often a row must end the process before it is a crash."""


def run_job(
    engine: MontyEngine, job: Job, *, bridge: JudgeBridge | None, limits: Limits, wants_lines: bool = True
) -> Cells:
    """Return one evaluation per row of the job; a limit or a crash costs the culprit row only.

    Without `wants_lines` exceptions come without their line: the second engine will name it.
    """
    found = _FunctionRun(engine, job, bridge, limits, wants_lines=wants_lines).evaluations()
    return {(row.example.id, job.candidate.name): evaluation for row, evaluation in zip(job.rows, found, strict=True)}


class _FunctionRun:
    """The state of running one function: which rows still wait, and how many go into the next batch."""

    def __init__(
        self, engine: MontyEngine, job: Job, bridge: JudgeBridge | None, limits: Limits, *, wants_lines: bool
    ) -> None:
        self._wants_lines = wants_lines
        self._engine = engine
        self._job = job
        self._source = job.candidate.source
        self._rows = job.rows
        self._bridge = bridge if job.asks_judge else None
        self._limits = limits
        self._patience = job.patience
        self._found: dict[int, Evaluation] = {}
        self._strikes: Counter[int] = Counter()
        self._waiting = list(range(len(job.rows)))
        self._size = len(job.rows)

    def evaluations(self) -> list[Evaluation]:
        """Run until every row has its evaluation or the function's time is spent."""
        deadline = time.monotonic() + self._limits.function_seconds
        while self._waiting:
            if self._patience.is_over:
                self._give_up(self._patience.not_run())
            elif time.monotonic() > deadline:
                self._give_up(f"the function used up its {self._limits.function_seconds:g} s before this row")
            else:
                self._run_next()
        return [self._found[index] for index in range(len(self._rows))]

    def _run_next(self) -> None:
        indexes = self._waiting[: self._size]
        rows, row_seconds = [self._rows[index] for index in indexes], self._patience.row_seconds
        batch = self._engine.run_batch(self._source, self._job.function, rows, self._bridge, row_seconds=row_seconds)
        share = batch.seconds / len(indexes)
        raised = [position for position, verdict in batch.verdicts.items() if isinstance(verdict, str)]
        lines = dict(zip(raised, self._lines([indexes[position] for position in raised]), strict=True))
        for position in batch.verdicts:
            self._found[indexes[position]] = self._evaluation(batch, position, share, lines.get(position))
        if batch.stop is None:
            self._size *= 2
        else:
            self._after_stop(batch.stop, [index for index in indexes if index not in self._found], row_seconds)
        self._waiting = [index for index in self._waiting if index not in self._found]

    def _after_stop(self, stop: Stop, unfinished: list[int], row_seconds: float) -> None:
        """Blame the first unfinished row where that is proven, else narrow the next batch down to it."""
        overran = stop.outcome is Outcome.TIMED_OUT and stop.seconds >= row_seconds
        proven = self._size == 1 or (self._bridge is None and stop.results_complete and overran)
        if proven and unfinished:
            self._blame(unfinished[0], stop)
        self._size = max(1, len(self._rows) if proven and self._size > 1 else 1)

    def _blame(self, index: int, stop: Stop) -> None:
        """Settle the culprit row; a crash that something else may have caused has to happen more than once."""
        self._strikes[index] += 1
        if stop.outcome is not Outcome.CRASHED or self._strikes[index] >= _STRIKES:
            if stop.outcome is Outcome.CRASHED:
                self._engine.prove_alive()
            message = self._patience.too_slow() if stop.outcome is Outcome.TIMED_OUT else stop.message
            self._found[index] = Evaluation(stop.outcome, self._engine.name, stop.seconds, message, stop.line)

    def _lines(self, indexes: list[int]) -> list[int | None]:
        if not indexes or not self._wants_lines:
            return [None] * len(indexes)
        rows = [self._rows[index] for index in indexes]
        return self._engine.error_lines(self._source, self._job.function, rows, self._bridge)

    def _evaluation(self, batch: Batch, position: int, seconds: float, line: int | None) -> Evaluation:
        verdict = batch.verdicts[position]
        if position in batch.judge_faults:
            return Evaluation(Outcome.JUDGE_FAILED, self._engine.name, seconds, batch.judge_faults[position])
        if isinstance(verdict, bool):
            return Evaluation(Outcome.PASSED if verdict else Outcome.FAILED, self._engine.name, seconds)
        if self._is_sure(verdict):
            return Evaluation(Outcome.ERRORED, self._engine.name, seconds, verdict, line)
        message = _UNCONFIRMED.format(error=verdict)
        return Evaluation(Outcome.UNSUPPORTED, self._engine.name, seconds, message, line)

    def _is_sure(self, error: str) -> bool:
        if error.startswith(("NotImplementedError: The monty", "RuntimeError: Internal error", "RecursionError")):
            return False
        return self._job.route.errors_are_sure

    def _give_up(self, message: str) -> None:
        for index in self._waiting:
            self._found[index] = Evaluation(Outcome.TIMED_OUT, self._engine.name, 0.0, message)
        self._waiting = []

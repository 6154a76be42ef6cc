"""One run: which rows of which function go to a worker together, and what becomes of them, the judge included.

A function that asks the judge is left where it asks, and run again from its start once all its rows have their answers:
clocks stand still and chance is seeded, so it comes to the same place. Nothing waits inside a worker meanwhile.
"""

import itertools
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from spade_core.candidates import CandidateAssertion
from spade_core.errors import CancelledError
from spade_core.results import NO_JUDGE, Evaluation, Grid, Outcome
from spade_core.sandbox.inputs import Inputs
from spade_core.sandbox.jobs import MOST_MESSAGE, decided_at_once, evaluation_of, function_told
from spade_core.sandbox.judge import MAX_QUESTION_CHARACTERS, MOST_QUESTIONS, JudgeBridge
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.rows import Rows
from spade_core.sandbox.worker import WALL
from spade_core.sandbox.worker_pool import Done, Job, WorkerPool
from spade_core.static_analysis import names_in

_CHUNK_ROWS: Final = 200
_MOST_CHUNK_ROWS: Final = 1000
"""In a table that has many chunks still: each function begins an interpreter of its own for each chunk."""
_MANY_CHUNKS: Final = 40
_CHUNK_BYTES: Final = 2_000_000
"""Of plain text so much fits the memory that is shared with a worker."""
_MOST_TOGETHER: Final = 24
"""Functions in one job."""
_JOBS_EACH: Final = 4
"""Jobs for each worker, where there is enough to do, so that all end at about the same time."""
_SPARE_SECONDS: Final = 60.0
_runs = itertools.count()


@dataclass(slots=True)
class _Function:
    """One candidate in this run."""

    name: str
    """The candidate's."""
    told: Mapping[str, Any]
    """What a worker is told of it."""
    input: Rows
    """What it sees."""
    met: int = 0
    """Rows that timed out so far."""


@dataclass(slots=True, eq=False)
class _Task:
    """One function on some rows, and the answers it was given."""

    function: _Function
    rows: Sequence[int]
    """Their places in the table; below, rows are numbered by where they stand here."""
    answers: dict[int, dict[str, bool]] = field(default_factory=dict)
    """Row -> question -> answer."""
    wanted: Sequence[int] = ()
    """The rows that are to be run now."""
    asked: set[int] = field(default_factory=set)
    """The rows that wait for an answer."""
    answered: list[int] = field(default_factory=list)
    """The rows that are to be run again once none waits."""


class Run:
    """What is to be run, until every cell is found."""

    _pool: WorkerPool

    def __init__(self, limits: Limits, bridge: JudgeBridge | None, engine: str, cells: Grid, inputs: Inputs) -> None:
        self.cells = cells
        self._inputs = inputs
        self._limits = limits
        self._bridge = bridge
        self._engine = engine
        self._number = next(_runs)
        self._left = 0
        """Cells that are not found yet."""
        self._heard = 0.0
        """When the judge last answered, or was first asked."""
        self._groups: dict[tuple[Rows, Sequence[int]], list[_Function]] = {}
        """Functions with the same rows, by these and their places."""
        self._asking: set[_Task] = set()
        """The tasks that wait for the judge."""

    def decide(self, pending: Sequence[tuple[CandidateAssertion, Sequence[int]]]) -> int:
        """Find what is known without running anything; return how many cells are left.

        `pending` names each candidate with the places of its rows, a range or a tuple.
        """
        for index, (candidate, good) in enumerate(pending):
            rows = self._inputs.rows(candidate.name)
            known = decided_at_once(candidate.source, has_judge=self._bridge is not None)
            if faults := dict.fromkeys(good, known) if known else self._inputs.faults(candidate.name):
                bad = [place for place in good if place in faults]
                self.cells.fill(candidate.name, bad, [faults[place] for place in bad])
                good = tuple(place for place in good if place not in faults)
            if good:
                told = function_told(candidate, f"{self._number}:{index}")
                self._groups.setdefault((rows, good), []).append(_Function(candidate.name, told, rows))
                self._left += len(good)
        return self._left

    def finish(self, pool: WorkerPool, cancelled: threading.Event | None, report: Callable[[int], None]) -> None:
        """Run it all; `report` hears how many cells are left.

        Raises:
            CancelledError: `cancelled` was set.
            SandboxError: the workers do not live here.
        """
        self._pool = pool
        for job in self._jobs():
            pool.put(job)
        while self._left:
            stop_if(cancelled)
            found = pool.take()
            if isinstance(found, BaseException):
                raise found
            if isinstance(found, Done):
                self._hear(found)
            elif found is not None:
                found()  # an answer of the judge
            elif self._asking and time.monotonic() - self._heard > self._limits.judge_seconds:
                self._give_up_on_the_judge()
            if found is not None:
                report(self._left)

    # --- jobs

    def _jobs(self) -> Iterator[Job]:
        groups = self._groups.items()
        chunks = sum(len(those) * max(1, len(places) // _chunk_rows(places)) for (_, places), those in groups)
        size = min(_MOST_TOGETHER, max(1, chunks // (_JOBS_EACH * self._limits.workers)))
        for (rows, places), functions in groups:
            for chunk in _chunks(places, rows.sizes(_names(functions), places)):
                tasks = [_Task(function, chunk, wanted=range(len(chunk))) for function in functions]
                for start in range(0, len(tasks), size):
                    yield self._job(tasks[start : start + size])

    def _job(self, tasks: Sequence[_Task]) -> Job:
        seconds = self._function_seconds(tasks) + self._limits.row_seconds
        most = len(tasks) * WALL * seconds + _SPARE_SECONDS
        rows, names, places = tasks[0].function.input, _names([task.function for task in tasks]), tasks[0].rows
        known, columns = rows.known_by(names, places), rows.columns(names, places)
        return Job(partial(self._message, tasks), columns, known, tuple(tasks), most)

    def _message(self, tasks: Sequence[_Task]) -> Mapping[str, Any]:
        """Return what a worker is told to run."""
        return {
            "functions": [
                {**each.function.told, "rows": list(each.wanted), "answers": each.answers, "met": each.function.met}
                for each in tasks
            ],
            "memory": self._limits.memory_bytes,
            "seconds": self._limits.row_seconds,
            "function_seconds": self._function_seconds(tasks),
        }

    def _function_seconds(self, tasks: Sequence[_Task]) -> float:
        return self._limits.function_seconds * max(1.0, len(tasks[0].rows) / _CHUNK_ROWS)

    # --- what became of them

    def _hear(self, done: Done) -> None:
        tasks: Sequence[_Task] = done.job.about
        if done.said is not None:
            for task, said in zip(tasks, done.said, strict=True):
                self._read(task, said)
        elif len(tasks) > 1:
            for task in tasks:
                self._pool.put(self._job([task]))
        else:
            for row in tasks[0].wanted:
                self._settle(tasks[0], row, Outcome.CRASHED, "the worker process took too long, or kept ending")

    def _read(self, task: _Task, said: Sequence[Any]) -> None:
        letters, each, more = said
        told = {at: rest for at, *rest in more}  # by where the row stands in `wanted`
        plain = {letter: self._evaluation(letter, "", 0, each) for letter in set(letters) - {"Q"}}
        found = list(map(plain.get, letters))
        for at, (message, line, seconds) in told.items():
            if letters[at] != "Q":
                found[at] = self._evaluation(letters[at], message, line, seconds)
                task.function.met += letters[at] == "T" and seconds > 0  # else it was not run
        self.cells.fill(task.function.name, [task.rows[row] for row in task.wanted], found)
        asking = [at for at, letter in enumerate(letters) if letter == "Q"] if "Q" in letters else ()
        self._left -= len(found) - len(asking)
        for at in asking:
            self._ask(task, task.wanted[at], told[at][0] if at in told else "")

    def _evaluation(self, letter: str, message: str, line: int, seconds: float) -> Evaluation:
        memory = self._limits.memory_bytes
        return evaluation_of(letter, message, line, seconds, memory_bytes=memory, engine=self._engine)

    def _settle(self, task: _Task, row: int, outcome: Outcome, message: str) -> None:
        self.cells.fill(task.function.name, [task.rows[row]], [Evaluation(outcome, self._engine, 0.0, message)])
        self._left -= 1

    # --- the judge

    def _ask(self, task: _Task, row: int, question: str) -> None:
        if self._bridge is None:
            self._fail(task, row, NO_JUDGE)
        elif len(question) > MAX_QUESTION_CHARACTERS:
            self._fail(task, row, f"its question has more than {MAX_QUESTION_CHARACTERS} characters")
        elif question in task.answers.get(row, ()):
            self._fail(task, row, "it asks again what was answered")
        elif len(task.answers.get(row, ())) >= MOST_QUESTIONS:
            self._fail(task, row, f"it asks the judge more than {MOST_QUESTIONS} questions")
        else:
            if not self._asking:
                self._heard = time.monotonic()
            task.asked.add(row)
            self._asking.add(task)
            future = self._bridge.ask(task.function.input.examples[task.rows[row]], question)
            future.add_done_callback(  # from the judge's thread to ours
                lambda future: self._pool.done.put(partial(self._answer, task, row, question, future))
            )

    def _answer(self, task: _Task, row: int, question: str, future: "Future[bool]") -> None:
        if row not in task.asked:
            return  # given up on
        task.asked.remove(row)
        self._heard = time.monotonic()
        if (error := future.exception()) is not None:
            self._fail(task, row, f"the judge failed: {type(error).__name__}: {error}"[:MOST_MESSAGE])
        else:
            task.answers.setdefault(row, {})[question] = future.result()
            task.answered.append(row)
        self._go_on(task)

    def _go_on(self, task: _Task) -> None:
        """Run the rows again whose questions are answered, once all of them are."""
        if task.asked:
            return
        self._asking.discard(task)
        if task.answered:
            task.wanted, task.answered = sorted(task.answered), []
            self._pool.put(self._job([task]))

    def _give_up_on_the_judge(self) -> None:
        for task in list(self._asking):
            for row in task.asked:
                self._fail(task, row, "the judge gave no answer in time")
            task.asked.clear()
            self._go_on(task)

    def _fail(self, task: _Task, row: int, message: str) -> None:
        self._settle(task, row, Outcome.JUDGE_FAILED, message)


def stop_if(cancelled: threading.Event | None) -> None:
    """Raise CancelledError where that is set."""
    if cancelled is not None and cancelled.is_set():
        raise CancelledError("the evaluation was cancelled")


def _names(functions: Sequence[_Function]) -> frozenset[str]:
    return frozenset[str]().union(*(names_in(each.told["source"]) for each in functions))


def _chunk_rows(places: Sequence[int]) -> int:
    return min(_MOST_CHUNK_ROWS, max(_CHUNK_ROWS, len(places) // _MANY_CHUNKS))


def _chunks(places: Sequence[int], sizes: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield the rows that go to a worker together."""
    most, first, held = _chunk_rows(places), 0, 0
    for end, size in enumerate(sizes):
        if end > first and (end - first == most or held + size > _CHUNK_BYTES):
            yield places[first:end]
            first, held = end, 0
        held += size
    yield places[first:]

"""One run: which rows of which function go to a worker together, and what becomes of them, the judge included.

A function that asks the judge is left where it asks, and run again from its start once all its rows have their answers:
clocks stand still and chance is seeded, so it comes to the same place. Nothing waits inside a worker meanwhile.
"""

import itertools
import threading
import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError as NoLongerAsked, Future
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


@dataclass(slots=True)
class _Task:
    """One function on some rows, and the answers it was given."""

    function: _Function
    rows: Sequence[int]
    """Their places."""
    answers: dict[int, dict[str, bool]] = field(default_factory=dict)
    """Row -> question -> answer."""
    wanted: Sequence[int] = ()
    """The rows that are to be run now."""
    asked: dict[int, str] = field(default_factory=dict)
    """The rows that wait for an answer, with the question."""
    answered: list[int] = field(default_factory=list)
    """The rows that are to be run again once none waits."""


@dataclass(frozen=True, slots=True)
class _Answer:
    task: _Task
    row: int
    question: str
    future: "Future[bool]"


class Run:
    """What is to be run, until every cell is found."""

    def __init__(self, limits: Limits, bridge: JudgeBridge | None, engine: str, cells: Grid, inputs: Inputs) -> None:
        self.cells = cells
        self._inputs = inputs
        self._pool: WorkerPool | None = None
        self._limits = limits
        self._bridge = bridge
        self._engine = engine
        self._number = next(_runs)
        self._left = 0
        """Cells that are not found yet."""
        self._heard = 0.0
        """When the judge last answered, or was first asked."""
        self._groups: list[list[_Task]] = []
        """Functions with the same rows."""
        self._asking: dict[int, _Task] = {}
        """The tasks that wait for the judge, by their identity."""

    def decide(
        self, pending: Sequence[tuple[CandidateAssertion, Sequence[int]]], ran: Container[Rows], *, has_judge: bool
    ) -> int:
        """Find what is known without running anything; return how many cells are left.

        `pending` names each candidate with the places of its rows, a range or a tuple; `ran` are rows without defects.
        """
        groups: dict[tuple[Rows, Sequence[int]], list[_Task]] = {}
        everywhere = {place for _, places in pending for place in places}
        seen = {self._inputs.rows(each.name) for each, _ in pending}
        faulty = {rows: {} if rows in ran else rows.defects(everywhere) for rows in seen}
        for index, (candidate, places) in enumerate(pending):
            rows = self._inputs.rows(candidate.name)
            defects = faulty[rows]
            known = decided_at_once(candidate.source, has_judge=has_judge)
            decided = places if known else [place for place in places if place in defects] if defects else []
            for place in decided:
                found = known or Evaluation(Outcome.UNSUPPORTED, message=defects[place])
                self.cells.fill(candidate.name, [place], [found])
            good = places if not decided else tuple(sorted({*places} - {*decided}))
            if good:
                told = function_told(candidate, f"{self._number}:{index}")
                groups.setdefault((rows, good), []).append(_Task(_Function(candidate.name, told, rows), good))
                self._left += len(good)
        self._groups = list(groups.values())
        return self._left

    def finish(self, pool: WorkerPool, cancelled: threading.Event | None, report: Callable[[int], None]) -> None:
        """Run it all; `report` hears of the cells found so far.

        Raises:
            CancelledError: `cancelled` was set.
            SandboxError: the workers do not live here.
        """
        self._pool = pool
        for job in self._jobs():
            pool.put(job)
        while self._left:
            if cancelled is not None and cancelled.is_set():
                raise CancelledError("the evaluation was cancelled")
            found = pool.take()
            if isinstance(found, BaseException):
                raise found
            if isinstance(found, Done):
                self._hear(found)
                report(len(self.cells))
            elif found is not None:
                self._answer(found)
                report(len(self.cells))
            elif self._asking and time.monotonic() - self._heard > self._limits.judge_seconds:
                self._give_up_on_the_judge()

    # --- jobs

    def _jobs(self) -> Iterator[Job]:
        chunks = sum(len(group) * max(1, len(group[0].rows) // _chunk_rows(group)) for group in self._groups)
        size = min(_MOST_TOGETHER, max(1, chunks // (_JOBS_EACH * self._limits.workers)))
        for group in self._groups:
            for chunk in self._chunks(group):
                tasks = [_Task(task.function, chunk, wanted=range(len(chunk))) for task in group]
                for start in range(0, len(tasks), size):
                    yield self._job(tasks[start : start + size])

    def _job(self, tasks: Sequence[_Task]) -> Job:
        seconds = self._function_seconds(tasks)
        most = len(tasks) * (seconds + self._limits.row_seconds) + _SPARE_SECONDS
        rows, names, places = tasks[0].function.input, _names(tasks), tasks[0].rows
        known_by, columns = rows.known_by(names, places), rows.columns(names, places)
        return Job(partial(self._message, tasks), columns, known_by, tuple(tasks), most)

    def _message(self, tasks: Sequence[_Task]) -> Mapping[str, Any]:
        """Return what a worker is told to run."""
        return {
            "functions": [
                {
                    **task.function.told,
                    "rows": list(task.wanted),
                    "answers": task.answers,
                    "met": task.function.met,
                }
                for task in tasks
            ],
            "memory": self._limits.memory_bytes,
            "seconds": self._limits.row_seconds,
            "function_seconds": self._function_seconds(tasks),
        }

    def _chunks(self, group: Sequence[_Task]) -> Iterator[Sequence[int]]:
        places, most = group[0].rows, _chunk_rows(group)
        first = held = 0
        for end, size in enumerate(group[0].function.input.sizes(_names(group), places)):
            if end > first and (end - first == most or held + size > _CHUNK_BYTES):
                yield places[first:end]
                first, held = end, 0
            held += size
        yield places[first:]

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
                self._put(self._job([task]))
        else:
            fault = Evaluation(Outcome.CRASHED, self._engine, 0.0, "the worker process kept ending")
            for row in tasks[0].wanted:
                self._settle(tasks[0], row, fault)

    def _read(self, task: _Task, said: Sequence[Any]) -> None:
        letters, each, more = said
        told = {place: rest for place, *rest in more}
        plain = {letter: self._evaluation(letter, "", 0, each) for letter in set(letters) - {"Q"}}
        found = list(map(plain.get, letters))
        for place, (message, line, seconds) in told.items():
            if letters[place] != "Q":
                found[place] = self._evaluation(letters[place], message, line, seconds)
                task.function.met += letters[place] == "T" and seconds > 0
        self.cells.fill(task.function.name, [task.rows[row] for row in task.wanted], found)
        asking = [place for place, letter in enumerate(letters) if letter == "Q"] if "Q" in letters else ()
        self._left -= len(found) - len(asking)
        for place in asking:
            self._ask(task, task.wanted[place], told[place][0] if place in told else "")

    def _evaluation(self, letter: str, message: str, line: int, seconds: float) -> Evaluation:
        memory = self._limits.memory_bytes
        return evaluation_of(letter, message, line, seconds, memory_bytes=memory, engine=self._engine)

    def _settle(self, task: _Task, row: int, found: Evaluation) -> None:
        self.cells.fill(task.function.name, [task.rows[row]], [found])
        self._left -= 1

    def _put(self, job: Job) -> None:
        if self._pool is not None:
            self._pool.put(job)

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
            task.asked[row] = question
            self._asking[id(task)] = task
            future = self._bridge.ask(task.function.input.examples[task.rows[row]], question)
            future.add_done_callback(partial(self._hand_on, task, row, question))

    def _hand_on(self, task: _Task, row: int, question: str, future: "Future[bool]") -> None:
        """Bring an answer from the judge's thread to ours."""
        if self._pool is not None:
            self._pool.done.put(_Answer(task, row, question, future))

    def _answer(self, answer: _Answer) -> None:
        task, row = answer.task, answer.row
        if task.asked.pop(row, None) is None:
            return  # given up on
        self._heard = time.monotonic()
        try:
            error = answer.future.exception()
        except NoLongerAsked:
            self._fail(task, row, "the judge was no longer asked")
        else:
            if error is None:
                task.answers.setdefault(row, {})[answer.question] = answer.future.result()
                task.answered.append(row)
            else:
                self._fail(task, row, f"the judge failed: {type(error).__name__}: {error}"[:MOST_MESSAGE])
        self._go_on(task)

    def _go_on(self, task: _Task) -> None:
        """Run the rows again whose questions are answered, once all of them are."""
        if task.asked:
            return
        self._asking.pop(id(task), None)
        if task.answered:
            task.wanted, task.answered = sorted(task.answered), []
            self._put(self._job([task]))

    def _give_up_on_the_judge(self) -> None:
        for task in list(self._asking.values()):
            for row in list(task.asked):
                del task.asked[row]
                self._fail(task, row, "the judge gave no answer in time")
            self._go_on(task)

    def _fail(self, task: _Task, row: int, message: str) -> None:
        self._settle(task, row, Evaluation(Outcome.JUDGE_FAILED, self._engine, 0.0, message))


def _names(tasks: Sequence[_Task]) -> frozenset[str]:
    return frozenset[str]().union(*(names_in(task.function.told["source"]) for task in tasks))


def _chunk_rows(group: Sequence[_Task]) -> int:
    return min(_MOST_CHUNK_ROWS, max(_CHUNK_ROWS, len(group[0].rows) // _MANY_CHUNKS))

"""The two engines together: every job goes to the one that runs it faithfully; what Monty raises is confirmed."""

from dataclasses import replace
from typing import TYPE_CHECKING, Self

from spade_core.errors import SandboxError
from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.sandbox.allowlist import refusal
from spade_core.sandbox.characters import CharacterCheck
from spade_core.sandbox.function_run import run_job
from spade_core.sandbox.habitat import NoRoomError
from spade_core.sandbox.judge_bridge import JudgeBridge
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.monty_engine import MontyEngine
from spade_core.sandbox.planning import Cells, Engine, Job

if TYPE_CHECKING:
    from spade_core.sandbox.cpython_engine import CPythonEngine

_TO_CONFIRM = frozenset({Outcome.ERRORED, Outcome.UNSUPPORTED})


class Engines:
    """Both engines, warm. The second is there only where this machine can run it and it is wanted."""

    def __init__(self, limits: Limits, *, second: "CPythonEngine | None") -> None:
        self._limits = limits
        self._monty = MontyEngine(limits)
        self._second = second

    def open(self) -> Self:
        """Start Monty; the second engine starts when first needed."""
        self._monty.open()
        return self

    @property
    def characters(self) -> CharacterCheck:
        """The comparison of characters with Monty."""
        return self._monty.characters

    @property
    def has_second(self) -> bool:
        """Whether functions may be given to the second engine."""
        return self._second is not None

    def run(self, job: Job, bridge: JudgeBridge | None) -> Cells:
        """Return one evaluation per row of the job."""
        if job.engine is Engine.CPYTHON:
            return self._run_second_or_say_why_not(job, bridge)
        confirms = self._second is not None and refusal(job.candidate.source) is None
        cells = run_job(self._monty, job, bridge=bridge, limits=self._limits, wants_lines=not confirms)
        doubtful = tuple(row for row in job.rows if cells[row.example.id, job.candidate.name].outcome in _TO_CONFIRM)
        if doubtful and confirms:
            try:
                cells |= self._run_second(replace(job, rows=doubtful), bridge)
            except NoRoomError:
                raise
            except SandboxError:
                pass  # there is no second engine, then, and what Monty said stands
        return cells

    def _run_second_or_say_why_not(self, job: Job, bridge: JudgeBridge | None) -> Cells:
        try:
            return self._run_second(job, bridge)
        except NoRoomError:
            raise
        except SandboxError as error:
            said = Evaluation(Outcome.UNSUPPORTED, message=f"Monty does not run it faithfully, and {error}")
            return {(row.example.id, job.candidate.name): said for row in job.rows}

    def _run_second(self, job: Job, bridge: JudgeBridge | None) -> Cells:
        if self._second is None:
            raise SandboxError("there is no second engine here")
        asked = bridge if job.asks_judge else None
        found = self._second.run(job.candidate.source, job.function, job.rows, asked, patience=job.patience)
        return {(row.example.id, job.candidate.name): said for row, said in zip(job.rows, found, strict=True)}

    def kill(self) -> None:
        """End every process at once."""
        self._monty.kill()
        if self._second is not None:
            self._second.kill()

    def close(self) -> None:
        """End every process."""
        self._monty.close()
        if self._second is not None:
            self._second.close()

"""The second engine: one locked-down CPython child per function, behind the allowlist. Linux only.

Laws: nothing is run that `allowlist.refusal` refuses; the child inherits nothing but one line to the host; what comes
over that line is checked as if an enemy wrote it; the kernel ends a row that runs too long, nothing inside can.
"""

import math
import os
import platform
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from spade_core.errors import CancelledError, SandboxError
from spade_core.examples.example import Example
from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.sandbox.allowlist import refusal
from spade_core.sandbox.child.names import EVERY
from spade_core.sandbox.conversation import Conversation
from spade_core.sandbox.extras import emoji_folder, order_of
from spade_core.sandbox.habitat import NoRoomError
from spade_core.sandbox.judge_bridge import MAX_QUESTION_CHARACTERS, JudgeBridge
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.patience import Patience
from spade_core.sandbox.rows import Row
from spade_core.sandbox.zygotes import Zygotes

_START_SECONDS = 10.0
_MOST_BYTES = 4096
_STRIKES = 2
"""How often a row must end its child to be called a crash."""
_STRIKES_OF_ZYGOTES = 25
_KEEP_ENDING = "the second engine's processes keep ending"
_ATTEMPTS = 25
_TRUE = "async def f(example, prompt, response):\n    return True"
_TIME_SIGNALS = frozenset({signal.SIGPROF, signal.SIGALRM, signal.SIGXCPU})


class CPythonEngine:
    """Runs functions that the allowlist accepts. Safe to call from several threads; close it when done."""

    def __init__(self, limits: Limits, *, protections: Sequence[str] = EVERY, python: str = sys.executable) -> None:
        self.name = f"cpython {platform.python_version()}"
        self._limits = limits
        seconds = max(1, round(limits.function_seconds) + 1)
        self._zygotes = Zygotes(python, (str(limits.memory_bytes), str(seconds), ",".join(protections), emoji_folder()))
        self._cancelled = threading.Event()
        self._has_worked = threading.Event()

    def close(self) -> None:
        """End every process."""
        self._zygotes.close()

    def kill(self) -> None:
        """End every process at once: batches under way raise CancelledError."""
        self._cancelled.set()
        self._zygotes.kill()

    def protections(self) -> tuple[str, ...]:
        """Return the names of the protections that hold in a child on this machine, found by trying them."""
        zygote = self._zygotes.take()
        sound = False
        try:
            with zygote.begin(None) as line:
                line.settimeout(_START_SECONDS)
                told = line.recv(_MOST_BYTES).decode()
            zygote.status()
            sound = True
        except OSError as error:
            raise SandboxError(f"the second engine does not start: {error}") from error
        finally:
            self._zygotes.give_back(zygote, sound=sound)
        return tuple(name for name in told.split(",") if name)

    def run(
        self,
        source: str,
        name: str,
        rows: Sequence[Row],
        bridge: JudgeBridge | None,
        *,
        patience: Patience | None = None,
    ) -> list[Evaluation]:
        """Return one evaluation per row; a limit or a crash costs the culprit row only, while `patience` lasts.

        Raises:
            ValueError: The allowlist refuses the function.
            SandboxError: The engine does not start, or its processes keep ending.
            CancelledError: The engine was killed.
        """
        refused = refusal(source)
        if refused is not None:
            raise ValueError(f"the allowlist refuses it: {refused}")
        return _FunctionRun(self, source, name, rows, bridge, patience or Patience(self._limits)).evaluations()

    def converse(self, job: Mapping[str, object], talk: Conversation) -> int | None:
        """Hold one conversation with a new child; return its wait status, None when child or zygote broke off."""
        self._check_cancelled()
        zygote = self._zygotes.take()
        status: int | None = None
        try:
            with (
                zygote.begin(job, order_of(str(job["source"]))) as line,
                suppress(ConnectionError),
            ):  # however it hangs up, its status tells why
                talk.hold(line, self._check_cancelled)
            status = zygote.status()
        except OSError:
            self._check_cancelled()
        finally:
            self._zygotes.give_back(zygote, sound=status is not None)
            if talk.ready:
                self._has_worked.set()
        return status

    @property
    def has_worked(self) -> bool:
        """Whether a child was ever ready to run something."""
        return self._has_worked.is_set()

    def prove_alive(self) -> None:
        """Return when a child still runs our own code: whatever ended the others, then, is not this machine.

        Raises:
            NoRoomError: It does not.
        """
        row = Row(Example("", {}, "", "", None), {})
        job = job_of(_TRUE, "f", [row], Patience(self._limits))
        for _ in range(_ATTEMPTS):
            talk = Conversation([row], None, self._limits)
            self.converse(job, talk)
            if 0 in talk.said:
                return
        raise NoRoomError("the second engine's processes do not live here")

    @property
    def limits(self) -> Limits:
        """The limits on every function."""
        return self._limits

    def _check_cancelled(self) -> None:
        if self._cancelled.is_set():
            raise CancelledError("the evaluation was cancelled")


def job_of(source: str, name: str, rows: Sequence[Row], patience: Patience) -> Mapping[str, object]:
    """Return the job that a child is sent: see `child.runner`."""
    return {
        "source": source,
        "name": name,
        "rows": [tuple(row.payload) for row in rows],
        "seconds": patience.row_seconds,
        "wall_seconds": patience.wall_seconds,
        "question": MAX_QUESTION_CHARACTERS,
    }


class _FunctionRun:
    """One function over its rows, child after child until every row is settled."""

    def __init__(
        self,
        engine: CPythonEngine,
        source: str,
        name: str,
        rows: Sequence[Row],
        bridge: JudgeBridge | None,
        patience: Patience,
    ) -> None:
        self._engine = engine
        self._limits = engine.limits
        self._source = source
        self._name = name
        self._rows = rows
        self._bridge = bridge
        self._patience = patience
        self._deadline = math.inf
        self._is_unlucky = False
        """Whether the last child ended before it was ready."""
        self._found: dict[int, Evaluation] = {}
        self._strikes: Counter[int] = Counter()
        self._size = max(1, len(rows))
        """Most rows in one child; less once rows that wait for the judge together need too much memory."""
        self._again: set[int] = set()
        """Rows that ended a child in which others had run: each is tried in a child of its own."""

    def evaluations(self) -> list[Evaluation]:
        """Return one evaluation per row."""
        self._deadline = deadline = time.monotonic() + self._limits.function_seconds
        while waiting := [index for index in range(len(self._rows)) if index not in self._found]:
            if self._patience.is_over:
                self._give_up(waiting, self._patience.not_run())
            elif time.monotonic() > deadline and self._is_unlucky:
                raise SandboxError(_KEEP_ENDING)
            elif time.monotonic() > deadline:
                self._give_up(waiting, f"the function used up its {self._limits.function_seconds:g} s before this row")
            else:
                again = [index for index in waiting if index in self._again]
                self._run_child(again[:1] or waiting[: self._size])
        return [self._found[index] for index in range(len(self._rows))]

    def _give_up(self, waiting: list[int], message: str) -> None:
        self._found |= {index: Evaluation(Outcome.TIMED_OUT, self._engine.name, 0.0, message) for index in waiting}

    def _run_child(self, waiting: list[int]) -> None:
        rows = [self._rows[index] for index in waiting]
        talk = Conversation(rows, self._bridge, self._limits, deadline=self._deadline)
        job = job_of(self._source, self._name, rows, self._patience)
        status = self._engine.converse(job, talk)
        self._is_unlucky = not talk.ready
        for position, said in talk.said.items():
            self._found[waiting[position]] = replace(said, engine=self._engine.name, seconds=talk.seconds / len(rows))
        if talk.running is not None and not talk.is_late:
            self._blame(waiting[talk.running], talk, status)

    def _blame(self, index: int, talk: Conversation, status: int | None) -> None:
        """Settle the row a child ended at, once it is sure that the row is to blame and not chance or a neighbour.

        Rows before it leave finalizers, memory and open questions behind: only a row by itself is believed guilty.
        """
        outcome, message = self._verdict(talk, status)
        self._strikes[index] += 1
        if not talk.alone:
            self._again.add(index)
            if outcome is Outcome.OUT_OF_MEMORY:
                self._size = max(1, self._size // 2)
            return
        if outcome in {Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY}:
            enough = 1
        elif not talk.ready:
            self._bear_with_the_zygote(index)
            return
        elif talk.broke_protocol:
            enough = _STRIKES
        elif status is None:
            self._bear_with_the_zygote(index)
            return
        elif os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
            enough = 2 * _STRIKES
        else:
            enough = _STRIKES
        if self._strikes[index] >= enough:
            if outcome is Outcome.CRASHED:
                self._engine.prove_alive()
            if outcome is Outcome.TIMED_OUT:
                message = self._patience.too_slow()
            self._found[index] = Evaluation(outcome, self._engine.name, talk.seconds, message, talk.memory_line)

    def _bear_with_the_zygote(self, index: int) -> None:
        """Let the row try again: it has not run, or cannot have ended the zygote.

        An engine that has worked before is borne with until the function's time is over: somebody ends its processes.
        """
        if self._strikes[index] >= _STRIKES_OF_ZYGOTES and not self._engine.has_worked:
            raise SandboxError(_KEEP_ENDING)

    def _verdict(self, talk: Conversation, status: int | None) -> tuple[Outcome, str]:
        if talk.out_of_memory:
            megabytes = self._limits.memory_bytes // (1024 * 1024)
            return Outcome.OUT_OF_MEMORY, f"it needs more than {megabytes} MB of memory"
        if talk.overran or (status is not None and os.WIFSIGNALED(status) and os.WTERMSIG(status) in _TIME_SIGNALS):
            return Outcome.TIMED_OUT, ""
        if status is not None and os.WIFSIGNALED(status):
            return Outcome.CRASHED, f"the CPython process was ended by signal {os.WTERMSIG(status)}"
        return Outcome.CRASHED, "the CPython process broke off"

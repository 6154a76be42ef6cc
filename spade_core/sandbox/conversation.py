"""What the host and a child say to each other over one line; the child is taken for an enemy."""

import json
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError as NoLongerAsked
from concurrent.futures import Future
from contextlib import suppress
from functools import partial

from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.sandbox.child.names import READY
from spade_core.sandbox.judge_bridge import ASKS_AGAIN, MAX_QUESTION_CHARACTERS, MOST_QUESTIONS, JudgeBridge
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.rows import Row

_POLL_SECONDS = 0.05
_START_SECONDS = 30.0
"""Longest wait for a child that has yet to read its job; its zygote may be starting, on a busy machine."""
_WALL = 1.5
_SPARE_SECONDS = 0.3
"""The child's own clock ends a row before; this is for a child that could put it off."""
_MOST_LINE_BYTES = 16 * MAX_QUESTION_CHARACTERS
_MOST_MESSAGE = 300
_CHUNK = 1 << 16


class ProtocolError(OSError):
    """The child said something that it may not say."""


class Conversation:
    """One child's rows. Row i may speak only while it is its turn, so that no row can settle another."""

    def __init__(
        self, rows: Sequence[Row], bridge: JudgeBridge | None, limits: Limits, *, deadline: float | None = None
    ) -> None:
        """Take the rows; it ends at the deadline (of the monotonic clock), put off by every wait for the judge."""
        self.said: dict[int, Evaluation] = {}
        self.out_of_memory = False
        self.memory_line: int | None = None
        self.overran = False
        self.is_late = False
        """Whether the deadline ended it: nobody is to blame."""
        self.broke_protocol = False
        self.seconds = 0.0
        """How long it lasted, from when the child was ready."""
        self.ready = False
        """Whether the child said that it was about to begin."""
        self._rows = rows
        self._bridge = bridge
        self._limits = limits
        self._deadline = deadline
        self._turns = deque(range(len(rows)))
        self._spoken: set[int] = set()
        self._asked: set[int] = set()
        self._questions: Counter[int] = Counter()
        self._abandoned = False
        self._computed: Counter[int] = Counter()
        """Nanoseconds that each row has computed in its turns before the present one."""
        self._open: set[int] = set()
        self._judge_faults: dict[int, str] = {}
        self._lock = threading.Lock()
        self._line: socket.socket | None = None
        self._heard = self._began = time.monotonic()

    @property
    def running(self) -> int | None:
        """The row whose turn it is; None when every row has had its say."""
        with self._lock:
            if self._turns:
                return self._turns[0]
            return min(self._open, default=None)

    @property
    def alone(self) -> bool:
        """Whether the row whose turn it is had the child to itself: no other was begun before it."""
        with self._lock:
            return self._spoken <= {0} and (not self._turns or self._turns[0] == 0)

    def hold(self, line: socket.socket, check_cancelled: Callable[[], None]) -> None:
        """Listen and answer until the child hangs up.

        Raises:
            OSError: The child broke the protocol or fell silent; whoever called ends it.
        """
        try:
            self._hold(line, check_cancelled)
        except ProtocolError:
            self.broke_protocol = True
            raise
        finally:
            self.seconds = time.monotonic() - self._began if self.ready else 0.0

    def _hold(self, line: socket.socket, check_cancelled: Callable[[], None]) -> None:
        self._line = line
        line.settimeout(_POLL_SECONDS)
        self._heard = time.monotonic()
        rest = b""
        while True:
            try:
                part = line.recv(_CHUNK)
            except TimeoutError:
                check_cancelled()
                self._look_at_the_clock()
                continue
            if not part:
                return
            *lines, rest = (rest + part).split(b"\n")
            if len(rest) > _MOST_LINE_BYTES:
                raise ProtocolError("a line without an end")
            if not lines:
                self._look_at_the_clock()  # half a line is no sign of life
            for one in lines:
                self._take(one)
            self._look_at_the_deadline()
            if self._abandoned and self.running is None:
                return  # the child waits for an answer that it will not get

    def _take(self, line: bytes) -> None:
        before, self._heard = self._heard, time.monotonic()
        if not self.ready:
            if line != READY:
                raise ProtocolError("it was not ready")
            self.ready, self._began = True, self._heard
            return
        if self.out_of_memory:
            raise ProtocolError("it was to end")
        try:
            index, kind, *rest = line.decode("utf-8").split(" ", 2)
            position = int(index)
            with self._lock:
                if not self._turns or self._turns[0] != position:
                    raise ProtocolError("it was not that row's turn")
                self._computed[position] += int((self._heard - before) * 1e9)
                if kind != "M":
                    self._spoken.add(self._turns.popleft())
            self._understand(position, kind, rest[0] if rest else "")
        except (ValueError, RecursionError) as error:
            raise ProtocolError("a line that makes no sense") from error

    def _understand(self, position: int, kind: str, rest: str) -> None:
        if kind in {"P", "F"} and not rest:
            self._settle(position, Outcome.PASSED if kind == "P" else Outcome.FAILED)
        elif kind == "E":
            line, _, text = rest.partition(" ")
            self._settle(position, Outcome.ERRORED, str(json.loads(text))[:_MOST_MESSAGE], int(line))
        elif kind == "M":
            self.out_of_memory, self.memory_line = True, int(rest.partition(" ")[0]) or None
        elif kind == "Q":
            self._ask(position, json.loads(rest))
        else:
            raise ProtocolError("a line of an unknown kind")

    def _settle(self, position: int, outcome: Outcome, message: str = "", line: int = 0) -> None:
        with self._lock:
            fault = self._judge_faults.get(position)
        if fault is not None:
            self.said[position] = Evaluation(Outcome.JUDGE_FAILED, message=fault)
        else:
            self.said[position] = Evaluation(outcome, message=message, line=line or None)

    def _ask(self, position: int, question: object) -> None:
        self._questions[position] += 1
        if self._questions[position] > MOST_QUESTIONS:
            self._abandon(position)
            return
        with self._lock:
            self._open.add(position)
        if self._bridge is None or not isinstance(question, str):
            self._refuse(position, "no judge is configured")
        elif position in self._asked:
            self._refuse(position, ASKS_AGAIN)
        elif len(question) > MAX_QUESTION_CHARACTERS:
            self._refuse(position, f"its question has more than {MAX_QUESTION_CHARACTERS} characters")
        else:
            self._asked.add(position)
            future = self._bridge.ask(self._rows[position].example, question)
            future.add_done_callback(partial(self._answered, position))

    def _abandon(self, position: int) -> None:
        """Settle a row that asks on after it was refused, and never answer it again."""
        with self._lock:
            fault = self._judge_faults.setdefault(position, ASKS_AGAIN)
        self._abandoned = True
        self.said[position] = Evaluation(Outcome.JUDGE_FAILED, message=fault)

    def _answered(self, position: int, future: "Future[bool]") -> None:
        try:
            self._reply(position, "T" if future.result() else "F")
        except NoLongerAsked:
            return
        except Exception as error:  # noqa: BLE001 - the judge is the caller's
            self._refuse(position, f"the judge failed: {type(error).__name__}: {error}"[:_MOST_MESSAGE])

    def _refuse(self, position: int, message: str) -> None:
        with self._lock:
            if position in self._open:
                self._judge_faults[position] = message
        self._reply(position, f"X {json.dumps(message)}")

    def _reply(self, position: int, text: str) -> None:
        """Answer an open question; it is that row's turn again, after those answered before."""
        with self._lock:
            if position not in self._open or self._line is None:
                return
            self._open.discard(position)
            if not self._turns:
                self._put_off(time.monotonic())
            self._turns.append(position)
            with suppress(OSError):
                self._line.sendall(f"{position} {text}\n".encode())

    def _put_off(self, now: float) -> None:
        """Let the clocks run again after everybody waited for the judge."""
        if self._deadline is not None:
            self._deadline += now - self._heard
        self._heard = now

    def _look_at_the_deadline(self) -> None:
        with self._lock:
            is_over = self._deadline is not None and time.monotonic() > self._deadline and bool(self._turns)
        if is_over:
            self.is_late = True
            raise ProtocolError("the function's time is over")

    def _look_at_the_clock(self) -> None:
        self._look_at_the_deadline()
        silent = time.monotonic() - self._heard
        if not self.ready:
            if silent > _START_SECONDS:
                raise ProtocolError("it does not get ready")
            return
        with self._lock:
            computing, waiting = bool(self._turns), sorted(self._open)
            spent = silent + (self._computed[self._turns[0]] / 1e9 if computing else 0.0)
        if (computing or not waiting) and spent > _WALL * self._limits.row_seconds + _SPARE_SECONDS:
            self.overran = True
            raise ProtocolError("it fell silent")
        if waiting and not computing and silent > self._limits.judge_seconds:
            for position in waiting:
                self._refuse(position, "the judge gave no answer in time")

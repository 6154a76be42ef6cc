"""The judge, whoever answers yes-or-no questions, and the bridge to it: in parallel, each once in a run."""

import queue
import threading
from concurrent.futures import Future
from typing import Protocol

from spade_core.errors import SandboxError
from spade_core.examples import Example

MAX_QUESTION_CHARACTERS = 4_000
MOST_QUESTIONS = 10
"""Questions that a function may put about one response."""
_JOIN_SECONDS = 0.2


class Judge(Protocol):
    """Answers the questions that assertions put with ``ask_llm``. Called from several threads at once."""

    def ask(self, prompt: str, response: str, question: str) -> bool:
        """Return the answer; any exception means that the judge failed on this pair."""
        ...


class JudgeBridge:
    """Asks the judge from daemon threads, so that a slow judge never holds up the host's exit."""

    def __init__(self, judge: Judge, *, threads: int) -> None:
        self._judge = judge
        self._most_threads = threads
        self._threads: list[threading.Thread] = []
        self._asked: dict[tuple[str, str, str], Future[bool]] = {}
        self._waiting: queue.SimpleQueue[tuple[tuple[str, str, str], Future[bool]] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()

    def ask(self, example: Example, question: str) -> Future[bool]:
        """Return the answer to come; the prompt and the response are the example's own."""
        key = (example.prompt, example.response, question)
        with self._lock:
            if key not in self._asked:
                self._start_thread()
                self._asked[key] = Future()
                self._waiting.put((key, self._asked[key]))
            return self._asked[key]

    def close(self) -> None:
        """Drop the questions not yet put and let the threads end; one stuck in the judge is left behind as a daemon."""
        with self._lock:
            for future in self._asked.values():
                future.cancel()
            for _ in self._threads:
                self._waiting.put(None)
        for thread in self._threads:
            thread.join(_JOIN_SECONDS)

    def _start_thread(self) -> None:
        if len(self._threads) < self._most_threads:
            thread = threading.Thread(target=self._work, name="spade-judge", daemon=True)
            try:
                thread.start()
            except RuntimeError as error:
                if not self._threads:
                    raise SandboxError(f"no thread can be started: {error}") from error
            else:
                self._threads.append(thread)

    def _work(self) -> None:
        while (job := self._waiting.get()) is not None:
            (prompt, response, question), future = job
            if not future.set_running_or_notify_cancel():
                continue
            try:
                answer = self._judge.ask(prompt, response, question)
                if not isinstance(answer, bool):
                    raise TypeError(f"the judge answered with a {type(answer).__name__}, not True or False")  # noqa: TRY301
                future.set_result(answer)
            except BaseException as error:  # noqa: BLE001 - the judge is the caller's; whatever it raises is told of this pair
                future.set_exception(error)

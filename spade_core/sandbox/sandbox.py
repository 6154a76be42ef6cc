"""The sandbox: runs candidate assertions on examples and returns the results matrix."""

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final, Self

from spade_core.candidates import CandidateAssertion
from spade_core.context import Scores
from spade_core.examples import Example
from spade_core.results import ResultsMatrix
from spade_core.sandbox.cache import CachedCells, FileCache
from spade_core.sandbox.compiled import compiled_guest, wasmtime_version
from spade_core.sandbox.inputs import Inputs
from spade_core.sandbox.judge import Judge, JudgeBridge
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.manifest import manifest
from spade_core.sandbox.process import refuse_if_cramped
from spade_core.sandbox.run import Run, stop_if
from spade_core.sandbox.sources import RULES, sources_digest
from spade_core.sandbox.worker_pool import POLL_SECONDS, end_idle, workers
from spade_core.values import NO_SETS, ValueSet

_ROOT: Final = Path(__file__).parents[2]


class Sandbox:
    """Runs assertions in worker processes, each function in an interpreter of its own, never in this process.

    Its workers stay warm for the next run, of this sandbox or another, and end when none comes for a minute; as a
    context manager it ends them when it is left. Runs from several threads take turns. A process forked from one that
    uses it starts workers of its own.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        cache: FileCache | None = None,
        values: Mapping[str, ValueSet] = NO_SETS,
    ) -> None:
        """Set the limits, a cache, if any, and the sets of valid values that functions may ask about."""
        self._values = values
        self._limits = limits or Limits()
        self._cache = cache
        self._turn = threading.Lock()
        self._process = os.getpid()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        end_idle()

    def run(
        self,
        candidates: Sequence[CandidateAssertion],
        examples: Sequence[Example],
        *,
        judge: Judge | None = None,
        scorer: Scores | None = None,
        on_progress: Callable[[int, int], None] | None = None,
        on_preparing: Callable[[int], None] | None = None,
        cancelled: threading.Event | None = None,
    ) -> ResultsMatrix:
        """Return the outcome of every candidate on every example, whatever the code does.

        Args:
            candidates: Assertions; untrusted.
            examples: Rows; untrusted.
            judge: Answers ``ask_llm``; without one, candidates that ask are JUDGE_FAILED and not run.
            scorer: Computes the scores that functions read in ``example["scores"]`` and the example does not bring;
                where there is none, they are JUDGE_FAILED and not run.
            on_progress: Called in this thread with the pairs done and all pairs.
            on_preparing: Called in this thread with the seconds so far, now and then, while the guest is compiled:
                once on a machine.
            cancelled: Set it from elsewhere to stop.

        Raises:
            CancelledError: `cancelled` was set; the workers are gone.
            ValuesError: A set of valid values that a candidate reads cannot be read.
            SandboxError: The workers do not start or do not live here.
            ValueError: Two candidates have one name; the matrix has a column for each name.
        """
        sources = {each.name: each.source for each in candidates}
        if twice := [each.name for each in candidates if sources[each.name] != each.source]:
            raise ValueError(f"two candidates have the name {twice[0]}")
        with self._turn_of_this_thread(cancelled), ExitStack() as ends:
            inputs = Inputs(candidates, examples, self._values, scorer)
            version = self._version if self._cache is not None else ""
            known = CachedCells(self._cache, version, candidates, examples, inputs)
            bridge = None
            if judge is not None:
                bridge = JudgeBridge(judge, threads=self._limits.judge_threads)
                ends.callback(bridge.close)
            engine = f"cpython {manifest()['python']}, wasmtime {wasmtime_version()}"
            run = Run(self._limits, bridge, engine, known.cells, inputs)

            def report(left: int) -> None:
                if on_progress is not None:
                    pairs = len(candidates) * len(examples)
                    on_progress(pairs - left, pairs)

            def prepare(seconds: int) -> None:
                stop_if(cancelled)
                if on_preparing is not None:
                    on_preparing(seconds)

            left = run.decide(known.missing)
            report(left)
            if left:
                refuse_if_cramped(self._limits)
                with workers(self._limits.workers, partial(compiled_guest, prepare)) as pool:
                    run.finish(pool, cancelled, report)
            known.keep()
            return ResultsMatrix(tuple(examples), tuple(candidates), known.cells)

    @contextmanager
    def _turn_of_this_thread(self, cancelled: threading.Event | None) -> Iterator[None]:
        if self._process != os.getpid():  # forked: the threads that it may wait for are not here
            self._process, self._turn = os.getpid(), threading.Lock()
        while not self._turn.acquire(timeout=POLL_SECONDS):
            stop_if(cancelled)
        try:
            yield
        finally:
            self._turn.release()

    @property
    def _version(self) -> str:
        """Return what outcomes depend on beside source and row."""
        engine = f"{manifest()['sha256'][:16]}, wasmtime {wasmtime_version()}"
        rules = sources_digest(_ROOT, RULES)[:16]
        return f"{engine}, rules {rules}, {self._limits.memory_bytes} bytes"

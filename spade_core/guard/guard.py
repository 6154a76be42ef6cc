"""The guard of one prompt: it runs the selected assertions on each response and acts on the verdict."""

import ast
import atexit
import contextlib
import logging
import os
import random
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Self, TypeVar

from spade_core.application import load_selected_set
from spade_core.candidates import CandidateAssertion
from spade_core.errors import SettingsError
from spade_core.examples import Example
from spade_core.guard.background_queue import BackgroundQueue
from spade_core.guard.counts import Count, Counts
from spade_core.guard.gathering import Gatherer, Gathering, gathered_file
from spade_core.guard.guard_sandbox import GuardSandbox
from spade_core.guard.judging import BudgetedJudge, JudgeBudget
from spade_core.guard.telemetry import Telemetry
from spade_core.guard.turns import GuardedCall
from spade_core.guard.verdict import Action, Failure, Observe, Verdict
from spade_core.models import without_secrets
from spade_core.prompt_files import file_and_name
from spade_core.report import in_line
from spade_core.results import Evaluation, Outcome
from spade_core.sandbox import Judge, Sandbox
from spade_core.settings import named_sets

_Client = TypeVar("_Client")
_LOG: Final = logging.getLogger("spade.guard")
_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})
_LONGEST: Final = 1_000_000
"""Characters of a response that is checked in line."""
_CLOSE_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Aside:
    """Responses are handed on at once, and checked in another thread."""

    sample: float = 1.0
    """Share of the responses that are checked."""
    queue: int = 1000
    """How many may wait; others are dropped, and counted."""


class Guard:
    """Checks responses by the selected assertions of a prompt. Threads may share it; a forked process may go on."""

    def __init__(
        self,
        prompt: Path | str,
        *,
        on_failure: Action = Observe(),  # noqa: B008 - it never changes
        aside: Aside | None = None,
        seconds: float = 0.25,
        workers: int = 2,
        gather: Gathering | None = Gathering(),  # noqa: B008 - it never changes
        judge: Judge | None = None,
        judge_budget: JudgeBudget = JudgeBudget(),  # noqa: B008 - it never changes
    ) -> None:
        """Read the set of a prompt (`file.py:NAME` names a template in a file) and start the sandbox.

        Args:
            prompt: The prompt file; the selected assertions stand beside it.
            on_failure: What to do with a response that fails.
            aside: Check beside the calls instead, and only report.
            seconds: The most that a check may hold a call up; what is not known by then counts for nothing.
            workers: Processes of the sandbox, each of which checks one response at a time.
            gather: Keep failures and some others as examples to label; None keeps nothing.
            judge: Answers the assertions that ask a judge, always beside the calls; without one they are left out.
            judge_budget: How often it is asked.

        Raises:
            SettingsError: nothing is selected yet, or failures found aside are to be more than reported.
            SpadeError: a file cannot be read, or the sandbox does not start.
        """
        if aside is not None and not isinstance(on_failure, Observe):
            raise SettingsError("what is checked aside was handed on already: it can only be reported")
        path, template = file_and_name(Path(prompt))
        found = load_selected_set(path, template)
        self.name = f"{path.name}:{template}" if template else path.name
        for problem in found.problems:
            _LOG.warning("%s", problem)
        candidates = [each.candidate() for each in found.stored.chosen]
        self.on_failure = on_failure
        self.aside = aside
        self.seconds = seconds
        self.counted = Counts()
        self.telemetry = Telemetry()
        self._wanted = {each.name: _wanted(each) for each in candidates}
        self._by_code = [each for each in candidates if not each.asks_judge]
        self._by_judge = [each for each in candidates if each.asks_judge]
        self._values = named_sets(found.settings, lambda problem: _LOG.warning("%s", problem))
        self._prompted = found.prompted if found.reads_prompt else None
        self._fields: ContextVar[Mapping[str, object]] = ContextVar("fields", default=_NOTHING)
        self._troubles: dict[str, str] = {}
        if judge is None:
            for each in self._by_judge:
                _LOG.warning("%s: %s asks a judge, and none is given: it is left out", self.name, each.name)
        self._judge = BudgetedJudge(judge, judge_budget) if judge is not None and self._by_judge else None
        self._gatherer = None
        if gather is not None:
            self._gatherer = Gatherer(gathered_file(found.examples), gather, self.counted, self._note_trouble)
        most = aside.queue if aside is not None else 1000
        self._aside: BackgroundQueue[Example] = BackgroundQueue(
            self._check_aside, most=most, lost=partial(self._lose, "checking aside"), name="spade-guard-aside"
        )
        self._judging: BackgroundQueue[tuple[Example, bool]] = BackgroundQueue(
            self._ask_judge, most=most, lost=partial(self._lose, "judging"), name="spade-guard-judge"
        )
        self._workers = workers
        self._begin_threads()
        self._sandbox = GuardSandbox(self._by_code, seconds=seconds, workers=workers, values=self._values)
        _open.add(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- what it is put around

    def wrap(self, client: _Client) -> _Client:
        """Return an `openai` client, sync or async, whose chat completions and responses are guarded.

        The client that is given stays as it is. A stream is kept back to its end where a failure may change it.

        Raises:
            TypeError: it is no such client.
        """
        from spade_core.guard.clients import guarded_client

        return guarded_client(client, self)

    def function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function, sync or async, whose text is guarded: a decorator.

        Its arguments are the fields of the example. Where it has a parameter `feedback`, it is told there what was
        wrong when it is called again.
        """
        from spade_core.guard.functions import guarded_function

        return guarded_function(function, self)

    @contextlib.contextmanager
    def fields(self, **values: object) -> Iterator[None]:
        """Say what filled the template, for the calls inside the block."""
        token = self._fields.set({**self._fields.get(), **values})
        try:
            yield
        finally:
            self._fields.reset(token)

    def check(self, response: str, *, prompt: str = "", fields: Mapping[str, object] | None = None) -> Verdict:
        """Return what the assertions say of a response, within the time that a check may take. It raises nothing."""
        self.counted.add(Count.CALLS)
        until = time.monotonic() + self.seconds
        return self.judged_now(response, prompt, {**self._fields.get(), **(fields or {})}, until)

    # --- what it has seen

    @property
    def counts(self) -> Mapping[Count, int]:
        """What was seen and done."""
        return self.counted.read()

    @property
    def troubles(self) -> Mapping[str, str]:
        """What went wrong, and the last reason: assertions that neither passed nor failed, work beside the calls."""
        return self._troubles.copy()

    def flush(self, seconds: float = _CLOSE_SECONDS) -> bool:
        """Wait until all that is done beside the calls is done, so long at most; return whether it is."""
        until = time.monotonic() + seconds
        return all(each.flush(max(0.0, until - time.monotonic())) for each in self._besides)

    def close(self) -> None:
        """Finish what is queued, for a few seconds at most, and end the sandbox. Later responses are not checked."""
        for each in self._besides:
            each.close(_CLOSE_SECONDS)
        self._sandbox.close()

    # --- one response

    def begin(
        self, prompt: str, fields: Mapping[str, object], about: Mapping[str, object], *, is_async: bool
    ) -> GuardedCall:
        """Begin a guarded call; `about` is what telemetry is told of the request."""
        return GuardedCall(self, prompt, {**fields, **self._fields.get()}, about, is_async=is_async)

    def judged_now(self, response: str, prompt: str, fields: Mapping[str, object], until: float) -> Verdict:
        """Return what the assertions by code say, `until` by `time.monotonic` at most; a judge is asked beside."""
        if len(response) > _LONGEST:
            self.counted.add(Count.UNCHECKED)
            return Verdict(response)
        example = self._example(response, prompt, fields)
        verdict = self._verdict(example, until)
        self._put_to_judge(example, verdict)
        return verdict

    def put_aside(self, response: str, prompt: str, fields: Mapping[str, object]) -> None:
        """Have a response checked in another thread, if it is in the sample."""
        if self.aside is not None and random.random() >= self.aside.sample:  # noqa: S311 - a sample
            self.counted.add(Count.NOT_SAMPLED)
        elif len(response) > _LONGEST:
            self.counted.add(Count.UNCHECKED)
        elif not self._aside.put(Example("", fields, prompt, response, None)):
            self._drop(1)

    def _example(self, response: str, prompt: str, fields: Mapping[str, object]) -> Example:
        example = Example("", fields, prompt, response, None)
        return self._prompted([example]).examples[0] if self._prompted is not None and not prompt else example

    def _verdict(self, example: Example, until: float | None = None) -> Verdict:
        began = time.perf_counter()
        found = self._sandbox.run(example, until=until)
        verdict = self._read(example, self._by_code, found, time.perf_counter() - began)
        self.counted.add(Count.PASSED if verdict.passes else Count.FAILED)
        self._gather(example, verdict)
        return verdict

    def _read(
        self, example: Example, candidates: Sequence[CandidateAssertion], found: Sequence[Evaluation], seconds: float
    ) -> Verdict:
        failures, undecided = [], {}
        for candidate, each in zip(candidates, found, strict=True):
            if each.outcome is Outcome.FAILED:
                failures.append(Failure(candidate.name, self._wanted[candidate.name]))
            elif each.outcome is not Outcome.PASSED:
                undecided[candidate.name] = replace(each, message=without_secrets(each.message))
                self._note_trouble(f"{candidate.name} ({each.outcome})", each.message)
        if undecided:
            self.counted.add(Count.UNDECIDED)
        return Verdict(example.response, tuple(failures), undecided, seconds)

    def _note_trouble(self, what: str, why: str) -> None:
        message = without_secrets(why)
        if what not in self._troubles:
            _LOG.warning("%s: %s: %s", self.name, what, in_line(message))
        self._troubles[what] = message

    def _gather(self, example: Example, verdict: Verdict) -> None:
        if self._gatherer is not None:
            self._gatherer.take(example, fails=[each.name for each in verdict.failures])

    # --- beside the calls

    def _check_aside(self, examples: Sequence[Example]) -> None:
        for each in examples:
            example = self._example(each.response, each.prompt, each.fields)
            verdict = self._verdict(example)
            self.telemetry.tell(self.name, verdict)
            self._put_to_judge(example, verdict)

    def _put_to_judge(self, example: Example, by_code: Verdict) -> None:
        if self._judge is not None and not self._judging.put((example, by_code.passes)):
            self._drop(1)

    def _ask_judge(self, put: Sequence[tuple[Example, bool]]) -> None:
        named = [Example(str(at), e.fields, e.prompt, e.response, None) for at, (e, _) in enumerate(put)]
        matrix = Sandbox(values=self._values).run(self._by_judge, named, judge=self._judge)
        for example, (_, passed) in zip(named, put, strict=True):
            found = [matrix.evaluations[example.id, candidate.name] for candidate in self._by_judge]
            verdict = self._read(example, self._by_judge, found, 0.0)
            self.counted.add(Count.JUDGED)
            self.telemetry.tell_judged(self.name, verdict)
            if not verdict.passes:
                if passed:
                    self.counted.add(Count.PASSED, -1)
                    self.counted.add(Count.FAILED)
                self._gather(example, verdict)

    def _lose(self, what: str, count: int, why: str) -> None:
        self._drop(count)
        self._note_trouble(what, why)

    def _drop(self, count: int) -> None:
        self.counted.add(Count.DROPPED, count)

    @property
    def _besides(self) -> Sequence[BackgroundQueue[Any]]:
        return (self._aside, self._judging, *([self._gatherer.beside] if self._gatherer is not None else []))

    def _begin_threads(self) -> None:
        self.threads = ThreadPoolExecutor(max_workers=2 * self._workers, thread_name_prefix="spade-guard")

    def begin_in_fork(self) -> None:
        """Have locks and threads of its own; the sandbox and the queues see to theirs."""
        self.counted.begin_in_fork()
        if self._judge is not None:
            self._judge.begin_in_fork()
        self._begin_threads()


def _wanted(candidate: CandidateAssertion) -> str:
    """Return what an assertion asks for: the first line of its docstring, else its name in words."""
    with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        for node in ast.parse(candidate.source).body:
            if isinstance(node, ast.AsyncFunctionDef) and (said := ast.get_docstring(node)):
                return said.splitlines()[0]
    return candidate.name.removeprefix("assert_").replace("_", " ")


_open: "weakref.WeakSet[Guard]" = weakref.WeakSet()


def _begin_in_fork() -> None:
    for each in list(_open):
        each.begin_in_fork()


def _close_all() -> None:
    for each in list(_open):
        each.close()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_in_fork)

"""One guarded call with its retries: each response is judged, and the guard's action decides what comes next."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, Self, TypeVar

from spade_core.guard.counts import Count
from spade_core.guard.verdict import Block, BlockedError, FallBack, Observe, Retry, Verdict

if TYPE_CHECKING:
    from spade_core.guard.guard import Guard

_Reply = TypeVar("_Reply")


@dataclass(frozen=True, slots=True)
class RetryMessage:
    """What a model is told when it is asked again."""

    response: str
    feedback: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """The reply is to have this text."""

    text: Any
    """May be awaitable."""

    async def settled(self) -> str:
        """Return the text."""
        return str(await settled(self.text))


class GuardedCall:
    """One guarded call, from the request to what the caller gets; a context manager around it."""

    def __init__(
        self,
        guard: "Guard",
        prompt: str,
        fields: Mapping[str, object],
        about: Mapping[str, object],
        *,
        is_async: bool,
    ) -> None:
        self.guard = guard
        self._is_async = is_async
        self.holds = guard.aside is None and not isinstance(guard.on_failure, Observe)
        """Whether a stream is kept back until it is judged."""
        self._prompt = prompt
        self._fields = fields
        self._tried = 0
        self._last: Verdict | None = None
        self._span = guard.telemetry.begin(guard.name, about)
        guard.counted.add(Count.CALLS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.end(error)

    def end(self, error: BaseException | None = None) -> None:
        """Tell that it is over; what is told later counts for nothing."""
        self._span.end(error)

    def note(self, reply: object) -> None:
        """Tell what a reply says of itself."""
        self._span.note(reply)

    async def follow(self, texts: Sequence[str] | None) -> RetryMessage | Replaced | None:
        """Return what follows a reply with these texts; None: it is handed on. No event loop is kept waiting.

        Raises:
            BlockedError: it is not.
        """
        until = time.monotonic() + self.guard.seconds  # waiting for a thread counts
        if not self._is_async:
            return self._next(texts, until)
        import asyncio

        return await asyncio.get_running_loop().run_in_executor(self.guard.threads, self._next, texts, until)

    def _next(self, texts: Sequence[str] | None, until: float) -> RetryMessage | Replaced | None:
        guard = self.guard
        if not texts:
            guard.counted.add(Count.UNCHECKED)
            return None
        if guard.aside is not None:
            for text in texts:
                guard.put_aside(text, self._prompt, self._fields)
            return None
        verdicts = [guard.judged_now(text, self._prompt, self._fields, until) for text in texts]
        for verdict in verdicts:
            self._span.tell(verdict)
        failed = next((each for each in verdicts if not each.passes), None)
        return self._follow(failed) if failed is not None else None

    def give_up(self) -> Replaced | None:
        """Return what follows where asking again broke: what follows the last retry."""
        self._tried = self.guard.on_failure.times if isinstance(self.guard.on_failure, Retry) else 0
        return self._follow(self._last) if self._last is not None else None  # type: ignore[return-value]

    def _follow(self, verdict: Verdict) -> RetryMessage | Replaced | None:
        self._last, action = verdict, self.guard.on_failure
        if isinstance(action, Retry):
            if self._tried < action.times:
                self._tried += 1
                self.guard.counted.add(Count.RETRIED)
                return RetryMessage(verdict.response, verdict.feedback)
            action = action.then
        if isinstance(action, Block):
            self.guard.counted.add(Count.BLOCKED)
            raise BlockedError(verdict)
        if isinstance(action, FallBack):
            self.guard.counted.add(Count.REPLACED)
            return Replaced(action.to(verdict) if callable(action.to) else action.to)
        return None


async def run(
    call: GuardedCall,
    ask: Callable[[RetryMessage | None], Awaitable[_Reply]],
    texts: Callable[[_Reply], Sequence[str] | None],
    replaced: Callable[[_Reply, str], _Reply],
) -> _Reply:
    """Ask until what follows is to hand a reply on, and return that."""
    with call:
        reply = await ask(None)
        while True:
            call.note(reply)
            step = await call.follow(texts(reply))
            if isinstance(step, RetryMessage):
                try:
                    reply = await ask(step)
                    continue
                except Exception:  # noqa: BLE001 - there is a reply, and what is to follow where it fails
                    step = call.give_up()
            return reply if step is None else replaced(reply, await step.settled())


def finished(waiting: Awaitable[_Reply]) -> _Reply:
    """Return what is awaited where nothing waits: so sync and async calls are one code.

    Raises:
        TypeError: something waits.
    """
    steps = waiting.__await__()
    try:
        next(steps)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    raise TypeError("a sync call cannot wait for what an async function gives")


async def settled(value: Any) -> Any:
    """Return a value, awaited if it has to be."""
    return await value if isawaitable(value) else value
